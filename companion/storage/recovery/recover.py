"""The steps of a recovery: what is read, what is rebuilt, how it takes the journal's place."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from companion.clock import WallClock
from companion.errors import Refusal
from companion.i18n.message import Message, count, say
from companion.storage import high_water_marks, schema
from companion.storage.atomic_files import draft_of, fsync, timestamp, unused_name, write
from companion.storage.recovery.backups import copy_to, read_only
from companion.storage.recovery.salvage import SalvagedGame, restore
from companion.storage.recovery.sqlite_pages import Pages
from companion.storage.sqlite import Store, checksum, connect, sqlite_errors

BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
SWAP_PLAN = "journal.swap"
SUFFIXES = ("-wal", "-shm", "")


def wal_of(journal: Path) -> Path:
    """The write-ahead log of a journal."""
    return journal.with_name(f"{journal.name}-wal")


def read_or_empty(path: Path) -> bytes:
    """Nothing where there is no file, or where the disk gives nothing back."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def is_writable(folder: Path) -> bool:
    """Can anything be written here and read back?"""
    trial = draft_of(folder / "trial")
    try:
        trial.write_bytes(b"trial")
        fsync(trial)
        return trial.read_bytes() == b"trial"
    except OSError:
        return False
    finally:
        trial.unlink(missing_ok=True)


def is_busy(error: Refusal) -> bool:
    """Another program reads or writes the file: nothing is wrong with it."""
    code = getattr(error.__cause__, "sqlite_errorcode", 0)
    return code & 0xFF in BUSY


def has_entries(connection: sqlite3.Connection) -> bool:
    with sqlite_errors:
        return "entry" in " ".join(schema.shape(connection))


def prove_writable(connection: sqlite3.Connection) -> None:
    """A flipped bit can make a file one that SQLite only reads."""
    with sqlite_errors:
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute("CREATE TABLE trial (id INTEGER)")
        finally:
            connection.execute("ROLLBACK")


def accepted_frames(connection: sqlite3.Connection) -> int:
    """How many frames of the write-ahead log SQLite has accepted."""
    with sqlite_errors:
        [[_, frames, _]] = connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    return max(0, int(frames))


def valid_entries(pages: Pages) -> Iterator[tuple[int, int]]:
    """The game and the revision of every entry that is as it was written."""
    for number, *row, sum_written in pages.entries():
        if checksum(number, row) == sum_written:
            yield number, row[0]


def copy_backup(backup: Path, fresh: Path) -> None:
    """A copy of a backup, whole by itself and on the disk."""
    with read_only(backup) as source:
        copy_to(source, fresh)


def build_journal(fresh: Path, games: Iterable[SalvagedGame]) -> None:
    """A journal of what was salvaged, whole by itself and on the disk."""
    fresh.touch()
    with closing(connect(fresh)) as connection:
        store = Store(connection)
        connection.execute("PRAGMA synchronous = OFF")  # it is synced once, at the end
        restore(games, store)
        connection.execute("PRAGMA journal_mode = DELETE")
    fsync(fresh)


def recovery_message(aside: Path | None, backup: Path | None, games: list[SalvagedGame]) -> Message:
    """What had to be done, in one sentence."""
    lost = sum(each.lost for each in games)
    if aside and lost:
        return count(
            "The journal was damaged: it was put aside as {file}, and {n} input could not be read"
            " any more; all others are there. Please compare the table with the screen.",
            "The journal was damaged: it was put aside as {file}, and {n} inputs could not be read"
            " any more; all others are there. Please compare the table with the screen.",
            lost,
            file=aside.name,
        )
    if aside and games:
        return say(
            "The journal was damaged: it was put aside as {file}, and every input could be read"
            " from it.",
            file=aside.name,
        )
    if aside and backup:
        return say(
            "The journal was damaged: it was put aside as {file}, and {backup} is used.",
            file=aside.name,
            backup=backup.name,
        )
    if backup:
        return say("The journal was missing: {backup} is used.", backup=backup.name)
    if aside:
        return say(
            "The journal was damaged and there is no good backup: it was put aside as {file},"
            " and a new game begins.",
            file=aside.name,
        )
    return say("The journal was missing and there is no good backup: a new game begins.")


def remove_leftovers(folder: Path) -> None:
    """Removes what a recovery had half written when the power was cut."""
    for left in folder.glob("journal.s*.new*"):
        left.unlink(missing_ok=True)


def swap(journal: Path, fresh: Path, why: str, now: WallClock) -> Path | None:
    """Puts ``fresh``, a whole file in the same folder, in the journal's place.

    Nothing is thrown away: the old journal, with what SQLite keeps beside it, gets a dated name,
    which is returned. The plan on the disk lets the next start finish after a power cut.
    """
    aside = unused_name(f"{why}-{timestamp(now)}", journal.parent, ".sqlite3")
    existed = journal.exists()
    plan = {"fresh": fresh.name, "aside": aside.name}
    write(journal.with_name(SWAP_PLAN), json.dumps(plan))
    finish_swap(journal)
    return aside if existed else None


def finish_swap(journal: Path) -> None:
    """Does what is left of the plan; each step may have been done already."""
    plan_file = journal.with_name(SWAP_PLAN)
    if not plan_file.exists():
        return
    try:
        plan = json.loads(plan_file.read_text(encoding="utf-8"))
        fresh, aside = journal.with_name(plan["fresh"]), journal.with_name(plan["aside"])
    except (ValueError, KeyError, TypeError):
        plan_file.unlink()  # it never was a whole plan, so nothing of it was begun
        return
    if fresh.exists():
        for suffix in SUFFIXES:
            part = journal.with_name(journal.name + suffix)
            if part.exists():
                part.replace(aside.with_name(aside.name + suffix))
        # The marks are those of the old journal.
        journal.with_name(high_water_marks.FILE).unlink(missing_ok=True)
        fsync(journal.parent)
        fresh.rename(journal)
    fsync(journal.parent)
    plan_file.unlink()
