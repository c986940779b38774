"""How each kept game went, in a line for the list of them.

It is worked out beside the requests, one game after the other: a page shows what is known by then.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Condition

from companion.message import Message
from companion.table import background
from companion.table.keeping.shelf import read_table
from companion.table.keeping.store import Kept
from companion.table.session import Session
from companion.table.table import Table

log = logging.getLogger(__name__)

Key = tuple[int, str, int]
PATIENCE = 0.3
"""Seconds: a page that comes a little later with everything is better than two."""


@dataclass(frozen=True, slots=True)
class Summary:
    seats: tuple[Message, ...] = ()
    round: int = 0
    result: Message | None = None
    """How it ended, in the game's own words; None while it goes on."""


class Summaries:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = Condition()
        self._known: dict[Key, Summary] = {}
        self._waiting: list[Kept] = []
        self._working = False

    def of(self, kept: Sequence[Kept]) -> dict[int, Summary]:
        """What is known of these, by their numbers; of the others it will be known soon."""
        place = self._session.place
        with self._lock:
            for each in kept:
                if each.number == place.number:
                    self._known[key_of(each)] = summary_of(place.clerk.table)
            self._waiting = [each for each in kept if key_of(each) not in self._known]
            begin = bool(self._waiting) and not self._working
            self._working = self._working or begin
        if begin:
            background.in_a_thread(self._work)
        with self._lock:
            self._lock.wait_for(lambda: not self._working, PATIENCE)
            return {each.number: known for each in kept if (known := self._known.get(key_of(each)))}

    def _work(self) -> None:
        while kept := self._next():
            try:
                with self._session.shelf.reading() as store:
                    found = summary_of(read_table(store, kept))
            except Exception:
                # Other rules, or a newer companion, or damage: the list shows what it shows anyway.
                log.info("game %s cannot be summed up", kept.number, exc_info=True)
                found = Summary()
            with self._lock:
                self._known[key_of(kept)] = found

    def _next(self) -> Kept | None:
        with self._lock:
            while self._waiting:
                kept = self._waiting.pop(0)
                if key_of(kept) not in self._known:
                    return kept
            self._working = False
            self._lock.notify_all()
            return None


def key_of(kept: Kept) -> Key:
    return kept.number, kept.created, kept.revision


def summary_of(table: Table) -> Summary:
    game, state = table.game, table.state
    return Summary(
        tuple(game.seats[seat] for seat in game.seated(state) if seat in game.seats),
        game.round_of(state),
        game.guide(state)[0] if game.over(state) else None,
    )
