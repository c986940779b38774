"""The table that everybody sits at, and the shelf it was taken from.

A host may put another game on the table: who watches follows to the new clerk.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Condition

from companion.clock import wall_clock
from companion.games import GAMES
from companion.message import Message
from companion.table.backups import Backups
from companion.table.clerk import Clerk
from companion.table.shelf import Shelf, existing, opened
from companion.table.store import Kept, connect
from companion.table.table import Table
from companion.table.writing import writing


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A game on the table: its clerk, and its number on the shelf."""

    clerk: Clerk
    number: int


class Sitting:
    """Whoever needs the table asks for its ``place`` each time; it may be another one by then."""

    def __init__(self, shelf: Shelf, game: str = GAMES[0]) -> None:
        self.shelf = shelf
        self.place = self._place_for(shelf.sit_down(game))
        self.faults: tuple[Message, ...] = ()
        """What is wrong with the parts of this table, for whoever watches."""
        self.reports = 0
        """How often that has changed."""
        self._changed = Condition()
        self._closed = False

    @property
    def clerk(self) -> Clerk:
        return self.place.clerk

    @property
    def folder(self) -> Path:
        return self.shelf.folder

    def report(self, faults: Sequence[Message]) -> None:
        """A part of the table has failed, or is back."""
        self.faults = tuple(faults)
        self.reports += 1
        self.clerk.stir()

    def begin(self, game: str) -> None:
        self._put(lambda: self.shelf.begin(game))

    def resume(self, number: int) -> None:
        with opened(self.folder) as store:
            store.game(number)
        self._put(lambda: self.shelf.resume(number))

    def archive(self, number: int) -> None:
        """Puts a game away; if it is the one on the table, another one takes its place."""
        with opened(self.folder) as store:
            store.archive(number)
        if number == self.place.number:
            self._put(lambda: self.shelf.sit_down(self.clerk.table.game.id))

    def kept(self) -> list[Kept]:
        """Read through a connection of its own: the shelf's belongs to the clerk."""
        with opened(self.folder) as store:
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

    def _put(self, opening: Callable[[], Table]) -> None:
        """Another table in the place of this one; if that cannot be had, this one stays."""
        with self._changed:
            before = self.place
            before.clerk.close()
            try:
                self.place = self._place_for(opening())
            except BaseException:
                self.shelf.on_table = before.number
                self.place = self._place_for(before.clerk.table)
                raise
            finally:
                self._changed.notify_all()

    def _place_for(self, table: Table) -> Place:
        return Place(Clerk(table, when_over=self.shelf.back_up), self.shelf.on_table)
