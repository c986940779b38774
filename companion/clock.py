"""Time, as something that can be handed in: the machine's own, or one that a test holds."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

WallClock = Callable[[], datetime]
"""The time of day, for people: when a game was played, never how long something took."""


class Clock(Protocol):
    """Seconds that only ever go forward, and a way to let some of them pass."""

    def now(self) -> float: ...

    def sleep(self, seconds: float) -> None: ...


class SystemClock:
    """The machine's monotonic clock."""

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


def wall_clock() -> datetime:
    return datetime.now(UTC)
