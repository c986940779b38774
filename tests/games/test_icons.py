"""Pictures beside words: whatever has a name that people look for has a drawing."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.games import game, names
from companion.games.council_of_shadows.model import terms as council
from companion.games.daybreak.model import terms as daybreak
from companion.games.daybreak.oled.prompts import FACES
from companion.games.naufragos.model import terms as naufragos
from tests.support.phone import Room

NAMED: dict[str, Mapping[str, Mapping[str, object]]] = {
    "daybreak": {
        "tag": daybreak.TAGS,
        "emissions": daybreak.EMISSIONS,
        "resilience": daybreak.RESILIENCES,
        "stage": daybreak.STAGES,
        "face": daybreak.EFFECTS,
        "number": daybreak.SINKS,
    },
    "naufragos": {
        "stage": naufragos.STAGES,
        "weather": naufragos.WEATHER,
        "sector": naufragos.SECTORS,
        "building": naufragos.BUILDINGS,
        "number": naufragos.MATERIALS,
        "row": naufragos.ACTIONS,
    },
    "council_of_shadows": {
        "stage": council.STAGES,
        "action": council.ACTIONS,
        "gem": council.GEMS,
        "station": council.STATIONS,
    },
}
PLAYED: dict[str, tuple[str, ...]] = {
    "daybreak": (
        *("seat china", "seat us", "start", "to local"),
        *("tags 1.205 grid grid", "tuck 1.004 china 1"),
    ),
    "naufragos": ("seat red", "seat blue", "start", "event sun 3", "next", "place red wood"),
    "council_of_shadows": ("set detail galaxies", "seat red", "seat violet", "start"),
}
BESIDE_AN_ICON = re.compile(
    r'<svg class="icon".*?</svg>(.*?)(?:<svg|</div>|</li>|</p>|</summary>|</dt>|</td>|</h\d>)', re.S
)
"""What stands behind an icon, up to the end of its tile, row or title."""
TAG, A_WORD = re.compile(r"<[^>]*>"), re.compile(r"[^\W\d_]{2}")
each_game = pytest.mark.parametrize("name", NAMED)


def named(name: str) -> dict[str, Mapping[str, object]]:
    """What every game has, and its own words beside it."""
    rules = game(name)
    kinds = rules.cards.kinds if rules.cards else {}
    return {"kind": kinds, "seat": rules.seats, "die": rules.layout.dice, **NAMED[name]}


def test_every_game_of_this_repository_has_drawings() -> None:
    assert set(NAMED) == set(names())


@each_game
def test_whatever_people_look_for_has_one(name: str) -> None:
    wanted = {f"{of}:{word}" for of, words in named(name).items() for word in words}

    assert wanted - set(game(name).icons) == set()


@each_game
def test_those_of_one_kind_are_all_different(name: str) -> None:
    icons = game(name).icons
    for of, words in named(name).items():
        assert len({icons[f"{of}:{word}"] for word in words}) == len(words), of


@each_game
def test_a_drawing_is_nothing_but_lines(name: str) -> None:
    drawn = re.compile(r"M[\dMmLlHhVvCcSsAaZz .-]+")
    icons = game(name).icons

    assert [icon for icon, path in icons.items() if not drawn.fullmatch(path)] == []


def test_each_face_of_the_die_is_drawn_in_dots_of_one_size() -> None:
    assert set(FACES) == set(daybreak.EFFECTS)
    assert {(len(rows), *{len(row) for row in rows}) for rows in FACES.values()} == {(13, 15)}


@each_game
def test_a_word_stands_beside_each_of_them_on_the_phone_and_on_the_wall(
    name: str, tmp_path: Path
) -> None:
    room = Room(tmp_path, name)
    for line in PLAYED[name]:
        room.session.writer.ask(line)
    pages = [room.watching().get(page).text for page in ("/board", "/wall/now")]
    room.session.close()
    for page in pages:
        beside = BESIDE_AN_ICON.findall(page)
        assert len(beside) >= 7
        assert [each for each in beside if not A_WORD.search(TAG.sub("", each))] == []
