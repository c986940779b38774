"""How a chip is set up, and what is made of one that says something else than it was told."""

from collections.abc import Iterator
from itertools import count

import pytest

from companion.devices.readers.presence import Seen
from companion.devices.simulator.rfid.rc522 import Mfrc522
from companion.devices.simulator.rfid.registers import Register
from companion.errors import ReaderError
from tests.support.devices.simulated_reader import ANTENNA_ON, RESET, UID, Desk, desk_with

SETTINGS = [
    [Register.TX_ASK << 1, 0x40],  # the full modulation
    [Register.MODE << 1, 0x3D],  # the CRC of cards
    [Register.TX_MODE << 1, 0x00],  # 106 kBd, and the driver checks itself
    [Register.RX_MODE << 1, 0x00],
    [0x26 << 1, 0x48],  # a gain of 33 dB
]


@pytest.fixture
def desk() -> Iterator[Desk]:
    with desk_with() as desk:
        desk.lay(UID)
        yield desk


def test_a_chip_is_reset_and_then_told_all_its_settings(desk: Desk) -> None:
    desk.look()
    written = desk.wires.written

    assert written[: written.index(ANTENNA_ON)] == [RESET, *SETTINGS]


def test_a_chip_is_given_5_ms_after_its_reset(desk: Desk) -> None:
    desk.look()
    first = len(desk.clock.slept)
    desk.look()

    assert first == len(desk.clock.slept) + 1


def test_the_last_byte_of_what_is_asked_ends_the_chain(desk: Desk) -> None:
    desk.look()

    assert {asked[-1] for asked in desk.wires.asked} == {0}


def test_a_reader_that_is_closed_lets_go_of_its_bus(desk: Desk) -> None:
    desk.reader.close()

    with pytest.raises(OSError, match="Bad file descriptor"):
        desk.look()


def test_of_a_chip_that_was_not_looked_at_yet_nothing_odd_is_known(desk: Desk) -> None:
    assert desk.reader.odd_settings == {}


def test_what_is_odd_is_told_with_what_it_should_have_been(desk: Desk) -> None:
    desk.wires.says = {Register.MODE: 0xFF}
    desk.look()

    assert desk.reader.odd_settings == {Register.MODE: (0x21, 0x23)}


def test_a_copy_that_says_something_else_of_two_settings_reads_cards(desk: Desk) -> None:
    desk.wires.says = {Register.MODE: 0xFF, Register.TX_MODE: 0xFF}

    assert desk.look() == UID
    assert len(desk.reader.odd_settings) == 2


def test_a_setting_that_gets_lost_on_its_way_is_told_as_wires_and_made_the_next_time(
    desk: Desk,
) -> None:
    desk.wires.lost_once = SETTINGS[1]
    with pytest.raises(ReaderError, match="Check its wires"):
        desk.look()

    assert desk.look() == UID
    assert desk.reader.odd_settings == {}


def test_a_chip_whose_antenna_does_not_go_on_is_told_with_its_supply(desk: Desk) -> None:
    desk.wires.says = {Register.TX_CONTROL: 0x80}

    with pytest.raises(ReaderError, match=r"Check its 3\.3 V supply"):
        desk.look()


def test_a_setting_that_is_spoilt_only_once_sets_nothing_up_anew(desk: Desk) -> None:
    desk.read()
    desk.wires.says_once = {Register.MODE: 0x00}

    assert desk.look() == UID
    assert RESET not in desk.wires.written


def test_a_chip_that_loses_its_power_after_an_unclear_look_is_set_up_at_once(desk: Desk) -> None:
    desk.read()
    desk.wires.when_off = Mfrc522.power_on

    assert desk.look(*["spoilt"] * 8) is Seen.UNCLEAR
    assert desk.wires.written[-6:] == [RESET, *SETTINGS]


def test_a_chip_that_says_something_else_each_time_after_an_unclear_look_is_told_as_wires(
    desk: Desk,
) -> None:
    desk.read()
    modes = count(0x20)

    class Wavering(dict[int, int]):
        def get(self, register: int, usual: int) -> int:  # type: ignore[override]
            return next(modes) if register == Register.MODE else usual

    def waver(chip: Mfrc522) -> None:
        desk.wires.says = Wavering()

    desk.wires.when_off = waver
    with pytest.raises(ReaderError, match="Check its wires"):
        desk.look(*["spoilt"] * 8)
    assert RESET not in desk.wires.written
