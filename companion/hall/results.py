"""The results of all evenings in the hall's own SQLite file: a row a game, kept for ever.

A game that is told twice, as brokers may do, is one row; one whose end was taken back is none.
"""

import csv
import io
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import Lock

import msgspec

from companion.errors import CompanionError
from companion.hall.table_messages import Ended
from companion.i18n.message import Message, say
from companion.mqtt.sentences import read

FILE = "hall.sqlite3"
VERSION = 1
TABLE = """
CREATE TABLE result (
    machine TEXT NOT NULL,
    number INTEGER NOT NULL,
    began TEXT NOT NULL,
    heard TEXT NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    players INTEGER NOT NULL,
    setup TEXT NOT NULL,
    rounds INTEGER NOT NULL,
    won INTEGER CHECK (won IN (0, 1)),
    ended TEXT NOT NULL,
    told TEXT NOT NULL,
    PRIMARY KEY (machine, number, began)
) STRICT
"""
COLUMNS = (
    *("machine", "number", "began", "heard", "name", "game", "players"),
    *("setup", "rounds", "won", "ended", "told"),
)
HEADINGS = (
    *("date", "table", "game", "setup", "players", "rounds", "outcome", "words", "figure"),
    *("unit", "minutes"),
)
OUTCOMES = {True: "won", False: "lost", None: "ended"}


class NoResults(CompanionError, OSError):
    """The hall's own file cannot be used."""

    code = "no_results"


@dataclass(frozen=True, slots=True)
class Result:
    name: str
    """Of the table."""
    heard: str
    """When the hall heard of it, by the hall's clock."""
    setup: str
    told: Ended

    @property
    def title(self) -> Message | str:
        return read(self.told.title) if self.told.title else self.told.game

    @property
    def words(self) -> list[Message]:
        return [read(line) for line in self.told.words[:2]]

    @property
    def unit(self) -> Message | str:
        return read(self.told.unit) if self.told.unit else ""

    @property
    def outcome(self) -> str:
        return OUTCOMES[self.told.won]

    @property
    def minutes(self) -> int | None:
        """From the first seat to the end, by the table's own clock; None where that went back."""
        try:
            took = datetime.fromisoformat(self.told.ended) - datetime.fromisoformat(self.told.began)
        except (ValueError, TypeError):
            return None
        return int(took.total_seconds() // 60) if took.total_seconds() >= 0 else None


class Results:
    """Asked from several threads; each waits for the other, briefly."""

    def __init__(self, path: Path | str) -> None:
        self._lock = Lock()
        try:
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise NoResults(cannot_use(path, error)) from None
        try:
            self._prepare(path)
        except sqlite3.Error as error:
            self.close()
            raise NoResults(cannot_use(path, error)) from None

    def _prepare(self, path: Path | str) -> None:
        for setting in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 2000"):
            self._connection.execute(f"PRAGMA {setting}")
        [[found]] = self._connection.execute("PRAGMA user_version")
        if found > VERSION:
            self.close()
            raise NoResults(cannot_use(path, say("a newer version wrote it")))
        if found == 0:
            self._connection.execute(TABLE)
            self._connection.execute(f"PRAGMA user_version = {VERSION}")

    def close(self) -> None:
        self._connection.close()

    def keep(self, machine: str, name: str, told: Ended, heard: str) -> None:
        """Kept once; told again after a correction, it is the later one."""
        row = (
            *(machine, told.number, told.began, heard, name, told.game, told.players),
            *(setup_of(told), told.rounds, told.won, told.ended),
            msgspec.json.encode(told).decode(),
        )
        marks = ", ".join("?" * len(COLUMNS))
        with self._lock:
            self._connection.execute(
                f"INSERT INTO result ({', '.join(COLUMNS)}) VALUES ({marks})"
                " ON CONFLICT DO UPDATE SET name = excluded.name, rounds = excluded.rounds,"
                " won = excluded.won, ended = excluded.ended, told = excluded.told,"
                " players = excluded.players, setup = excluded.setup",
                row,
            )

    def take_back(self, machine: str, told: Ended) -> None:
        """The end of this game was undone at the table."""
        with self._lock:
            self._connection.execute(
                "DELETE FROM result WHERE machine = ? AND number = ? AND began = ?",
                (machine, told.number, told.began),
            )

    def all(self) -> list[Result]:
        """Every game, the last one first."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT name, heard, setup, told FROM result ORDER BY heard DESC, name, number"
            ).fetchall()
        return [
            Result(name, heard, setup, msgspec.json.decode(told, type=Ended))
            for name, heard, setup, told in rows
        ]


def setup_of(told: Ended) -> str:
    return ", ".join(each for each in (told.difficulty, *told.seats) if each)


def as_csv(results: list[Result]) -> str:
    """For spreadsheets; the words are English, whoever reads it."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADINGS)
    writer.writerows(map(row_of, results))
    return out.getvalue()


def row_of(result: Result) -> Iterator[object]:
    told = result.told
    yield from (result.heard[:16], harmless(result.name), harmless(told.game))
    yield from (harmless(result.setup), told.players, told.rounds, result.outcome)
    yield harmless(" ".join(str(line) for line in result.words))
    yield harmless(told.figure) if isinstance(told.figure, str) else told.figure
    yield from (harmless(str(result.unit)), "" if result.minutes is None else result.minutes)


def harmless(text: str) -> str:
    """A spreadsheet takes what begins like this for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def cannot_use(path: object, why: object) -> Message:
    return say("The results in {file} cannot be used ({why}).", file=path, why=why)
