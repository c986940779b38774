"""The PN532 in software, on SPI, I2C and a serial line: frames, commands, cards that it selects.

Written from the user manual and not from the driver, so that a mistake is not made twice. How long
the chip takes for what it does inside stands in no manual: those times are stand-ins.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from companion.clock import Clock
from companion.devices.readers import iso14443 as iso
from companion.devices.readers.pn532 import links
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


WAKING_S, ACKNOWLEDGING_S, ANSWERING_S, BETWEEN_TRIES_S = 0.002, 0.0005, 0.001, 0.004
HOST, CHIP = 0xD4, 0xD5
ACK = bytes.fromhex("0000ff00ff00")
NACK = bytes.fromhex("0000ffff0000")
SYNTAX_ERROR = bytes.fromhex("0000ff01ff7f8100")
FIRMWARE = bytes([0x32, 0x01, 0x06, 0x07])
WITHOUT_LIMIT = 0xFF
NORMAL_MODE = 1
MOST_TARGETS = 2


class Pn532Chip:
    """One chip: what arrives is handed to ``hear``; what it has to say waits until it is taken."""

    def __init__(self, clock: Clock, field: Field) -> None:
        self._clock = clock
        self._field = field
        self.spoil: Callable[[bytes], bytes] = bytes
        """What the wires make of what it says."""
        self.power_on()

    def power_on(self) -> None:
        """It sleeps, with a battery that may be low, and knows nothing."""
        self._radio = Radio(self._field)
        self._powered = True
        self._awake_from = math.inf
        self._normal_mode = False
        self._retries = WITHOUT_LIMIT
        self._heard = b""
        self._waiting: list[tuple[float, bytes]] = []
        self._last_answer = b""
        self._search: tuple[float, int, int] | None = None
        """When it tries next, for how many cards, and how often it tries again."""

    def power_off(self) -> None:
        self.power_on()
        self._powered = False

    @property
    def antenna_on(self) -> bool:
        return self._radio.since < math.inf

    def rouse(self) -> bool:
        """Something moves on its bus; is it awake to hear it?"""
        if not self._powered:
            return False
        if self._awake_from == math.inf:
            self._awake_from = self._clock.now() + WAKING_S
        return self._clock.now() >= self._awake_from

    def hear(self, data: bytes) -> None:
        """Bytes as they come: whatever is not a frame is passed over."""
        if not self.rouse():
            return
        self._heard += data
        while frame := self._take_frame():
            self._obey(frame)

    def said(self) -> bytes:
        """What it has to say now; empty while it is not ready."""
        if not self.rouse():
            return b""
        self._go_on_searching()
        ready = [frame for at, frame in self._waiting if at <= self._clock.now()]
        return self.spoil(ready[0]) if ready else b""

    def was_read(self) -> None:
        del self._waiting[:1]

    # Frames

    def _take_frame(self) -> bytes:
        """The next whole frame: its length, the check of that, and all until its own check."""
        start = self._heard.find(b"\x00\xff")
        if start < 0:
            self._heard = self._heard[-1:]
            return b""
        rest = self._heard[start + 2 :]
        if len(rest) < 2:
            return b""
        length, check = rest[0], rest[1]
        if (length, check) in ((0x00, 0xFF), (0xFF, 0x00)):
            self._heard = rest[2:]
            return rest[:2]
        if (length + check) % 256 or not length:
            self._heard = rest
            return self._take_frame()
        if len(rest) < 2 + length + 1:
            return b""
        body, self._heard = rest[2 : 3 + length], rest[3 + length :]
        return body if sum(body) % 256 == 0 else self._take_frame()

    def _obey(self, frame: bytes) -> None:
        if frame == b"\x00\xff":  # an acknowledgement: whatever it is doing is wanted no more
            self._search = None
            self._waiting.clear()
        elif frame == b"\xff\x00":
            self._say(self._last_answer, ANSWERING_S)
        elif frame[0] == HOST and len(frame) > 2:
            self._search = None
            self._waiting.clear()
            self._say(ACK, ACKNOWLEDGING_S)
            self._command(frame[1], frame[2:-1])

    def _answer(self, code: int, data: bytes = b"", at: float | None = None) -> None:
        said = bytes([CHIP, code + 1]) + data
        checks = bytes([len(said), (256 - len(said)) % 256]), bytes([(256 - sum(said)) % 256, 0])
        frame = b"\x00\x00\xff" + checks[0] + said + checks[1]
        self._last_answer = frame
        later = ACKNOWLEDGING_S + ANSWERING_S
        self._waiting.append((self._clock.now() + later if at is None else at, frame))

    def _say(self, frame: bytes, after_s: float) -> None:
        self._waiting.append((self._clock.now() + after_s, frame))

    # Commands

    def _command(self, code: int, given: bytes) -> None:
        match code, list(given):
            case 0x02, []:
                self._answer(code, FIRMWARE)
            case 0x12, [_]:
                self._answer(code)
            case 0x14, [mode, *_]:
                self._normal_mode = mode == NORMAL_MODE
                self._answer(code)
            case 0x16, [*_]:
                self._answer(code, b"\x00")
                self._awake_from = math.inf
            case 0x32, [0x01, field] if self._normal_mode:
                self._radio.switch(on=bool(field & 1), at=self._clock.now())
                self._answer(code)
            case 0x32, [0x05, _, _, retries] if self._normal_mode:
                self._retries = retries
                self._answer(code)
            case 0x4A, [most, 0x00] if self._normal_mode and 1 <= most <= MOST_TARGETS:
                begins = self._radio.switch(on=True, at=self._clock.now())
                self._search = begins, most, self._retries
            case 0x52, [_]:
                self._answer(code, b"\x00")
            case _:
                self._say(SYNTAX_ERROR, ACKNOWLEDGING_S + ANSWERING_S)

    def _go_on_searching(self) -> None:
        while self._search and self._search[0] <= self._clock.now():
            begins, most, retries = self._search
            targets, ends = self._radio.find(most, begins)
            if targets or not retries:
                self._search = None
                self._answer(0x4A, listed(targets), at=ends + BETWEEN_TRIES_S)
            else:
                less = retries if retries == WITHOUT_LIMIT else retries - 1
                self._search = ends + BETWEEN_TRIES_S, most, less


def listed(targets: list[Target]) -> bytes:
    rows = (
        bytes([number, target.atqa[1], target.atqa[0], target.sak, len(target.uid)]) + target.uid
        for number, target in enumerate(targets, start=1)
    )
    return bytes([len(targets)]) + b"".join(rows)


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
    real = links.SerialPort
    links.SerialPort = partial(SerialEnd, chips)  # type: ignore[assignment,misc]
    try:
        yield
    finally:
        links.SerialPort = real  # type: ignore[misc]
