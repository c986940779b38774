"""A serial line, on a terminal of the kernel's own that a test holds the other end of."""

import os
import termios
from collections.abc import Iterator

import pytest

from companion.devices.readers.pn532.links import SerialPort


@pytest.fixture
def line() -> Iterator[tuple[int, SerialPort]]:
    """The other end, and the port."""
    other, ours = os.openpty()
    port = SerialPort(os.ttyname(ours))
    os.close(ours)
    yield other, port
    port.close()
    os.close(other)


def test_what_is_written_arrives_byte_for_byte(line: tuple[int, SerialPort]) -> None:
    other, port = line
    every_byte = bytes(range(256))
    port.write(every_byte)
    assert os.read(other, 1000) == every_byte


def test_what_comes_is_read_byte_for_byte(line: tuple[int, SerialPort]) -> None:
    other, port = line
    os.write(other, b"\x00\x03\x04\x0a\x0d\x11\x13\x1a\xff")
    assert port.read() == b"\x00\x03\x04\x0a\x0d\x11\x13\x1a\xff"


def test_nothing_is_waited_for(line: tuple[int, SerialPort]) -> None:
    assert line[1].read() == b""


def test_it_speaks_at_115200_bits_a_second(line: tuple[int, SerialPort]) -> None:
    _, port = line
    assert termios.tcgetattr(port._port)[4:6] == [termios.B115200, termios.B115200]


def test_a_node_that_is_no_serial_line_is_an_error_of_the_system() -> None:
    with pytest.raises(OSError, match=r"ioctl|device"):
        SerialPort(os.devnull)


def test_a_line_that_was_pulled_is_an_error_of_the_system() -> None:
    other, ours = os.openpty()
    port = SerialPort(os.ttyname(ours))
    os.close(ours)
    os.close(other)
    with pytest.raises(OSError, match=r"\[Errno 5\]"):
        port.write(b"x")
    port.close()
