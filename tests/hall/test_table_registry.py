"""What the hall makes of messages, in whatever order and shape they come."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from companion.hall import table_registry
from companion.hall.table_messages import State
from companion.hall.table_registry import TableRegistry
from companion.hall.tile import Tile
from companion.mqtt.message_codec import encode
from companion.mqtt.topics import IncomingMessage, topic

NOW = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)
ONE = encode("one")


def state(revision: int = 1, **more: Any) -> dict[str, Any]:
    head = {"figure": 1.4, "unit": encode("°C"), "level": 2, "alarm": False, "guide": [ONE]}
    head |= {"round": 2, **more.pop("headline", {})}
    document = {"game": "daybreak", "number": 1, "revision": revision, "headline": head}
    return document | {"at": f"2026-11-17T20:00:{revision:02}", "document": {}} | more


def card(**more: Any) -> dict[str, Any]:
    return {"name": "Table 4", "version": "0.1.0", "languages": ["en"], "address": ""} | more


class Hears:
    """A registry of tables, and who tells it something."""

    def __init__(self) -> None:
        self.registry = TableRegistry(lambda: NOW)

    def hear(self, what: str, payload: Any, table: str = "table-4", late: bool = False) -> None:
        data = payload if isinstance(payload, bytes) else msgspec.json.encode(payload)
        self.registry.receive(IncomingMessage(topic(table, what), data, late))

    def tile(self, table: str = "table-4") -> Tile:
        found = self.registry.find(table)
        assert found
        return found

    def state(self) -> State:
        found = self.tile().state
        assert found
        return found

    def here(self, table: str = "table-4", **more: Any) -> None:
        self.hear("status", b"online", table)
        self.hear("table", card(name=table.replace("-", " ").title()), table)
        self.hear("state", state(**more), table)


@pytest.fixture
def hears() -> Hears:
    return Hears()


def test_what_is_told_twice_is_one_thing(hears: Hears) -> None:
    hears.here()
    seen = hears.registry.version
    hears.hear("status", b"online")
    hears.hear("state", state(1))

    assert hears.state().revision == 1
    assert hears.registry.version == seen + 1


def test_an_older_revision_that_comes_late_changes_nothing(hears: Hears) -> None:
    hears.here(revision=7)
    hears.hear("state", state(6))

    assert hears.state().revision == 7


def test_a_journal_that_begins_anew_is_believed(hears: Hears) -> None:
    hears.here(revision=7)
    hears.hear("state", state(2, at="2026-11-17T21:00:00"))

    assert hears.state().revision == 2


def test_another_game_begins_with_its_first_revision(hears: Hears) -> None:
    hears.here(revision=7)
    hears.hear("news", {"revision": 7, "label": "the last of it", "told": []})
    hears.hear("state", state(1, number=2))

    assert (hears.state().number, hears.tile().news) == (2, None)


def test_who_needs_somebody_comes_first(hears: Hears) -> None:
    hears.here("table-10")
    hears.here("table-2")
    hears.here("table-3", headline={"level": 6})
    hears.here("table-5", headline={"over": True})
    hears.here("table-6", headline={"alarm": True})
    hears.here("table-7")
    hears.hear("status", b"offline", "table-7")
    hears.here("table-8")
    hears.hear("help", b"yes", "table-8")
    hears.here("table-9", headline={"round": 0})

    order = [tile.table.removeprefix("table-") for tile in hears.registry.tiles()]
    assert order == ["8", "7", "6", "3", "2", "10", "9", "5"]


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"[]",
        b"[" * 100_000,
        b'{"game": "daybreak"}',
        b'{"game": "da\xf9break"}',
        msgspec.json.encode(state(headline={"figure": 1e300})),
        msgspec.json.encode(state(revision=10**30)),
        msgspec.json.encode(state(headline={"guide": "none"})),
    ],
)
def test_what_cannot_be_read_leaves_the_tile_as_it_is(hears: Hears, payload: bytes) -> None:
    hears.here(revision=3)
    for what in ("state", "table", "news", "ended"):
        hears.hear(what, payload)

    assert hears.state().revision == 3
    assert hears.tile().name == "Table 4"
    assert bool(hears.tile().fault) == bool(payload)
    hears.hear("state", state(4))
    assert hears.tile().fault is None


@pytest.mark.parametrize("table", ["hall", "Table 4", "a" * 60, "", "../x", "ä"])
def test_a_name_that_no_table_has_is_not_heard(hears: Hears, table: str) -> None:
    hears.hear("status", b"online", table)

    assert hears.registry.tiles() == []


def test_invented_tables_come_to_an_end(hears: Hears, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_registry, "MAX_TABLES", 3)
    for number in range(9):
        hears.here(f"table-{number}")

    assert len(hears.registry.tiles()) == 3
    assert hears.registry.full


def test_a_table_that_was_forgotten_stays_so_until_it_says_something(hears: Hears) -> None:
    hears.here()
    hears.registry.forget("table-4")
    for what in ("state", "table", "help", "status"):
        hears.hear(what, b"")
    hears.hear("status", b"offline")
    assert hears.registry.tiles() == []

    hears.here()
    assert hears.tile().online


def test_a_newer_version_and_a_clock_that_is_apart_are_told(hears: Hears) -> None:
    hears.here()
    behind = (NOW - timedelta(minutes=7)).isoformat()
    hears.hear("table", card(version="9.2.0", at=behind, colour="a key of tomorrow"))

    told = [str(note) for note in hears.tile().notes("0.1.0")]
    assert told == [
        "It has a newer version (9.2.0) than this hall.",
        "Its clock is 7 minutes behind.",
    ]


def test_what_was_kept_by_the_broker_tells_nothing_of_a_clock(hears: Hears) -> None:
    hears.here()
    hears.hear("table", card(at=(NOW - timedelta(days=2)).isoformat()), late=True)

    assert hears.tile().notes("0.1.0") == []


def test_whoever_waits_hears_of_news(hears: Hears) -> None:
    heard = hears.registry.notifier.count()
    hears.here()

    assert hears.registry.notifier.wait(heard, timeout=0)
