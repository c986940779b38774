"""Several readers together: their driver on the wire, their pace, their thread."""

import sys
from collections.abc import Callable, Iterator, Sequence
from queue import Queue
from types import ModuleType
from typing import Any

import pytest

from companion.clock import VirtualClock
from companion.devices.board.parts import Pn532Reader, Rc522Reader, WiredReader
from companion.devices.readers.pn532.pn532 import Pn532
from companion.devices.readers.presence import CardArrived, ReaderBack, ReaderLost, Report, Seen
from companion.devices.readers.readers import Readers
from companion.devices.simulator.i2c import install as install_i2c
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.rfid.tags import Tag
from tests.support.devices.watched_reader import each_reader, simulated

PLACES = [
    Rc522Reader(0, 0, "seat:1"),
    Rc522Reader(0, 1, "seat:3"),
    Rc522Reader(1, 0, "seat:2"),
    Rc522Reader(1, 1, "majority"),
    Rc522Reader(1, 2, "centre"),
]
PN532S = [
    Pn532Reader("seat:1", "spi", "0.0"),
    Pn532Reader("seat:3", "spi", "0.1"),
    Pn532Reader("seat:2", "i2c"),
    Pn532Reader("centre", "uart"),
]


@pytest.fixture
def table() -> Iterator[SimulatedReaders]:
    table = simulated(PLACES)
    with table.installed():
        yield table


class AnyTable:
    """Several readers with one kind of chip, and what they reported."""

    def __init__(self, places: Sequence[WiredReader]) -> None:
        self.places = places
        self.at = {place.zone: place.place for place in places}
        self.simulated = simulated(places)
        self.clock = self.simulated.clock
        self.reports: list[Report] = []
        self.readers = Readers(places, self.reports.append, clock=self.clock)

    def lay(self, zone: str, uid: str) -> None:
        self.simulated.lay(self.at[zone], Tag(uid))

    @property
    def driver(self) -> Any:
        """The class of its readers."""
        if self.simulated.pn532s:
            return Pn532
        # Only where it finds the pins and buses that it imports.
        from companion.devices.readers.rc522 import Rc522

        return Rc522

    def antennas_on(self) -> int:
        rc522s, pn532s = self.simulated.chips.values(), self.simulated.pn532s.values()
        return sum(chip.antenna_on for chip in rc522s) + sum(chip.antenna_on for chip in pn532s)


@pytest.fixture(params=[PLACES, PN532S], ids=["RC522", "PN532"])
def any_table(request: pytest.FixtureRequest) -> Iterator[AnyTable]:
    table = AnyTable(request.param)
    with table.simulated.installed():
        yield table


def ignore(report: Report) -> None:
    """For tests that look at the wires, not at the reports."""


def watch(table: SimulatedReaders, reports: list[Report]) -> Readers:
    return Readers(PLACES, reports.append, clock=table.clock)


def cost(table: SimulatedReaders, look: Callable[[], object]) -> int:
    before = table.spi.transfers
    look()
    return table.spi.transfers - before


@pytest.mark.parametrize("uid", ["deadbeef", "04a1b2c3d4e5f6", "04a1b2c3d4e5f6070809"])
def test_a_card_is_known_by_its_whole_number(any_table: AnyTable, uid: str) -> None:
    any_table.lay("seat:3", uid)
    any_table.readers.step()
    assert any_table.reports == [CardArrived("seat:3", uid)]


def test_a_look_into_an_empty_field_takes_at_most_15_transfers(table: SimulatedReaders) -> None:
    readers = Readers(PLACES[:1], ignore, clock=table.clock)
    readers.step()
    assert cost(table, readers.step) <= 15


def test_a_seven_byte_number_with_halt_takes_at_most_65_transfers(table: SimulatedReaders) -> None:
    readers = Readers(PLACES[:1], ignore, clock=table.clock)
    readers.step()
    table.lay((0, 0), Tag("04a1b2c3d4e5f6"))
    assert cost(table, readers.step) <= 65


@pytest.mark.parametrize("version", [0x88, 0x91, 0x92, 0xB2])
def test_chips_of_every_make_are_accepted_and_tell_their_version(version: int) -> None:
    table = SimulatedReaders([(0, 0)], VirtualClock(), version=version)
    with table.installed():
        from companion.devices.readers.rc522 import Rc522

        reader = Rc522(0, 0, table.clock)
        assert reader.look() is Seen.NOTHING
        assert reader.version == version


def test_only_the_reset_pin_is_touched_and_only_while_there_are_readers(
    table: SimulatedReaders,
) -> None:
    readers = watch(table, [])
    readers.step()
    assert table.gpio.getmode() == 11
    assert list(table.gpio.directions) == [25]
    readers.stop()
    assert list(table.gpio.directions) == []


def test_a_card_is_put_to_sleep_after_it_was_read(table: SimulatedReaders) -> None:
    tag = Tag("04a1b2c3d4e5f6")
    table.lay((0, 0), tag)
    watch(table, []).step()
    assert tag.state.value == "halt"


def test_never_two_antennas_are_on_at_once(
    any_table: AnyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_at_once = []
    sleep = VirtualClock.sleep

    def count_and_sleep(clock: VirtualClock, seconds: float) -> None:
        on_at_once.append(any_table.antennas_on())
        sleep(clock, seconds)

    monkeypatch.setattr(VirtualClock, "sleep", count_and_sleep)
    for _ in range(5):
        any_table.readers.step()
    assert max(on_at_once) == 1


def test_one_dead_reader_does_not_silence_the_others(any_table: AnyTable) -> None:
    any_table.simulated.unplug(any_table.at["seat:1"])
    any_table.lay("centre", "deadbeef")
    any_table.readers.step()
    assert any_table.reports == [CardArrived("centre", "deadbeef")]


# Four PN532 take half of the slow pace for themselves.
@pytest.mark.parametrize(
    "any_table", [PLACES, PN532S[2:]], ids=["RC522", "two PN532"], indirect=True
)
def test_readers_look_less_often_when_nothing_happened_for_minutes(any_table: AnyTable) -> None:
    readers, clock = any_table.readers, any_table.clock

    def steps_in_ten_seconds() -> int:
        until, steps = clock.now() + 10, 0
        while clock.now() < until:
            readers.step()
            steps += 1
        return steps

    awake = steps_in_ten_seconds()
    clock.sleep(600)
    asleep = steps_in_ten_seconds()
    any_table.lay("seat:2", "deadbeef")
    readers.step()
    assert asleep * 2 < awake
    assert steps_in_ten_seconds() == pytest.approx(awake, rel=0.1)


@each_reader
def test_a_missing_device_node_is_named_and_tried_again(place: WiredReader) -> None:
    reports: list[Report] = []
    clock = VirtualClock()
    readers = Readers([place], reports.append, clock=clock)
    with SimulatedReaders([], clock).installed(), install_i2c({}):
        for _ in range(20):
            readers.step()
    [lost] = reports
    assert isinstance(lost, ReaderLost)
    assert str(lost.why).startswith(f"{place.node} does not exist.")
    with simulated([place], clock).installed():
        for _ in range(40):
            readers.step()
    assert reports[1:] == [ReaderBack("centre")]


def test_without_the_driver_package_the_reader_is_lost_and_nothing_breaks(
    table: SimulatedReaders, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports: list[Report] = []
    monkeypatch.setitem(sys.modules, "mfrc522", ModuleType("mfrc522"))
    readers = Readers(PLACES[:1], reports.append, clock=table.clock)
    for _ in range(20):
        readers.step()
    [lost] = reports
    assert isinstance(lost, ReaderLost)
    assert "driver does not start" in str(lost.why)


def test_the_thread_reports_and_stops(any_table: AnyTable) -> None:
    reports: Queue[Report] = Queue()
    readers = Readers(any_table.places, reports.put, clock=any_table.clock)
    any_table.lay("seat:2", "deadbeef")
    readers.start()
    assert reports.get(timeout=10) == CardArrived("seat:2", "deadbeef")
    readers.stop()
    assert not any_table.antennas_on()


def test_a_driver_that_stumbles_costs_only_its_own_reader_and_is_started_anew(
    any_table: AnyTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    driver = any_table.driver
    look, looked = driver.look, list[object]()

    def stumble(reader: object) -> object:
        looked.append(reader)
        return 1 / 0 if reader is looked[0] else look(reader)

    any_table.readers.step()
    with monkeypatch.context() as patched:
        patched.setattr(driver, "look", stumble)
        any_table.lay("seat:3", "deadbeef")
        for _ in range(40):
            any_table.readers.step()
    any_table.lay("seat:1", "04a1b2c3d4e5f6")
    for _ in range(40):
        any_table.readers.step()

    assert CardArrived("seat:3", "deadbeef") in any_table.reports
    assert CardArrived("seat:1", "04a1b2c3d4e5f6") in any_table.reports
    assert caplog.text.count("ZeroDivisionError") == 1
