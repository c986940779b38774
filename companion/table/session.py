"""The table that everybody sits at, and the shelf it was taken from.

A host may put another game on the table: who watches follows to the new clerk.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from threading import Condition, Thread

from companion.bell import Bell
from companion.clock import wall_clock
from companion.errors import CompanionError
from companion.games import playable
from companion.message import Message
from companion.table.clerk import Clerk
from companion.table.keeping.backups import Backups
from companion.table.keeping.journal import MemoryJournal
from companion.table.keeping.shelf import Shelf, existing
from companion.table.keeping.store import Kept, connect
from companion.table.keeping.writing import writing
from companion.table.lobby import Lobby
from companion.table.packs.loading import Collection, load_cards
from companion.table.packs.own import left_out
from companion.table.packs.own_box import OwnBox
from companion.table.table import Table
from companion.table.teaching import Teaching
from companion.table.walk import Walk

log = logging.getLogger(__name__)

NOTHING = 0
"""The number of a table on which no game lies yet."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A game on the table: its clerk, and its number on the shelf."""

    clerk: Clerk
    number: int


class Session:
    """Whoever needs the table asks for its ``place`` each time; it may be another one by then."""

    def __init__(self, shelf: Shelf, game: str = "") -> None:
        """Goes on with the game that was played last, or with the last one of this name."""
        self.shelf = shelf
        self.bell = Bell()
        """Rings for every revision, and for what else there is to see: a fault, another game."""
        self.faults: tuple[Message, ...] = ()
        """What is wrong with the parts of this table, for whoever watches."""
        self.reports = 0
        """How often something beside the game has changed: this, or whether steps are explained."""
        self.teaching = Teaching(shelf.folder, self._tell_at_once)
        self.walk = Walk(shelf.folder, self.bell.ring, self.tell)
        """Whoever goes through the cards of their box."""
        self._told: dict[str, tuple[Message, ...]] = {}
        self._changed = Condition()
        self._closed = False
        self.place = self._at_the_start(game)

    @property
    def clerk(self) -> Clerk:
        return self.place.clerk

    @property
    def folder(self) -> Path:
        return self.shelf.folder

    @property
    def choosing(self) -> bool:
        """Is it still open which game is played?"""
        return isinstance(self.clerk.table.game, Lobby)

    def report(self, faults: Sequence[Message], source: str = "parts") -> None:
        """A part of the table has failed, or is back; each source tells of its own."""
        self._told[source] = tuple(faults)
        self.faults = tuple(chain.from_iterable(self._told.values()))
        self._tell_at_once()

    def tell(self, warning: Message) -> None:
        """What people must know while they play; once, however often it is found."""
        if str(warning) not in map(str, self.shelf.warnings):
            self.shelf.warnings.append(warning)

    def cards(self) -> Collection:
        """Every card of the game on the table; an owner's pack that is broken stops nobody."""
        game = self.clerk.table.game
        return load_cards(game, self.folder, pass_over=lambda error: self.tell(left_out(error)))

    def begin(self, game: str) -> None:
        self._put(lambda: self._place_for(self.shelf.begin(game)))

    def resume(self, number: int) -> None:
        with self.shelf.reading() as store:
            store.game(number)
        self._put(lambda: self._place_for(self.shelf.resume(number)))

    def choose(self) -> None:
        """Puts this game away and asks which one comes next; with only one there is no question."""
        if len(playable()) == 1:
            self.begin(*playable())
        elif not self.choosing:
            last = self.clerk.table.game.id
            self._put(lambda: self._lobby(last))

    def archive(self, number: int) -> None:
        """Puts a game away; if it is the one on the table, another one takes its place."""
        with self.shelf.reading() as store:
            store.archive(number)
        if number == self.place.number:
            game = self.clerk.table.game.id
            self._put(lambda: self._place_for(self.shelf.sit_down(game)))

    def kept(self) -> list[Kept]:
        """Read through a connection of its own: the shelf's belongs to the clerk."""
        with self.shelf.reading() as store:
            return store.games()

    def back_up(self) -> Path:
        with writing(self.folder), closing(connect(existing(self.folder))) as source:
            return Backups(self.folder, wall_clock).make(source)

    def serves(self, place: Place) -> bool:
        """Is this still the table that everybody sits at?"""
        with self._changed:
            return not self._closed and self.place is place

    def after(self, place: Place) -> Place | None:
        """What took the place of this one; None once everybody goes home."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self.place is not place)
            return None if self._closed else self.place

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self.clerk.close()
            self._changed.notify_all()
        self.shelf.close()

    def _tell_at_once(self) -> None:
        """Something beside the game is new: nobody waits for the next ping."""
        self.reports += 1
        self.bell.ring()

    def _put(self, opening: Callable[[], Place]) -> None:
        """Another table in the place of this one; if that cannot be had, this one stays."""
        with self._changed:
            before = self.place
            before.clerk.close()
            try:
                self.place = opening()
            except BaseException:
                self.shelf.on_table = before.number
                self.place = Place(self._clerk_for(before.clerk.table), before.number)
                raise
            finally:
                self._changed.notify_all()
                self.bell.ring()

    def _at_the_start(self, game: str) -> Place:
        if game or len(playable()) == 1:
            return self._place_for(self.shelf.sit_down(game or next(iter(playable()))))
        table = self.shelf.unfinished()
        return self._place_for(table) if table else self._lobby()

    def _place_for(self, table: Table) -> Place:
        return Place(self._clerk_for(table), self.shelf.on_table)

    def _clerk_for(self, table: Table) -> Clerk:
        clerk = Clerk(table, when_over=self.shelf.back_up, bell=self.bell)
        clerk.listen(lambda: self._keep_fact(table))
        return clerk

    def _keep_fact(self, table: Table) -> None:
        """What somebody has read on a component of their box is known in the next game."""
        change = table.history[-1]
        if change.kind != "input" or not (said := change.step.box_fact):
            return
        try:
            OwnBox(table.game, self.folder, self.tell).add(dict([said]))
        except CompanionError:
            log.exception("keeping %s", said)

    def _lobby(self, last: str = "") -> Place:
        lobby = Lobby(self.shelf.games(), last)
        table = Table(lobby, MemoryJournal(), warnings=self.shelf.warnings)
        self.shelf.on_table = NOTHING
        # Another thread, because the clerk that has heard the choice is closed by it.
        leave = partial(Thread, target=self._leave, args=(table,), name="chosen", daemon=True)
        return Place(Clerk(table, when_over=lambda: leave().start(), bell=self.bell), NOTHING)

    def _leave(self, table: Table) -> None:
        """What was chosen comes onto the table."""
        number, game = table.state.number, table.state.game
        try:
            if number:
                self.resume(number)
            else:
                self.begin(game)
        except CompanionError:
            log.exception("after the choice of %s", game or number)
            self._put(lambda: self._lobby())
