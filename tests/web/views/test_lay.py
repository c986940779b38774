"""What lies where, as a page: for a game that goes on another day."""

import pytest

from tests.support.phone import Room


def test_the_list_says_by_place_what_lies_on_the_table(room: Room) -> None:
    page = room.played("set trees 12", "to local", "play 1.035 china 1").watching().get("/lay").text

    board, *_ = page.split("<h2>China</h2>")
    assert "<span>Trees</span> <strong>12</strong>" in board
    assert "1.035" in page.split("<h2>China</h2>")[1].split("<h2>")[0]
    assert "Then go on" in page


def test_a_game_is_put_away_with_the_same_list(room: Room) -> None:
    page = room.played("set trees 12").watching().get("/lay?away=1").text

    assert "Put the game away" in page
    assert "<span>Trees</span> <strong>12</strong>" in page
    assert "Then go on" not in page


def test_a_number_that_nobody_verified_has_its_mark(room: Room) -> None:
    page = room.played().watching().get("/lay").text

    assert "*</strong>" in page


def test_before_the_game_begins_nothing_lies_there(room: Room) -> None:
    assert "Nothing lies on the table yet." in room.watching().get("/lay").text


def test_the_host_reads_the_list_of_a_kept_game(room: Room) -> None:
    host = room.played("set trees 12").host()

    assert "<strong>12</strong>" in host.get("/games/1/lay").text
    assert host.get("/games/77/lay").status_code == 404
    assert room.watching().get("/games/1/lay").status_code == 403


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "Lay the game again"),
        ("es", "Volver a montar la partida"),
        ("pt", "Montar a partida de novo"),
    ],
)
def test_it_speaks_the_readers_language(room: Room, language: str, title: str) -> None:
    phone = room.played().watching()

    assert title in phone.get("/lay", Accept_Language=language).text
