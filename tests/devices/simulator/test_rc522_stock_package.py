"""The stock ``mfrc522`` package, unmodified, on the simulated chips."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from companion.clock import VirtualClock
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.rfid.tags import Tag

PLACE = (0, 0)
# Its waiting loop inverts a bool, which Python 3.12 and later warn about.
pytestmark = pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")


@pytest.fixture
def readers() -> Iterator[SimulatedReaders]:
    readers = SimulatedReaders([PLACE], VirtualClock())
    with readers.installed():
        yield readers


@pytest.fixture
def simple(readers: SimulatedReaders) -> Any:
    from mfrc522 import SimpleMFRC522

    return SimpleMFRC522()


def lay(readers: SimulatedReaders, uid: str) -> None:
    readers.lay(PLACE, Tag(uid))
    readers.clock.sleep(0.01)


def test_it_spins_through_two_thousand_reads_when_no_card_lies_there(
    readers: SimulatedReaders, simple: Any
) -> None:
    before = readers.spi.transfers
    assert simple.read_id_no_block() is None
    assert readers.spi.transfers - before == 2013


def test_reading_a_number_costs_it_as_many_transfers_as_the_air_time_has_room_for() -> None:
    """Another count of this package, on another simulated chip and without overhead, gave 109."""
    readers = SimulatedReaders([PLACE], VirtualClock(), overhead=0.0)
    with readers.installed():
        from mfrc522 import SimpleMFRC522

        simple = SimpleMFRC522()
        lay(readers, "deadbeef")
        before = readers.spi.transfers
        simple.read_id_no_block()
        assert readers.spi.transfers - before == pytest.approx(109, abs=3)


def test_it_reads_the_number_of_a_four_byte_card(readers: SimulatedReaders, simple: Any) -> None:
    lay(readers, "deadbeef")
    assert simple.read_id_no_block() == 0xDEADBEEF22


def test_it_reads_only_the_first_level_of_a_seven_byte_card(
    readers: SimulatedReaders, simple: Any
) -> None:
    lay(readers, "04a1b2c3d4e5f6")
    assert simple.read_id_no_block() == 0x8804A1B29F


def test_it_sees_a_card_left_lying_every_other_time(readers: SimulatedReaders, simple: Any) -> None:
    lay(readers, "deadbeef")
    seen = [simple.read_id_no_block() is not None for _ in range(4)]
    assert seen == [True, False, True, False]


def test_it_sees_nothing_of_two_cards(readers: SimulatedReaders, simple: Any) -> None:
    lay(readers, "deadbeef")
    lay(readers, "cafebabe")
    assert [simple.read_id_no_block() for _ in range(4)] == [None] * 4


def test_it_selects_a_card_with_the_crc_of_the_chip(readers: SimulatedReaders, simple: Any) -> None:
    readers.lay(PLACE, Tag("deadbeef", sak=0x08))
    readers.clock.sleep(0.01)
    chip = simple.READER
    chip.MFRC522_Request(chip.PICC_REQIDL)
    _, number = chip.MFRC522_Anticoll()
    assert chip.MFRC522_SelectTag(number) == 0x08


def test_closing_one_reader_lets_go_of_every_pin(readers: SimulatedReaders, simple: Any) -> None:
    assert readers.gpio.directions
    simple.READER.Close_MFRC522()
    assert not readers.gpio.directions


def test_what_was_imported_before_is_there_again_afterwards() -> None:
    names = ("spidev", "RPi", "RPi.GPIO", "mfrc522")
    before = [sys.modules.get(name) for name in names]
    with SimulatedReaders([PLACE], VirtualClock()).installed():
        import mfrc522  # noqa: F401
    assert [sys.modules.get(name) for name in names] == before
