"""A GPIO line has one owner: whoever opens parts gives their lines back, and says who has one."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import permutations
from pathlib import Path

import pytest

from companion.clock import VirtualClock
from companion.devices.board import pinout, profile
from companion.devices.board.lines import open_pins
from companion.devices.board.parts import Profile, Rc522Reader
from companion.devices.doctor import probes
from companion.devices.doctor.checks import Finding
from companion.devices.doctor.doctor import examine
from companion.devices.doctor.probes import Bench
from companion.devices.doctor.taps import TapWatch
from companion.devices.panel.outputs import switch_off
from companion.devices.panel.panel import Panel, PanelEvent, PartBack, PartLost
from companion.devices.readers.presence import CardArrived, ReaderBack, ReaderLost, Report
from companion.devices.readers.readers import Readers
from companion.devices.simulator.i2c import Bus, install
from companion.devices.simulator.oled import SSD1306
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.rfid.spi import Unplugged
from companion.devices.simulator.rfid.tags import Tag
from tests.support.devices.doctors_table import raspberry_pi, states
from tests.support.devices.strict_lgpio import GpioChip, reset_line_of, strict_lines

SINGLE, FULL = profile.load("single_reader"), profile.load("full_table")
UID = "04a1b2c3d4e5f6"


class Pi:
    """A board whose lines are the kernel's: readers, panel and screen through the real packages."""

    def __init__(self, board: Profile, folder: Path) -> None:
        self.board = board
        self.folder = folder
        self.clock = VirtualClock()
        self.readers = SimulatedReaders(
            [reader.place for reader in board.readers_of(Rc522Reader)], self.clock
        )
        self.lines: GpioChip = reset_line_of(self.hold_in_reset)
        self.i2c = Bus(self.clock)
        assert board.oled
        self.i2c.attach(board.oled.address, SSD1306())

    def hold_in_reset(self, held: bool) -> None:
        for chip in self.readers.chips.values():
            chip.hold_in_reset(held)

    @contextmanager
    def running(self) -> Iterator["Pi"]:
        with self.readers.installed(), strict_lines(self.lines), install({1: self.i2c}):
            yield self

    def examined(self) -> list[Finding]:
        bench = Bench(clock=self.clock)
        return [*examine(self.board, raspberry_pi(self.folder), bench)]

    # Whoever opens parts: each opens all of its own, sees that they work, and closes them.

    def doctor(self) -> None:
        assert {finding.state for finding in self.examined()} == {"ok"}

    def panel(self) -> None:
        reports: list[PanelEvent] = []
        Panel(self.board, reports.append, self.clock, open_pins).close()
        assert reports == []

    def taps(self) -> None:
        reports: list[Report] = []
        readers = Readers(self.board.readers, reports.append, clock=self.clock)
        tag, place = Tag(UID), self.board.readers_of(Rc522Reader)[0].place
        self.readers.lay(place, tag)
        for _ in range(3):
            readers.step()
        readers.stop()
        self.readers.take(place, tag)
        assert reports == [CardArrived(self.board.readers_of(Rc522Reader)[0].zone, UID)]

    def watch(self) -> None:
        watch = TapWatch(self.board, self.clock, open_pins, lambda uid: "")
        assert watch.parts.readers
        watch.parts.readers.step()
        watch.stop()
        assert not any(each.why for each in watch.parts.readers.conditions())

    def off(self) -> None:
        with closing(open_pins()) as pins:
            switch_off(self.board, pins)


@pytest.fixture
def pi(tmp_path: Path) -> Iterator[Pi]:
    with Pi(SINGLE, tmp_path).running() as pi:
        yield pi


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Pi]:
    with Pi(FULL, tmp_path).running() as pi:
        yield pi


@pytest.mark.parametrize("board", ["single_reader", "full_table"])
def test_the_doctor_finds_healthy_readers_healthy(board: str, tmp_path: Path) -> None:
    parts = profile.load(board)
    with Pi(parts, tmp_path).running() as pi:
        findings = pi.examined()
    assert [str(each.found) for each in findings if each.state != "ok"] == []
    assert [each.check for each in findings].count("antenna") == len(parts.readers)
    assert pi.lines.taken() == {}


ORDERS = [*permutations((Pi.doctor, Pi.panel, Pi.taps, Pi.watch, Pi.off), 3)]


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: "-".join(o.__name__ for o in order))
def test_parts_can_be_opened_and_closed_in_any_order(
    pi: Pi, order: tuple[Callable[[Pi], None], ...]
) -> None:
    for use in (*order, order[0]):
        use(pi)
        assert pi.lines.taken() == {}


def test_two_in_one_process_do_not_take_each_others_lines_away(full: Pi) -> None:
    reports: list[PanelEvent] = []
    panel = Panel(FULL, reports.append, full.clock, open_pins)
    mine = full.lines.taken()
    full.taps()
    list(probes.pins(FULL, Bench(clock=full.clock)))
    assert full.lines.taken() == mine
    panel.light("next", True)
    panel.step()
    panel.close()
    assert reports == []


def test_a_reader_that_fails_keeps_the_others_out_of_reset(full: Pi) -> None:
    reports: list[Report] = []
    readers = Readers(FULL.readers, reports.append, clock=full.clock)
    readers.step()
    full.readers.rewire((1, 1), Unplugged())
    for _ in range(40):
        readers.step()
    [lost] = reports
    assert isinstance(lost, ReaderLost)
    assert pinout.RESET_GPIO in full.lines.taken()
    readers.stop()


# A line that somebody else has.


def test_the_doctor_sends_nobody_to_the_wires_of_a_reader_whose_reset_line_is_taken(pi: Pi) -> None:
    pi.lines.hold(pinout.RESET_GPIO, "kiosk")
    findings = pi.examined()
    assert states(findings)["reset_line"] == "bad"
    told = " ".join(str(each.found) for each in findings)
    assert "GPIO 25 is taken: the system names “kiosk” as its user" in told
    assert not any("wires" in str(each.fix) for each in findings)


def test_a_running_companion_does_not_make_its_readers_sick(pi: Pi) -> None:
    pi.lines.hold(pinout.RESET_GPIO, "lg")
    pi.hold_in_reset(False)
    found = states(pi.examined())
    assert found["reader"] == "ok"
    assert found["reset_line"] == "bad"
    assert "antenna" not in found


def test_the_doctor_names_who_holds_the_pin_of_a_button(pi: Pi) -> None:
    button = SINGLE.buttons[0]
    pi.lines.hold(button.pin, "gpio-keys")
    [taken] = probes.pins(SINGLE, Bench(clock=pi.clock))
    assert str(taken.found) == f"These pins are in use: GPIO {button.pin} (gpio-keys)."


def test_the_panel_names_who_holds_a_pin_and_goes_on_when_it_is_free(pi: Pi) -> None:
    button, reports = SINGLE.buttons[0], list[PanelEvent]()
    pi.lines.hold(button.pin, "gpio-keys")
    panel = Panel(SINGLE, reports.append, pi.clock, open_pins)
    [lost] = reports
    assert isinstance(lost, PartLost)
    assert f"GPIO {button.pin} is taken: the system names “gpio-keys”" in str(lost.why)
    pi.lines.free(button.pin)
    pi.clock.advance(6)
    panel.step()
    assert reports[1:] == [PartBack(f"button {button.role}")]
    panel.close()


def test_a_reader_names_who_holds_the_reset_line_and_reads_when_it_is_free(pi: Pi) -> None:
    reports: list[Report] = []
    pi.lines.hold(pinout.RESET_GPIO, "kiosk")
    readers = Readers(SINGLE.readers, reports.append, clock=pi.clock)
    for _ in range(40):
        readers.step()
    [lost] = reports
    assert isinstance(lost, ReaderLost)
    assert "GPIO 25 is taken: the system names “kiosk” as its user" in str(lost.why)
    pi.lines.free(pinout.RESET_GPIO)
    for _ in range(40):
        readers.step()
    assert reports[1:] == [ReaderBack(SINGLE.readers[0].zone)]
    readers.stop()
