"""Lines of text from the hall: shown for a while, never obeyed."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec

from companion.clock import WallClock
from companion.i18n.message import Message
from companion.mqtt.topics import IncomingMessage
from companion.storage.json_file import DECODE_ERRORS

MAX_LENGTH = 160
LATE_LINE_DURATION = timedelta(minutes=10)
"""How long a new line is shown that has expired by this table's clock: the clocks differ."""


class HallLine(msgspec.Struct):
    text: str
    until: str | float | None = None


class HallLines:
    def __init__(self, now: WallClock, said: Callable[[Message], None]) -> None:
        self._now = now
        self._said = said
        self._lines: dict[str, tuple[str, datetime | None]] = {}
        """By topic: what is said, and until when."""

    def receive(self, message: IncomingMessage) -> None:
        before = self._lines.pop(message.topic, None)
        try:
            line = msgspec.json.decode(message.payload, type=HallLine)
        except DECODE_ERRORS:
            return  # taken back, or unreadable
        text = " ".join(line.text.split())[:MAX_LENGTH]
        until = parse_time(line.until)
        if until and until <= self._now():
            if message.retained:
                return
            until = self._now() + LATE_LINE_DURATION
        if text:
            self._lines[message.topic] = text, until
            if before is None or before[0] != text:
                self._said(as_message(text))

    def now(self) -> tuple[Message, ...]:
        now, lines = self._now(), dict(self._lines)
        return tuple(
            as_message(text) for text, until in lines.values() if until is None or until > now
        )

    def due(self) -> float | None:
        """Seconds until one of them expires."""
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
