"""Time that passes only when somebody lets it: sleeping takes none, and every run is the same."""

from threading import Lock


class VirtualClock:
    """A clock that stands still until it is slept on or advanced."""

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
