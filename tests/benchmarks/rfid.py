"""Readers: what a look costs on the SPI bus, and how long a tap takes, beside the stock package.

Everything is counted on simulated chips with a virtual clock: no reader was touched. A transfer
is charged its bits at the speed in use and 20 µs of overhead; ``_wire`` figures are the bits alone.
"""

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from statistics import quantiles

from companion.clock import VirtualClock
from companion.devices.board.parts import Rc522Reader
from companion.devices.readers.presence import CardArrived, Report
from companion.devices.readers.readers import Readers
from companion.devices.readers.watcher import Pace
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.rfid.tags import Tag
from companion.errors import ReaderError
from companion.i18n.message import say
from tests.benchmarks.measuring import Figures

ADDRESSES = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]
NTAG = "04a1b2c3d4e5f6"
ROUNDS_A_SECOND = 10
TAPS = 500


def figures() -> Figures:
    if find_spec("mfrc522") is None:
        raise ReaderError(
            say("The package mfrc522 is missing: pip install --no-deps mfrc522==0.0.7")
        )
    return {**_one_look(), **_stock(), **_five_readers(), **_taps()}


def _places(count: int) -> list[Rc522Reader]:
    return [Rc522Reader(*address, str(n)) for n, address in enumerate(ADDRESSES[:count])]


def _table(count: int) -> SimulatedReaders:
    return SimulatedReaders(ADDRESSES[:count], VirtualClock())


def _transfers(table: SimulatedReaders, do: Callable[[], object]) -> int:
    before = table.spi.transfers
    do()
    return table.spi.transfers - before


def _one_look() -> Figures:
    table = _table(1)
    with table.installed():
        readers = Readers(_places(1), lambda report: None, clock=table.clock)
        readers.step()
        idle = _transfers(table, readers.step)
        table.lay(ADDRESSES[0], Tag(NTAG))
        return {"idle_transfers": idle, "read7_transfers": _transfers(table, readers.step)}


def _stock() -> Figures:
    """The package as it is sold, at ten polls a second on one reader."""
    table = _table(1)
    with table.installed():
        from mfrc522 import SimpleMFRC522

        simple = SimpleMFRC522()
        before, wire_before = table.spi.seconds, table.spi.wire_seconds
        idle = _transfers(table, simple.read_id_no_block)
        a_look, on_the_wire = table.spi.seconds - before, table.spi.wire_seconds - wire_before
        table.lay(ADDRESSES[0], Tag(NTAG))
        table.clock.sleep(0.01)
        read = _transfers(table, simple.read_id_no_block)
    return {
        "stock_idle_transfers": idle,
        "stock_read_first_level_transfers": read,
        "stock_one_reader_bus_percent": 100 * ROUNDS_A_SECOND * a_look,
        "stock_one_reader_bus_percent_wire": 100 * ROUNDS_A_SECOND * on_the_wire,
    }


def _five_readers() -> Figures:
    table = _table(5)
    pace = Pace(fast=1 / ROUNDS_A_SECOND)
    with table.installed():
        readers = Readers(_places(5), lambda report: None, clock=table.clock, pace=pace)
        readers.step()
        before, wire_before = table.spi.seconds, table.spi.wire_seconds
        for _ in range(ROUNDS_A_SECOND):
            readers.step()
    return {
        "five_readers_bus_percent": 100 * (table.spi.seconds - before),
        "five_readers_bus_percent_wire": 100 * (table.spi.wire_seconds - wire_before),
        **_in_use(),
    }


def _in_use() -> Figures:
    """The same at the pace with which the companion really asks while somebody plays."""
    table, rounds = _table(5), 100
    with table.installed():
        readers = Readers(_places(5), lambda report: None, clock=table.clock)
        readers.step()
        start, before = table.clock.now(), table.spi.seconds
        for _ in range(rounds):
            readers.step()
        took = table.clock.now() - start
    return {
        "rounds_per_second": rounds / took,
        "bus_percent_in_use": 100 * (table.spi.seconds - before) / took,
    }


def _taps() -> Figures:
    """From a card in the field of one of five readers to its tap in the queue."""
    table, random, pace = _table(5), Random(1), Pace()
    delays: list[float] = []
    laid_at = 0.0

    def take_down(report: Report) -> None:
        if isinstance(report, CardArrived):
            delays.append(1000 * (table.clock.now() - laid_at))

    with table.installed():
        readers = Readers(_places(5), take_down, clock=table.clock, pace=pace)
        readers.step()
        for n in range(TAPS):
            laid_at = table.clock.now() + random.uniform(0, pace.fast)
            tag = Tag(f"04{n:012x}")
            field = table.fields[random.choice(ADDRESSES)]
            field.lay(tag, laid_at)
            while len(delays) <= n:
                readers.step()
            field.take(tag, table.clock.now())
    percentiles = quantiles(delays, n=100)
    return {
        "tap_p50_ms": percentiles[49],
        "tap_p99_ms": percentiles[98],
        "tap_poll_interval_ms": 1000 * pace.fast,
    }
