"""The buzzer's sounds as patterns of on and off. Pure: times are handed in.

Sounds are short and differ in rhythm, so that people know them without looking up. One sounds at
a time and the newest waits: an alarm that follows a confirmation is heard after it.
"""

from collections import deque
from collections.abc import Mapping
from enum import Enum


class Sound(Enum):
    READY = "ready"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    ALARM = "alarm"
    ENDED = "ended"


# Seconds of on, off, on …
PATTERNS: Mapping[Sound, tuple[float, ...]] = {
    Sound.READY: (0.06, 0.06, 0.06, 0.06, 0.2),  # the table is there
    Sound.ACCEPTED: (0.05,),  # a tap or a press counted
    Sound.REFUSED: (0.12, 0.08, 0.12),  # it did not count, and the screen says why
    Sound.ALARM: (0.3, 0.1, 0.3, 0.1, 0.3),  # the game took a turn for the worse
    Sound.ENDED: (0.05, 0.15, 0.05),  # a question closed without an answer
}
PAUSE_S = 0.12


class Player:
    """Which way the buzzer is switched at any time."""

    def __init__(self) -> None:
        self.on = False
        self.muted = False
        self._switches: deque[float] = deque()
        self._waiting: Sound | None = None

    def play(self, sound: Sound, now: float) -> None:
        if self.muted:
            return
        if self._switches:
            self._waiting = sound
        else:
            self._schedule(sound, now)

    def mute(self, muted: bool) -> None:
        """Silence, at once; a sound that was cut off does not come back."""
        self.muted = muted
        if muted:
            self.on = False
            self._switches.clear()
            self._waiting = None

    def step(self, now: float) -> None:
        while self._switches and now >= self._switches[0]:
            switched = self._switches.popleft()
            self.on = not self.on
            if not self._switches and self._waiting:
                self._schedule(self._waiting, switched + PAUSE_S)
                self._waiting = None

    def due(self) -> float | None:
        return self._switches[0] if self._switches else None

    def _schedule(self, sound: Sound, at: float) -> None:
        self._switches.append(at)
        for seconds in PATTERNS[sound]:
            at += seconds
            self._switches.append(at)
