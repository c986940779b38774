"""Backups: the last ten copies of the journal file, numbered and dated.

The number gives the order: a Pi without a network does not always know what day it is.
"""

import filecmp
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.clock import WallClock
from companion.errors import CompanionError
from companion.i18n.message import say
from companion.storage.atomic_files import draft_of, fsync, locked, timestamp
from companion.storage.sqlite import Store, connect, sqlite_errors

MAX_BACKUPS = 10
BUSY_TRIES = 8
"""Of a quarter of a second each."""
UNFINISHED = "unfinished.sqlite3"
NAME = re.compile(r"backup-\d{6,}-\w+\.sqlite3")


class NoBackup(CompanionError, LookupError):
    code = "no_backup"


class Backups:
    def __init__(self, folder: Path, now: WallClock) -> None:
        self.folder = folder / "backups"
        self._now = now

    def newest_first(self) -> list[Path]:
        """What the companion made; an owner may keep other files in the folder."""
        made = (path for path in self.folder.glob("*.sqlite3") if NAME.fullmatch(path.name))
        return sorted(made, reverse=True)

    def make(self, source: sqlite3.Connection) -> Path:
        """A copy of everything, or the newest backup if nothing has changed since.

        So ten starts in a row do not push out the backups of ten games.
        """
        with locked(self.folder / UNFINISHED):
            earlier = self.newest_first()
            fresh = draft_of(self.folder / UNFINISHED)
            copy_to(source, fresh)
            if earlier and filecmp.cmp(fresh, earlier[0], shallow=False):
                fresh.unlink()
                return earlier[0]
            number = number_of(earlier[0]) + 1 if earlier else 1
            made = fresh.rename(self.folder / f"backup-{number:06}-{timestamp(self._now)}.sqlite3")
            for old in earlier[MAX_BACKUPS - 1 :]:
                old.unlink()
            fsync(self.folder)
            return made

    def good(self) -> Iterator[Path]:
        """The undamaged ones, newest first."""
        for path in self.newest_first():
            try:
                check(path)
            except CompanionError:
                continue
            yield path

    def find(self, name: str | None) -> Path:
        """By name or path; without one, the newest good backup."""
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
    """Copies all games to a file, atomically."""
    draft = draft_of(path)
    copy_to(source, draft)
    draft.replace(path)
    fsync(path.parent)


def copy_to(source: sqlite3.Connection, draft: Path) -> None:
    """A single file without a log beside it, synced."""
    try:
        draft.write_bytes(b"")
        with sqlite_errors, closing(connect(draft)) as target:
            copy_pages(source, target)
            target.execute("PRAGMA journal_mode = DELETE")
        fsync(draft)
    except BaseException:
        # Half a copy is of no use, and takes room on a disk that is full.
        draft.unlink(missing_ok=True)
        raise


def copy_pages(source: sqlite3.Connection, into: sqlite3.Connection) -> None:
    """Gives up on a file that stays locked; Python alone would try for ever."""
    tries = iter(range(BUSY_TRIES))

    def watch(status: int, left: int, total: int) -> None:
        busy = status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        if busy and next(tries, None) is None:
            raise sqlite3.OperationalError("database is locked")

    source.backup(into, progress=watch)


def check(path: Path) -> None:
    """``Damaged`` unless the whole backup is good; done on a copy, so no upgrade touches it."""
    with closing(connect(":memory:")) as everything:
        load(path, everything)
        Store(everything).check()


def load(path: Path, into: sqlite3.Connection) -> None:
    with read_only(path) as source:
        copy_pages(source, into)


@contextmanager
def read_only(path: Path) -> Iterator[sqlite3.Connection]:
    uri = f"{path.absolute().as_uri()}?mode=ro"
    with sqlite_errors, closing(connect(uri)) as source:
        yield source
