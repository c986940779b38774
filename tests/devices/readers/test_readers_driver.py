"""One reader's driver when single answers are spoilt on their way to the Pi."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from companion.clock import VirtualClock
from companion.devices.readers.presence import Seen
from companion.devices.simulator.rfid.rc522 import Mfrc522
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.rfid.tags import Tag

if TYPE_CHECKING:
    from companion.devices.readers.rc522 import Rc522

PLACE = (0, 0)
UID = "04a1b2c3d4e5f6"
READ_FIFO = 0x92
READ_VERSION = 0xEE
NUMBER_BYTES, SELECTED_BYTES = 5, 3
RELIED_ON = (0x40, 0x23, 0xF8, 0xFC, 0x70)
"""The bits of modulation, mode, sending, receiving and gain that are checked."""


@dataclass
class Meddler:
    """Flips these bits in the next answers of so many bytes that come out of the FIFO."""

    answer_bytes: int
    flips: bytes
    times: int
    extra_seconds: float = 0.0

    def carry(self, chip: Mfrc522, mosi: Sequence[int]) -> list[int]:
        miso = chip.transfer(mosi)
        if mosi[0] != READ_FIFO or len(mosi) != 1 + self.answer_bytes or not self.times:
            return miso
        self.times -= 1
        return [0, *(byte ^ flip for byte, flip in zip(miso[1:], self.flips, strict=True))]


@pytest.fixture
def table() -> Iterator[SimulatedReaders]:
    table = SimulatedReaders([PLACE], VirtualClock())
    with table.installed():
        yield table


@pytest.fixture
def reader(table: SimulatedReaders) -> "Rc522":
    from companion.devices.readers.rc522 import Rc522

    table.lay(PLACE, Tag(UID))
    return Rc522(*PLACE, table.clock)


def test_a_card_whose_number_was_spoilt_twice_is_read_in_the_same_look(
    table: SimulatedReaders, reader: "Rc522"
) -> None:
    table.rewire(PLACE, Meddler(NUMBER_BYTES, bytes([1, 0, 0, 0, 0]), times=2))
    assert reader.look() == UID


def test_a_selection_with_a_wrong_crc_is_not_believed(
    table: SimulatedReaders, reader: "Rc522"
) -> None:
    table.rewire(PLACE, Meddler(SELECTED_BYTES, bytes([0x20, 0, 0]), times=99))
    assert reader.look() is Seen.UNCLEAR


def test_a_number_spoilt_so_that_its_check_still_fits_is_refused_by_the_card(
    table: SimulatedReaders, reader: "Rc522"
) -> None:
    table.rewire(PLACE, Meddler(NUMBER_BYTES, bytes([0, 1, 1, 0, 0]), times=99))
    assert reader.look() is Seen.UNCLEAR


def test_a_cut_number_of_a_long_card_is_never_taken_for_a_short_one(
    table: SimulatedReaders, reader: "Rc522"
) -> None:
    """The first level says that it is complete, with a CRC that fits: 04 da 17 becomes 00 fe 51."""
    table.rewire(PLACE, Meddler(SELECTED_BYTES, bytes([0x04, 0xDA ^ 0xFE, 0x17 ^ 0x51]), times=99))
    assert reader.look() is Seen.UNCLEAR


@dataclass
class Clone:
    """Reads some bits of one register differently, whenever the settings are looked at."""

    at: int
    flips: int
    extra_seconds: float = 0.0

    def carry(self, chip: Mfrc522, mosi: Sequence[int]) -> list[int]:
        miso = chip.transfer(mosi)
        settings = len(mosi) - 1 - len(RELIED_ON)  # they are asked for last, after the version
        if settings > 0 and mosi[settings - 1] == READ_VERSION:
            miso[settings + 1 + self.at] ^= self.flips
        return miso


@pytest.mark.parametrize("at", range(len(RELIED_ON)))
def test_bits_that_clones_read_differently_do_not_matter(
    table: SimulatedReaders, reader: "Rc522", at: int
) -> None:
    table.rewire(PLACE, Clone(at, 0xFF & ~RELIED_ON[at]))
    assert reader.look() == UID
    assert reader.odd_settings == {}


@pytest.mark.parametrize(
    ("at", "bit"),
    [(at, bit) for at, mask in enumerate(RELIED_ON) for bit in range(8) if mask >> bit & 1],
)
def test_a_copy_that_says_otherwise_of_one_setting_reads_cards_and_can_be_told(
    table: SimulatedReaders, reader: "Rc522", at: int, bit: int
) -> None:
    table.rewire(PLACE, Clone(at, 1 << bit))
    assert reader.look() == UID
    assert len(reader.odd_settings) == 1
