"""What the doctor hears from the parts themselves, on simulated chips."""

import errno
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from gpiozero import DigitalOutputDevice

from companion.devices.board import profile
from companion.devices.board.parts import Rc522Reader
from companion.devices.doctor import probes
from companion.devices.doctor.checks import Finding
from companion.devices.doctor.probes import Bench
from companion.devices.simulator.i2c import install
from companion.devices.simulator.oled import SSD1306
from companion.devices.simulator.rfid.rc522 import Mfrc522
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.rfid.spi import StuckMiso, Unplugged, Wires
from tests.support.devices.doctors_table import Parts, one, states

FULL = profile.load("full_table")
SINGLE = profile.load("single_reader")


# Readers


def asked(parts: Parts) -> list[Finding]:
    with parts.connected(), probes.out_of_reset(parts.bench) as trouble:
        return [
            *filter(None, [trouble]),
            *probes.readers(parts.board.readers_of(Rc522Reader), trouble),
        ]


def test_a_reader_is_told_with_its_chip_version() -> None:
    [answer] = asked(Parts(SINGLE, chip_version=0x88))
    assert str(answer.found) == "The reader centre at 0.0 answers: chip version 0x88."


@pytest.mark.parametrize("level", [0x00, 0xFF])
@pytest.mark.parametrize("fault", [Unplugged, StuckMiso])
def test_a_wire_that_is_always_low_or_high_is_nobody(
    fault: Callable[[int], Wires], level: int
) -> None:
    parts = Parts(SINGLE)
    parts.readers.rewire((0, 0), fault(level))
    [answer] = asked(parts)
    assert answer.state == "bad"
    assert str(answer.found) == f"The reader centre at 0.0 does not answer (0x{level:02X})."


def test_one_dead_reader_of_five_is_named_and_the_others_answer() -> None:
    parts = Parts(FULL)
    parts.readers.rewire((1, 1), Unplugged())
    findings = asked(parts)
    assert "seat:3 at 1.1" in str(one(findings, "bad").found)
    assert str(findings[-1].found) == "All 4 readers answer together."


class FailsWhenWrittenTo:
    """Whatever is written to this reader, the bus reports an error."""

    extra_seconds = 0.0

    def carry(self, chip: Mfrc522, mosi: Sequence[int]) -> list[int]:
        if not mosi[0] & 0x80:
            raise OSError(errno.EIO, "Input/output error")
        return chip.transfer(mosi)


def test_a_bus_that_fails_in_the_midst_of_the_asking_is_told() -> None:
    parts = Parts(FULL)
    parts.readers.rewire((1, 1), FailsWhenWrittenTo())
    last = asked(parts)[-1]
    assert (last.check, last.state) == ("readers_together", "bad")
    assert "Input/output error" in str(last.found)


class KeepsMiso:
    """A reader that never lets go of MISO again once something was written to it."""

    extra_seconds = 0.0
    keeps = False

    def carry(self, chip: Mfrc522, mosi: Sequence[int]) -> list[int]:
        self.keeps |= not mosi[0] & 0x80
        return chip.transfer(mosi)


class BesideOneThatKeepsMiso:
    """A sound reader: what it says is drawn to ground while its neighbour keeps MISO."""

    extra_seconds = 0.0

    def __init__(self, neighbour: KeepsMiso) -> None:
        self.neighbour = neighbour

    def carry(self, chip: Mfrc522, mosi: Sequence[int]) -> list[int]:
        answer = chip.transfer(mosi)
        return [0x00] * len(answer) if self.neighbour.keeps else answer


def test_a_reader_that_keeps_miso_is_found_when_all_are_asked_together() -> None:
    parts = Parts(FULL)
    keeper = KeepsMiso()
    parts.readers.rewire((0, 0), keeper)
    parts.readers.rewire((0, 1), BesideOneThatKeepsMiso(keeper))
    findings = asked(parts)
    assert states(findings) == {"reader": "ok", "readers_together": "bad"}
    assert "seat:1 at 0.1 answers alone" in str(one(findings, "bad").found)


def test_two_select_wires_on_one_reader_are_found() -> None:
    parts = Parts(FULL)
    parts.readers.spi.chips[0, 1] = parts.readers.spi.chips[0, 0]
    assert "centre at 0.0 answers alone" in str(one(asked(parts), "bad").found)


def test_the_doctor_leaves_the_readers_as_they_were() -> None:
    parts = Parts(FULL)

    def registers() -> list[list[int]]:
        reads = [0x80 | register << 1 for register in range(0x40)]
        return [chip.transfer([*reads, 0]) for chip in parts.readers.chips.values()]

    before = registers()
    asked(parts)
    assert registers() == before


def test_the_readers_are_taken_out_of_reset_only_while_they_are_asked() -> None:
    parts = Parts(SINGLE)
    [chip] = parts.readers.chips.values()
    version = [0x80 | 0x37 << 1, 0]
    assert chip.transfer(version)[1] == 0x00
    assert states(asked(parts)) == {"reader": "ok"}
    assert chip.transfer(version)[1] == 0x00
    assert parts.readers.gpio.directions == {}


def test_a_bus_that_is_not_there_sends_nobody_to_the_wires() -> None:
    parts = Parts(SINGLE)
    parts.readers = SimulatedReaders([], parts.clock)
    [answer] = asked(parts)
    assert str(answer.found).startswith("/dev/spidev0.0 does not work")
    assert "wires" not in str(answer.fix)


def test_without_spidev_the_installer_is_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    [answer] = probes.readers(SINGLE.readers_of(Rc522Reader), None)
    assert answer.state == "bad"
    assert str(answer.fix).startswith("Run the installer again")


def test_without_the_readers_driver_a_silent_reader_is_not_sent_to_its_wires(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parts = Parts(SINGLE)
    with parts.connected():
        monkeypatch.setitem(sys.modules, "mfrc522", None)
        with probes.out_of_reset(parts.bench) as trouble:
            [answer] = probes.readers(SINGLE.readers_of(Rc522Reader), trouble)
    assert trouble
    assert trouble.check == "reset_line"
    assert "does not answer (0x00)" in str(answer.found)
    assert answer.fix == trouble.fix


# Screen


def looked_for(parts: Parts) -> Finding:
    assert parts.board.oled
    with parts.connected():
        [answer] = probes.screen(parts.board.oled)
    return answer


def test_the_screen_is_told_with_its_address() -> None:
    assert str(looked_for(Parts(SINGLE)).found).endswith("answers at 0x3C.")


def test_a_screen_at_the_other_address_is_told_with_what_to_write() -> None:
    parts = Parts(SINGLE)
    parts.i2c.detach(0x3C)
    parts.i2c.attach(0x3D, SSD1306())
    answer = looked_for(parts)
    assert answer.state == "bad"
    assert str(answer.fix) == "Write address = 0x3D into the profile."


def test_a_screen_that_does_not_answer_is_told() -> None:
    parts = Parts(SINGLE)
    parts.i2c.detach(0x3C)
    assert looked_for(parts).state == "bad"


def test_asking_the_screen_changes_nothing_on_it() -> None:
    parts = Parts(SINGLE)
    before = bytes(parts.screen.ram)
    looked_for(parts)
    assert parts.screen.ram == before
    assert parts.screen.unknown == []


def test_an_i2c_bus_that_is_not_there_sends_nobody_to_the_wires() -> None:
    assert SINGLE.oled
    with install({}):
        [answer] = probes.screen(SINGLE.oled)
    assert str(answer.found).startswith("/dev/i2c-1 does not work")
    assert "wires" not in str(answer.fix)


def test_without_smbus2_the_installer_is_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    assert SINGLE.oled
    monkeypatch.setitem(sys.modules, "smbus2", None)
    [answer] = probes.screen(SINGLE.oled)
    assert answer.state == "bad"
    assert str(answer.fix).startswith("Run the installer again")


# Pins


def test_a_pin_in_use_is_named() -> None:
    parts = Parts(SINGLE)
    with DigitalOutputDevice(13, pin_factory=parts.pins.factory):
        taken = one(list(probes.pins(SINGLE, parts.bench)), "bad")
    assert str(taken.found) == "These pins are in use: GPIO 13."


def test_a_button_that_touches_ground_is_named() -> None:
    parts = Parts(SINGLE)
    factory = parts.pins.factory

    class Shorted(type(factory.pin(6))):  # type: ignore[misc]
        def _set_pull(self, value: str) -> None:
            super()._set_pull(value)
            self.drive_low()

    factory.reset()
    factory.pin(6, pin_class=Shorted)
    stuck = one(list(probes.pins(SINGLE, parts.bench)), "warning")
    assert str(stuck.found) == "The button undo is down all the time."


def test_asking_the_pins_does_not_raise_the_latch_of_shift_registers() -> None:
    parts = Parts(FULL)
    list(probes.pins(FULL, parts.bench))
    assert FULL.shift
    assert not any(each.state for each in parts.pins.factory.pin(FULL.shift.latch).states)


def test_pins_that_cannot_be_reached_are_told() -> None:
    def no_pins() -> Any:
        raise RuntimeError("no lgpio")

    [answer] = probes.pins(SINGLE, Bench(pins=no_pins))
    assert answer.state == "bad"
