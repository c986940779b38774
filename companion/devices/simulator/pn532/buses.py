"""How a PN532 is reached: as a chip on SPI, as one on I2C, and at the end of a serial line."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from companion.devices.readers.pn532 import serial_port
from companion.devices.simulator.pn532.chip import Pn532Chip

ADDRESS = 0x24
SAYS_READY = 0x01


def mirrored(data: Sequence[int]) -> bytes:
    """Each byte as it is on a wire that carries the lowest bit first."""
    return bytes(sum((byte >> n & 1) << 7 - n for n in range(8)) for byte in data)


class OnSpi:
    """One chip select is one transfer, and its first byte says what is wanted."""

    def __init__(self, chip: Pn532Chip) -> None:
        self._chip = chip

    def power_on(self) -> None:
        self._chip.power_on()

    def power_off(self) -> None:
        self._chip.power_off()

    def transfer(self, mosi: Sequence[int]) -> list[int]:
        wanted, *rest = mirrored(mosi)
        if not self._chip.rouse():
            return [0] * len(mosi)
        answer = bytes(len(rest))
        if wanted == 1:
            self._chip.hear(bytes(rest))
        elif wanted == 2:
            answer = bytes([SAYS_READY if self._chip.said() else 0]) * len(rest)
        elif wanted == 3:
            answer = self._chip.said()[: len(rest)].ljust(len(rest), b"\0")
            self._chip.was_read()
        return list(mirrored(b"\0" + answer))


class OnI2c:
    """Each reading begins with whether it is ready, and then with the whole of what it says."""

    def __init__(self, chip: Pn532Chip) -> None:
        self._chip = chip
        self._said = b""
        self._at = -1

    def begin(self) -> None:
        self._chip.rouse()
        self._at = -1

    def write(self, byte: int) -> None:
        self._chip.hear(bytes([byte]))

    def read(self) -> int:
        self._at += 1
        if not self._at:
            self._said = self._chip.said()
            return SAYS_READY if self._said else 0
        if self._at == len(self._said):
            self._chip.was_read()
        return self._said[self._at - 1] if self._at <= len(self._said) else 0


class SerialEnd:
    """``SerialPort`` on the lines that have a chip at their end."""

    def __init__(self, chips: Mapping[str, Pn532Chip], node: str) -> None:
        if node not in chips:
            raise FileNotFoundError(2, "No such file or directory", node)
        self._chip = chips[node]

    def write(self, data: bytes) -> None:
        self._chip.hear(data)

    def read(self) -> bytes:
        said = b""
        while frame := self._chip.said():
            self._chip.was_read()
            said += frame
        return said

    def close(self) -> None:
        """Nothing is held."""


@contextmanager
def install(chips: Mapping[str, Pn532Chip]) -> Iterator[None]:
    """Puts these chips, by the node of their line, behind ``SerialPort`` until it is left."""
    real = serial_port.SerialPort
    serial_port.SerialPort = partial(SerialEnd, chips)  # type: ignore[assignment,misc]
    try:
        yield
    finally:
        serial_port.SerialPort = real  # type: ignore[misc]
