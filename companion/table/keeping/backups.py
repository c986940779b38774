"""Dated copies of the journal file, the last ten of them, each a whole file that can be checked.

They are numbered as well as dated: a Pi without a network does not always know what day it is.
"""

import filecmp
import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.clock import WallClock
from companion.errors import CompanionError
from companion.message import say
from companion.table.keeping.store import Store, connect, trouble

KEPT = 10
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
        self.folder.mkdir(exist_ok=True)
        earlier = self.newest_first()
        fresh = self.folder / "unfinished.sqlite3"
        copy(source, fresh)
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
    """One file that is whole by itself, and on the disk."""
    path.write_bytes(b"")
    try:
        with trouble(), closing(connect(path)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
    except CompanionError:
        # Half a copy is of no use, and takes room on a disk that is full.
        path.unlink()
        raise
    sync(path)


def check(path: Path) -> None:
    """Reads the whole of a backup, in memory: so one of an older version stays as it is."""
    with closing(connect(":memory:")) as everything:
        load(path, everything)
        Store(everything).check()


def load(path: Path, into: sqlite3.Connection) -> None:
    uri = f"{path.absolute().as_uri()}?mode=ro"
    with trouble(), closing(sqlite3.connect(uri, uri=True)) as source:
        source.backup(into)


def put_in_place(backup: Path, journal: Path) -> None:
    fresh = journal.with_suffix(".restored")
    shutil.copyfile(backup, fresh)
    sync(fresh)
    fresh.rename(journal)
    sync(journal.parent)


def put_aside(journal: Path, why: str, now: WallClock) -> Path:
    """Nothing is ever thrown away: the file and what SQLite keeps beside it get a dated name."""
    name, again = f"{why}-{stamp(now)}", 1
    while (aside := journal.with_name(f"{name}.sqlite3")).exists():
        again += 1
        name = f"{why}-{stamp(now)}-{again}"
    for part in ("-wal", "-shm", ""):
        beside = journal.with_name(journal.name + part)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + part))
    return aside


def stamp(now: WallClock) -> str:
    return f"{now():%Y%m%dT%H%M%SZ}"


def sync(path: Path) -> None:
    """Waits until a file, or a folder's list of names, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
