"""The SQLite file of a data folder: its games, and the journal of each of them.

An entry that was appended is on the disk: in the write-ahead log, synced, and with a checksum.
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
from companion.storage.high_water_marks import HighWaterMarks
from companion.storage.journal import Entry
from companion.storage.schema import Connection, prepare

DAMAGE_CODES = (
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_MISMATCH,
)
BUSY_TIMEOUT_S = 2.0
GAME_COLUMNS = "id, name, created, archived, opened"
COLUMNS = "revision, kind, line, events, input_id, at, over"
INSERT = f"INSERT INTO entry (game, {COLUMNS}, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class SavedGame:
    """One row of the list of games."""

    number: int
    name: str
    created: str
    archived: bool
    revision: int
    over: bool
    played: str
    """The time of its last entry."""


def day(moment: str) -> str:
    """A timestamp of the journal, as a list of games shows it."""
    return moment[:16].replace("T", " ")


class NoSuchGame(CompanionError, LookupError):
    code = "no_such_game"


def connect(path: Path | str) -> sqlite3.Connection:
    """The connection may be made in one thread and used in another, by one at a time."""
    with sqlite_errors:
        return sqlite3.connect(
            path,
            timeout=BUSY_TIMEOUT_S,
            isolation_level=None,
            check_same_thread=False,
            uri=str(path).startswith("file:"),
        )


class Store:
    def __init__(self, connection: Connection, marks: HighWaterMarks | None = None) -> None:
        """``marks`` are raised by every entry that is on the disk."""
        self._connection = connection
        self._marks = marks
        self._created: dict[int, str] = {}
        with sqlite_errors:
            prepare(connection)

    def close(self) -> None:
        self._connection.close()
        if self._marks:
            self._marks.close()

    def games(self) -> list[SavedGame]:
        """Every game, the last opened first."""
        with sqlite_errors:
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
            SavedGame(number, name, created, bool(archived), revision, bool(over), played)
            for number, name, created, archived, revision, over, played in rows
        ]

    def game(self, number: int) -> SavedGame:
        for kept in self.games():
            if kept.number == number:
                return kept
        raise NoSuchGame(say("There is no game {number}.", number=number))

    def begin(self, name: str, at: str) -> int:
        """Adds a game and opens it; its number."""
        number = self.add(name, at)
        self.open(number)
        return number

    def add(self, name: str, at: str, entries: Iterable[Entry] = ()) -> int:
        """Adds a game with all of these entries or none; its number."""
        with sqlite_errors, self._transaction():
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
        """Adds a recovered game under its old number; ``game`` has the values of GAME_COLUMNS."""
        with sqlite_errors, self._transaction():
            self._connection.execute(
                f"INSERT INTO game ({GAME_COLUMNS}) VALUES (?, ?, ?, ?, ?)", game
            )
            for entry in entries:
                self._connection.execute(INSERT, row_of(game[0], entry))

    def open(self, number: int) -> None:
        """Marks a game as the one on the table: the next start resumes it."""
        self._update(
            "UPDATE game SET archived = 0, opened = 1 + (SELECT max(opened) FROM game)"
            " WHERE id = ?",
            number,
        )

    def archive(self, number: int) -> None:
        self._update("UPDATE game SET archived = 1 WHERE id = ?", number)

    def entries(self, number: int) -> Iterator[Entry]:
        with sqlite_errors:
            rows = self._connection.execute(
                f"SELECT {COLUMNS}, checksum FROM entry WHERE game = ? ORDER BY revision", (number,)
            )
            for expected, (*row, sum_written) in enumerate(rows, start=1):
                if row[0] != expected or checksum(number, row) != sum_written:
                    raise Damaged(f"game {number}, entry {expected}")
                revision, kind, line, events, id, at, over = row
                yield Entry(revision, kind, line, msgspec.json.decode(events), id, at, bool(over))

    def append(self, number: int, entry: Entry) -> None:
        """One statement, so one transaction: on the disk when this returns."""
        row = row_of(number, entry)
        with sqlite_errors:
            self._connection.execute(INSERT, row)
        self._note(number, entry.revision)

    def check(self) -> None:
        """``Damaged`` unless every page and every row is as it was written."""
        check_pages(self._connection)
        check_entries(self._connection)
        self.check_games()

    def check_games(self) -> None:
        """``Damaged`` unless both copies of the games agree, and every entry has its game."""
        games, again = (f"SELECT {GAME_COLUMNS} FROM {each}" for each in ("game", "game_again"))
        for question in (
            f"{games} EXCEPT {again}",
            f"{again} EXCEPT {games}",
            "SELECT DISTINCT game FROM entry EXCEPT SELECT id FROM game",
        ):
            with sqlite_errors:
                for number, *_ in self._connection.execute(question):
                    raise Damaged(f"game {number}")

    def _note(self, number: int, revision: int) -> None:
        if self._marks:
            if number not in self._created:
                self._created[number] = self.game(number).created
            self._marks.note(number, self._created[number], revision)

    def _update(self, statement: str, number: int) -> None:
        self.game(number)
        with sqlite_errors:
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
    """The row of an entry, in the order of INSERT."""
    events = msgspec.json.encode(entry.events).decode()
    row = (entry.revision, entry.kind, entry.line, events, entry.id, entry.at, int(entry.over))
    return number, *row, checksum(number, row)


def checksum(number: int, row: Iterable[Any]) -> int:
    """Finds what SQLite does not: a memory card that has flipped a bit."""
    return zlib.crc32(msgspec.json.encode((number, *row)))


def check_entries(connection: Connection) -> None:
    """``Damaged`` unless every entry is there; reads only columns that every version has."""
    with sqlite_errors:
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
    with sqlite_errors:
        [[answer], *_] = connection.execute("PRAGMA quick_check(1)")
    if answer != "ok":
        raise Damaged(answer)


class SqliteErrors:
    """Raises what SQLite reports as an error of ours.

    A generator would take three times as long, and every input passes through this.
    """

    def __enter__(self) -> None:
        """Nothing is to be done before."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, sqlite3.DatabaseError):
            raise translate_error(error) from error


sqlite_errors = SqliteErrors()


def translate_error(error: sqlite3.DatabaseError) -> CompanionError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        why = say("The disk is full: this was not taken, and everything before it is safe.")
        return Refusal("disk_full", why)
    if code in DAMAGE_CODES or "decode" in str(error):
        return Damaged(error)
    why = say("The disk did not take this ({why}); everything before it is safe.", why=error)
    return Refusal("disk_failed", why)
