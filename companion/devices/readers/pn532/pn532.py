"""The PN532 reader's driver: looks for cards once, and never waits longer than that takes.

The chip wakes, counts and selects cards by itself. As it comes it would look for one for ever, so
it is told to try once; its field is off in between, and so a card that lies there is new each time.
Packages for it wait inside of a call, want a platform layer of their own, or both.
"""

from companion.clock import Clock
from companion.devices.board.parts import Pn532Reader
from companion.devices.readers import iso14443 as iso
from companion.devices.readers.pn532 import links
from companion.devices.readers.pn532.links import FrameError, RefusedError, SilentError, open_link
from companion.devices.readers.presence import Seen, Sighting
from companion.devices.readers.watcher import forgets_settings, no_reader_answers
from companion.errors import ReaderError
from companion.i18n.message import Message, say

GET_FIRMWARE_VERSION, SET_PARAMETERS, SAM_CONFIGURATION = 0x02, 0x12, 0x14
RF_CONFIGURATION, IN_LIST_PASSIVE_TARGET = 0x32, 0x4A
NORMAL_MODE, NO_LIMIT, NO_IRQ = 0x01, 0x00, 0x00
NO_ACTIVATION_BY_ITSELF = 0x00
"""Only the number of a card is asked for, not what it could do besides."""
FIELD, FIELD_ON, FIELD_OFF = 0x01, 0x01, 0x00
MAX_RETRIES, FOR_EVER, NO_RETRY = 0x05, 0xFF, 0x00
TWO_CARDS, TYPE_A_106_KBIT = 2, 0x00

POLL_S = 0.001
WAKE_S = 0.003
ACK_TIMEOUT_S = 0.02
ANSWER_TIMEOUT_S = 0.05
LOOK_TIMEOUT_S = 0.15
MOST_SAID_BYTES = 34
"""Two cards with numbers of ten bytes each."""
MAX_UNCLEAR = 3
"""So many answers in a row that are no answers are told as a fault of the wires."""
NUMBER_BYTES = (4, 7, 10)


class LateError(Exception):
    """The chip took the question and gave no answer in time."""


class Pn532:
    """Looks for a card when asked; its field is off in between."""

    def __init__(self, place: Pn532Reader, clock: Clock) -> None:
        self._clock = clock
        self._place = place
        self._link = open_link(place)
        self._is_set_up = False
        self._unclear = 0
        """How many answers in a row were none."""
        self._number = ""
        """The last one that was read."""
        self.firmware = ""
        """What the chip says it is, once it was set up."""

    def close(self) -> None:
        self._link.close()

    def look(self) -> Sighting:
        """One look into the field; raises ReaderError when the chip does not do as it should."""
        sighting = self._look_or_set_up_again()
        if isinstance(sighting, str) and sighting != self._number:
            sighting = self._read_twice(sighting)
        if self._unclear >= MAX_UNCLEAR:
            raise ReaderError(garbled(self._place))
        return sighting

    def _read_twice(self, number: str) -> Sighting:
        """One byte checks a whole frame, so a number that is new is read twice. A weak tag may keep
        silent the second time; then the next look that reads it will do."""
        self._number = number
        again = self._look_or_set_up_again()
        if isinstance(again, str):
            self._number = again
        return number if again == number else Seen.UNCLEAR

    def _look_or_set_up_again(self) -> Sighting:
        """Its power may have been gone for a moment: then it knows nothing of what it was told."""
        for is_last_try in (False, True):
            try:
                if not self._is_set_up:
                    self._set_up()
                sighting = self._look_into_field()
                self._unclear = self._unclear + 1 if sighting is Seen.UNCLEAR else 0
                return sighting
            except FrameError:
                self._is_set_up = False
                self._unclear += 1
                return Seen.UNCLEAR
            except RefusedError:
                self._is_set_up = False
                if is_last_try:
                    raise forgets_settings() from None
            except (LateError, SilentError):
                self._is_set_up = False
                if is_last_try:
                    raise no_reader_answers() from None
        raise AssertionError("the last try returns or raises")

    def _set_up(self) -> None:
        self._link.wake()
        self._clock.sleep(WAKE_S)
        self._link.write(links.ACK)  # ends whatever it still may be doing
        self._clock.sleep(POLL_S)
        self._ask(SAM_CONFIGURATION, NORMAL_MODE, NO_LIMIT, NO_IRQ)
        chip, version, revision, _ = self._ask(GET_FIRMWARE_VERSION).ljust(4, b"\0")[:4]
        self.firmware = f"PN5{chip:02x} {version}.{revision}"
        self._ask(SET_PARAMETERS, NO_ACTIVATION_BY_ITSELF)
        self._ask(RF_CONFIGURATION, MAX_RETRIES, FOR_EVER, FOR_EVER, NO_RETRY)
        self._ask(RF_CONFIGURATION, FIELD, FIELD_OFF)
        self._is_set_up = True

    def _look_into_field(self) -> Sighting:
        self._ask(RF_CONFIGURATION, FIELD, FIELD_ON)
        self._clock.sleep(iso.FIELD_ON_GUARD_SECONDS)
        found = self._ask(
            IN_LIST_PASSIVE_TARGET, TWO_CARDS, TYPE_A_106_KBIT, timeout_s=LOOK_TIMEOUT_S
        )
        self._ask(RF_CONFIGURATION, FIELD, FIELD_OFF)
        return sighting_of(found)

    def _ask(self, code: int, *parameters: int, timeout_s: float = ANSWER_TIMEOUT_S) -> bytes:
        """What the chip answers to a command, without its code."""
        self._link.write(links.command(code, *parameters))
        if links.ACK not in self._next(len(links.ACK), ACK_TIMEOUT_S):
            raise FrameError
        answer = links.said_in(self._next(links.OVERHEAD_BYTES + MOST_SAID_BYTES, timeout_s))
        if answer[:1] != bytes([code + 1]):
            raise FrameError
        return answer[1:]

    def _next(self, length: int, timeout_s: float) -> bytes:
        until = self._clock.now() + timeout_s
        while True:
            if (said := self._link.read(length)) is not None:
                return said
            if self._clock.now() >= until:
                raise LateError
            self._clock.sleep(POLL_S)


def sighting_of(found: bytes) -> Sighting:
    """How many cards, and of one: where it is in the list, what it is, its number."""
    count = found[0] if found else 0
    if count != 1:
        return Seen.TWO_CARDS if count else Seen.NOTHING
    _, _, _, _, length, *number = found[1:].ljust(5, b"\0")
    if length not in NUMBER_BYTES or len(number) < length:
        return Seen.UNCLEAR
    return bytes(number[:length]).hex()


def garbled(place: Pn532Reader) -> Message:
    if place.bus == "i2c":
        return say(
            "The reader's answers are garbled. A PN532 holds the I2C clock, which a Pi does not "
            "always wait for: write i2c_arm_baudrate=50000 into the boot configuration, shorten "
            "its wires, or switch it to SPI."
        )
    return say(
        "The reader's answers are garbled. Check its wires: GND, plugs that are loose, cables "
        "longer than 50 cm."
    )
