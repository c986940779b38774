"""What phones, the wall and the virtual table show of a game of declarations."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.web.virtual_table.pieces import tray
from tests.support.games.more_games import install
from tests.support.phone import Room
from tests.toy.atoll import TILES

PLAYED = ("role mason", "role scholar", "flood reef", "flood reef")


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    install(monkeypatch, "atoll", "tests.toy.atoll:GAME")
    room = Room(tmp_path, "atoll")
    yield room
    room.session.close()


def buttons(page: str) -> list[str]:
    return re.findall(r'<button class="button ?[a-z ]*">([^<]+)</button>', page)


def test_a_phone_offers_what_is_possible_and_next(room: Room) -> None:
    page = room.played(*PLAYED[:-1], "flood grotto", seats="red blue").paired("red").board()

    offered = buttons(page)
    assert offered[:4] == ["Shore up Grotto", "Shore up Reef", "Any other action", "Next"]


def test_a_long_list_is_one_field(room: Room) -> None:
    page = room.played(*PLAYED[:2], seats="red blue").paired("red").board()

    assert page.count('<option value="flood ') == len(TILES)
    assert "Do it" in buttons(page)


def test_a_state_is_corrected_by_its_name_and_says_why_it_is_so(room: Room) -> None:
    room.played(*PLAYED, seats="red blue")

    assert '<option value="sunk" selected>Sunk</option>' in room.paired("red").board()
    why = room.watching().get("/why?path=tiles.reef").text
    assert "Dry when round 1 began" in why
    assert "Reef is gone." in why


def test_the_wall_has_the_headline_and_what_is_flooded(room: Room) -> None:
    wall = room.played("role mason", "role scholar", "flood reef", seats="red blue").watching()

    text = wall.get("/wall").text
    assert "Water level" in text
    assert "Reef" in text


def test_what_has_a_tag_without_a_pack_can_be_tapped_on_the_virtual_table(room: Room) -> None:
    with room.app.test_request_context():
        room.app.preprocess_request()
        groups = {str(group.title): len(group.pieces) for group in tray(room.session)}

    assert groups == {"Seats": 4, "Cards": len(TILES) + 5}
