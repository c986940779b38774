"""Every byte that leaves is the same whichever secret was planned: nobody can tell which it was.

Two tables have planned differently, and everything that either says to anybody but the seat itself
is held against the other: pages, forms, previews, the stream, exports, the story, the small screen,
the sounds, what a hall hears and what is logged.
"""

import json
import logging
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from companion.games import game
from companion.i18n.catalogs import Language
from companion.match import worker
from companion.match.match import Match
from companion.mqtt.payloads import news_of, state_of
from companion.storage.journal import MemoryJournal
from companion.web.live.event_stream import follow
from tests.support.devices.simulated_controller import sitting_at
from tests.support.phone import Phone, Room, take_compiled, why

COUNCIL = "council_of_shadows"
STARTED = ("set detail galaxies", "seat red", "seat violet", "start", "to plan")
SECRETS = (
    ("play red-tower red 1", "play red-discover red 2", "undo", "redo", "consume red 37"),
    ("play red-harvest red 1", "play red-gems red 2", "undo", "redo", "consume red 8"),
)
FORMS = ("lay?seat=red&slot=2", "consume?seat=red", "automa?seat=red", "reveal", "line", "correct")
MORE_PAGES = (
    *("/api/state?odds", "/cards/red-tower", "/box/red-tower", "/games/1/story", "/nowhere"),
    *("/terms/1", "/facts/1", "/why?path=players.red.consumption", "/why?path=players.red.energy"),
    *(f"/games/1/export?as={form}" for form in ("script", "json", "csv")),
    *(f"/do/{form}" for form in FORMS),
)
"""Beside every address that needs nothing more."""
STREAMS = ("/api/events", "/api/virtual")
TIMES = re.compile(r'\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^"<]*')


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch, compiled_templates: None) -> None:
    monkeypatch.setattr(worker, "in_a_thread", lambda work: work())


def rooms(folder: Path, *last: str) -> Iterator[Room]:
    """A table for each secret; then these lines are played at both."""
    for at, secret in enumerate(SECRETS):
        room = Room(folder / str(at), COUNCIL)
        take_compiled(room.app.jinja_env)
        for line in (*STARTED, *secret, *last):
            room.session.writer.ask(line)
        yield room
        room.session.close()


def both(folder: Path, say: Callable[[Room], str], *last: str) -> list[str]:
    return [
        TIMES.sub("", say(room)).replace(room.pairing.code, "") for room in rooms(folder, *last)
    ]


def pages(room: Room) -> list[str]:
    """Every page that there is, and any that comes."""
    rules = room.app.url_map.iter_rules()
    plain = [each.rule for each in rules if "GET" in (each.methods or ()) and not each.arguments]
    return sorted({*plain, *MORE_PAGES} - {*STREAMS})


def phone_of(room: Room, role: str) -> Phone:
    return room.paired(role) if role else room.watching()


@pytest.mark.parametrize("role", ["", "violet", "host"])
def test_every_page_form_export_and_story(role: str, tmp_path: Path) -> None:
    def say(room: Room) -> str:
        phone = phone_of(room, role)
        return "\n".join(f"{path} {phone.get(path).text}" for path in pages(room))

    one, other = both(tmp_path, say)
    assert one == other
    assert "Red is ready." in one


def test_a_seat_sees_its_own(tmp_path: Path) -> None:
    one, other = both(tmp_path, lambda room: room.paired("red").board())

    assert one != other


@pytest.mark.parametrize("role", ["", "violet", "host"])
def test_the_stream_from_the_first_revision(role: str, tmp_path: Path) -> None:
    def say(room: Room) -> str:
        speaks = Language("en", COUNCIL)
        told = follow(room.session, room.streams, (1, 1), speaks, lambda: role)
        return "".join(islice(told, 2 * room.revision))

    one, other = both(tmp_path, say)
    assert one == other
    assert "Red is ready." in one


def test_what_a_hall_hears(tmp_path: Path) -> None:
    def say(room: Room) -> str:
        place = room.session.active
        news = [news_of(change) for change in place.writer.match.history]
        states = [state_of(place, change) for change in place.writer.match.history]
        return json.dumps([news, states])

    one, other = both(tmp_path, say)
    assert one == other


def test_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for room in rooms(tmp_path):
        assert room.host().post("/games/backup").status_code == 200
        room.paired("violet").get("/")

    laid = [line.split()[1] for secret in SECRETS for line in secret if line.startswith("play")]
    assert [word for word in (*laid, "37") if word in caplog.text] == []


@pytest.mark.parametrize("role", ["violet", "host"])
@pytest.mark.parametrize("line", ["next", "play red-tower red 3", "play none red 1"])
def test_nobody_looks_ahead_at_what_comes_of_it(role: str, line: str, tmp_path: Path) -> None:
    def say(room: Room) -> str:
        asked = room.paired(role).ask("/api/preview", line=line)
        assert why(asked) == "secret"
        return asked.text

    one, other = both(tmp_path, say, "consume violet 3")
    assert one == other


def test_a_seat_looks_ahead_at_its_own_plan(tmp_path: Path) -> None:
    for room in rooms(tmp_path):
        asked = room.paired("violet").ask("/api/preview", line="play violet-tower violet 1")
        assert "lays Violet: Colonize with a tower" in asked.text


@pytest.mark.parametrize("line", ["undo", "play none red 1", "consume red none", "consume red 1"])
def test_no_other_seat_changes_it_and_the_host_may(line: str, tmp_path: Path) -> None:
    for room in rooms(tmp_path):
        before = room.revision
        assert why(room.paired("violet").act(line)) == "secret"
        assert room.revision == before
        assert room.host().act(line).status_code == 200


def test_a_seat_takes_back_its_own_whatever_others_have_laid_since(tmp_path: Path) -> None:
    for room in rooms(tmp_path, "play violet-tower violet 1"):
        red = room.paired("red")
        assert red.act("play none red 1").status_code == 200
        assert red.act("consume red none").status_code == 200

        plans = {seat: player.plan for seat, player in room.current().state.players.items()}
        assert list(plans["red"].cards) == ["2"]
        assert plans["violet"].cards == {"1": "violet-tower"}
        assert "A second card for a slot replaces the first one." in red.board()


def test_the_small_screen_and_the_sounds() -> None:
    seen = []
    for card in ("red-tower", "red-harvest"):
        table = Match(game(COUNCIL), MemoryJournal())
        for line in STARTED:
            table.take(line)
        with sitting_at(table=table) as played:
            glass = []
            for movement in (f"tap {card}", "press undo", "press undo", "press info"):
                played.do(movement)
                glass.append(played.simulated.picture().tobytes())
            seen.append((glass, played.sounds, played.refusals))

    assert seen[0] == seen[1]
