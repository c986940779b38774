"""An I2C bus in software, which takes the place of ``smbus2.SMBus`` while it is installed.

Transactions reach the attached chips byte by byte; the bus counts them, and lets the clock pass as
a wire would. An address without a chip, or one told to be silent, does not acknowledge.
"""

import errno
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any, Protocol, Self

import smbus2

from companion.clock import Clock

BITS_PER_BYTE = 9  # eight, and the acknowledge
READ = 0x0001  # the flag of a reading message in the kernel's I2C interface
LARGEST_BLOCK = 32
EREMOTEIO = 121  # what a Pi says when nobody acknowledges


class I2cDevice(Protocol):
    """What hangs on the bus: told where a message begins, then given or asked for its bytes."""

    def begin(self) -> None: ...

    def write(self, byte: int) -> None: ...

    def read(self) -> int: ...


@dataclass(slots=True)
class MissingAck:
    """A chip that acknowledges so many bytes more, and then nothing for a while."""

    after: int
    seconds: float
    error: int
    until: float | None = None


class Bus:
    """One I2C port with its chips, its counters and its faults."""

    def __init__(self, clock: Clock, hertz: int = 400_000) -> None:
        self.bytes = 0
        self.transactions = 0
        self.openings = 0
        """How many have the port open."""
        self._clock = clock
        self._hertz = hertz
        self._chips: dict[int, I2cDevice] = {}
        self._silences: dict[int, MissingAck] = {}
        self._recording: list[bytes] | None = None
        self._lock = Lock()
        self._owed = 0  # bits that have passed, and whose time has not

    def attach(self, address: int, chip: I2cDevice) -> None:
        with self._lock:
            self._chips[address] = chip

    def detach(self, address: int) -> None:
        with self._lock:
            del self._chips[address]

    def silence(
        self, address: int, after: int = 0, seconds: float = 0, error: int = errno.EIO
    ) -> None:
        """Acknowledges ``after`` bytes more (an address counts), and from then on none for a while.

        With no ``seconds`` it is that one byte only.
        """
        with self._lock:
            self._silences[address] = MissingAck(after, seconds, error)

    @contextmanager
    def recording(self) -> Iterator[list[bytes]]:
        """Keeps what is written meanwhile: the acknowledged bytes of each message, less address."""
        recorded: list[bytes] = []
        self._recording = recorded
        try:
            yield recorded
        finally:
            self._recording = None

    def write(self, address: int, data: Iterable[int]) -> None:
        with self._transaction():
            self._write(address, data)

    def read(self, address: int, length: int) -> bytes:
        with self._transaction():
            return self._read(address, length)

    def transfer(self, messages: Iterable[smbus2.i2c_msg]) -> None:
        """Messages in one transaction: a start before each of them, one stop after the last."""
        with self._transaction():
            for message in messages:
                if message.flags & READ:
                    for at, byte in enumerate(self._read(message.addr, message.len)):
                        message.buf[at] = byte
                else:
                    self._write(message.addr, bytes(message))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            self.transactions += 1
            try:
                yield
            finally:
                self._pass_bits(1)
                self._take_time()

    def _write(self, address: int, data: Iterable[int]) -> None:
        chip = self._address(address)
        taken = bytearray()
        try:
            for byte in data:
                if address in self._silences:
                    self._pass_byte(address)
                else:
                    self._owed += BITS_PER_BYTE
                    self.bytes += 1
                chip.write(byte)
                taken.append(byte)
        finally:
            if self._recording is not None:
                self._recording.append(bytes(taken))

    def _read(self, address: int, length: int) -> bytes:
        chip = self._address(address)
        answer = bytearray()
        for _ in range(length):
            # The bus acknowledges what it reads; a chip cannot refuse, so no fault can show here.
            self._pass_bits(BITS_PER_BYTE)
            self.bytes += 1
            answer.append(chip.read())
        return bytes(answer)

    def _address(self, address: int) -> I2cDevice:
        self._pass_bits(1)
        self._pass_byte(address)
        chip = self._chips[address]
        chip.begin()
        return chip

    def _pass_byte(self, address: int) -> None:
        self._pass_bits(BITS_PER_BYTE)
        self.bytes += 1
        if address not in self._chips:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        if silence := self._silences.get(address):
            self._check(address, silence)

    def _check(self, address: int, silence: MissingAck) -> None:
        self._take_time()
        if silence.until is None:
            if silence.after > 0:
                silence.after -= 1
                return
            silence.until = self._clock.now() + silence.seconds
        elif self._clock.now() >= silence.until:
            del self._silences[address]
            return
        raise OSError(silence.error, os.strerror(silence.error))

    def _pass_bits(self, bits: int) -> None:
        self._owed += bits

    def _take_time(self) -> None:
        """All at once: no machine can sleep for as little as a byte takes."""
        self._clock.sleep(self._owed / self._hertz)
        self._owed = 0


class SMBus:
    """``smbus2.SMBus`` as far as the drivers use it, on simulated buses."""

    _buses: Mapping[int, Bus] = {}

    def __init__(self, bus: int | None = None, force: bool = False) -> None:
        self._bus: Bus | None = None
        if bus is not None:
            self.open(bus)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self, bus: int) -> None:
        if bus not in self._buses:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), f"/dev/i2c-{bus}")
        self._bus = self._buses[bus]
        self._bus.openings += 1

    def close(self) -> None:
        if self._bus is not None:
            self._bus.openings -= 1
        self._bus = None

    def write_i2c_block_data(
        self, i2c_addr: int, register: int, data: list[int], force: bool | None = None
    ) -> None:
        if len(data) > LARGEST_BLOCK:
            raise ValueError(f"Data length cannot exceed {LARGEST_BLOCK} bytes")
        self._opened().write(i2c_addr, [register, *data])

    def i2c_rdwr(self, *i2c_msgs: smbus2.i2c_msg) -> None:
        self._opened().transfer(i2c_msgs)

    def _opened(self) -> Bus:
        if self._bus is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return self._bus


@contextmanager
def install(buses: Mapping[int, Bus]) -> Iterator[None]:
    """Puts these buses, by port, behind ``smbus2.SMBus`` until the block is left."""
    module: Any = smbus2
    stock = module.SMBus
    module.SMBus = type("SMBus", (SMBus,), {"_buses": buses})
    # When a panel does not answer, luma looks at an error number that only Linux names.
    numbers: Any = errno
    linux = hasattr(numbers, "EREMOTEIO")
    if not linux:
        numbers.EREMOTEIO = EREMOTEIO
    try:
        yield
    finally:
        module.SMBus = stock
        if not linux:
            del numbers.EREMOTEIO
