"""What a PN532 does on the air without being told: calls cards, tells them apart, selects them.

Two cards are told apart bit by bit where their numbers differ.
"""

import math
from dataclasses import dataclass

from companion.devices.readers import iso14443 as iso
from companion.devices.simulator.rfid.tags import Answer, Bits, Field, to_bits, to_bytes

SILENCE_S = iso.FRAME_DELAY_AFTER_ONE + 5 * iso.BIT_SECONDS
"""After which nobody answers any more."""


@dataclass(frozen=True, slots=True)
class Target:
    """A card that was selected."""

    atqa: bytes
    sak: int
    uid: bytes


class Radio:
    def __init__(self, field: Field) -> None:
        self.since = math.inf
        """When the field came on."""
        self._field = field
        self._now = 0.0

    def switch(self, *, on: bool, at: float) -> float:
        """When cards have enough power to listen."""
        self.since = min(self.since, at) if on else math.inf
        return max(at, self.since + iso.FIELD_ON_GUARD_SECONDS)

    def find(self, most: int, at: float) -> tuple[list[Target], float]:
        """Cards that answer, one after the other, and when this was over."""
        self._now = at
        found: list[Target] = []
        while len(found) < most and (target := self._next()):
            found.append(target)
            if len(found) < most:
                self._send(to_bits(iso.HLTA))
        return found, self._now

    def _next(self) -> Target | None:
        called = self._send(to_bits(bytes([iso.REQA]))[: iso.SHORT_FRAME_BITS])
        if not called:
            return None
        uid = b""
        for level in iso.SELECT_LEVELS:
            part = self._number(level)
            if len(part) != 5 or iso.block_check(part[:4]) != part[4]:
                return None
            question = iso.with_crc(bytes([level, iso.SELECT_ALL_BITS]) + part)
            chosen = self._send(to_bits(question))
            sak = to_bytes(chosen.bits) if chosen else b""
            if len(sak) != 3 or iso.crc_a(sak[:1]) != sak[1:]:
                return None
            if not sak[0] & iso.UID_NOT_COMPLETE:
                return Target(to_bytes(called.bits)[:2], sak[0], uid + part[:4])
            uid += part[1:4]
        return None

    def _number(self, level: int) -> bytes:
        """Five bytes of the card with the higher bit wherever two differ."""
        known: Bits = []
        while True:
            whole, bits = divmod(len(known), 8)
            answer = self._send(to_bits(bytes([level, (2 + whole) << 4 | bits])) + known)
            if not answer:
                return b""
            if answer.collision is None:
                return to_bytes(known + answer.bits)
            known = [*known, *answer.bits[: answer.collision], 1]

    def _send(self, frame: Bits) -> Answer | None:
        ends = self._now + iso.air_seconds(len(frame))
        answer = self._field.send(frame, self._now, ends, self.since)
        if answer:
            self._now = answer.starts + iso.air_seconds(len(answer.bits))
        else:
            self._now = ends + SILENCE_S
        return answer
