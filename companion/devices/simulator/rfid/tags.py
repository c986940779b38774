"""ISO 14443-3 type A cards, and the field above an antenna in which they lie and answer.

Cards answer at the same moment, so two of them collide bit by bit.

Frames are lists of bits in the order in which they cross the air, least significant first.
"""

import math
from dataclasses import dataclass
from enum import Enum
from random import Random
from threading import Lock

from companion.devices.readers import iso14443 as iso

Bits = list[int]


def to_bits(data: bytes) -> Bits:
    return [byte >> n & 1 for byte in data for n in range(8)]


def to_bytes(bits: Bits) -> bytes:
    """Whole bytes; the last one is filled up with zeros."""
    return bytes(
        sum(bit << n for n, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8)
    )


class State(Enum):
    IDLE = "idle"
    READY = "ready"
    ACTIVE = "active"
    HALT = "halt"


class Tag:
    """One card. ``power_up`` is how long it needs a field before it listens: 5 ms at most."""

    def __init__(
        self, uid: str, *, sak: int = 0x00, power_up: float = iso.FIELD_ON_GUARD_SECONDS
    ) -> None:
        number = bytes.fromhex(uid)
        self.uid = uid
        self.sak = sak
        self.power_up = power_up
        self._parts = _cascade(number)
        self._atqa = bytes([(len(self._parts) - 1) << 6 | 0x04, 0x00])
        self.times_read = 0
        self.lose_power()

    def lose_power(self) -> None:
        self.state = State.IDLE
        self._level = 0
        self._was_halted = False

    def hear(self, frame: Bits) -> Bits | None:
        """Takes a frame; the answer, if this card gives one."""
        if self.state in (State.IDLE, State.HALT):
            return self._hear_at_rest(frame)
        if self.state is State.READY:
            return self._hear_ready(frame)
        return self._hear_active(frame)

    def _hear_at_rest(self, frame: Bits) -> Bits | None:
        wakes = (iso.WUPA,) if self.state is State.HALT else (iso.WUPA, iso.REQA)
        if len(frame) != iso.SHORT_FRAME_BITS or to_bytes(frame)[0] not in wakes:
            return None
        self._was_halted = self.state is State.HALT
        self.state = State.READY
        self._level = 0
        return to_bits(self._atqa)

    def _hear_ready(self, frame: Bits) -> Bits | None:
        data = to_bytes(frame)
        if len(frame) < 16 or data[0] != iso.SELECT_LEVELS[self._level]:
            return self._fall_back()
        part = self._parts[self._level]
        if data[1] == iso.SELECT_ALL_BITS:
            return self._selected(data) if data[2:7] == part else self._fall_back()
        known = ((data[1] >> 4) - 2) * 8 + (data[1] & 0x0F)
        if len(frame) != 16 + known or not 0 <= known < 40:
            return self._fall_back()
        own = to_bits(part)
        # A card with another number keeps silent, but stays in the round.
        return own[known:] if own[:known] == frame[16:] else None

    def _selected(self, data: bytes) -> Bits | None:
        if data[7:] != iso.crc_a(data[:7]):
            return self._fall_back()
        if self._level + 1 < len(self._parts):
            self._level += 1
            sak = bytes([iso.UID_NOT_COMPLETE])
        else:
            self.state = State.ACTIVE
            self.times_read += 1
            sak = bytes([self.sak])
        return to_bits(iso.with_crc(sak))

    def _hear_active(self, frame: Bits) -> Bits | None:
        if to_bytes(frame) == iso.HLTA:
            self.state = State.HALT
            return None
        return self._fall_back()

    def _fall_back(self) -> Bits | None:
        """What a card does with anything unexpected: it goes back to rest, without a word."""
        self.state = State.HALT if self._was_halted else State.IDLE
        return None


def _cascade(uid: bytes) -> list[bytes]:
    """The UID in parts of four bytes and their check, with cascade tags where more follows."""
    if len(uid) not in (4, 7, 10):
        raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}")
    parts = []
    while len(uid) > 4:
        parts.append(bytes([iso.CASCADE_TAG]) + uid[:3])
        uid = uid[3:]
    parts.append(uid)
    return [part + bytes([iso.block_check(part)]) for part in parts]


@dataclass(frozen=True, slots=True)
class Answer:
    """What an antenna receives; ``collision`` is the index of the first bit that is 0 and 1."""

    bits: Bits
    starts: float
    collision: int | None


@dataclass(slots=True)
class _Placement:
    tag: Tag
    since: float
    until: float
    powered_since: float = math.nan


class Field:
    """Cards come and go at times of the clock; they live on the antenna's power.

    ``notices_clashes=False`` is the electrical accident in which a receiver takes two cards' bits
    for one card's; ``success`` is how probably an answer arrives, which is less for a weak tag.
    """

    def __init__(self, *, detects_collisions: bool = True) -> None:
        self.detects_collisions = detects_collisions
        self.success = 1.0
        self._chance = Random(1)
        self._stays: list[_Placement] = []
        self._lock = Lock()  # cards come and go while a reader looks

    def lay(self, tag: Tag, since: float, until: float = math.inf) -> None:
        with self._lock:
            self._stays.append(_Placement(tag, since, until))

    def take(self, tag: Tag, at: float) -> None:
        with self._lock:
            for stay in self._stays:
                if stay.tag is tag:
                    stay.until = min(stay.until, at)

    def send(self, frame: Bits, starts: float, ends: float, field_since: float) -> Answer | None:
        """A frame goes out; what comes back, if anything does."""
        with self._lock:
            self._stays = [stay for stay in self._stays if stay.until > starts]
            lying = tuple(self._stays)
        delay = iso.FRAME_DELAY_AFTER_ONE if frame[-1] else iso.FRAME_DELAY_AFTER_ZERO
        answers = []
        for stay in lying:
            powered_since = max(stay.since, field_since)
            if starts < powered_since + stay.tag.power_up or stay.until <= ends:
                continue
            if stay.powered_since != powered_since:
                stay.tag.lose_power()
                stay.powered_since = powered_since
            if bits := stay.tag.hear(frame):
                heard = (stay.until - ends - delay) / iso.BIT_SECONDS - 1
                answers.append(bits if heard >= len(bits) else bits[: max(0, int(heard))])
        if self.success < 1 and self._chance.random() >= self.success:
            return None
        return self._mix([answer for answer in answers if answer], ends + delay)

    def _mix(self, answers: list[Bits], starts: float) -> Answer | None:
        if not answers:
            return None
        if len(answers) == 1:
            return Answer(answers[0], starts, None)
        bits: Bits = []
        collision = None
        for at in range(max(map(len, answers))):
            heard = {answer[at] for answer in answers if at < len(answer)}
            if len(heard) == 2 and collision is None and self.detects_collisions:
                collision = at
            bits.append(max(heard))
        return Answer(bits, starts, collision)
