"""One RC522 reader: the ``mfrc522`` package's register access, with a radio part of our own.

The package waits by reading a register 2,000 times, knows one cascade level and never asks whether
the chip is there. Import this module only when a reader is opened: off a Pi, without the
simulator, the package cannot be imported.
"""

from collections.abc import Iterable
from typing import Any

from mfrc522 import MFRC522

from companion.clock import Clock
from companion.devices.board import pinout
from companion.devices.readers.iso14443 import (
    ANTICOLLISION_FROM_START,
    CARRIER_HZ,
    CASCADE_TAG,
    FIELD_ON_GUARD_SECONDS,
    FRAME_DELAY_AFTER_ONE,
    HLTA,
    SELECT_ALL_BITS,
    SELECT_LEVELS,
    SHORT_FRAME_BITS,
    UID_NOT_COMPLETE,
    WUPA,
    air_seconds,
    block_check,
    crc_a,
)
from companion.devices.readers.presence import Seen, Sighting
from companion.errors import ReaderError
from companion.message import say

BCM_NUMBERING = 11
SPI_HZ = 1_000_000
NOBODY = (0x00, 0xFF)
# The oscillator may have to start anew, and what is written before it runs is lost.
RESET_SECONDS = 0.005
ATTEMPTS = 3

TICK_PRESCALER = 169
TICK_SECONDS = (2 * TICK_PRESCALER + 1) / CARRIER_HZ
TIMEOUT_TICKS = 20
TIMEOUT_SECONDS = (TIMEOUT_TICKS + 1) * TICK_SECONDS
# The chip's own oscillator and the Pi's differ, and a look that is too early costs a second one.
MARGIN_SECONDS = 50e-6

RECEIVED = 0x20
TIMED_OUT = 0x01
COLLISION = 0x08
NO_COLLISION_POSITION = 0x20
OTHER_ERRORS = 0x13
CLEAR_INTERRUPTS = 0x7F
FLUSH_FIFO = 0x80
START_SEND = 0x80
ANTENNA_ON = 0x83
ANTENNA_OFF = 0x80


class _SilentError(Exception):
    """No card answered this frame."""


class _ClashError(Exception):
    """More than one card answered this frame."""


class _GarbledError(Exception):
    """An answer came that cannot be right."""


class Rc522(MFRC522):  # type: ignore[misc]  # the package has no types
    """Looks for a card when asked; its antenna is off in between."""

    spi: Any

    def __init__(self, bus: int, device: int, clock: Clock) -> None:
        self._clock = clock
        # Register, value, and the bits that can be relied on: clones read the others differently.
        self._settings = (
            (self.TModeReg, 0x80, 0xFF),
            (self.TPrescalerReg, TICK_PRESCALER, 0xFF),
            (self.TReloadRegH, 0x00, 0xFF),
            (self.TReloadRegL, TIMEOUT_TICKS, 0xFF),
            (self.TxAutoReg, 0x40, 0x40),
            (self.ModeReg, 0x3D, 0x23),
            (self.TxModeReg, 0x00, 0xF8),
            (self.RxModeReg, 0x00, 0xFC),
        )
        super().__init__(bus, device, spd=SPI_HZ, pin_mode=BCM_NUMBERING, pin_rst=pinout.RESET)

    def MFRC522_Init(self) -> None:  # noqa: N802
        """Puts the chip into a known state with its antenna off."""
        self.MFRC522_Reset()
        self._clock.sleep(RESET_SECONDS)
        for register, value, _ in self._settings:
            self.Write_MFRC522(register, value)

    def close(self) -> None:
        """Lets go of the bus only: the package's own way resets every pin of the process."""
        self.spi.close()

    @property
    def version(self) -> int:
        value: int = self.Read_MFRC522(self.VersionReg)
        return value

    def look(self) -> Sighting:
        """One look into the field; raises ReaderError when no chip answers."""
        self._make_sure_of_chip()
        self.Write_MFRC522(self.TxControlReg, ANTENNA_ON)
        self._clock.sleep(FIELD_ON_GUARD_SECONDS)
        try:
            return self._look_again_if_unclear()
        finally:
            self.Write_MFRC522(self.TxControlReg, ANTENNA_OFF)

    def _make_sure_of_chip(self) -> None:
        """The version says that somebody is there, the settings that it has kept its power."""
        if self._keeps_settings():
            return
        self.MFRC522_Init()
        if not self._keeps_settings():
            raise ReaderError(
                say("The reader answers, but forgets its settings. Check its 3.3 V supply.")
            )

    def _keeps_settings(self) -> bool:
        registers = [register for register, _, _ in self._settings]
        version, *found = self._read_all([self.VersionReg, *registers])
        if version in NOBODY:
            raise ReaderError(
                say("No reader answers there. Check its power, its wires and its chip select.")
            )
        return all(
            (read ^ value) & relied_on == 0
            for read, (_, value, relied_on) in zip(found, self._settings, strict=True)
        )

    def _look_again_if_unclear(self) -> Sighting:
        sightings: list[Sighting] = []
        while len(sightings) < ATTEMPTS:
            sighting = self._look_once(first=not sightings)
            if isinstance(sighting, str) or (sighting is Seen.NOTHING and not sightings):
                return sighting
            sightings.append(sighting)
        if sightings.count(Seen.TWO_CARDS) > 1:
            return Seen.TWO_CARDS
        return Seen.NOTHING if sightings.count(Seen.NOTHING) > 1 else Seen.UNCLEAR

    def _look_once(self, *, first: bool) -> Sighting:
        try:
            self._wake(twice=not first)
            uid = self._select()
            self._send(HLTA + crc_a(HLTA))
            self._clock.sleep(air_seconds(8 * len(HLTA + crc_a(HLTA))))
        except _SilentError:
            return Seen.NOTHING
        except _ClashError:
            return Seen.TWO_CARDS
        except _GarbledError:
            return Seen.UNCLEAR
        return uid.hex()

    def _wake(self, *, twice: bool) -> None:
        """Calls every card. One that was left in the middle of a talk needs a second call."""
        try:
            self._ask(bytes([WUPA]), answer_bytes=2, bits_of_last_byte=SHORT_FRAME_BITS)
        except _SilentError:
            if not twice:
                raise
            self._ask(bytes([WUPA]), answer_bytes=2, bits_of_last_byte=SHORT_FRAME_BITS)

    def _select(self) -> bytes:
        """The whole number of the one card that is awake, level by level."""
        uid = b""
        for level in SELECT_LEVELS:
            part = self._answer_to(bytes([level, ANTICOLLISION_FROM_START]), 5)
            if block_check(part[:4]) != part[4]:
                # Two cards that answer at unlike strength mix into a number nobody has.
                raise _ClashError
            choice = bytes([level, SELECT_ALL_BITS]) + part
            sak = self._answer_to(choice + crc_a(choice), 3)
            more = bool(sak[0] & UID_NOT_COMPLETE)
            if crc_a(sak[:1]) != sak[1:] or more != (part[0] == CASCADE_TAG):
                raise _GarbledError
            if not more:
                return uid + part[:4]
            uid += part[1:4]
        raise _GarbledError

    def _answer_to(self, frame: bytes, answer_bytes: int) -> bytes:
        """The answer of a card that has already spoken: its silence is no empty field."""
        try:
            return self._ask(frame, answer_bytes)
        except _SilentError:
            raise _GarbledError from None

    def _ask(self, frame: bytes, answer_bytes: int, bits_of_last_byte: int = 0) -> bytes:
        self._send(frame, bits_of_last_byte)
        on_air = air_seconds(8 * len(frame))
        answered = FRAME_DELAY_AFTER_ONE + air_seconds(8 * answer_bytes)
        # Most calls into an empty field time out, so the first look is after both.
        self._clock.sleep(on_air + max(answered, TIMEOUT_SECONDS) + MARGIN_SECONDS)
        interrupts = self.Read_MFRC522(self.CommIrqReg)
        if not interrupts & RECEIVED:
            raise _SilentError if interrupts & TIMED_OUT else _GarbledError
        errors, level, control, collision = self._read_all(
            [self.ErrorReg, self.FIFOLevelReg, self.ControlReg, self.CollReg]
        )
        if errors & COLLISION and not collision & NO_COLLISION_POSITION:
            raise _ClashError
        if errors & (COLLISION | OTHER_ERRORS) or level != answer_bytes or control & 0x07:
            raise _GarbledError
        return bytes(self._read_all([self.FIFODataReg] * level))

    def _send(self, frame: bytes, bits_of_last_byte: int = 0) -> None:
        self.Write_MFRC522(self.CommandReg, self.PCD_IDLE)
        self.Write_MFRC522(self.CommIrqReg, CLEAR_INTERRUPTS)
        self.Write_MFRC522(self.FIFOLevelReg, FLUSH_FIFO)
        self.spi.xfer2([self.FIFODataReg << 1, *frame])
        self.Write_MFRC522(self.BitFramingReg, bits_of_last_byte)
        self.Write_MFRC522(self.CommandReg, self.PCD_TRANSCEIVE)
        self.Write_MFRC522(self.BitFramingReg, START_SEND | bits_of_last_byte)

    def _read_all(self, registers: Iterable[int]) -> list[int]:
        """Several registers in one transfer: each address goes out while the last value comes."""
        addresses = [register << 1 | 0x80 for register in registers]
        values: list[int] = self.spi.xfer2([*addresses, 0])[1:]
        return values
