"""Time, as something that can be handed in: the machine's own, or one that a test holds."""

import time
from typing import Protocol


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
