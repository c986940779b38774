"""The session of a table: the match that is active, and the saved games it was taken from.

A host may put another game on the table: who watches follows to the new writer.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from threading import Lock, Thread
from typing import Generic, TypeVar

from companion.clock import wall_clock
from companion.errors import CompanionError
from companion.games import playable
from companion.i18n.message import Message
from companion.match.collection.walk import Walk
from companion.match.levels.show import Show
from companion.match.lobby import Lobby
from companion.match.match import OPENING, Match
from companion.match.writer import MatchWriter
from companion.notifier import News, Notifier
from companion.storage.atomic_files import write_errors
from companion.storage.journal import MemoryJournal
from companion.storage.mark import Mark
from companion.storage.packs.load import Collection, load_cards
from companion.storage.packs.own_packs import left_out
from companion.storage.recovery.backups import Backups
from companion.storage.saved_games import SavedGames, existing
from companion.storage.sqlite import SavedGame, connect

log = logging.getLogger(__name__)

Value = TypeVar("Value")

FIRST_GAME = "first-game"
NOTHING = 0
"""The number of a match while it is still open which game is played."""


@dataclass(frozen=True, slots=True, eq=False)
class ActiveMatch:
    """The match on the table: its writer, and its number among the saved games."""

    writer: MatchWriter
    number: int


class Session:
    """Whoever needs the match asks for ``active`` each time; it may be another one by then."""

    def __init__(self, saved_games: SavedGames, game: str = "") -> None:
        """Goes on with the game that was played last, or with the last one of this name."""
        self.saved_games = saved_games
        self.notifier = Notifier()
        """Tells of every revision, and of what else there is to see: a fault, another game."""
        self.faults: tuple[Message, ...] = ()
        """What is wrong with the parts of this table, for whoever watches."""
        self.camera = False
        """Does a camera look at the table?"""
        self.teaching = Mark(self.folder / FIRST_GAME, lambda: self.notifier.notify(News.LESSONS))
        """Is this the first game of the people here? Then every step is explained."""
        self.show = Show(lambda: self.notifier.notify(News.MOVES))
        """What the totals that the newest input moved look like, on every device."""
        self.walk = Walk(saved_games.folder, self.notifier, self.tell)
        """Whoever goes through the cards of their box."""
        self._told: dict[str, tuple[Message, ...]] = {}
        self._replacing = Lock()
        self._closed = False
        self.active = self._at_the_start(game)

    @property
    def writer(self) -> MatchWriter:
        return self.active.writer

    @property
    def folder(self) -> Path:
        return self.saved_games.folder

    @property
    def choosing(self) -> bool:
        """Is it still open which game is played?"""
        return isinstance(self.writer.match.game, Lobby)

    def report(self, faults: Sequence[Message], source: str = "parts") -> None:
        """A part of the table has failed, or is back; each source tells of its own."""
        self._told[source] = tuple(faults)
        self.faults = tuple(chain.from_iterable(self._told.values()))
        self.notifier.notify(News.FAULTS)

    def look_on(self, on: bool) -> None:
        """A camera was switched on or off."""
        self.camera = on
        self.notifier.notify(News.FAULTS)

    def tell(self, warning: Message) -> None:
        """What people must know while they play; once, however often it is found."""
        if str(warning) not in map(str, self.saved_games.warnings):
            self.saved_games.warnings.append(warning)

    def cards(self) -> Collection:
        """Every card of the game on the table; an owner's pack that is broken stops nobody."""
        game = self.writer.match.game
        return load_cards(game, self.folder, pass_over=lambda error: self.tell(left_out(error)))

    def links(self) -> dict[str, str]:
        """What the printed codes of the game on the table may say."""
        writer = self.writer
        game = writer.match.game
        return self.cards().links(game.tap_handler.deck(writer.current.state)) if game.cards else {}

    def begin(self, game: str) -> None:
        self._replace(lambda: self._activate(self.saved_games.begin(game)))

    def resume(self, number: int) -> None:
        with self.saved_games.reading() as store:
            store.game(number)
        self._replace(lambda: self._activate(self.saved_games.resume(number)))

    def choose(self) -> None:
        """Puts this game away and asks which one comes next; with only one there is no question."""
        if len(playable()) == 1:
            self.begin(*playable())
        elif not self.choosing:
            last = self.writer.match.game.id
            self._replace(lambda: self._lobby(last))

    def choose_again(self) -> None:
        """Back to the choice of games; a game in which nothing was done yet is put away."""
        active = self.active
        inputs = (change.line.split()[0] for change in active.writer.match.history)
        if active.number != NOTHING and all(word in OPENING for word in inputs):
            with self.saved_games.reading() as store:
                store.archive(active.number)
        self.choose()

    def archive(self, number: int) -> None:
        """Puts a game away; if it is the one on the table, another one takes its place."""
        with self.saved_games.reading() as store:
            store.archive(number)
        if number == self.active.number:
            game = self.writer.match.game.id
            self._replace(lambda: self._activate(self.saved_games.resume_or_begin(game)))

    def kept(self) -> list[SavedGame]:
        """Read through a connection of its own: that of the saved games belongs to the writer."""
        with self.saved_games.reading() as store:
            return store.games()

    def back_up(self) -> Path:
        with write_errors(self.folder), closing(connect(existing(self.folder))) as source:
            return Backups(self.folder, wall_clock).make(source)

    def serves(self, active: ActiveMatch) -> bool:
        """Is this still the match on the table?"""
        return not self._closed and self.active is active

    def after(self, active: ActiveMatch) -> ActiveMatch | None:
        """Waits for the match that replaces this one; None once the session is closed."""
        self.notifier.wait_for(lambda: not self.serves(active))
        return None if self._closed else self.active

    def close(self) -> None:
        with self._replacing:
            self._closed = True
            self.writer.close()
        self.saved_games.close()

    def _replace(self, opening: Callable[[], ActiveMatch]) -> None:
        """Replaces the active match; if the other one cannot be had, this one stays."""
        with self._replacing:
            before = self.active
            before.writer.close()
            try:
                self.active = opening()
            except BaseException:
                self.saved_games.on_table = before.number
                self.active = ActiveMatch(self._writer_for(before.writer.match), before.number)
                raise
            finally:
                self.notifier.notify(News.MATCH_REPLACED)

    def _at_the_start(self, game: str) -> ActiveMatch:
        if game or len(playable()) == 1:
            return self._activate(self.saved_games.resume_or_begin(game or next(iter(playable()))))
        table = self.saved_games.unfinished()
        return self._activate(table) if table else self._lobby()

    def _activate(self, match: Match) -> ActiveMatch:
        return ActiveMatch(self._writer_for(match), self.saved_games.on_table)

    def _writer_for(self, match: Match) -> MatchWriter:
        return MatchWriter(match, when_over=self.saved_games.back_up, notifier=self.notifier)

    def _lobby(self, last: str = "") -> ActiveMatch:
        kept = self.saved_games.games()
        lobby = Lobby(kept, last or (kept[0].name if kept else ""))
        match = Match(lobby, MemoryJournal(), warnings=self.saved_games.warnings)
        self.saved_games.on_table = NOTHING
        # Another thread, because the writer that has taken the choice is closed by it.
        leave = partial(Thread, target=self._leave, args=(match,), name="chosen", daemon=True)
        return ActiveMatch(
            MatchWriter(match, when_over=lambda: leave().start(), notifier=self.notifier), NOTHING
        )

    def _leave(self, match: Match) -> None:
        """What was chosen comes onto the table."""
        number, game = match.state.number, match.state.game
        try:
            if number:
                self.resume(number)
            else:
                self.begin(game)
        except CompanionError:
            log.exception("after the choice of %s", game or number)
            self._replace(lambda: self._lobby())


class PerMatch(Generic[Value]):
    """A value of the active match, made anew when another one is on the table. Thread-safe."""

    def __init__(self, make: Callable[[ActiveMatch], Value]) -> None:
        self._make = make
        self._lock = Lock()
        self._made: tuple[ActiveMatch, Value] | None = None

    def of(self, active: ActiveMatch) -> Value:
        with self._lock:
            if self._made is None or self._made[0] is not active:
                self._made = active, self._make(active)
            return self._made[1]
