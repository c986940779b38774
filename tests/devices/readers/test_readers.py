"""Several readers together: their driver on the wire, their pace, their thread."""

import sys
from collections.abc import Callable, Iterator
from queue import Queue
from types import ModuleType

import pytest

from companion.clock import VirtualClock
from companion.devices.board.parts import Rc522Reader
from companion.devices.readers.presence import CardArrived, ReaderBack, ReaderLost, Report, Seen
from companion.devices.readers.readers import Readers
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.rfid.spi import Unplugged
from companion.devices.simulator.rfid.tags import Tag

PLACES = [
    Rc522Reader(0, 0, "seat:1"),
    Rc522Reader(0, 1, "seat:3"),
    Rc522Reader(1, 0, "seat:2"),
    Rc522Reader(1, 1, "majority"),
    Rc522Reader(1, 2, "centre"),
]


@pytest.fixture
def table() -> Iterator[SimulatedReaders]:
    table = SimulatedReaders([each.place for each in PLACES], VirtualClock())
    with table.installed():
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
def test_a_card_is_known_by_its_whole_number(table: SimulatedReaders, uid: str) -> None:
    reports: list[Report] = []
    table.lay((0, 1), Tag(uid))
    watch(table, reports).step()
    assert reports == [CardArrived("seat:3", uid)]


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


def test_never_two_antennas_are_on_at_once(table: SimulatedReaders) -> None:
    on_at_once = []

    class Counting(VirtualClock):
        def sleep(self, seconds: float) -> None:
            on_at_once.append(sum(chip.antenna_on for chip in table.chips.values()))
            super().sleep(seconds)

    clock = Counting()
    readers = Readers(PLACES, ignore, clock=clock)
    for _ in range(5):
        readers.step()
    assert max(on_at_once) == 1


def test_one_dead_reader_does_not_silence_the_others(table: SimulatedReaders) -> None:
    reports: list[Report] = []
    readers = watch(table, reports)
    table.rewire((0, 0), Unplugged())
    table.lay((1, 2), Tag("deadbeef"))
    readers.step()
    assert reports == [CardArrived("centre", "deadbeef")]


def test_readers_look_less_often_when_nothing_happened_for_minutes(
    table: SimulatedReaders,
) -> None:
    readers = watch(table, [])

    def steps_in_ten_seconds() -> int:
        until, steps = table.clock.now() + 10, 0
        while table.clock.now() < until:
            readers.step()
            steps += 1
        return steps

    awake = steps_in_ten_seconds()
    table.clock.sleep(600)
    asleep = steps_in_ten_seconds()
    table.lay((0, 0), Tag("deadbeef"))
    readers.step()
    assert asleep * 2 < awake
    assert steps_in_ten_seconds() == pytest.approx(awake, rel=0.1)


def test_a_missing_device_node_is_named_and_tried_again() -> None:
    reports: list[Report] = []
    clock = VirtualClock()
    readers = Readers([Rc522Reader(0, 0, "seat:1")], reports.append, clock=clock)
    with SimulatedReaders([], clock).installed():
        for _ in range(20):
            readers.step()
    [lost] = reports
    assert isinstance(lost, ReaderLost)
    assert str(lost.why).startswith("/dev/spidev0.0 does not exist.")
    with SimulatedReaders([(0, 0)], clock).installed():
        for _ in range(40):
            readers.step()
    assert reports[1:] == [ReaderBack("seat:1")]


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


def test_the_thread_reports_and_stops(table: SimulatedReaders) -> None:
    reports: Queue[Report] = Queue()
    readers = Readers(PLACES, reports.put, clock=table.clock)
    table.lay((1, 0), Tag("deadbeef"))
    readers.start()
    assert reports.get(timeout=10) == CardArrived("seat:2", "deadbeef")
    readers.stop()
    assert not any(chip.antenna_on for chip in table.chips.values())


def test_a_driver_that_stumbles_costs_only_its_own_reader_and_is_started_anew(
    table: SimulatedReaders, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from companion.devices.readers.rc522 import Rc522

    reports: list[Report] = []
    readers = watch(table, reports)
    look, looked = Rc522.look, list[Rc522]()

    def stumble(reader: Rc522) -> object:
        looked.append(reader)
        return 1 / 0 if reader is looked[0] else look(reader)

    readers.step()
    with monkeypatch.context() as patched:
        patched.setattr(Rc522, "look", stumble)
        table.lay((0, 1), Tag("deadbeef"))
        for _ in range(40):
            readers.step()
    table.lay((0, 0), Tag("04a1b2c3d4e5f6"))
    for _ in range(40):
        readers.step()

    assert CardArrived("seat:3", "deadbeef") in reports
    assert CardArrived("seat:1", "04a1b2c3d4e5f6") in reports
    assert caplog.text.count("ZeroDivisionError") == 1
