"""A reader of any kind under watch, and hands that lay cards on it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Protocol

import pytest

from companion.clock import Clock, VirtualClock
from companion.devices.board.parts import Pn532Reader, Rc522Reader, WiredReader
from companion.devices.readers.presence import CardArrived, Report
from companion.devices.readers.readers import Readers
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.rfid.spi import Garbled, SpiChip, StuckMiso, Unplugged, Wires
from companion.devices.simulator.rfid.tags import Tag

RC522 = Rc522Reader(0, 0, "centre")
PN532S = [Pn532Reader("centre", bus) for bus in ("spi", "i2c", "uart")]


def name_of(place: WiredReader) -> str:
    return f"PN532 on {place.bus_name}" if isinstance(place, Pn532Reader) else "RC522"


class TapHandler(Protocol):
    """Whoever lays cards and pulls plugs: a person, or the simulator."""

    @property
    def clock(self) -> Clock: ...

    @property
    def place(self) -> WiredReader: ...

    def lay(self, card: str) -> None: ...

    def take(self, card: str) -> None: ...

    def unplug(self) -> None: ...

    def plug_in(self) -> None: ...


@dataclass
class PoorMiso:
    """Bytes get lost on their way to the Pi only."""

    probability: float
    random: Random
    extra_seconds: float = 0.0

    def carry(self, chip: SpiChip, mosi: Sequence[int]) -> list[int]:
        return self.garble(chip.transfer(mosi))

    def garble(self, data: Sequence[int]) -> list[int]:
        lost = [self.random.random() < self.probability for _ in data]
        return [
            byte ^ self.random.randrange(1, 256) if bad else byte
            for byte, bad in zip(data, lost, strict=True)
        ]


def simulated(places: Sequence[WiredReader], clock: VirtualClock | None = None) -> SimulatedReaders:
    """Readers of whatever kind, with a clock of their own if none is given."""
    rc522s = [each.place for each in places if isinstance(each, Rc522Reader)]
    pn532s = [each for each in places if isinstance(each, Pn532Reader)]
    return SimulatedReaders(rc522s, clock or VirtualClock(), pn532s=pn532s)


def rewire(table: SimulatedReaders, place: WiredReader, wires: Wires) -> None:
    """Other wires for a reader; beside SPI it is there or not, and what it says may be garbled."""
    match place.place, wires:
        case (int(bus), int(device)), _:
            table.rewire((bus, device), wires)
        case at, Garbled() | PoorMiso():
            table.pn532s[at].spoil = lambda said: bytes(wires.garble(said))
        case at, Unplugged() | StuckMiso():
            table.unplug(at)
        case at, _:
            table.pn532s[at].spoil = bytes
            table.plug_in(at)


class SimulatedHands:
    def __init__(self, place: WiredReader, absent: Wires | None = None) -> None:
        self.place = place
        self.readers = simulated([place])
        self.clock = self.readers.clock
        self._absent = absent
        self._cards = {"A": Tag("04a1b2c3d4e5f6"), "B": Tag("0411223344aabb")}

    def lay(self, card: str) -> None:
        self.readers.lay(self.place.place, self._cards[card])

    def take(self, card: str) -> None:
        self.readers.take(self.place.place, self._cards[card])

    def unplug(self) -> None:
        if self._absent:
            rewire(self.readers, self.place, self._absent)
        else:
            self.readers.unplug(self.place.place)

    def plug_in(self) -> None:
        self.readers.plug_in(self.place.place)

    def rewire(self, wires: Wires) -> None:
        rewire(self.readers, self.place, wires)


class Watch:
    """A reader under watch: what it reported since the last look."""

    def __init__(self, hands: TapHandler) -> None:
        self.hands = hands
        self._reports: list[Report] = []
        self.readers = Readers([hands.place], self._reports.append, clock=hands.clock)

    def after(self, seconds: float) -> list[Report]:
        until = self.hands.clock.now() + seconds
        while self.hands.clock.now() < until:
            self.readers.step()
        reports = self._reports.copy()
        self._reports.clear()
        return reports


@contextmanager
def watching(hands: TapHandler) -> Iterator[Watch]:
    watch = Watch(hands)
    yield watch
    watch.readers.stop()


PLACES: list[WiredReader] = [RC522, *PN532S]
NAMES = {place: name_of(place) for place in PLACES}
each_reader = pytest.mark.parametrize("place", NAMES, ids=NAMES.get)


def arrivals(reports: list[Report]) -> list[CardArrived]:
    return [report for report in reports if isinstance(report, CardArrived)]
