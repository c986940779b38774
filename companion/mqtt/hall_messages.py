"""Lines that the hall says to its tables: shown for a while, never obeyed."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec

from companion.clock import WallClock
from companion.i18n.message import Message
from companion.mqtt.topics import IncomingMessage

MAX_LENGTH = 160
LATE_LINE_DURATION = timedelta(minutes=10)
"""For how long a line is shown that is over already by this table's clock, and was said just now:
the clocks are apart, and that is no reason not to read it."""


class HallLine(msgspec.Struct):
    text: str
    until: str | float | None = None


class HallLines:
    def __init__(self, now: WallClock, said: Callable[[Message], None]) -> None:
        self._now = now
        self._said = said
        self._lines: dict[str, tuple[str, datetime | None]] = {}
        """By topic: what is said, and until when."""

    def hear(self, heard: IncomingMessage) -> None:
        before = self._lines.pop(heard.topic, None)
        try:
            line = msgspec.json.decode(heard.payload, type=HallLine)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return  # nothing any more, or nothing that could be read
        text = " ".join(line.text.split())[:MAX_LENGTH]
        until = parse_time(line.until)
        if until and until <= self._now():
            if heard.retained:
                return
            until = self._now() + LATE_LINE_DURATION
        if text:
            self._lines[heard.topic] = text, until
            if before is None or before[0] != text:
                self._said(as_message(text))

    def now(self) -> tuple[Message, ...]:
        now, lines = self._now(), dict(self._lines)
        return tuple(
            as_message(text) for text, until in lines.values() if until is None or until > now
        )

    def due(self) -> float | None:
        """Seconds until one of them is over."""
        now, lines = self._now(), dict(self._lines)
        ahead = ((until - now).total_seconds() for _, until in lines.values() if until)
        return min((each for each in ahead if each > 0), default=None)


def as_message(text: str) -> Message:
    return Message("{text}", {"text": text})


def parse_time(text: str | float | None) -> datetime | None:
    """As ISO 8601 writes it, or in seconds since 1970; None where it cannot be read."""
    try:
        if isinstance(text, str):
            found = datetime.fromisoformat(text)
            return found if found.tzinfo else found.replace(tzinfo=UTC)
        return None if text is None else datetime.fromtimestamp(text, UTC)
    except (ValueError, OverflowError, OSError):
        return None
