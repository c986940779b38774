"""The tables of the journal file, and the numbered steps that bring an older file up to date.

A step that was ever released is never edited: a file of any version runs those that it lacks.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from companion.errors import NewerJournal


class Connection(Protocol):
    """What is asked of a connection to SQLite: one that commits each statement by itself."""

    def execute(self, statement: str, bindings: Sequence[Any] = (), /) -> Iterable[Any]: ...

    def close(self) -> None: ...

    @property
    def in_transaction(self) -> bool: ...


SETTINGS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    # On macOS an ordinary fsync stops at the drive's own memory.
    "PRAGMA fullfsync = ON",
    # A list or an export may read while the table writes: wait for each other, briefly.
    "PRAGMA busy_timeout = 2000",
    "PRAGMA foreign_keys = ON",
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
)


def prepare(connection: Connection) -> None:
    """Settings, and every step that this file has not yet seen."""
    for setting in SETTINGS:
        connection.execute(setting)
    if version(connection) > len(STEPS):
        raise NewerJournal(version(connection), len(STEPS))
    while version(connection) < len(STEPS):
        connection.execute("BEGIN IMMEDIATE")
        # Another process may have done it while this one waited for the file.
        done = version(connection)
        for statement in STEPS[done] if done < len(STEPS) else ():
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {min(done + 1, len(STEPS))}")
        connection.execute("COMMIT")


def version(connection: Connection) -> int:
    [[number]] = connection.execute("PRAGMA user_version")
    return int(number)
