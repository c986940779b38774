"""The PN532 as its user manual describes it: frames, commands, and a radio that selects by itself.

Written from the manual and not from the driver, so that a mistake is not made twice. How long the
chip takes for what it does inside stands in no manual: those times are stand-ins.
"""

import math
from collections.abc import Callable

from companion.clock import Clock
from companion.devices.simulator.pn532.radio import Radio, Target
from companion.devices.simulator.rfid.tags import Field

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
