"""Time, as something that can be handed in: the machine's own, or one that a test holds."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from threading import Lock
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


class VirtualClock:
    """A clock that stands still until it is slept on or advanced: sleeping takes no time."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start
        self._lock = Lock()

    def now(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        with self._lock:
            self._now += max(0.0, seconds)

    def sleep(self, seconds: float) -> None:
        self.advance(seconds)


def wall_clock() -> datetime:
    return datetime.now(UTC)


def earliest(*times: float | None) -> float | None:
    """The first of some times, of which None is never."""
    return min((time for time in times if time is not None), default=None)


def seconds_until(due: float | None, clock: Clock) -> float | None:
    """How long to wait; None is for ever."""
    return None if due is None else max(0.0, due - clock.now())
