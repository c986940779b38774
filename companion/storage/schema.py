"""The tables of the journal file, and the numbered steps that bring an older file up to date.

A step that was ever released is never edited: a file of any version runs those that it lacks.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import cache
from typing import Any, Protocol

from companion.errors import Damaged, NewerJournal


class Connection(Protocol):
    """The part of a SQLite connection, in autocommit mode, that the store uses."""

    def execute(self, statement: str, bindings: Sequence[Any] = (), /) -> Iterable[Any]: ...

    def close(self) -> None: ...

    @property
    def in_transaction(self) -> bool: ...


SETTINGS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    # On macOS an ordinary fsync stops at the drive's own memory.
    "PRAGMA fullfsync = ON",
    "PRAGMA foreign_keys = ON",
    # A short log: all of it is searched after a power cut.
    "PRAGMA wal_autocheckpoint = 200",
)

STEPS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE game (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            created TEXT NOT NULL,
            archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
            opened INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE entry (
            game INTEGER NOT NULL REFERENCES game,
            revision INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('input', 'undo', 'redo')),
            line TEXT NOT NULL,
            events TEXT NOT NULL,
            input_id TEXT NOT NULL,
            at TEXT NOT NULL,
            over INTEGER NOT NULL CHECK (over IN (0, 1)),
            checksum INTEGER NOT NULL,
            PRIMARY KEY (game, revision)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TRIGGER entry_never_changes BEFORE UPDATE ON entry
        BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END
        """,
        """
        CREATE TRIGGER entry_never_goes BEFORE DELETE ON entry
        BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END
        """,
    ),
    # A second copy of every game, on another page, to notice a flipped bit.
    (
        """
        CREATE TABLE game_again (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            created TEXT NOT NULL,
            archived INTEGER NOT NULL,
            opened INTEGER NOT NULL
        ) STRICT
        """,
        "INSERT INTO game_again SELECT id, name, created, archived, opened FROM game",
        """
        CREATE TRIGGER game_was_added AFTER INSERT ON game
        BEGIN
            INSERT INTO game_again
            VALUES (NEW.id, NEW.name, NEW.created, NEW.archived, NEW.opened);
        END
        """,
        """
        CREATE TRIGGER game_was_changed AFTER UPDATE ON game
        BEGIN
            UPDATE game_again
            SET name = NEW.name, created = NEW.created, archived = NEW.archived,
                opened = NEW.opened
            WHERE id = NEW.id;
        END
        """,
    ),
)


def prepare(connection: Connection) -> None:
    """Applies the settings, and the steps that this file lacks."""
    for setting in SETTINGS:
        connection.execute(setting)
    check_version(connection)
    while version(connection) < len(STEPS):
        connection.execute("BEGIN IMMEDIATE")
        # Another process may have done it while this one waited for the file.
        done = version(connection)
        for statement in STEPS[done] if done < len(STEPS) else ():
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {min(done + 1, len(STEPS))}")
        connection.execute("COMMIT")


def check_version(connection: Connection) -> None:
    """Version number and tables must agree: a flipped bit changes only one of them."""
    found, tables, known = version(connection), shape(connection), shapes(STEPS)
    if found > len(STEPS) and tables not in known:
        raise NewerJournal(found, len(STEPS))
    if not 0 <= found <= len(STEPS) or tables != known[found]:
        raise Damaged(f"version {found}")


def shape(connection: Connection) -> tuple[str, ...]:
    """The CREATE statements of a file, which SQLite keeps word for word."""
    found = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
    return tuple(sql for (sql,) in found)


@cache
def shapes(steps: tuple[tuple[str, ...], ...]) -> list[tuple[str, ...]]:
    """The shape of every version, from an empty file on."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as scratch:
        made = [shape(scratch)]
        for step in steps:
            for statement in step:
                scratch.execute(statement)
            made.append(shape(scratch))
    return made


def version(connection: Connection) -> int:
    [[number]] = connection.execute("PRAGMA user_version")
    return int(number)
