"""How long the most expensive odds take, beside the straightforward way to find them.

Measured in processor time, so that whatever else a shared machine does is not in it.
"""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Event
from time import perf_counter, process_time
from typing import Any

from companion.match.match import Match
from companion.match.worker import BackgroundCache
from companion.match.writer import MatchWriter
from companion.storage.data_folder import data_folder
from companion.storage.journal import MemoryJournal
from companion.storage.sqlite import SqliteJournal, Store, connect
from tests.benchmarks.measuring import Figures
from tests.benchmarks.odds_trials import Trial, trials
from tests.benchmarks.table import GAME

TIMES = 9
LINES = (f"seat {next(iter(GAME.seats))}", "undo") * 100


def figures() -> Figures:
    measured_work = trials(opening())
    measured = {name: milliseconds(trial) for name, trial in measured_work.items()}
    slow = [measured_work[name].work for name in ("what_helps", "rounds_ahead")]
    return {
        **{f"{name}_ms": value for name, value in measured.items()},
        "ratio": measured["enumeration"] / measured["worst"],
        **answered(lambda: [work() for work in slow]),
    }


def opening() -> Any:
    """Everybody who may play, at the start of their game."""
    table = Match(GAME, MemoryJournal())
    for line in (*(f"seat {seat}" for seat in GAME.seats), "start"):
        table.submit(line)
    return table.state


def milliseconds(trial: Trial) -> float:
    """The fastest of a few times, each from an empty memory unless that is what is measured."""
    taken = []
    for _ in range(1 if trial.once else TIMES):
        trial.forget()
        began = process_time()
        trial.work()
        taken.append(process_time() - began)
    return 1000 * min(taken)


def answered(work: Callable[[], object]) -> Figures:
    """Milliseconds from an input to its receipt: by itself, and while odds are worked out."""
    data_folder().mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory(prefix="bench-", dir=data_folder()) as folder,
        closing(Store(connect(Path(folder) / "journal.sqlite3"))) as store,
        closing(
            MatchWriter(Match(GAME, SqliteJournal(store, store.begin(GAME.id, at=""))))
        ) as writer,
    ):
        alone = [took(writer, line) for line in LINES]
        beside = []
        done = Event()
        done.set()
        cache: BackgroundCache[int, object] = BackgroundCache(lambda _: work(), ready=done.set)
        for at, line in enumerate(LINES):
            if done.is_set():
                done.clear()
                cache.ask(at, at)
            beside.append(took(writer, line))
        done.wait(60)
    return {
        "input_p50_ms": quantiles(alone, n=100)[49],
        "input_p99_ms": quantiles(alone, n=100)[98],
        "input_meanwhile_p50_ms": quantiles(beside, n=100)[49],
        "input_meanwhile_p99_ms": quantiles(beside, n=100)[98],
    }


def took(writer: MatchWriter, line: str) -> float:
    began = perf_counter()
    writer.ask(line)
    return 1000 * (perf_counter() - began)
