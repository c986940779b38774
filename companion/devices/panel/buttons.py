"""What a contact's bouncing level means: a press, or a hold. Pure: times are handed in.

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
        self._settle = settle
        self._hold = hold
        self._down = False
        self._changed = 0.0
        self._settled_down = False
        self._down_since = 0.0
        self._told = False

    def edge(self, down: bool, at: float) -> Gesture | None:
        """The level changed; answers what the time before this edge amounted to."""
        gesture = self.step(at)
        if down != self._down:
            self._down = down
            self._changed = at
        return gesture

    def step(self, now: float) -> Gesture | None:
        """Time has passed without an edge."""
        if self._down != self._settled_down and now >= self._changed + self._settle:
            self._settled_down = self._down
            if self._down:
                self._down_since = self._changed
                self._told = False
            elif not self._told:
                return Gesture.PRESS
        if self._down and self._settled_down and not self._told:
            self._told = now >= self._down_since + self._hold
            return Gesture.HOLD if self._told else None
        return None

    def due(self) -> float | None:
        """When ``step`` will have something to do; None while the button rests."""
        if self._down != self._settled_down:
            return self._changed + self._settle
        if self._settled_down and not self._told:
            return self._down_since + self._hold
        return None
