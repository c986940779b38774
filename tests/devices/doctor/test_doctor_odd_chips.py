"""What the doctor finds on the first day: with antennas on, and on screens under a wrong name."""

from random import Random

import msgspec
import pytest

from companion.clock import VirtualClock
from companion.devices.board import profile
from companion.devices.board.parts import Rc522Reader
from companion.devices.doctor import probes, screen
from companion.devices.doctor.checks import Finding
from companion.devices.doctor.probes import Bench
from companion.devices.simulator.i2c import Bus, install
from companion.devices.simulator.oled import SH1106, SSD1306, OledChip
from companion.devices.simulator.rfid.rc522 import Mfrc522
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.rfid.spi import LongCable, Wires
from companion.i18n.message import Message
from tests.devices.readers.test_readers_odd_chips import BrownsOut, OddMode
from tests.devices.screen.test_screen_detection import Forgetful
from tests.support.devices.watched_reader import PoorMiso

BOARD = profile.load("single_reader")
[READER] = BOARD.readers_of(Rc522Reader)
assert BOARD.oled
OLED = BOARD.oled


def looked(chip: type[Mfrc522] = Mfrc522, wires: Wires | LongCable | None = None) -> list[Finding]:
    clock = VirtualClock()
    table = SimulatedReaders([READER.place], clock, chip=chip)
    if wires:
        table.rewire(READER.place, wires)
    with table.installed():
        return list(probes.antenna(READER, Bench(clock=clock)))


def asked(chip: OledChip, driver: str = "auto", answers: str = "") -> list[Finding]:
    bus, replies = Bus(VirtualClock()), iter(answers)
    bus.attach(OLED.address, chip)

    def reply(question: Message) -> str:
        return next(replies)

    oled = msgspec.structs.replace(OLED, driver=driver)
    with install({1: bus}):
        return list(screen.identify_chip(oled, Bench(ask=reply if answers else None)))


def test_a_sound_reader_has_twenty_clean_looks() -> None:
    [found] = looked()
    assert found.state == "ok"
    assert "20 of 20 looks were clean" in str(found.found)


def test_a_reader_that_starts_anew_with_its_antenna_on_is_told_with_its_supply() -> None:
    [found] = looked(BrownsOut)
    assert found.state == "bad"
    assert "0 of 20" in str(found.found)
    assert "Check its 3.3 V supply" in str(found.fix)


def test_poor_wires_are_told_by_how_many_looks_were_clean() -> None:
    found = looked(wires=PoorMiso(0.2, Random(3)))
    assert found[0].state == "bad"
    assert "Check its wires" in str(found[0].fix)


def test_a_cable_that_is_too_long_for_the_speed_is_told_with_what_to_write() -> None:
    found = looked(wires=LongCable(1_000_000, PoorMiso(0.3, Random(4))))
    assert "Shorten its cable, or write spi_hz = 1000000." in [str(each.fix) for each in found]


def test_a_copy_of_the_chip_is_told_with_the_register_and_what_it_says() -> None:
    clean, odd = looked(OddMode)
    assert clean.state == "ok"
    assert odd.state == "warning"
    assert "says of register 0x11 0x23 instead of 0x21" in str(odd.found)


@pytest.mark.parametrize(("chip", "name"), [(SSD1306(), "SSD1306"), (SH1106(), "SH1106")])
def test_the_screen_is_told_with_its_chip(chip: OledChip, name: str) -> None:
    [found] = asked(chip)
    assert str(found.found) == f"The screen is an {name}."


def test_a_screen_under_a_wrong_name_is_told_with_what_to_write() -> None:
    [found] = asked(SH1106(), driver="ssd1306")
    assert found.state == "bad"
    assert str(found.fix) == 'Write driver = "sh1106" into the profile.'


def test_where_it_stays_unclear_and_nobody_is_there_the_doctor_says_so() -> None:
    [found] = asked(Forgetful(seed=5))
    assert found.state == "warning"
    assert "does not say whether" in str(found.found)


def test_where_it_stays_unclear_the_doctor_shows_both_and_asks() -> None:
    chip = Forgetful(seed=5)
    [found] = asked(chip, answers="ny")
    assert str(found.found) == "The screen is an SH1106."
    assert chip.picture().getbbox() == (8, 8, 120, 56)
