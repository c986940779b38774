"""Dated copies of the journal file, the last ten of them, each a whole file that can be checked.

They are numbered as well as dated: a Pi without a network does not always know what day it is.
"""

import filecmp
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.clock import WallClock
from companion.errors import CompanionError
from companion.i18n.message import say
from companion.storage.store.atomic_files import changing, draft_of, stamp, sync
from companion.storage.store.sqlite import Store, connect, trouble

KEPT = 10
BUSY_TRIES = 8
"""A quarter of a second each."""
UNFINISHED = "unfinished.sqlite3"
MADE = re.compile(r"backup-\d{6,}-\w+\.sqlite3")


class NoBackup(CompanionError, LookupError):
    code = "no_backup"


class Backups:
    def __init__(self, folder: Path, now: WallClock) -> None:
        self.folder = folder / "backups"
        self._now = now

    def newest_first(self) -> list[Path]:
        """What the companion made; an owner may keep other files beside them."""
        made = (path for path in self.folder.glob("*.sqlite3") if MADE.fullmatch(path.name))
        return sorted(made, reverse=True)

    def make(self, source: sqlite3.Connection) -> Path:
        """Copies everything; where nothing has changed since, the newest backup stands for it.

        So ten starts in a row do not push out the backups of ten games.
        """
        with changing(self.folder / UNFINISHED):
            earlier = self.newest_first()
            fresh = draft_of(self.folder / UNFINISHED)
            copy_to(source, fresh)
            if earlier and filecmp.cmp(fresh, earlier[0], shallow=False):
                fresh.unlink()
                return earlier[0]
            number = number_of(earlier[0]) + 1 if earlier else 1
            made = fresh.rename(self.folder / f"backup-{number:06}-{stamp(self._now)}.sqlite3")
            for old in earlier[KEPT - 1 :]:
                old.unlink()
            sync(self.folder)
            return made

    def good(self) -> Iterator[Path]:
        """Those that are as they were written, newest first."""
        for path in self.newest_first():
            try:
                check(path)
            except CompanionError:
                continue
            yield path

    def find(self, name: str | None) -> Path:
        """The newest good one, one by its name, or a copy that was kept elsewhere."""
        if name is None:
            for path in self.good():
                return path
            raise NoBackup(say("There is no good backup in {folder}.", folder=self.folder))
        for path in (self.folder / name, Path(name)):
            if path.is_file():
                check(path)
                return path
        raise NoBackup(say("There is no backup {name}.", name=name))


def number_of(backup: Path) -> int:
    return int(backup.name.split("-")[1])


def copy(source: sqlite3.Connection, path: Path) -> None:
    """All games in a file; an earlier copy of that name stays until this one is whole."""
    draft = draft_of(path)
    copy_to(source, draft)
    draft.replace(path)
    sync(path.parent)


def copy_to(source: sqlite3.Connection, draft: Path) -> None:
    """One file that is whole by itself, and on the disk."""
    try:
        draft.write_bytes(b"")
        with trouble(), closing(connect(draft)) as target:
            copy_pages(source, target)
            target.execute("PRAGMA journal_mode = DELETE")
        sync(draft)
    except BaseException:
        # Half a copy is of no use, and takes room on a disk that is full.
        draft.unlink(missing_ok=True)
        raise


def copy_pages(source: sqlite3.Connection, into: sqlite3.Connection) -> None:
    """Python tries for ever while somebody else holds the file; here it gives up after a while."""
    tries = iter(range(BUSY_TRIES))

    def watch(status: int, left: int, total: int) -> None:
        busy = status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        if busy and next(tries, None) is None:
            raise sqlite3.OperationalError("database is locked")

    source.backup(into, progress=watch)


def check(path: Path) -> None:
    """Reads the whole of a backup, in memory: so one of an older version stays as it is."""
    with closing(connect(":memory:")) as everything:
        load(path, everything)
        Store(everything).check()


def load(path: Path, into: sqlite3.Connection) -> None:
    uri = f"{path.absolute().as_uri()}?mode=ro"
    with trouble(), closing(connect(uri)) as source:
        copy_pages(source, into)
