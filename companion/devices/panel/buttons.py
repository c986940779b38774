"""Debounces a contact, and tells a press from a hold. Pure: times are handed in.

A level counts once it has been quiet for a while. A press is told from a hold only when it ends,
so a press is reported when the button is let go; a hold as soon as it has lasted long enough.
"""

from enum import Enum


class Gesture(Enum):
    PRESS = "press"
    HOLD = "hold"


class Contact:
    """One button's contact. Tell it each edge, and ``step`` it when something is ``due``."""

    def __init__(self, settle: float, hold: float) -> None:
        self._settle_s = settle
        self._hold_s = hold
        self._down = False
        self._changed_at = 0.0
        self._debounced_down = False
        self._down_since = 0.0
        self._reported = False

    def edge(self, down: bool, at: float) -> Gesture | None:
        """The level changed; answers what the time before this edge amounted to."""
        gesture = self.step(at)
        if down != self._down:
            self._down = down
            self._changed_at = at
        return gesture

    def step(self, now: float) -> Gesture | None:
        """Time has passed without an edge."""
        if self._down != self._debounced_down and now >= self._changed_at + self._settle_s:
            self._debounced_down = self._down
            if self._down:
                self._down_since = self._changed_at
                self._reported = False
            elif not self._reported:
                return Gesture.PRESS
        if self._down and self._debounced_down and not self._reported:
            self._reported = now >= self._down_since + self._hold_s
            return Gesture.HOLD if self._reported else None
        return None

    def due(self) -> float | None:
        """When ``step`` will have something to do; None while the button rests."""
        if self._down != self._debounced_down:
            return self._changed_at + self._settle_s
        if self._debounced_down and not self._reported:
            return self._down_since + self._hold_s
        return None
