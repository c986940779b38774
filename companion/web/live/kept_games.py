"""What is told of a kept game without opening it: who sits there, how far it is, how it ended."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Condition

from companion.games import AnyGame
from companion.games.shared.seat_marks import shape
from companion.i18n.dates import in_words
from companion.i18n.message import Message
from companion.match import worker
from companion.match.lobby import Lobby
from companion.match.match import Match
from companion.match.session import Session
from companion.storage.saved_games import read_table
from companion.storage.sqlite import SavedGame
from companion.web.live.card_faces import SeatMark

log = logging.getLogger(__name__)

Key = tuple[int, str, int]
WAIT_S = 0.3
"""Seconds: a page that comes a little later with everything is better than two."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits at a kept game, with the mark that the seat has in that game."""

    name: Message
    mark: SeatMark


@dataclass(frozen=True, slots=True)
class Summary:
    seats: tuple[Seated, ...] = ()
    round: int = 0
    last_round: int = 0
    """0 where nobody can know it."""
    round_name: Message | None = None
    result: Message | None = None
    """How it ended, in the game's own words; None while it goes on."""


class Summaries:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = Condition()
        self._known: dict[Key, Summary] = {}
        self._waiting: list[SavedGame] = []
        self._working = False

    def of(self, kept: Sequence[SavedGame]) -> dict[int, Summary]:
        """What is known of these, by their numbers; of the others it will be known soon."""
        active = self._session.active
        with self._lock:
            for each in kept:
                if each.number == active.number:
                    self._known[key_of(each)] = summary_of(active.writer.match)
            self._waiting = [each for each in kept if key_of(each) not in self._known]
            begin = bool(self._waiting) and not self._working
            self._working = self._working or begin
        if begin:
            worker.in_a_thread(self._work)
        with self._lock:
            self._lock.wait_for(lambda: not self._working, WAIT_S)
            return {each.number: known for each in kept if (known := self._known.get(key_of(each)))}

    def key(self, game: AnyGame) -> tuple[object, ...]:
        """What a page shows of kept games; nothing while one is played."""
        if not isinstance(game, Lobby):
            return ()
        kept = tuple(offer.kept for offer in game.offers if offer.kept)
        return (*kept, *self.of(kept), self._session.saved_games.now().date())

    def played(self, kept: SavedGame) -> Message:
        """When its last entry was made, as people say it."""
        return in_words(kept.played, self._session.saved_games.now().astimezone())

    def _work(self) -> None:
        while kept := self._next():
            try:
                with self._session.saved_games.reading() as store:
                    found = summary_of(read_table(store, kept))
            except Exception:
                # Other rules, or a newer companion, or damage: the list shows what it shows anyway.
                log.info("game %s cannot be summed up", kept.number, exc_info=True)
                found = Summary()
            with self._lock:
                self._known[key_of(kept)] = found

    def _next(self) -> SavedGame | None:
        with self._lock:
            while self._waiting:
                kept = self._waiting.pop(0)
                if key_of(kept) not in self._known:
                    return kept
            self._working = False
            self._lock.notify_all()
            return None


def key_of(kept: SavedGame) -> Key:
    return kept.number, kept.created, kept.revision


def summary_of(match: Match) -> Summary:
    game, state = match.game, match.state
    return Summary(
        tuple(seated_at(game, seat) for seat in game.seated(state) if seat in game.seats),
        game.round_of(state),
        game.last_round_of(state),
        game.name_of(game.blank, "round"),
        game.guide(state)[0] if game.over(state) else None,
    )


def seated_at(game: AnyGame, seat: str) -> Seated:
    mark = SeatMark(game.colours[seat], shape(game.seats, game.icons, seat))
    return Seated(game.seats[seat], mark)
