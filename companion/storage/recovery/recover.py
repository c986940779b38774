"""The small steps of a recovery: what is read, what is built anew, and what people are told."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from companion.clock import WallClock
from companion.errors import Refusal
from companion.i18n.message import Message, count, say
from companion.storage.recovery.backups import load
from companion.storage.recovery.salvage import Found
from companion.storage.recovery.sqlite_pages import Pages
from companion.storage.store import schema
from companion.storage.store.atomic_files import draft_of, stamp, sync, write
from companion.storage.store.progress import FILE as COUNTS
from companion.storage.store.sqlite import Store, checksum, connect, trouble

BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def beside(journal: Path) -> Path:
    """What is written ahead of a journal."""
    return journal.with_name(f"{journal.name}-wal")


def read_bytes(path: Path) -> bytes:
    """Nothing where there is nothing, or where the disk gives nothing back."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def takes_files(folder: Path) -> bool:
    """Can anything be written here and read back?"""
    trial = draft_of(folder / "trial")
    try:
        trial.write_bytes(b"trial")
        sync(trial)
        return trial.read_bytes() == b"trial"
    except OSError:
        return False
    finally:
        trial.unlink(missing_ok=True)


def is_busy(error: Refusal) -> bool:
    """Another program reads or writes the file: it is as it should be."""
    code = getattr(error.__cause__, "sqlite_errorcode", 0)
    return code & 0xFF in BUSY


def has_entries(connection: sqlite3.Connection) -> bool:
    with trouble():
        return "entry" in " ".join(schema.shape(connection))


def prove_writable(connection: sqlite3.Connection) -> None:
    """A flipped bit can make a file one that SQLite only reads."""
    with trouble():
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute("CREATE TABLE trial (id INTEGER)")
        finally:
            connection.execute("ROLLBACK")


def accepted_frames(connection: sqlite3.Connection) -> int:
    """How much of what was written ahead SQLite has taken for good."""
    with trouble():
        [[_, frames, _]] = connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    return max(0, int(frames))


def valid(pages: Pages) -> Iterator[tuple[int, int]]:
    """The game and the revision of every entry that is as it was written."""
    for number, *row, sum_written in pages.entries():
        if checksum(number, row) == sum_written:
            yield number, row[0]


def load_into(backup: Path, fresh: Path) -> None:
    """A copy of a backup with everything that SQLite may keep beside it, on the disk."""
    fresh.touch()
    with closing(connect(fresh)) as copy:
        load(backup, copy)
        with trouble():
            copy.execute("PRAGMA journal_mode = DELETE")
    sync(fresh)


def build(fresh: Path, found: Iterable[Found]) -> None:
    """A journal of what was salvaged, whole by itself and on the disk."""
    fresh.touch()
    with closing(connect(fresh)) as connection:
        store = Store(connection)
        connection.execute("PRAGMA synchronous = OFF")  # it is synced once, at the end
        for each in found:
            put_back(store, each)
        connection.execute("PRAGMA journal_mode = DELETE")
    sync(fresh)


def put_back(store: Store, found: Found) -> None:
    if not found.name:
        return
    head = found.number, found.name, found.created, int(found.archived), found.opened
    store.put_back(head, found.entries)


def recovered(aside: Path | None, backup: Path | None, found: list[Found]) -> Message:
    """What had to be done, in one sentence."""
    lost = sum(each.lost for each in found)
    if aside and lost:
        return count(
            "The journal was damaged: it was put aside as {file}, and {n} input could not be read"
            " any more; all others are there. Please compare the table with the screen.",
            "The journal was damaged: it was put aside as {file}, and {n} inputs could not be read"
            " any more; all others are there. Please compare the table with the screen.",
            lost,
            file=aside.name,
        )
    if aside and found:
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


def forget_left_overs(folder: Path) -> None:
    """What a recovery left half written when the power was cut."""
    for left in folder.glob("journal.s*.new*"):
        left.unlink(missing_ok=True)


PLAN = "journal.swap"
PARTS = ("-wal", "-shm", "")


def swap(journal: Path, fresh: Path, why: str, now: WallClock) -> Path | None:
    """Puts ``fresh``, a whole file in the same folder, in the journal's place.

    Nothing is ever thrown away: what was there, and what SQLite keeps beside it, gets a dated name,
    which is answered.
    """
    aside = name_for(journal, why, now)
    there = journal.exists()
    plan = {"fresh": fresh.name, "aside": aside.name}
    write(journal.with_name(PLAN), json.dumps(plan))
    finish(journal)
    return aside if there else None


def finish(journal: Path) -> None:
    """Does what is left of a plan; what is done already is not done again."""
    written = journal.with_name(PLAN)
    if not written.exists():
        return
    try:
        plan = json.loads(written.read_text(encoding="utf-8"))
        fresh, aside = journal.with_name(plan["fresh"]), journal.with_name(plan["aside"])
    except (ValueError, KeyError, TypeError):
        written.unlink()  # it never was a whole plan, so nothing of it was begun
        return
    if fresh.exists():
        for part in PARTS:
            beside = journal.with_name(journal.name + part)
            if beside.exists():
                beside.replace(aside.with_name(aside.name + part))
        # What it counted is another journal's now.
        journal.with_name(COUNTS).unlink(missing_ok=True)
        sync(journal.parent)
        fresh.rename(journal)
    sync(journal.parent)
    written.unlink()


def name_for(journal: Path, why: str, now: WallClock) -> Path:
    name, again = f"{why}-{stamp(now)}", 1
    while (aside := journal.with_name(f"{name}.sqlite3")).exists():
        again += 1
        name = f"{why}-{stamp(now)}-{again}"
    return aside
