"""Tells threads that there is something new, and of which kind; what it is, they read themselves.

Who has time waits; who has a queue of their own subscribes, and is called.
"""

import logging
from collections.abc import Callable
from enum import Enum, auto
from threading import Condition

log = logging.getLogger(__name__)


class News(Enum):
    REVISION = auto()
    """Somebody has changed the game on the table."""
    MATCH_REPLACED = auto()
    """Another game is on the table."""
    FAULTS = auto()
    """A part has failed or is back; the hall says something."""
    LESSONS = auto()
    """A first game is explained from now on, or no longer."""
    MOVES = auto()
    """Somebody goes on to the next total that moved, or has counted."""
    WALK = auto()
    """Somebody goes through the cards of their box."""
    GAUGES = auto()
    """How much of a box is known was counted."""
    PHONES = auto()
    """A phone was paired, or is no longer."""
    CODE = auto()
    """Phones are paired by another code."""
    HALL = auto()
    """Something came from the hall, or is to go there."""
    TABLES = auto()
    """A hall knows more of its tables."""
    LOOK = auto()
    """The simulated table looks different."""
    CLOSING = auto()
    """Whoever waits looks whether there is anything left to wait for."""


class Notifier:
    """Where no kinds are named, all of them are meant."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._counts = dict.fromkeys(News, 0)
        self._subscribers: tuple[tuple[Callable[[], None], tuple[News, ...]], ...] = ()

    def notify(self, news: News) -> None:
        with self._changed:
            self._counts[news] += 1
            self._changed.notify_all()
        for call, kinds in self._subscribers:
            if news in kinds:
                try:
                    call()
                except Exception:
                    log.exception("after %s", news.name)

    def subscribe(self, call: Callable[[], None], *kinds: News) -> None:
        """``call`` runs on the thread that notifies, which waits for it: it must not take long."""
        self._subscribers = (*self._subscribers, (call, kinds or tuple(News)))

    def count(self, *kinds: News) -> int:
        """How often there was news so far."""
        return sum(self._counts[news] for news in kinds or News)

    def wait(self, seen: int, *kinds: News, timeout: float | None = None) -> bool:
        """Waits until there was news more often than ``seen``; False if the time is up."""
        return self.wait_for(lambda: self.count(*kinds) != seen, timeout)

    def wait_for(self, true: Callable[[], bool], timeout: float | None = None) -> bool:
        """Waits until this holds, and looks whenever there is news; False if the time is up."""
        with self._changed:
            return self._changed.wait_for(true, timeout)
