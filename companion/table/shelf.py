"""The games in a data folder, for the one companion that plays with them.

Whatever state the folder is in, there is a table to sit down at: what had to be done for that is
told in one sentence, for as long as it matters.
"""

import os
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

from companion.clock import WallClock, wall_clock
from companion.errors import CompanionError, Damaged, Refusal
from companion.games import game
from companion.message import Message, say
from companion.table.backups import Backups, check, load, put_aside, put_in_place
from companion.table.lock import Lock
from companion.table.store import Kept, SqliteJournal, Store, check_pages, connect
from companion.table.table import Table

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
        self._now = now
        self._backups = Backups(folder, now)
        self._lock: Lock | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = Lock(folder)
        except OSError as error:
            self._open_in_memory(error.strerror)
            return
        try:
            if self._path.exists() or not self._backups.newest_first():
                self._open()
            else:
                self._recover()
        except Damaged:
            self._recover()
        except Refusal as refusal:
            self._open_in_memory(refusal.message)
        except CompanionError:
            self._lock.release()
            raise

    def games(self) -> list[Kept]:
        return self._store.games()

    def sit_down(self, name: str) -> Table:
        """The unfinished game that was played last, or a new one."""
        try:
            return self._unfinished() or self.begin(name)
        except Damaged:
            self._store.close()
            self._recover()
            return self._unfinished() or self.begin(name)

    def begin(self, name: str) -> Table:
        at = self._now().isoformat(timespec="milliseconds")
        return self._table(self._store.begin(game(name).id, at))

    def resume(self, number: int) -> Table:
        self._store.open(number)
        return self._table(number)

    def back_up(self) -> None:
        """At the start of a session and at the end of a game; a failure is told, and no more."""
        if self._lock is None:
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

    def _unfinished(self) -> Table | None:
        for kept in self.games():
            if not kept.over and not kept.archived:
                return self._table(kept.number)
        return None

    def _table(self, number: int) -> Table:
        return Table(
            game(self._store.game(number).name),
            SqliteJournal(self._store, number),
            self.folder,
            now=self._now,
            warnings=self.warnings,
        )

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

    def _open_in_memory(self, why: object) -> None:
        self._connection = connect(":memory:")
        if self._path.exists():
            self._read_into_memory()
        self._store = Store(self._connection)
        self.warnings.append(
            say(
                "{folder} cannot be written ({why}): what is played now is lost when the power"
                " goes off.",
                folder=self.folder,
                why=why,
            )
        )

    def _read_into_memory(self) -> None:
        """The games that were kept, if they can be read: playing may go on from there."""
        with suppress(CompanionError):
            check(self._path)
            load(self._path, self._connection)

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
        else:
            told = say(
                "The journal was damaged and there is no good backup: it was put aside as {file},"
                " and a new game begins.",
                file=aside.name if aside else FILE,
            )
        self.warnings.append(told)
