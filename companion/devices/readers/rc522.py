"""The RC522 reader's driver: wakes cards, reads their whole UID, and halts them.

The ``mfrc522`` package waits by reading a register 2,000 times and knows one cascade level, so only
its access to the registers is used. Import this module only when a reader is opened.
"""

from companion.clock import Clock
from companion.devices.board.parts import DEFAULT_GAIN_DB, DEFAULT_SPI_HZ
from companion.devices.readers import iso14443 as iso
from companion.devices.readers.chip import Chip, GarbledError, ResetError
from companion.devices.readers.presence import Seen, Sighting
from companion.errors import ReaderError
from companion.i18n.message import say

WAKE = bytes([iso.WUPA])
MAX_ATTEMPTS = 3
MAX_MISUNDERSTOOD, CAREFUL_S = 4, 60.0

# The chip's own oscillator and the Pi's differ, and a look that is too early costs a second one.
MARGIN_S = 50e-6

COLLISION = 0x08
NO_COLLISION_POSITION = 0x20
OTHER_ERRORS = 0x13
FLUSH_FIFO = 0x80
START_SEND = 0x80
ANTENNA_ON = 0x83
ANTENNA_OFF = 0x80


class _NoAnswerError(Exception):
    """No card answered this frame."""


class _CollisionError(Exception):
    """More than one card answered this frame."""


class _CheckByteError(Exception):
    """A number whose check does not fit: bits were lost, or two cards spoke and nobody noticed."""

    def __init__(self, part: bytes) -> None:
        self.part = part


class Rc522(Chip):
    """Looks for a card when asked; its antenna is off in between."""

    _is_fifo_clean: bool
    """Did the last frame end as it should? Then the next one needs no flush before it."""
    _fast: bool
    """Are frames sent without ending the command before? Not every clone may take that."""

    def __init__(
        self,
        bus: int,
        device: int,
        clock: Clock,
        gain: int = DEFAULT_GAIN_DB,
        spi_hz: int = DEFAULT_SPI_HZ,
    ) -> None:
        self._misunderstood = 0
        """How often in a row the fast way went wrong, and the careful one then worked."""
        self._careful_until = clock.now()
        super().__init__(bus, device, clock, gain, spi_hz)

    def MFRC522_Init(self) -> None:  # noqa: N802
        super().MFRC522_Init()
        self._is_fifo_clean = False

    def look(self) -> Sighting:
        """One look into the field; raises ReaderError when the chip does not do as it should."""
        if not self._baseline:
            self._set_up()
        try:
            sighting = self._look_into_field()
        except ResetError:
            # Its power was gone for a moment, perhaps long ago; or it cannot carry its antenna.
            self._set_up()
            sighting = self._look_once_more()
        if sighting is Seen.UNCLEAR:
            self._verify_chip()
        return sighting

    def _look_once_more(self) -> Sighting:
        try:
            return self._look_into_field()
        except ResetError:
            raise ReaderError(
                say(
                    "The reader starts anew whenever its antenna goes on. "
                    "Check its 3.3 V supply: a short wire, and a capacitor of 10 µF at the reader."
                )
            ) from None

    def _look_into_field(self) -> Sighting:
        self.Write_MFRC522(self.TxControlReg, ANTENNA_ON)
        self._clock.sleep(iso.FIELD_ON_GUARD_SECONDS)
        try:
            return self._look_again_if_unclear()
        finally:
            self.Write_MFRC522(self.TxControlReg, ANTENNA_OFF)

    # The cards.

    def _look_again_if_unclear(self) -> Sighting:
        sightings: list[Sighting] = []
        failed_checks: list[bytes] = []
        while len(sightings) < MAX_ATTEMPTS:
            self._fast = not sightings and self._clock.now() >= self._careful_until
            try:
                sighting = self._look_once(twice=bool(sightings))
            except _CheckByteError as error:
                sighting = Seen.UNCLEAR
                failed_checks.append(error.part)
            if isinstance(sighting, str):
                self._learn(was_fast=self._fast, tried_before=bool(sightings))
            if isinstance(sighting, str) or (sighting is Seen.NOTHING and not sightings):
                return sighting
            sightings.append(sighting)
        # The same mixture twice is no accident of the wires: two cards answer at unlike strength.
        if sightings.count(Seen.TWO_CARDS) > 1 or len(failed_checks) > len(set(failed_checks)):
            return Seen.TWO_CARDS
        return Seen.NOTHING if sightings.count(Seen.NOTHING) > 1 else Seen.UNCLEAR

    def _learn(self, *, was_fast: bool, tried_before: bool) -> None:
        """A chip that again and again answers only the careful way is asked in it for a while."""
        if was_fast:
            self._misunderstood = 0
        elif tried_before:
            self._misunderstood += 1
        if self._misunderstood >= MAX_MISUNDERSTOOD:
            # It may also have been a weak tag, so it is not for ever.
            self._misunderstood = 0
            self._careful_until = self._clock.now() + CAREFUL_S

    def _look_once(self, *, twice: bool) -> Sighting:
        try:
            self._wake(twice=twice)
            uid = self._select()
            self._send(iso.HLTA)
            self._clock.sleep(iso.air_seconds(8 * len(iso.HLTA)))
        except _NoAnswerError:
            return Seen.NOTHING
        except _CollisionError:
            return Seen.TWO_CARDS
        except GarbledError:
            return Seen.UNCLEAR
        return uid.hex()

    def _wake(self, *, twice: bool) -> None:
        """Calls every card. One that was left in the middle of a talk needs a second call."""
        try:
            self._ask(WAKE, answer_bytes=2, bits_of_last_byte=iso.SHORT_FRAME_BITS)
        except _NoAnswerError:
            if not twice:
                raise
            self._ask(WAKE, answer_bytes=2, bits_of_last_byte=iso.SHORT_FRAME_BITS)

    def _select(self) -> bytes:
        """The whole number of the one card that is awake, level by level."""
        uid = b""
        for level in iso.SELECT_LEVELS:
            part = self._number(level)
            if iso.block_check(part[:4]) != part[4]:
                raise _CheckByteError(part)
            choice = bytes([level, iso.SELECT_ALL_BITS]) + part
            sak = self._answer_to(iso.with_crc(choice), 3)
            more = bool(sak[0] & iso.UID_NOT_COMPLETE)
            if iso.crc_a(sak[:1]) != sak[1:] or more != (part[0] == iso.CASCADE_TAG):
                raise GarbledError
            if not more:
                return uid + part[:4]
            uid += part[1:4]
        raise GarbledError

    def _number(self, level: int) -> bytes:
        """Four bytes and their check. Nothing has moved on yet, so a weak tag is asked twice."""
        question = bytes([level, iso.ANTICOLLISION_FROM_START])
        try:
            return self._ask(question, 5)
        except _NoAnswerError:
            return self._answer_to(question, 5)

    def _answer_to(self, frame: bytes, answer_bytes: int) -> bytes:
        """The answer of a card that has already spoken: its silence is no empty field."""
        try:
            return self._ask(frame, answer_bytes)
        except _NoAnswerError:
            raise GarbledError from None

    def _ask(self, frame: bytes, answer_bytes: int, bits_of_last_byte: int = 0) -> bytes:
        self._send(frame, bits_of_last_byte)
        answered = iso.FRAME_DELAY_AFTER_ONE + iso.air_seconds(8 * answer_bytes)
        self._clock.sleep(iso.air_seconds(8 * len(frame)) + answered + MARGIN_S)
        level, errors = self._read_if_still_set_up([self.FIFOLevelReg, self.ErrorReg])
        if errors & COLLISION and not self.Read_MFRC522(self.CollReg) & NO_COLLISION_POSITION:
            raise _CollisionError
        if errors & (COLLISION | OTHER_ERRORS) or level not in (0, answer_bytes):
            raise GarbledError
        answer = bytes(self._read_all([self.FIFODataReg] * level))
        self._is_fifo_clean = True
        if not answer:
            raise _NoAnswerError
        return answer

    def _send(self, frame: bytes, bits_of_last_byte: int = 0) -> None:
        if not (self._is_fifo_clean and self._fast):
            self.Write_MFRC522(self.CommandReg, self.PCD_IDLE)
            self.Write_MFRC522(self.FIFOLevelReg, FLUSH_FIFO)
            self.Write_MFRC522(self.BitFramingReg, bits_of_last_byte)
        self._is_fifo_clean = False
        self.spi.xfer2([self.FIFODataReg << 1, *frame])
        self.Write_MFRC522(self.CommandReg, self.PCD_TRANSCEIVE)
        self.Write_MFRC522(self.BitFramingReg, START_SEND | bits_of_last_byte)
