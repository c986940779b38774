"""Lines from the hall: how long they are shown, and whose clock says so."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from companion.mqtt.hall_messages import LATE_LINE_DURATION, HallLine, HallLines
from companion.mqtt.topics import IncomingMessage


class Match:
    def __init__(self) -> None:
        self.time = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)
        self.said: list[str] = []
        self.lines = HallLines(lambda: self.time, lambda line: self.said.append(str(line)))

    def hear(self, text: str, until: str | float | None = None, late: bool = False) -> None:
        line = msgspec.json.encode(HallLine(text, until))
        self.lines.receive(IncomingMessage("say", line, late))

    def shown(self) -> list[str]:
        return [str(line) for line in self.lines.now()]


@pytest.fixture
def table() -> Match:
    return Match()


@pytest.mark.parametrize(
    "until", ["2026-11-17T20:10:00+00:00", "2026-11-17T21:10:00+01:00", 1794946200.0]
)
def test_a_line_is_shown_until_its_time(table: Match, until: str | float) -> None:
    table.hear("ten minutes", until)
    assert table.shown() == ["ten minutes"]
    assert table.lines.due() == 600
    table.time += timedelta(minutes=10)

    assert table.shown() == []
    assert table.lines.due() is None


def test_a_line_that_is_said_now_is_shown_though_the_clocks_are_apart(table: Match) -> None:
    table.hear("ten minutes", "2020-01-01T00:00:00+00:00")
    assert table.shown() == ["ten minutes"]
    table.time += LATE_LINE_DURATION

    assert table.shown() == []


def test_an_old_line_that_the_broker_has_kept_is_not(table: Match) -> None:
    table.hear("ten minutes", "2020-01-01T00:00:00+00:00", late=True)

    assert table.shown() == table.said == []


def test_the_same_line_again_is_not_announced_again(table: Match) -> None:
    table.hear("ten minutes")
    table.hear("ten minutes")
    table.hear("five minutes")

    assert table.said == ["ten minutes", "five minutes"]


@pytest.mark.parametrize(
    "payload",
    [b"", b"null", b"ten minutes", b'{"text": 7}', b'{"text": "t\xe5n"}', b"[" * 90_000],
)
def test_what_is_no_line_takes_the_line_away(table: Match, payload: bytes) -> None:
    table.hear("ten minutes")
    table.lines.receive(IncomingMessage("say", payload, False))

    assert table.shown() == []


def test_a_line_is_short_and_in_one_piece(table: Match) -> None:
    table.hear("a\nb\t" + "c" * 900, "when it suits you")

    assert table.shown() == ["a b " + "c" * 156]
