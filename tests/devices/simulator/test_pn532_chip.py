"""The simulated PN532 by itself, with bytes of the chip's user manual and no driver of ours."""

import pytest

from companion.clock import VirtualClock
from companion.devices.simulator.pn532 import (
    ACK,
    NACK,
    SYNTAX_ERROR,
    OnI2c,
    OnSpi,
    Pn532Chip,
    mirrored,
)
from companion.devices.simulator.rfid.tags import Field, Tag

FIRMWARE = bytes.fromhex("0000ff02fed4022a00")
FIRMWARE_IS = bytes.fromhex("0000ff06fad50332010607e800")
NORMAL_MODE = bytes.fromhex("0000ff05fbd4140100001700")
FIND_ONE = bytes.fromhex("0000ff04fcd44a0100e100")
TRY_ONCE = bytes.fromhex("0000ff06fad43205ffff00f700")


class Bench:
    """A chip that is awake, and a field above it."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.field = Field()
        self.chip = Pn532Chip(self.clock, self.field)
        self.chip.rouse()
        self.clock.advance(0.01)

    def ask(self, frame: bytes, wait: float = 0.05) -> bytes:
        """What it answers after it said that the frame has arrived."""
        self.chip.hear(frame)
        self.clock.advance(wait)
        assert self.taken() == ACK
        return self.taken()

    def taken(self) -> bytes:
        said = self.chip.said()
        self.chip.was_read()
        return said


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_it_says_that_a_frame_arrived_and_then_answers(bench: Bench) -> None:
    assert bench.ask(FIRMWARE) == FIRMWARE_IS


def test_a_frame_with_a_wrong_check_is_passed_over(bench: Bench) -> None:
    bench.chip.hear(FIRMWARE[:-2] + b"\x2b\x00")
    bench.clock.advance(0.05)
    assert bench.taken() == b""
    assert bench.ask(FIRMWARE) == FIRMWARE_IS


def test_a_frame_may_come_byte_by_byte_after_anything_else(bench: Bench) -> None:
    for byte in b"\x55\x55\x00\x00\x00" + FIRMWARE[:-1]:
        bench.chip.hear(bytes([byte]))
    assert bench.ask(b"") == FIRMWARE_IS


def test_what_was_not_understood_is_said_again(bench: Bench) -> None:
    bench.ask(FIRMWARE)
    bench.chip.hear(NACK)
    bench.clock.advance(0.05)
    assert bench.taken() == FIRMWARE_IS


def test_an_unknown_command_is_an_error_of_syntax(bench: Bench) -> None:
    assert bench.ask(bytes.fromhex("0000ff02fed4999300")) == SYNTAX_ERROR


def test_before_it_is_in_normal_mode_it_finds_nothing(bench: Bench) -> None:
    assert bench.ask(FIND_ONE) == SYNTAX_ERROR


def test_while_it_sleeps_it_is_deaf_and_the_first_word_wakes_it() -> None:
    bench = Bench()
    bench.chip.power_on()
    bench.chip.hear(FIRMWARE)
    bench.clock.advance(0.05)
    assert bench.taken() == b""
    assert bench.ask(FIRMWARE) == FIRMWARE_IS


def test_as_it_comes_it_looks_for_a_card_until_there_is_one(bench: Bench) -> None:
    bench.ask(NORMAL_MODE)
    bench.chip.hear(FIND_ONE)
    bench.clock.advance(60)
    assert bench.taken() == ACK
    assert bench.taken() == b""
    bench.field.lay(Tag("deadbeef"), bench.clock.now())
    bench.clock.advance(0.1)
    assert bench.taken().hex() == "0000ff0cf4d54b0101000400" + "04deadbeef9e00"


def test_an_acknowledgement_ends_what_it_is_doing(bench: Bench) -> None:
    bench.ask(NORMAL_MODE)
    bench.chip.hear(FIND_ONE)
    bench.chip.hear(ACK)
    bench.field.lay(Tag("deadbeef"), bench.clock.now())
    bench.clock.advance(1)
    assert bench.taken() == b""


def test_told_to_try_once_it_tries_once(bench: Bench) -> None:
    bench.ask(NORMAL_MODE)
    bench.ask(TRY_ONCE)
    assert bench.ask(FIND_ONE).hex() == "0000ff03fdd54b00e000"


def test_a_card_that_it_selected_answers_no_second_call_while_the_field_is_on(
    bench: Bench,
) -> None:
    bench.ask(NORMAL_MODE)
    bench.ask(TRY_ONCE)
    bench.field.lay(Tag("04a1b2c3d4e5f6"), bench.clock.now())
    assert bench.ask(FIND_ONE)[7] == 1
    assert bench.ask(FIND_ONE)[7] == 0
    bench.ask(bytes.fromhex("0000ff04fcd4320100f900"))
    assert bench.ask(FIND_ONE)[7] == 1


def test_on_spi_bytes_go_with_their_lowest_bit_first(bench: Bench) -> None:
    spi = OnSpi(bench.chip)
    assert mirrored([0x01, 0x80, 0xD4]) == bytes([0x80, 0x01, 0x2B])
    spi.transfer(mirrored(b"\x01" + FIRMWARE))
    assert mirrored(spi.transfer(mirrored(b"\x02\x00")))[1] == 0
    bench.clock.advance(0.05)
    assert mirrored(spi.transfer(mirrored(b"\x02\x00")))[1] == 1
    assert mirrored(spi.transfer(mirrored(b"\x03" + bytes(6))))[1:] == ACK
    assert mirrored(spi.transfer(mirrored(b"\x03" + bytes(13))))[1:] == FIRMWARE_IS


def test_on_i2c_each_reading_begins_with_whether_it_is_ready(bench: Bench) -> None:
    i2c = OnI2c(bench.chip)

    def read(length: int) -> bytes:
        i2c.begin()
        return bytes(i2c.read() for _ in range(length))

    i2c.begin()
    for byte in FIRMWARE:
        i2c.write(byte)
    assert read(3) == bytes(3)
    bench.clock.advance(0.05)
    assert read(1) == b"\x01"
    assert read(7) == b"\x01" + ACK
    assert read(20) == b"\x01" + FIRMWARE_IS + bytes(6)
