"""Pictures beside words: whatever has a name that people look for has a drawing."""

import re
from pathlib import Path

from companion.games import game
from companion.games.daybreak.model import terms
from companion.games.daybreak.screens.die_faces import FACES
from companion.games.daybreak.words.cards import KINDS
from tests.server.phone import Room

ICONS = game("daybreak").icons
NAMED = {
    "tag": terms.TAGS,
    "emissions": terms.EMISSIONS,
    "resilience": terms.RESILIENCES,
    "stage": terms.STAGES,
    "face": terms.EFFECTS,
    "kind": KINDS,
    "seat": terms.POWERS,
    "number": terms.SINKS,
    "die": terms.DICE,
}


def test_each_tag_emission_resilience_sink_stage_face_and_kind_has_one() -> None:
    wanted = {f"{of}:{name}" for of, names in NAMED.items() for name in names}

    assert wanted - set(ICONS) == set()


def test_those_of_one_kind_are_all_different() -> None:
    for of, names in NAMED.items():
        assert len({ICONS[f"{of}:{name}"] for name in names}) == len(names), of


def test_a_drawing_is_nothing_but_lines() -> None:
    drawn = re.compile(r"M[\dMmLlHhVvCcSsAaZz .-]+")

    assert [name for name, path in ICONS.items() if not drawn.fullmatch(path)] == []


def test_each_face_of_the_die_is_drawn_in_dots_of_one_size() -> None:
    assert set(FACES) == set(terms.EFFECTS)
    assert {(len(rows), *{len(row) for row in rows}) for rows in FACES.values()} == {(13, 15)}


def test_a_word_stands_beside_each_of_them_on_the_phone_and_on_the_wall(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.played("to local", "tags 1.205 grid grid", "tuck 1.004 china 1")
    pages = [room.watching().get(page).text for page in ("/board", "/wall/now")]
    room.session.close()
    for page in pages:
        beside = re.findall(r'<svg class="icon".*?</svg>(?:\s|<span>)*(\w*)', page)
        assert len(beside) > 10
        assert all(beside)
