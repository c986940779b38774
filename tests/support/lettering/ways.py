"""The ways that a pen goes for a letter, in the proportions of a face.

The pen is an ellipse, so that what lies is thinner than what stands. Here it is a circle still,
and all that is drawn is too high by as much: ``press`` says how much.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from tests.support.lettering.curves import Piece, line
from tests.support.lettering.face import Face
from tests.support.lettering.skeleton import Skeleton, Spot, Stroke

THIN = 0.7
"""What is thinner at its end comes out of another stroke."""
SMALLER = 0.8
"""Cuts of small letters, compared with those of capitals."""
NARROW_CUT = 0.5
"""Of a corner that is neither at the upper left nor at the lower right."""


class Ways:
    """A letter in a face, as lines and curves to draw along."""

    def __init__(self, skeleton: Skeleton, face: Face) -> None:
        self.skeleton = skeleton
        self.face = face
        share = face.small if skeleton.small else 1.0
        self.stem = face.stem * share
        self.bar = face.bar * share
        self.press = self.stem / self.bar
        self.width = self._width()

    def _width(self) -> float:
        """Thicker pens widen letters, but not those that are hardly more than a stem."""
        own = self.skeleton.width
        if own <= 110:
            return self.stem
        return 100 + (own - 100) * self.face.wide + min(1.0, (own - 100) / 200) * (self.stem - 100)

    def place(self, spot: Spot, round_there: bool = False) -> complex:
        y = self._height(spot.y)
        levels = (-1, 0, 1) if self.skeleton.small else (0, 1)
        if round_there and spot.y in levels:
            y += self.face.overshoot * (1 if spot.y == 1 else -1)
        return complex(self.stem / 2 + spot.x * (self.width - self.stem), y * self.press)

    def _height(self, y: float) -> float:
        half, face = self.bar / 2, self.face
        if not self.skeleton.small:
            return half + y * (face.top - self.bar)
        if y > 1:
            return face.middle - half + (y - 1) * (face.up - face.middle)
        return half + y * (face.middle - self.bar if y >= 0 else -face.down)

    def of(self, stroke: Stroke) -> list[Piece]:
        """Nothing for a dot."""
        spots = self._placed(stroke)
        result: list[Piece] = []
        while len(spots) > 1:
            (start, first), (middle, second) = spots[:2]
            if second.corner:
                end, third = spots[2]
                result += self._corner(start, middle, end, (first.pen, third.pen))
                del spots[:2]
            else:
                result.append(line(start, middle, (first.pen, second.pen)))
                del spots[0]
        return [piece for piece in result if abs(piece.end - piece.start) > 0.5]

    def _placed(self, stroke: Stroke) -> list[tuple[complex, Spot]]:
        """What is round at the top or the bottom reaches a little further than what is flat."""
        if not stroke.closed:
            spots = self._squared(stroke.spots)
            return [(self.place(spot, is_round(spots, at)), spot) for at, spot in enumerate(spots)]
        spots, around = stroke.spots, stroke.spots * 3
        placed = [
            (self.place(spot, is_round(around, at)), spot)
            for at, spot in enumerate(spots, start=len(spots))
        ]
        return [*placed, placed[0]]

    def _squared(self, spots: Sequence[Spot]) -> Sequence[Spot]:
        """With cut corners, what would bend at its end or lean a little goes straight on."""
        if not self.face.cut or len(spots) < 3:
            return spots
        squared = list(spots)
        for end, beside, beyond in ((0, 1, 2), (-1, -2, -3)):
            one, other = squared[end], squared[beside]
            bends = other.corner and other.y == squared[beyond].y and one.pen >= THIN
            if bends and one.x != other.x and one.y != other.y:
                squared[end] = replace(one, y=other.y, pen=1.0)
                del squared[beside]
        for at in range(1, len(squared) - 1):
            for beside in (at - 1, at + 1):
                leans = squared[at].corner and 0 < abs(squared[beside].y - squared[at].y) < 0.08
                if leans:
                    squared[at] = replace(squared[at], y=squared[beside].y)
        return squared

    def _corner(
        self, start: complex, at: complex, end: complex, pens: tuple[float, float]
    ) -> list[Piece]:
        before, after = start - at, end - at
        if not self.face.cut:
            k = 1 - self.face.roundness
            return [Piece((start, at + before * k, at + after * k, end), pens)]
        outside = at - (start + end) / 2
        cut = self.face.cut * (1.0 if outside.real * outside.imag < 0 else NARROW_CUT)
        cut *= SMALLER if self.skeleton.small else 1.0
        leaning = all(min(abs(way.real), abs(way.imag)) > 5 for way in (before, after))
        most = 0.5 if leaning else 0.68
        one = at + before * min(cut / abs(before), most)
        other = at + after * min(cut / abs(after), most)
        thick = max(pens)
        return [
            line(start, one, (pens[0], thick)),
            line(one, other, (thick, thick)),
            line(other, end, (thick, pens[1])),
        ]


def is_round(spots: Sequence[Spot], at: int) -> bool:
    """Whether a spot is on the level of a corner, with no straight way along that level."""
    y = spots[at].y
    first = last = at
    while first and spots[first - 1].y == y:
        first -= 1
    while last + 1 < len(spots) and spots[last + 1].y == y:
        last += 1
    run = spots[first : last + 1]
    flat = any(not one.corner and not other.corner for one, other in pairwise(run))
    return not flat and any(spot.corner for spot in run)
