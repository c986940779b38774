"""The benchmark of the start runs a whole companion and asks it."""

import os
from pathlib import Path
from threading import Thread
from time import process_time

import pytest

from companion.errors import CompanionError
from tests.benchmarks import start
from tests.benchmarks.measuring import spent
from tests.support.programs import LIMIT_S


@pytest.mark.slow
def test_it_tells_how_soon_the_screen_shows_something_and_what_idling_costs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(start, "WATCHED", 0.2)
    monkeypatch.setattr(start, "STARTS", 1)
    monkeypatch.setattr(start, "LONG", 400)

    figures = start.figures()

    assert {
        "starting_ms",
        "ready_ms",
        "imports_ms",
        "ratio",
        "ratio_cpu",
        "first_page_cpu_ms",
        "first_page_10000_events_cpu_ms",
        "rss_mib",
        "idle_cpu_percent",
        "idle_cpu_percent_of_the_simulator",
        "idle_spi_transfers_per_second",
        "idle_instructions_per_second",
    } <= figures.keys()
    assert 0 < figures["starting_ms"] < figures["ready_ms"]
    assert 0 < figures["first_page_cpu_ms"] < figures["first_page_ever_cpu_ms"]
    assert figures["rss_mib"] > 10
    assert figures["idle_spi_transfers_per_second"] > 0


def test_a_companion_that_never_says_that_it_is_ready_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(start, "PATIENCE", 0.0)
    with (
        start.started(tmp_path / "compiled", tmp_path) as process,
        pytest.raises(CompanionError, match="never said that it is ready"),
    ):
        process.told()


def test_instructions_are_counted_and_so_the_same_every_time() -> None:
    assert start.idle_instructions() == start.idle_instructions()


def test_what_a_process_costs_has_in_it_what_its_ended_threads_did() -> None:
    before, own = spent(os.getpid()), process_time()
    work = Thread(target=lambda: sum(range(100_000)))
    work.start()
    work.join(LIMIT_S)
    own_after, cost = process_time(), spent(os.getpid()) - before

    assert cost.busy >= own_after - own > 0
