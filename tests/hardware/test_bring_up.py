"""The bring-up run: ``make hardware-test`` on a Pi, and the same steps on simulated parts here."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.clock import SystemClock, VirtualClock
from companion.devices.board import profile
from companion.devices.board.lines import open_pins
from companion.devices.board.parts import Profile, Rc522Reader
from companion.devices.doctor.machine import Machine
from companion.devices.simulator.board import SimulatedTabletop
from tests.support.devices import bring_up
from tests.support.devices.bring_up import Report

FILE = Path("bring-up.md")
TAG, OTHER = "04a1b2c3d4e5f6", "0411223344aabb"


class SimulatedOwner:
    """Hands on simulated parts, who understand what the run asks for."""

    def __init__(self, table: SimulatedTabletop) -> None:
        self.table = table
        self.lying: list[tuple[str, str]] = []

    def do(self, what: str) -> None:
        words = what.split()
        match words[0], words[1]:
            case "Take", _:
                self._lift()
            case "Lay", "one":
                self._lay(TAG, words[-1])
            case "Lay", "two":
                self._lay(TAG, words[-1])
                self._lay(OTHER, words[-1])
            case "Hold", "the":
                # Its field ends between 10 and 20 mm.
                self._lift()
                if int(words[3]) <= 10:
                    self._lay(TAG, words[-1])

    def see(self, question: str) -> bool:
        return True

    def _lay(self, uid: str, zone: str) -> None:
        self.table.lay(uid, zone)
        self.lying.append((uid, zone))

    def _lift(self) -> None:
        while self.lying:
            self.table.lift(*self.lying.pop())


@pytest.fixture
def table() -> Iterator[SimulatedTabletop]:
    table = SimulatedTabletop(profile.load("full_table"), VirtualClock())
    with table.installed():
        yield table


def test_the_report_tells_each_readers_looks_times_and_reach(table: SimulatedTabletop) -> None:
    report = Report()
    bring_up.readers(report, table.profile, table.clock, SimulatedOwner(table))
    text = "\n".join(report.lines)
    assert text.count("## Reader ") == 5
    assert "| clean looks empty | 200 of 200" in text
    assert f"| seen with a tag | {{'{TAG}': 200}} |" in text
    assert "| seen by others | {} |" in text
    assert f"| at 10 mm | {{'{TAG}': 20}} |" in text
    assert "| at 20 mm | {'nothing': 20} |" in text


def test_the_times_that_the_report_compares_with_are_those_of_the_simulated_chips(
    table: SimulatedTabletop,
) -> None:
    reader = table.profile.readers_of(Rc522Reader)[0]
    empty = bring_up.looks(reader, table.clock, 20)
    table.lay(TAG, reader.zone)
    laid = bring_up.looks(reader, table.clock, 20)
    assert empty.median_ms == pytest.approx(bring_up.SIMULATED_MS["empty"], abs=0.1)
    assert laid.median_ms == pytest.approx(bring_up.SIMULATED_MS["with a tag"], abs=0.1)


def test_two_tags_on_each_other_are_reported_and_not_judged(table: SimulatedTabletop) -> None:
    report = Report()
    bring_up.stacked(report, table.profile, table.clock, SimulatedOwner(table))
    assert "| seen | {'two cards': 50} |" in report.lines


def test_the_screen_is_measured_while_the_readers_look(table: SimulatedTabletop) -> None:
    report = Report()
    bring_up.screen(report, table.profile, table.clock, SimulatedOwner(table), frames=30)
    assert "| lost | 0 |" in report.lines


def test_the_report_is_one_file(tmp_path: Path) -> None:
    report = Report()
    bring_up.machine(report, Machine.this(tmp_path))
    report.write(tmp_path / FILE)
    assert (tmp_path / FILE).read_text(encoding="utf-8").startswith("# Bring-up\n\n## Machine\n")


class Person:
    """Asks on the terminal; needs ``-s``."""

    def do(self, what: str) -> None:
        input(f"{what}, then press Enter. ")

    def see(self, question: str) -> bool:
        return input(f"{question} y or n: ").strip().lower().startswith("y")


@pytest.fixture(scope="module")
def real() -> Profile:
    board = profile.load(os.environ.get(profile.VARIABLE, profile.DEFAULT))
    if Machine.this(Path()).model() is None or board.simulated:
        pytest.skip("this is no Raspberry Pi with a real board")
    return board


@pytest.fixture(scope="module")
def report() -> Iterator[Report]:
    report = Report()
    yield report
    report.write(FILE)
    print(f"\n{FILE.absolute()} is the report: please send it.")


@pytest.mark.hardware
def test_bring_up_machine(real: Profile, report: Report) -> None:
    bring_up.machine(report, Machine.this(Path()))
    bring_up.service(report)


@pytest.mark.hardware
def test_bring_up_readers(real: Profile, report: Report) -> None:
    if real.readers:
        bring_up.readers(report, real, SystemClock(), Person())
        bring_up.stacked(report, real, SystemClock(), Person())
        bring_up.effort(report, real, SystemClock())


@pytest.mark.hardware
def test_bring_up_screen(real: Profile, report: Report) -> None:
    if real.oled:
        bring_up.screen(report, real, SystemClock(), Person())


@pytest.mark.hardware
def test_bring_up_panel(real: Profile, report: Report) -> None:
    if [*real.pins()]:
        bring_up.panel(report, real, SystemClock(), open_pins, Person())
