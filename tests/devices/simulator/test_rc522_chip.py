"""The simulated MFRC522, register by register, as its data sheet describes it."""

import pytest

from companion.clock import VirtualClock
from companion.devices.readers.iso14443 import crc_a
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.rfid.tags import Tag

PLACE = (0, 0)
COMMAND, COM_IRQ, DIV_IRQ, ERROR = 0x01, 0x04, 0x05, 0x06
FIFO, FIFO_LEVEL, CONTROL, BIT_FRAMING, COLL = 0x09, 0x0A, 0x0C, 0x0D, 0x0E
TRANSCEIVE = 0x0C


class Bench:
    """A chip with its antenna on, and a hand on its SPI wires."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.readers = SimulatedReaders([PLACE], self.clock, reset_tied=True)
        for register, value in ((0x2A, 0x80), (0x2B, 169), (0x2D, 39), (0x15, 0x40)):
            self.write(register, value)
        self.write(0x14, 0x83)

    def write(self, register: int, *values: int) -> None:
        self.readers.spi.transfer(PLACE, 1_000_000, [register << 1, *values])

    def read(self, register: int) -> int:
        return self.readers.spi.transfer(PLACE, 1_000_000, [register << 1 | 0x80, 0])[1]

    def lay(self, *uids: str) -> None:
        for uid in uids:
            self.readers.lay(PLACE, Tag(uid))
        self.clock.advance(0.006)

    def say(self, frame: bytes, framing: int = 0) -> bytes:
        self.write(COMMAND, 0)
        self.write(COM_IRQ, 0x7F)
        self.write(FIFO_LEVEL, 0x80)
        self.write(FIFO, *frame)
        self.write(COMMAND, TRANSCEIVE)
        self.write(BIT_FRAMING, 0x80 | framing)
        self.clock.advance(0.003)
        return bytes(self.read(FIFO) for _ in range(self.read(FIFO_LEVEL)))


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_registers_start_at_their_reset_values(bench: Bench) -> None:
    bench.write(COMMAND, 0x0F)
    values = {register: bench.read(register) for register in (COMMAND, COM_IRQ, 0x11, 0x14, 0x2A)}
    assert values == {COMMAND: 0x20, COM_IRQ: 0x14, 0x11: 0x3F, 0x14: 0x80, 0x2A: 0x00}


def test_a_chip_sleeps_until_its_reset_line_is_raised() -> None:
    readers = SimulatedReaders([PLACE], VirtualClock())
    ask_version = [0x37 << 1 | 0x80, 0]
    assert readers.chips[PLACE].transfer(ask_version) == [0x00, 0x00]
    readers.gpio.setmode(11)
    readers.gpio.setup(25, 0)
    readers.gpio.output(25, 1)
    assert readers.chips[PLACE].transfer(ask_version) == [0x00, 0x92]


def test_raising_a_line_that_is_high_already_resets_no_chip() -> None:
    readers = SimulatedReaders([PLACE], VirtualClock())
    readers.gpio.setmode(11)
    readers.gpio.setup(25, 0)
    readers.gpio.output(25, 1)
    readers.chips[PLACE].transfer([0x2B << 1, 169])
    readers.gpio.output(25, 1)
    assert readers.chips[PLACE].transfer([0x2B << 1 | 0x80, 0]) == [0x00, 169]
    readers.gpio.output(25, 0)
    readers.gpio.output(25, 1)
    assert readers.chips[PLACE].transfer([0x2B << 1 | 0x80, 0]) == [0x00, 0x00]


def test_the_version_cannot_be_overwritten(bench: Bench) -> None:
    bench.write(0x37, 0x00)
    assert bench.read(0x37) == 0x92


def test_several_registers_are_read_in_one_transfer(bench: Bench) -> None:
    answer = bench.readers.spi.transfer(PLACE, 1_000_000, [0x37 << 1 | 0x80, 0x2B << 1 | 0x80, 0])
    assert answer[1:] == [0x92, 169]


def test_the_fifo_holds_64_bytes_and_says_when_it_overflows(bench: Bench) -> None:
    bench.write(FIFO, *range(64))
    assert (bench.read(FIFO_LEVEL), bench.read(ERROR)) == (64, 0)
    bench.write(FIFO, 1)
    assert bench.read(ERROR) & 0x10
    bench.write(FIFO_LEVEL, 0x80)
    assert (bench.read(FIFO_LEVEL), bench.read(ERROR)) == (0, 0)


def test_interrupt_bits_are_cleared_and_set_by_their_mark(bench: Bench) -> None:
    bench.write(COM_IRQ, 0x7F)
    assert bench.read(COM_IRQ) == 0
    bench.write(COM_IRQ, 0x80 | 0x21)
    assert bench.read(COM_IRQ) == 0x21


@pytest.mark.parametrize(
    ("data", "check"), [(b"\x00\x00", b"\xa0\x1e"), (b"\x12\x34", b"\x26\xcf")]
)
def test_the_crc_unit_gives_the_standards_examples(bench: Bench, data: bytes, check: bytes) -> None:
    bench.write(0x11, 0x3D)
    bench.write(FIFO, *data)
    bench.write(COMMAND, 0x03)
    assert bench.read(DIV_IRQ) & 0x04
    assert bytes([bench.read(0x22), bench.read(0x21)]) == check == crc_a(data)


def test_the_timer_runs_out_at_its_time_after_a_frame_into_an_empty_field(bench: Bench) -> None:
    """Forty ticks of 25 µs, counted from the end of a frame of 85 µs."""
    bench.write(COM_IRQ, 0x7F)
    bench.write(FIFO, 0x52)
    bench.write(COMMAND, TRANSCEIVE)
    bench.write(BIT_FRAMING, 0x87)
    bench.clock.advance(0.001)
    assert not bench.read(COM_IRQ) & 0x01
    bench.clock.advance(0.000_1)
    assert bench.read(COM_IRQ) & 0x61 == 0x41


def test_an_answer_stops_the_timer(bench: Bench) -> None:
    bench.lay("04a1b2c3d4e5f6")
    assert bench.say(b"\x52", 7) == b"\x44\x00"
    assert bench.read(COM_IRQ) & 0x61 == 0x60


def test_a_timer_can_be_started_and_stopped_by_hand(bench: Bench) -> None:
    bench.write(COM_IRQ, 0x7F)
    bench.write(CONTROL, 0x40)
    assert bench.read(0x2F) > 0
    bench.write(CONTROL, 0x80)
    bench.clock.advance(1)
    assert not bench.read(COM_IRQ) & 0x01


def test_without_its_antenna_nothing_is_sent(bench: Bench) -> None:
    bench.lay("deadbeef")
    bench.write(0x14, 0x80)
    assert bench.say(b"\x52", 7) == b""
    assert not bench.read(COM_IRQ) & 0x40


def test_without_full_modulation_no_card_understands(bench: Bench) -> None:
    bench.lay("deadbeef")
    bench.write(0x15, 0x00)
    assert bench.say(b"\x52", 7) == b""


def test_the_chip_adds_and_checks_the_crc_when_told_to(bench: Bench) -> None:
    bench.lay("deadbeef")
    bench.say(b"\x26", 7)
    number = bench.say(b"\x93\x20")
    bench.write(0x12, 0x80)
    bench.write(0x13, 0x80)
    assert bench.say(b"\x93\x70" + number) == b"\x00"
    assert bench.read(ERROR) == 0


def test_a_collision_is_reported_at_its_bit(bench: Bench) -> None:
    """The numbers differ first in bit 4 of their first byte: the fifth bit on the air."""
    bench.lay("0f000000", "1f000000")
    bench.say(b"\x52", 7)
    bench.say(b"\x93\x20")
    assert bench.read(ERROR) & 0x08
    assert bench.read(COLL) & 0x3F == 5


def test_after_a_collision_the_bits_are_zero_if_so_wanted(bench: Bench) -> None:
    bench.lay("0f0000ff", "1f0000ff")
    bench.write(COLL, 0x00)
    bench.say(b"\x52", 7)
    assert bench.say(b"\x93\x20") == bytes([0x0F, 0, 0, 0, 0])


def test_a_collision_is_resolved_with_partial_bytes(bench: Bench) -> None:
    """Five known bits go out, the rest comes back aligned to bit 5 of the first byte."""
    bench.lay("0f000000", "1f000000")
    bench.say(b"\x52", 7)
    bench.say(b"\x93\x20")
    rest = bench.say(b"\x93\x25\x1f", 0x55)
    assert bench.read(ERROR) == 0
    assert bytes([rest[0] | 0x1F, *rest[1:]]) == b"\x1f\x00\x00\x00\x1f"


def test_a_soft_reset_switches_the_antenna_off(bench: Bench) -> None:
    bench.write(COMMAND, 0x0F)
    assert not bench.readers.chips[PLACE].antenna_on


def test_every_transfer_takes_its_time_on_the_wire(bench: Bench) -> None:
    before, transfers = bench.clock.now(), bench.readers.spi.transfers
    bench.read(0x37)
    assert bench.clock.now() - before == pytest.approx(16e-6 + 20e-6)
    assert bench.readers.spi.transfers == transfers + 1
