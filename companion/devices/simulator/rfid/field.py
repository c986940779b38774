"""The space above one antenna: which cards lie there, when, and what comes back from them.

Cards answer at the same moment, so two of them collide bit by bit.
"""

import math
from dataclasses import dataclass
from random import Random
from threading import Lock

from companion.devices.readers.iso14443 import (
    BIT_SECONDS,
    FRAME_DELAY_AFTER_ONE,
    FRAME_DELAY_AFTER_ZERO,
)
from companion.devices.simulator.rfid.card import Bits, Tag


@dataclass(frozen=True, slots=True)
class Answer:
    """What an antenna receives: ``clash`` is the index of the first bit that is both 0 and 1."""

    bits: Bits
    starts: float
    clash: int | None


@dataclass(slots=True)
class _Stay:
    tag: Tag
    since: float
    until: float
    powered_since: float = math.nan


class Field:
    """Cards come and go at times of the clock; they live on the antenna's power.

    ``notices_clashes=False`` is the electrical accident in which a receiver takes two cards' bits
    for one card's; ``success`` is how probably an answer arrives, which is less for a weak tag.
    """

    def __init__(self, *, notices_clashes: bool = True) -> None:
        self.notices_clashes = notices_clashes
        self.success = 1.0
        self._chance = Random(1)
        self._stays: list[_Stay] = []
        self._lock = Lock()  # hands lay and lift cards while a reader looks

    def lay(self, tag: Tag, since: float, until: float = math.inf) -> None:
        with self._lock:
            self._stays.append(_Stay(tag, since, until))

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
        delay = FRAME_DELAY_AFTER_ONE if frame[-1] else FRAME_DELAY_AFTER_ZERO
        voices = []
        for stay in lying:
            powered_since = max(stay.since, field_since)
            if starts < powered_since + stay.tag.power_up or stay.until <= ends:
                continue
            if stay.powered_since != powered_since:
                stay.tag.lose_power()
                stay.powered_since = powered_since
            if bits := stay.tag.hear(frame):
                heard = (stay.until - ends - delay) / BIT_SECONDS - 1
                voices.append(bits if heard >= len(bits) else bits[: max(0, int(heard))])
        if self.success < 1 and self._chance.random() >= self.success:
            return None
        return self._mix([voice for voice in voices if voice], ends + delay)

    def _mix(self, voices: list[Bits], starts: float) -> Answer | None:
        if not voices:
            return None
        if len(voices) == 1:
            return Answer(voices[0], starts, None)
        bits: Bits = []
        clash = None
        for at in range(max(map(len, voices))):
            heard = {voice[at] for voice in voices if at < len(voice)}
            if len(heard) == 2 and clash is None and self.notices_clashes:
                clash = at
            bits.append(max(heard))
        return Answer(bits, starts, clash)
