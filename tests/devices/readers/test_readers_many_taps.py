"""Hundreds of taps on readers that fail at random: each counts once, and none is made up."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pytest

from companion.devices.board.parts import Pn532Reader, Rc522Reader, WiredReader
from companion.devices.readers.presence import CardArrived, Report
from companion.devices.readers.readers import Readers
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.rfid.spi import (
    Garbled,
    IntactWires,
    StuckMiso,
    Unplugged,
    Wires,
)
from companion.devices.simulator.rfid.tags import Tag
from tests.support.devices.watched_reader import rewire, simulated
from tests.support.effort import many

SPI = ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2))
RC522S = [Rc522Reader(*place, f"rc522 {place}") for place in SPI]
PN532S = [Pn532Reader(f"pn532 {bus}", bus) for bus in ("spi", "i2c", "uart")]
TAPS_EACH = many(50, soak=2_000)
MUST_BE_SEEN = 0.150
# A report comes at the end of its look, which may have begun while the card still lay there.
LONGEST_LOOK = 0.05


@dataclass
class Tap:
    uid: str
    since: float
    until: float
    reported: int = 0


@dataclass
class Spot:
    """One reader: its taps, and the times in which it could not see."""

    place: WiredReader
    taps: list[Tap]
    blind: list[tuple[float, float]] = field(default_factory=list)

    def must_be_seen(self, tap: Tap) -> bool:
        """Did the reader have 150 ms on end in which the card lay there and the wires were up?"""
        start = tap.since
        for lost, back in [*self.blind, (tap.until, tap.until)]:
            if min(lost, tap.until) - start >= MUST_BE_SEEN:
                return True
            start = max(start, back)
        return False


def plan_taps(number: int, random: Random) -> Iterator[Tap]:
    deck = [bytes([4, number, 0, n]).hex() + random.randbytes(3).hex() for n in range(50)]
    at = 0.5
    for n in range(TAPS_EACH):
        if n % len(deck) == 0:
            random.shuffle(deck)
        at += random.uniform(0.1, 0.9)
        short = random.random() < 0.2
        until = at + (random.uniform(0.03, 0.15) if short else random.uniform(0.15, 0.6))
        # The same card twice within the silence is one stay, so a fresh shuffle waits for it.
        yield Tap(deck[n % len(deck)], at, until)
        at = until + (1.0 if n % len(deck) == len(deck) - 1 else 0.0)


class Trouble:
    """Breaks and mends the wires of one reader at random times."""

    def __init__(self, table: SimulatedReaders, spot: Spot, random: Random) -> None:
        self._table = table
        self._spot = spot
        self._random = random
        self._broken = False
        self._blind_since: float | None = None
        self._next = random.uniform(0, 5)

    def happen(self) -> None:
        now = self._table.clock.now()
        if now < self._next:
            return
        self._broken = not self._broken
        wires = self._fault() if self._broken else IntactWires()
        rewire(self._table, self._spot.place, wires)
        if isinstance(wires, Unplugged | StuckMiso):
            self._blind_since = now
        elif self._blind_since is not None:
            self._spot.blind.append((self._blind_since, now))
            self._blind_since = None
        self._next = now + self._random.uniform(0.05, 3) * (1 if self._broken else 2)

    def _fault(self) -> Wires:
        level = self._random.choice([0x00, 0xFF])
        faults: list[Wires] = [
            Unplugged(level),
            StuckMiso(level),
            Garbled(0.0005, self._random),
            IntactWires(extra_seconds=0.000_1),
        ]
        return self._random.choice(faults)


@pytest.mark.slow
@pytest.mark.parametrize("places", [RC522S, PN532S], ids=["RC522", "PN532"])
def test_of_hundreds_of_taps_each_long_one_counts_once_and_none_is_invented(
    places: list[WiredReader],
) -> None:
    random = Random(14443)
    table = simulated(places)
    clock = table.clock
    spots = {
        place.zone: Spot(place, [*plan_taps(number, random)]) for number, place in enumerate(places)
    }
    for spot in spots.values():
        for tap in spot.taps:
            table.fields[spot.place.place].lay(Tag(tap.uid), tap.since, tap.until)
    troubles = [Trouble(table, spot, random) for spot in spots.values()]
    invented: list[Report] = []

    def take_down(report: Report) -> None:
        if not isinstance(report, CardArrived):
            return
        for tap in spots[report.zone].taps:
            if tap.uid == report.uid and tap.since <= clock.now() <= tap.until + LONGEST_LOOK:
                tap.reported += 1
                return
        invented.append(report)

    readers = Readers(places, take_down, clock=clock)
    end = max(spot.taps[-1].until for spot in spots.values()) + 1
    with table.installed():
        while clock.now() < end:
            for trouble in troubles:
                trouble.happen()
            readers.step()

    assert invented == []
    must = [tap for spot in spots.values() for tap in spot.taps if spot.must_be_seen(tap)]
    assert len(must) > 0.6 * TAPS_EACH * len(places)
    assert [tap for tap in must if tap.reported != 1] == []
    assert max(tap.reported for spot in spots.values() for tap in spot.taps) == 1
