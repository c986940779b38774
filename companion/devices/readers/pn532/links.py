"""Frames to a PN532 and back over I2C, SPI or a serial line, without ever waiting.

A frame is a start, its length and that length's check, who speaks, what is said, and a check of it
all. Each is answered by a short one that says it has arrived; then comes the answer itself. Whether
the chip has something to say is asked: on I2C by the first byte of each reading, on SPI by a
transfer of its own, on a serial line by whether bytes are there.
"""

import errno
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from companion.devices.board.parts import Pn532Reader

if TYPE_CHECKING:
    import smbus2


MAX_READ_BYTES = 4096


class SerialPort:
    """115,200 bits a second, eight of them a byte, no parity; closed by a signal or not at all."""

    def __init__(self, node: str) -> None:
        # Only where there is a terminal: a laptop without one imports this module, too.
        import termios
        import tty

        self._port = os.open(node, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            tty.setraw(self._port)
            settings = termios.tcgetattr(self._port)
            settings[2] |= termios.CLOCAL | termios.CREAD
            settings[4] = settings[5] = termios.B115200
            termios.tcsetattr(self._port, termios.TCSANOW, settings)
        except termios.error as error:
            os.close(self._port)
            raise OSError(*error.args) from error

    def write(self, data: bytes) -> None:
        """A frame is far shorter than what the kernel keeps for a line that is slow to send."""
        os.write(self._port, data)

    def read(self) -> bytes:
        """What has come; nothing if nothing has."""
        with suppress(BlockingIOError):
            return os.read(self._port, MAX_READ_BYTES)
        return b""

    def close(self) -> None:
        os.close(self._port)


I2C_ADDRESS = 0x24
READY = 0x01
SPI_HZ = 1_000_000
DATA_WRITE, STATUS_READ, DATA_READ = 0x01, 0x02, 0x03
UNANSWERED = {errno.EIO, errno.ENXIO, errno.ETIMEDOUT, getattr(errno, "EREMOTEIO", 121)}
"""What the kernel says where no chip acknowledges its address."""
REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""Each byte from its other end: the chip sends the lowest bit first, which a Pi's SPI cannot."""
SERIAL_WAKE = b"\x55\x55" + bytes(14)
"""A chip that sleeps needs edges on its line, and then time, before the first frame."""


class SilentError(Exception):
    """Nobody acknowledges, or the line rests at one level."""


class Link(Protocol):
    def wake(self) -> None:
        """Says something that a sleeping chip wakes from; it takes a moment to be awake."""

    def write(self, frame: bytes) -> None: ...

    def read(self, length: int) -> bytes | None:
        """What the chip has to say, in up to so many bytes; nothing while it is not ready."""

    def close(self) -> None: ...


def open_link(place: Pn532Reader) -> Link:
    if place.bus == "spi":
        return SpiLink(*place.spi)
    return I2cLink(place.port) if place.bus == "i2c" else SerialLink(place.node)


class I2cLink:
    def __init__(self, port: int) -> None:
        import smbus2

        self._message = smbus2.i2c_msg
        self._bus = smbus2.SMBus(port)

    def wake(self) -> None:
        """Its own address wakes it, acknowledged or not."""
        try:
            self.read(1)
        except SilentError:
            return

    def write(self, frame: bytes) -> None:
        self._transfer(self._message.write(I2C_ADDRESS, frame))

    def read(self, length: int) -> bytes | None:
        """Each reading begins at the start of what the chip says, with whether it is ready."""
        answer = self._message.read(I2C_ADDRESS, 1 + length)
        self._transfer(answer)
        ready, *said = bytes(answer)
        return bytes(said) if ready & READY else None

    def close(self) -> None:
        self._bus.close()

    def _transfer(self, message: "smbus2.i2c_msg") -> None:
        try:
            self._bus.i2c_rdwr(message)
        except OSError as error:
            if error.errno in UNANSWERED:
                raise SilentError from error
            raise


class SpiLink:
    def __init__(self, bus: int, device: int) -> None:
        import spidev

        self._spi = spidev.SpiDev()
        self._spi.open(bus, device)
        self._spi.max_speed_hz = SPI_HZ
        self._spi.mode = 0

    def wake(self) -> None:
        """The edge of its chip select wakes it."""
        self._transfer(bytes([STATUS_READ, 0]))

    def write(self, frame: bytes) -> None:
        self._transfer(bytes([DATA_WRITE]) + frame)

    def read(self, length: int) -> bytes | None:
        status = self._transfer(bytes([STATUS_READ, 0]))[1]
        if status == 0xFF:
            raise SilentError  # the line rests high: no chip says so
        if not status & READY:
            return None
        return self._transfer(bytes([DATA_READ]) + bytes(length))[1:]

    def close(self) -> None:
        self._spi.close()

    def _transfer(self, sent: bytes) -> bytes:
        return bytes(self._spi.xfer2(list(sent.translate(REVERSED)))).translate(REVERSED)


class SerialLink:
    def __init__(self, node: str) -> None:
        self._port = SerialPort(node)
        self._heard = b""

    def wake(self) -> None:
        self._heard = b""
        self._port.write(SERIAL_WAKE)

    def write(self, frame: bytes) -> None:
        """What was left over belongs to nothing that is asked now."""
        self._port.read()
        self._heard = b""
        self._port.write(frame)

    def read(self, length: int) -> bytes | None:
        """One frame, once the whole of it is there."""
        self._heard += self._port.read()
        start = self._heard.find(b"\x00\xff")
        if start < 0 or len(self._heard) < start + 4:
            return None
        said, check = self._heard[start + 2 : start + 4]
        # An acknowledgement is as long as its length and check, which are no sum of nothing.
        whole = start + (5 if (said, check) == (0, 0xFF) else said + 6)
        if len(self._heard) < whole:
            return None
        frame, self._heard = self._heard[max(0, start - 1) : whole], self._heard[whole:]
        return frame

    def close(self) -> None:
        self._port.close()


START = b"\x00\x00\xff"
ACK = b"\x00\x00\xff\x00\xff\x00"
FROM_HOST, FROM_CHIP = 0xD4, 0xD5
REFUSED = 0x7F
"""Who speaks, where the chip does not understand, or may not now."""
OVERHEAD_BYTES = 8
"""What stands around what is said: start, length, check, who speaks; check, end."""


class FrameError(Exception):
    """What came is no frame, or its checks do not fit."""


class RefusedError(Exception):
    """The chip answered that it does not do this."""


def command(code: int, *parameters: int) -> bytes:
    said = bytes([FROM_HOST, code, *parameters])
    length = len(said)
    return b"".join((START, bytes([length, -length & 0xFF]), said, bytes([-sum(said) & 0xFF, 0])))


def said_in(received: bytes) -> bytes:
    """What the chip says in a frame, after who speaks; bytes behind the frame are no part of it."""
    at = received.find(START[1:])
    if at < 0 or len(received) < at + 4:
        raise FrameError
    length, check = received[at + 2 : at + 4]
    body = received[at + 4 : at + 5 + length]
    if length + check & 0xFF or len(body) != length + 1 or sum(body) & 0xFF:
        raise FrameError
    if body[0] == REFUSED:
        raise RefusedError
    if not length or body[0] != FROM_CHIP:
        raise FrameError
    return body[1:-1]
