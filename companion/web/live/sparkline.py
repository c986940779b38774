"""The geometry of a small curve: where its points lie in a picture, for a template to draw."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 320.0, 120.0
SIDE, ABOVE, BELOW = 24.0, 26.0, 22.0
"""Room for the words around it."""


@dataclass(frozen=True, slots=True)
class Point:
    x: float
    y: float
    value: float


@dataclass(frozen=True, slots=True)
class Curve:
    points: tuple[Point, ...]
    zero: float
    """Where the line of the lowest value that matters lies."""
    width: float = WIDTH
    height: float = HEIGHT

    @property
    def path(self) -> str:
        return " ".join(f"{point.x:g},{point.y:g}" for point in self.points)


def curve(values: Sequence[float], places: int, low: float, high: float) -> Curve:
    """A value for each place from the left; ``low`` and ``high`` are always in the picture."""
    low, high = min(low, *values, high), max(high, *values, low)
    step = (WIDTH - 2 * SIDE) / max(1, places - 1)
    scale = (HEIGHT - ABOVE - BELOW) / ((high - low) or 1)

    def height_of(value: float) -> float:
        return round(HEIGHT - BELOW - (value - low) * scale, 1)

    points = tuple(
        Point(round(SIDE + at * step, 1), height_of(value), value)
        for at, value in enumerate(values)
    )
    return Curve(points, height_of(max(low, min(0.0, high)) if low < 0 else low))
