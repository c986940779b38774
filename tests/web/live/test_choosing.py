"""The first page: every game as a picture, with what people want to know before they choose it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.games import playable
from tests.support.games.more_games import install
from tests.support.phone import Room


@pytest.fixture
def lobby(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path, "")
    with closing(room.session):
        yield room


def test_it_shows_every_game_with_its_picture_players_time_and_what_is_needed(lobby: Room) -> None:
    page = lobby.paired("host").get("/").text

    for name, game in playable().items():
        cover = page.partition(f'class="cover" data-look="{name}"')[2].partition("</button>")[0]
        assert f'<span class="title">{game.name}</span>' in cover
        assert str(game.about) in cover
        assert 'viewBox="0 0 320 200"' in cover
        assert f"{game.minutes} min" in cover
        assert "Its box, or cards that are drawn here" in cover


def test_who_is_not_paired_sees_the_games_and_how_to_pair(lobby: Room) -> None:
    page = lobby.watching().get("/").text

    assert page.count('class="cover"') == len(playable())
    assert 'href="/pair">Pair this phone</a>' in page
    assert "<button" not in page.partition('id="board"')[2].partition("</ul>")[0]


def test_a_game_that_brings_no_picture_has_its_letter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, "ladder", "tests.toy.ladder:GAME")
    room = Room(tmp_path, "")
    with closing(room.session):
        page = room.watching().get("/").text

    assert '<text class="letter" x="160" y="132" text-anchor="middle">L</text>' in page


def test_what_is_unfinished_comes_first(tmp_path: Path) -> None:
    room = Room(tmp_path, "naufragos")
    with closing(room.session):
        room.played(seats="red blue")
        room.session.choose()
        covers = room.paired("host").get("/").text.split('class="cover"')[1:]

    assert ["Continue" in cover for cover in covers] == [True, False, False, False]
    assert 'data-look="naufragos"' in covers[0]


@pytest.mark.parametrize("path", ["/", "/wall"])
def test_its_page_has_the_look_of_every_game(lobby: Room, path: str) -> None:
    page = lobby.watching().get(path).text

    assert '<html lang="en" data-look="lobby">' in page
    for name in playable():
        assert f"/files/games/{name}/look.css" in page


def test_what_is_unfinished_says_how_far_it_is_and_who_sits_there(
    tmp_path: Path,
) -> None:
    room = Room(tmp_path, "naufragos")
    with closing(room.session):
        room.played(seats="red blue")
        room.session.choose()
        cover = room.paired("host").get("/").text.split('class="cover"')[1]

    assert "turn 1 of 18" in cover
    assert [f'class="sign of-{colour}"' in cover for colour in ("red", "blue", "green")] == [
        *(True, True, False)
    ]
    assert "Go on:" not in cover


def test_the_next_game_that_is_put_away_is_offered_as_well(tmp_path: Path) -> None:
    room = Room(tmp_path, "naufragos")
    with closing(room.session):
        host = room.paired("host")
        for seats in ("red blue", "green yellow"):
            room.played(seats=seats)
            room.session.choose()
            page = host.get("/").text
            room.session.begin("naufragos")

    assert page.count('class="go-on"') == 2
