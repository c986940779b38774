"""The games in a data folder, for the one companion that plays with them.

Whatever state the folder is in, there is a table to sit down at: what had to be done for that is
told in one sentence, for as long as it matters.
"""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from platformdirs import user_data_path

from companion import games
from companion.clock import WallClock, wall_clock
from companion.errors import CompanionError, Damaged, Refusal
from companion.message import Message, say
from companion.table.keeping.backups import Backups, check, load, put_aside, put_in_place
from companion.table.keeping.lock import Lock
from companion.table.keeping.store import (
    Kept,
    NoSuchGame,
    SqliteJournal,
    Store,
    check_pages,
    connect,
)
from companion.table.packs.own_box import OwnBox
from companion.table.table import Table

log = logging.getLogger(__name__)

FILE = "journal.sqlite3"


def data_folder() -> Path:
    """Where games are kept: COMPANION_DATA, or where this system keeps such things."""
    if chosen := os.environ.get("COMPANION_DATA"):
        return Path(chosen)
    return user_data_path("table-companion", appauthor=False)


class Shelf:
    def __init__(self, folder: Path, now: WallClock = wall_clock) -> None:
        self.folder = folder
        self.warnings: list[Message] = []
        self.on_table = 0
        """The number of the game that somebody sits at."""
        self._now = now
        self._backups = Backups(folder, now)
        self._in_memory = False
        self._lock: Lock | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = Lock(folder)
        except OSError as error:
            self._open_in_memory(error)
            return
        try:
            self._open_somehow(self._open_or_recover)
        except CompanionError:
            self._lock.release()
            raise

    def games(self) -> list[Kept]:
        return self._store.games()

    def sit_down(self, name: str) -> Table:
        """The unfinished game of this name that was played last, or a new one."""
        return self.unfinished(name) or self.begin(name)

    def unfinished(self, name: str = "") -> Table | None:
        """The game that was played last and has not ended; of this name, if one is named."""
        try:
            return self._unfinished(name)
        except Damaged:
            self._store.close()
            self._open_somehow(self._recover)
            return self._unfinished(name)

    def begin(self, name: str) -> Table:
        at = self._now().isoformat(timespec="milliseconds")
        table = self._table(self._store.begin(games.game(name).id, at))
        self._open_own_box(table)
        return table

    def _open_own_box(self, table: Table) -> None:
        """What the owner has read on their own components is in force from the beginning."""
        try:
            if line := OwnBox(table.game, self.folder).line():
                table.take(line)
        except CompanionError as error:
            self.warnings.append(error.message)

    def resume(self, number: int) -> Table:
        self._store.open(number)
        return self._table(number)

    def back_up(self) -> None:
        """At the start of a session and at the end of a game; a failure is told, and no more."""
        if self._in_memory:
            return
        try:
            self._backups.make(self._connection)
        except (OSError, CompanionError) as error:
            self.warnings.append(say("No backup could be made ({why}).", why=error))

    def close(self) -> None:
        self._store.close()
        if self._lock:
            self._lock.release()

    @property
    def _path(self) -> Path:
        return self.folder / FILE

    def _unfinished(self, name: str) -> Table | None:
        """The first that can be played: one that this version does not have, or whose entries
        it cannot follow, stays where it is."""
        for kept in self.games():
            if kept.over or kept.archived or kept.name not in games.playable():
                continue
            if name not in ("", kept.name):
                continue
            try:
                return self._table(kept.number)
            except (Damaged, Refusal):
                raise
            except Exception as error:
                # Other rules wrote it, and whatever these make of it, people want to play.
                log.exception("game %s", kept.number)
                why = error.message if isinstance(error, CompanionError) else error
                told = say("Game {n} cannot be resumed: {why}", n=kept.number, why=why)
                self.warnings.append(told)
        return None

    def _table(self, number: int) -> Table:
        self.on_table = number
        return Table(
            games.game(self._store.game(number).name),
            SqliteJournal(self._store, number),
            self.folder,
            packs=self.folder,
            now=self._now,
            warnings=self.warnings,
        )

    def _open_somehow(self, opening: Callable[[], None]) -> None:
        """On the disk; in memory where the disk takes nothing more."""
        try:
            opening()
        except (OSError, Refusal) as error:
            self._open_in_memory(error)

    def _open_or_recover(self) -> None:
        if not self._path.exists() and self._backups.newest_first():
            self._recover()
            return
        try:
            self._open()
        except Damaged:
            self._recover()

    def _open(self) -> None:
        there = self._path.exists()
        self._connection = connect(self._path)
        try:
            check_pages(self._connection)
            if there:
                # Before an upgrade, so that an older companion could go on from it.
                self.back_up()
            self._store = Store(self._connection)
        except CompanionError:
            self._connection.close()
            raise

    def _open_in_memory(self, why: OSError | Refusal) -> None:
        self._in_memory = True
        self._connection = connect(":memory:")
        # Playing may go on from what was kept, if that can be read.
        for source in (self._path, *self._backups.newest_first()):
            with suppress(CompanionError):
                check(source)
                load(source, self._connection)
                break
        self._store = Store(self._connection)
        self.warnings.append(
            say(
                "{folder} cannot be written ({why}): what is played now is lost when the power"
                " goes off.",
                folder=self.folder,
                why=why.message if isinstance(why, Refusal) else why.strerror,
            )
        )

    def _recover(self) -> None:
        """Goes on from the newest good backup: the journal is damaged, or somebody deleted it."""
        backup = next(self._backups.good(), None)
        aside = put_aside(self._path, "damaged", self._now) if self._path.exists() else None
        if backup:
            put_in_place(backup, self._path)
        self._open()
        if backup and aside:
            told = say(
                "The journal was damaged: it was put aside as {file}, and {backup} is used.",
                file=aside.name,
                backup=backup.name,
            )
        elif backup:
            told = say("The journal was missing: {backup} is used.", backup=backup.name)
        elif aside:
            told = say(
                "The journal was damaged and there is no good backup: it was put aside as {file},"
                " and a new game begins.",
                file=aside.name,
            )
        else:
            told = say("The journal was missing and there is no good backup: a new game begins.")
        self.warnings.append(told)


# A look at the games beside whoever plays: through a connection of its own.


def existing(data: Path) -> Path:
    path = data / FILE
    if not path.exists():
        raise NoSuchGame(say("No games are kept in {folder} yet.", folder=data))
    return path


@contextmanager
def opened(data: Path) -> Iterator[Store]:
    with closing(Store(connect(existing(data)))) as store:
        yield store


def latest(store: Store) -> Kept:
    for kept in store.games():
        return kept
    raise NoSuchGame(say("No game is kept yet."))


def read_table(store: Store, kept: Kept) -> Table:
    """A game as it stands, to be looked at: nobody plays at this table."""
    return Table(games.game(kept.name), SqliteJournal(store, kept.number))
