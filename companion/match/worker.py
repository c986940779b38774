"""A cache that computes what is missing in a background thread: whoever asks gets at once what is
known by then. Only the newest question waits; nobody wants to know any more what was asked before.
"""

import logging
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Condition, Thread
from typing import Generic, TypeVar

log = logging.getLogger(__name__)

MAX_KEPT = 16
SWITCH_INTERVAL_S = 0.0005
Subject = TypeVar("Subject")
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Answer(Generic[Found]):
    """What was found; ``soon`` while it is still being worked out."""

    found: Found | None = None
    soon: bool = False


def in_a_thread(work: Callable[[], None]) -> None:
    # A tap needs the interpreter several times over, and who works hands it over only after a turn:
    # with Python's five milliseconds a tap takes about twice as long meanwhile.
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    Thread(target=work, name="background", daemon=True).start()


class BackgroundCache(Generic[Subject, Found]):
    """``ready`` is told of each answer. There is a thread only for as long as there is work."""

    def __init__(
        self,
        find: Callable[[Subject], Found],
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        self.answers = 0
        """How many were found so far: who has seen fewer looks again."""
        self._find = find
        self._ready = ready
        self._news = Condition()
        self._known: OrderedDict[Hashable, tuple[Subject, Found | None]] = OrderedDict()
        """Subjects are kept as well: a key may name parts of them by their id."""
        self._next: tuple[Hashable, Subject] | None = None
        self._at: Hashable = None
        self._working = False

    def ask(self, key: Hashable, subject: Subject, timeout_s: float = 0.0) -> Answer[Found]:
        """Subjects with the same key have the same answer; who has ``timeout_s`` waits so long."""
        with self._news:
            if key not in self._known:
                self._want(key, subject)
                self._news.wait_for(lambda: key in self._known, timeout_s)
            if key not in self._known:
                return Answer(soon=True)
            self._known.move_to_end(key)
            return Answer(self._known[key][1])

    def _want(self, key: Hashable, subject: Subject) -> None:
        if self._working and self._at == key:
            self._next = None
            return
        self._next = key, subject
        if not self._working:
            self._working = True
            in_a_thread(self._work)

    def _work(self) -> None:
        while job := self._take():
            key, subject = job
            found: Found | None = None
            try:
                found = self._find(subject)
            except Exception:
                log.exception("looking ahead")
            with self._news:
                self._known[key] = subject, found
                while len(self._known) > MAX_KEPT:
                    self._known.popitem(last=False)
                self.answers += 1
                self._news.notify_all()
            self._ready()

    def _take(self) -> tuple[Hashable, Subject] | None:
        with self._news:
            job, self._next = self._next, None
            self._working = job is not None
            self._at = job[0] if job else None
            return job
