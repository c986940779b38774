"""What can wait is done while nobody acts, who would wait for every turn of a busy thread."""

from collections.abc import Callable
from threading import Event

CALM = 2.0
"""Seconds in which nothing has happened. The first of them are those of a start."""


class Calm:
    """``happened`` is another thing whenever something has; ``over`` is set when all is over."""

    def __init__(self, happened: Callable[[], object], over: Event) -> None:
        self._happened = happened
        self._over = over
        self._seen: object = None

    def comes(self) -> bool:
        """Waits until nothing has happened for a while; False where it is over before that."""
        while (now := self._happened()) != self._seen:
            self._seen = now
            if self._over.wait(CALM):
                return False
        return not self._over.is_set()
