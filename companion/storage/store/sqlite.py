"""Every game of one data folder in one SQLite file, and the journal of each of them.

An entry that was appended is on the disk: written ahead, synced, and guarded by a checksum.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import CompanionError, Damaged, Refusal
from companion.i18n.message import say
from companion.storage.store.journal import Entry
from companion.storage.store.progress import Counts
from companion.storage.store.schema import Connection, prepare

DAMAGE = (
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_MISMATCH,
)
PATIENCE = 2.0
"""Seconds for somebody else who reads or writes the same file."""
GAME_COLUMNS = "id, name, created, archived, opened"
COLUMNS = "revision, kind, line, events, input_id, at, over"
INSERT = f"INSERT INTO entry (game, {COLUMNS}, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Kept:
    """One game on the list."""

    number: int
    name: str
    created: str
    archived: bool
    revision: int
    over: bool
    played: str
    """When something was last done in it."""


def day(moment: str) -> str:
    """A moment of the journal, as a list of games shows it."""
    return moment[:16].replace("T", " ")


class NoSuchGame(CompanionError, LookupError):
    code = "no_such_game"


def connect(path: Path | str) -> sqlite3.Connection:
    """The connection may be made in one thread and used in another, by one at a time."""
    with trouble():
        return sqlite3.connect(
            path,
            timeout=PATIENCE,
            isolation_level=None,
            check_same_thread=False,
            uri=str(path).startswith("file:"),
        )


class Store:
    def __init__(self, connection: Connection, counts: Counts | None = None) -> None:
        """``counts`` hears of every entry that is on the disk."""
        self._connection = connection
        self._counts = counts
        self._created: dict[int, str] = {}
        with trouble():
            prepare(connection)

    def close(self) -> None:
        self._connection.close()
        if self._counts:
            self._counts.close()

    def games(self) -> list[Kept]:
        """Every game, the one that was opened last first."""
        with trouble():
            rows = list(
                self._connection.execute(
                    """
                    SELECT game.id, name, created, archived, coalesce(revision, 0),
                        coalesce(over, 0), coalesce(at, created)
                    FROM game LEFT JOIN entry ON entry.game = game.id AND revision =
                        (SELECT max(revision) FROM entry WHERE entry.game = game.id)
                    ORDER BY opened DESC, game.id DESC
                    """
                )
            )
        return [
            Kept(number, name, created, bool(archived), revision, bool(over), played)
            for number, name, created, archived, revision, over, played in rows
        ]

    def game(self, number: int) -> Kept:
        for kept in self.games():
            if kept.number == number:
                return kept
        raise NoSuchGame(say("There is no game {number}.", number=number))

    def begin(self, name: str, at: str) -> int:
        """A new game, which is now on the table; its number."""
        number = self.add(name, at)
        self.open(number)
        return number

    def add(self, name: str, at: str, entries: Iterable[Entry] = ()) -> int:
        """A new game with these entries, all of them or none; its number."""
        with trouble(), self._transaction():
            [[number]] = self._connection.execute(
                "INSERT INTO game (name, created, opened) VALUES (?, ?, 0) RETURNING id", (name, at)
            )
            revision = 0
            for entry in entries:
                self._connection.execute(INSERT, row_of(number, entry))
                revision = entry.revision
        self._note(number, revision)
        return int(number)

    def put_back(self, game: tuple[Any, ...], entries: Iterable[Entry]) -> None:
        """A game with the number that it had, and everything else that is said of it."""
        with trouble(), self._transaction():
            self._connection.execute(
                f"INSERT INTO game ({GAME_COLUMNS}) VALUES (?, ?, ?, ?, ?)", game
            )
            for entry in entries:
                self._connection.execute(INSERT, row_of(game[0], entry))

    def open(self, number: int) -> None:
        """Marks a game as the one that is on the table: the next start resumes it."""
        self._update(
            "UPDATE game SET archived = 0, opened = 1 + (SELECT max(opened) FROM game)"
            " WHERE id = ?",
            number,
        )

    def archive(self, number: int) -> None:
        self._update("UPDATE game SET archived = 1 WHERE id = ?", number)

    def entries(self, number: int) -> Iterator[Entry]:
        with trouble():
            rows = self._connection.execute(
                f"SELECT {COLUMNS}, checksum FROM entry WHERE game = ? ORDER BY revision", (number,)
            )
            for expected, (*row, sum_written) in enumerate(rows, start=1):
                if row[0] != expected or checksum(number, row) != sum_written:
                    raise Damaged(f"game {number}, entry {expected}")
                revision, kind, line, events, id, at, over = row
                yield Entry(revision, kind, line, msgspec.json.decode(events), id, at, bool(over))

    def append(self, number: int, entry: Entry) -> None:
        """One statement, so one transaction: when this returns, it is on the disk."""
        row = row_of(number, entry)
        with trouble():
            self._connection.execute(INSERT, row)
        self._note(number, entry.revision)

    def check(self) -> None:
        """Is every page and every row as it was written? ``Damaged`` if not."""
        check_pages(self._connection)
        check_entries(self._connection)
        self.check_games()

    def check_games(self) -> None:
        """Does every game stand there twice, in the same words, and every entry in one of them?"""
        games, again = (f"SELECT {GAME_COLUMNS} FROM {each}" for each in ("game", "game_again"))
        for question in (
            f"{games} EXCEPT {again}",
            f"{again} EXCEPT {games}",
            "SELECT DISTINCT game FROM entry EXCEPT SELECT id FROM game",
        ):
            with trouble():
                for number, *_ in self._connection.execute(question):
                    raise Damaged(f"game {number}")

    def _note(self, number: int, revision: int) -> None:
        if self._counts:
            if number not in self._created:
                self._created[number] = self.game(number).created
            self._counts.note(number, self._created[number], revision)

    def _update(self, statement: str, number: int) -> None:
        self.game(number)
        with trouble():
            self._connection.execute(statement, (number,))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            # SQLite has rolled back by itself where the disk was full.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise


class SqliteJournal:
    """The journal of one game in a store."""

    def __init__(self, store: Store, number: int) -> None:
        self._store = store
        self.number = number

    def entries(self) -> Iterable[Entry]:
        return self._store.entries(self.number)

    def append(self, entry: Entry) -> None:
        self._store.append(self.number, entry)


def row_of(number: int, entry: Entry) -> tuple[Any, ...]:
    """An entry of a game as the file has it."""
    events = msgspec.json.encode(entry.events).decode()
    row = (entry.revision, entry.kind, entry.line, events, entry.id, entry.at, int(entry.over))
    return number, *row, checksum(number, row)


def checksum(number: int, row: Iterable[Any]) -> int:
    """SQLite trusts what a disk gives back; a memory card that forgets a bit is found by this."""
    return zlib.crc32(msgspec.json.encode((number, *row)))


def check_entries(connection: Connection) -> None:
    """Nothing but what every version of the file has."""
    with trouble():
        rows = connection.execute(
            f"SELECT game, {COLUMNS}, checksum FROM entry ORDER BY game, revision"
        )
        last = 0, 0
        for number, *row, sum_written in rows:
            expected = last[1] + 1 if number == last[0] else 1
            if row[0] != expected or checksum(number, row) != sum_written:
                raise Damaged(f"game {number}, entry {expected}")
            last = number, expected


def check_pages(connection: Connection) -> None:
    with trouble():
        [[answer], *_] = connection.execute("PRAGMA quick_check(1)")
    if answer != "ok":
        raise Damaged(answer)


class Trouble:
    """No generator, which would take three times as long: every input passes through it."""

    def __enter__(self) -> None:
        """Nothing is to be done before."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, sqlite3.DatabaseError):
            raise meaning_of(error) from error


def trouble() -> Trouble:
    """What SQLite reports, as what it means for the people at the table."""
    return Trouble()


def meaning_of(error: sqlite3.DatabaseError) -> CompanionError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        why = say("The disk is full: this was not taken, and everything before it is safe.")
        return Refusal("disk_full", why)
    if code in DAMAGE or "decode" in str(error):
        return Damaged(error)
    why = say("The disk did not take this ({why}); everything before it is safe.", why=error)
    return Refusal("disk_failed", why)
