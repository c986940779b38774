"""The wall: everybody in the room reads what anybody may see, of whatever game."""

import re
from contextlib import closing
from pathlib import Path

import pytest

from companion.games import names
from tests.support.games.more_games import install
from tests.support.phone import Room


def test_it_says_how_hot_it_is_what_to_do_and_how_everybody_stands(room: Room) -> None:
    wall = room.played("crisis 1.415", "to local").watching().get("/wall").text

    for shown in (
        '<b data-n="celsius">1.2</b> <span>°C</span>',
        "Round 1 of 6",
        "China draws 5*.",
        "United States",
        "Communities in Crisis",
        "Infrastructure Resilience",
        "If the Emissions stage came now",
        "Storms",
        "odds of losing this round",
        "On to the Local stage",
    ):
        assert shown in wall, shown


def test_once_carbon_is_counted_it_tells_that_of_this_round(room: Room) -> None:
    room.played("to crisis")

    assert "Carbon this round" in room.watching().get("/wall/now").text


def test_its_picture_is_sent_again_only_when_it_has_changed(room: Room) -> None:
    wall = room.played().watching()
    seen = wall.get("/wall/now").headers["ETag"]

    assert wall.get("/wall/now", If_None_Match=seen).status_code == 304
    room.session.writer.ask("set trees 3")
    assert wall.get("/wall/now", If_None_Match=seen).status_code == 200


def test_odds_that_take_a_while_come_by_themselves(room: Room, jobs: list[object]) -> None:
    wall = room.played().watching().get("/wall/now").text

    assert "data-soon" in wall
    assert "odds of losing" not in wall


@pytest.mark.parametrize("name", [*names(), "ladder"])
def test_every_game_has_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    install(monkeypatch, "ladder", "tests.toy.ladder:GAME")
    room = Room(tmp_path, name)
    seats = [*room.session.writer.match.game.seats][:2]
    before = room.watching().get("/wall").text
    room.played(seats=" ".join(seats))
    wall = room.watching().get("/wall").text
    room.session.close()

    assert all(re.search(r'<h1 id="now-title">.+</h1>', each) for each in (before, wall))
    assert "Just now" in wall


def test_where_no_game_was_chosen_it_asks_which(tmp_path: Path) -> None:
    room = Room(tmp_path, "")

    assert "Which game" in room.watching().get("/wall").text
    room.session.close()


def test_before_a_game_it_is_a_poster_with_who_has_sat_down(room: Room) -> None:
    room.session.writer.ask("seat china")
    wall = room.watching().get("/wall/now").text

    assert 'href="#art-cover"' in wall
    assert re.findall(r'<li class="of-\w+( free)?">', wall) == ["", " free", " free", " free"]


def test_the_galaxies_lie_there_with_everybody_s_cubes_and_a_crown_on_a_majority(
    tmp_path: Path,
) -> None:
    room = Room(tmp_path, "council_of_shadows")
    with closing(room.session):
        for line in (
            *("set detail galaxies", "seat red", "seat blue", "start"),
            *("set galaxies.blue.colonies.red 2", "set galaxies.blue.colonies.blue 1"),
        ):
            room.session.writer.ask(line)
        wall = room.watching().get("/wall/now").text

    assert "blue: Red 2 majority, Blue 1." in wall
    assert wall.count('class="cubes') == 2
    assert wall.count('class="crown"') == 2  # on the majority, and where it is explained


def test_a_seat_s_wall_shows_no_secret_not_even_its_own(tmp_path: Path) -> None:
    room = Room(tmp_path, "council_of_shadows")
    room.played("to plan", "play red-tower red 1", seats="red violet")
    seat, anybody = room.paired("red").get("/wall/now").text, room.watching().get("/wall/now").text
    room.session.close()

    assert seat == anybody
    assert "red-tower" not in seat


def test_it_is_linked_at_the_foot_of_every_page(room: Room) -> None:
    assert '<a href="/wall">For the wall</a>' in room.watching().get("/").text


def test_the_event_of_the_turn_and_the_objects_of_a_castaway_lie_there_as_cards(
    tmp_path: Path,
) -> None:
    room = Room(tmp_path, "naufragos")
    with closing(room.session):
        for line in ("seat red", "start", "event E03 sun 2", "play W05 red"):
            room.session.writer.ask(line)
        wall, board = room.watching().get("/wall").text, room.watching().board()

    assert 'data-card="E03"' in wall
    assert 'data-card="W05"' in wall
    assert 'href="/cards/E03"' in board
    assert 'href="/cards/W05"' in board


def test_the_cards_on_the_slots_are_pictures_once_they_are_seen(tmp_path: Path) -> None:
    room = Room(tmp_path, "council_of_shadows")
    with closing(room.session):
        for line in ("set detail cards", "seat red", "seat blue", "start", "to plan"):
            room.session.writer.ask(line)
        for seat in ("red", "blue"):
            for at, card in enumerate(("tower", "gems", "harvest"), start=1):
                room.session.writer.ask(f"play {seat}-{card} {seat} {at}")
        assert 'class="tops"' not in room.watching().get("/wall").text

        room.session.writer.ask("next")

        assert room.watching().get("/wall").text.count('href="#art-harvest"') == 2
