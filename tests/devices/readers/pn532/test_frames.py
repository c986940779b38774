"""Frames between a computer and a PN532; bytes are those of the chip's user manual."""

import pytest

from companion.devices.readers.pn532.links import FrameError, RefusedError, command, said_in

FIRMWARE = "0000ff06fad50332010607e800"


def test_a_command_is_framed_with_both_checks() -> None:
    assert command(0x02).hex() == "0000ff02fed4022a00"
    assert command(0x14, 0x01, 0x00, 0x00).hex() == "0000ff05fbd4140100001700"


def test_an_answer_is_what_stands_between_them() -> None:
    assert said_in(bytes.fromhex(FIRMWARE)) == bytes.fromhex("0332010607")


def test_what_was_read_behind_a_frame_is_no_part_of_it() -> None:
    assert said_in(bytes.fromhex(FIRMWARE + "00" * 9)) == bytes.fromhex("0332010607")


@pytest.mark.parametrize("at", [*range(1, 12)])
def test_one_wrong_byte_anywhere_makes_it_no_answer(at: int) -> None:
    spoilt = bytearray.fromhex(FIRMWARE)
    spoilt[at] ^= 0x10
    with pytest.raises(FrameError):
        said_in(bytes(spoilt))


@pytest.mark.parametrize("length", range(len(bytes.fromhex(FIRMWARE)) - 1))
def test_a_frame_that_is_cut_off_is_none(length: int) -> None:
    with pytest.raises(FrameError):
        said_in(bytes.fromhex(FIRMWARE)[:length])


def test_what_a_computer_says_is_no_answer() -> None:
    with pytest.raises(FrameError):
        said_in(command(0x02))


def test_a_chip_may_say_that_it_does_not_do_this() -> None:
    with pytest.raises(RefusedError):
        said_in(bytes.fromhex("0000ff01ff7f8100"))
