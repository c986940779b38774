"""The results of all evenings in the hall's own SQLite file: a row a game, kept for ever.

A result that a broker delivers twice is one row; one that was undone at its table is none.
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
from companion.mqtt.message_codec import decode

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
    """When the hall received it, by the hall's clock."""
    setup: str
    report: Ended

    @property
    def title(self) -> Message | str:
        return decode(self.report.title) if self.report.title else self.report.game

    @property
    def words(self) -> list[Message]:
        return [decode(line) for line in self.report.words[:2]]

    @property
    def unit(self) -> Message | str:
        return decode(self.report.unit) if self.report.unit else ""

    @property
    def outcome(self) -> str:
        return OUTCOMES[self.report.won]

    @property
    def minutes(self) -> int | None:
        """From the first seat to the end, by the table's own clock; None where that went back."""
        try:
            began, ended = map(datetime.fromisoformat, (self.report.began, self.report.ended))
            seconds = (ended - began).total_seconds()
        except (ValueError, TypeError):
            return None
        return int(seconds // 60) if seconds >= 0 else None


class Results:
    """Thread-safe."""

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

    def keep(self, machine: str, name: str, report: Ended, heard: str) -> None:
        """Inserts a result, or replaces it after a correction."""
        row = (
            *(machine, report.number, report.began, heard, name, report.game, report.players),
            *(setup_of(report), report.rounds, report.won, report.ended),
            msgspec.json.encode(report).decode(),
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

    def take_back(self, machine: str, report: Ended) -> None:
        """The end of this game was undone at the table."""
        with self._lock:
            self._connection.execute(
                "DELETE FROM result WHERE machine = ? AND number = ? AND began = ?",
                (machine, report.number, report.began),
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


def setup_of(report: Ended) -> str:
    return ", ".join(each for each in (report.difficulty, *report.seats) if each)


def as_csv(results: list[Result]) -> str:
    """For spreadsheets, always in English."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADINGS)
    writer.writerows(map(row_of, results))
    return out.getvalue()


def row_of(result: Result) -> Iterator[object]:
    report = result.report
    yield from (result.heard[:16], escape_formula(result.name), escape_formula(report.game))
    yield from (escape_formula(result.setup), report.players, report.rounds, result.outcome)
    yield escape_formula(" ".join(str(line) for line in result.words))
    yield escape_formula(report.figure) if isinstance(report.figure, str) else report.figure
    yield from (escape_formula(str(result.unit)), "" if result.minutes is None else result.minutes)


def escape_formula(text: str) -> str:
    """A spreadsheet would take a text that begins like this for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def cannot_use(path: object, why: object) -> Message:
    return say("The results in {file} cannot be used ({why}).", file=path, why=why)
