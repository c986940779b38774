"""How long it takes from an input to its receipt, beside a bare commit on the same disk.

The two are measured in turns, so that whatever else the machine does happens to both of them.
"""

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from itertools import chain, cycle
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from companion.games import first, game, playable, resource
from companion.match.match import Match
from companion.match.script_syntax import lines
from companion.match.writer import MatchWriter
from companion.storage.data_folder import data_folder
from companion.storage.high_water_marks import HighWaterMarks
from companion.storage.journal import Entry, MemoryJournal
from companion.storage.sqlite import INSERT, SqliteJournal, Store, connect, row_of
from tests.benchmarks.measuring import Figures, resident_mib

GAME = game(first())
GAMES_PLAYED = 15
EVENTS, LONG, LONGEST = 5_000, 10_000, 30_000
RESUMES = 5


def figures() -> Figures:
    data_folder().mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="bench-", dir=data_folder()) as folder:
        acknowledged, bare, beside = inputs_and_commits(Path(folder))
        resumed, replayed = resume(Path(folder), EVENTS), resume(Path(folder), LONG)
        without, with_all = held(Path(folder), 0), held(Path(folder), LONGEST)
    return {
        "inputs": float(len(acknowledged)),
        "ack_p50_ms": percentile(acknowledged, 50),
        "ack_p99_ms": percentile(acknowledged, 99),
        "bare_commit_p50_ms": percentile(bare, 50),
        "bare_commit_p99_ms": percentile(bare, 99),
        "ratio_p50": percentile(acknowledged, 50) / percentile(bare, 50),
        "cpu_beside_commit_ms": beside,
        "resume_5000_events_ms": resumed,
        "replay_10000_events_ms": replayed,
        "rss_mib": without,
        "rss_30000_events_mib": with_all,
    }


def demonstration() -> list[str]:
    """A whole game's inputs, as somebody would play it."""
    file = resource(GAME, "without_cards.table")
    assert file, "the first game has a script to be measured with"
    told = [line.text for line in lines(file.read_text(encoding="utf-8"))][1:]
    return [line for line in told if line.split()[0] not in ("expect", "refused", "crash")]


def inputs_and_commits(folder: Path) -> tuple[list[float], list[float], float]:
    """How long each took; and what an input costs the processor beside the commit."""
    acknowledged: list[float] = []
    bare: list[float] = []
    busy = 0.0
    with (
        closing(Store(connect(folder / "journal.sqlite3"), HighWaterMarks(folder))) as store,
        closing(connect(folder / "bare.sqlite3")) as connection,
    ):
        other = Store(connection)
        for _ in range(GAMES_PLAYED):
            journal = SqliteJournal(store, store.begin(GAME.id, at=""))
            rows = Rows(other.begin(GAME.id, at=""))
            twin = Match(GAME, rows)
            with closing(MatchWriter(Match(GAME, journal))) as writer:
                for line in demonstration():
                    twin.take(line)
                    start, spent = perf_counter(), process_time()
                    connection.execute(INSERT, rows.last)
                    bare.append(perf_counter() - start)
                    busy -= process_time() - spent
                    start, spent = perf_counter(), process_time()
                    writer.ask(line)
                    acknowledged.append(perf_counter() - start)
                    busy += process_time() - spent
    return acknowledged, bare, 1000 * busy / len(bare)


class Rows:
    """The journal of a table that keeps nothing, and shows what would be kept of its last input.

    Both commits write the same bytes, each after the same rules have been run: a disk answers
    sooner, and SQLite runs faster, where the commit before has only just come back.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self.last: tuple[Any, ...] = ()

    def entries(self) -> tuple[Entry, ...]:
        return ()

    def append(self, entry: Entry) -> None:
        self.last = row_of(self._number, entry)


def resume(folder: Path, events: int) -> float:
    """Milliseconds from a closed file to the document of a long game: the fastest of a few."""
    path = kept_game(folder, events)
    return min(resumed_once(path) for _ in range(RESUMES))


def kept_game(folder: Path, events: int) -> Path:
    path = folder / f"{events}.sqlite3"
    with closing(Store(connect(path))) as store:
        store.add(GAME.id, "", long_game(events).entries())
    return path


def held(folder: Path, events: int) -> float:
    """The memory of a process with everything that a table has, and a game of so many events."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=hold, args=(theirs, kept_game(folder, events)), daemon=True)
    process.start()
    mib: float = ours.recv()
    process.join(60)
    return mib


def hold(ours: Connection, path: Path) -> None:
    import_module("companion.app")
    playable()
    with closing(Store(connect(path))) as store:
        assert Match(GAME, SqliteJournal(store, 1)).document
        ours.send(resident_mib(os.getpid()))


def resumed_once(path: Path) -> float:
    start = perf_counter()
    with closing(Store(connect(path))) as store:
        assert Match(GAME, SqliteJournal(store, 1)).document
        return 1000 * (perf_counter() - start)


def long_game(events: int) -> Match:
    """The demonstration up to its last input, and then corrections: a table nobody ever leaves."""
    table = Match(GAME, MemoryJournal())
    for line in chain(demonstration()[:-1], endless_corrections()):
        if events <= 0:
            break
        events -= len(table.submit(line).events)
    return table


def endless_corrections() -> Iterator[str]:
    return cycle(("set trees 3", "set oceans 4", "set trees 5", "set oceans 6"))


def percentile(seconds: list[float], percent: int) -> float:
    """In milliseconds."""
    return 1000 * quantiles(seconds, n=100, method="inclusive")[percent - 1]
