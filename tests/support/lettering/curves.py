"""Lines and curves of outlines. Places are complex numbers: x is real, y imaginary."""

from cmath import exp, phase, pi
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import tan

Part = tuple[complex, ...]
Contour = list[Part]
"""Where it begins, then a place for each line and three for each cubic curve."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a pen's way, line or curve, with how thick the pen is at both ends."""

    points: tuple[complex, complex, complex, complex]
    pens: tuple[float, float]
    straight: bool = False
    flaring: bool = False
    """A line whose edges bend outwards where it gets wider."""

    @property
    def start(self) -> complex:
        return self.points[0]

    @property
    def end(self) -> complex:
        return self.points[3]

    def at(self, t: float) -> complex:
        return on_curve(self.points, t)

    def direction(self, t: float) -> complex:
        a, b, c, d = self.points
        s = 1 - t
        way = (b - a) * s * s + 2 * (c - b) * s * t + (d - c) * t * t
        if abs(way) < 1e-6:
            way = d - a
        return way / abs(way)

    def pen(self, t: float) -> float:
        return self.pens[0] * (1 - t) + self.pens[1] * t

    def halves(self) -> tuple["Piece", "Piece"]:
        a, b, c, d = self.points
        ab, bc, cd = (a + b) / 2, (b + c) / 2, (c + d) / 2
        abc, bcd = (ab + bc) / 2, (bc + cd) / 2
        middle, pen = (abc + bcd) / 2, self.pen(0.5)
        return (
            Piece((a, ab, abc, middle), (self.pens[0], pen)),
            Piece((middle, bcd, cd, d), (pen, self.pens[1])),
        )

    def turned(self) -> "Piece":
        a, b, c, d = self.points
        return Piece((d, c, b, a), (self.pens[1], self.pens[0]), self.straight, self.flaring)


def line(start: complex, end: complex, pens: tuple[float, float], flaring: bool = False) -> Piece:
    third = (end - start) / 3
    return Piece((start, start + third, end - third, end), pens, True, flaring)


def turned(way: Sequence[Piece]) -> list[Piece]:
    return [piece.turned() for piece in reversed(way)]


def on_curve(points: Sequence[complex], t: float) -> complex:
    a, b, c, d = points
    s = 1 - t
    return a * s**3 + 3 * b * s * s * t + 3 * c * s * t * t + d * t**3


def places(contours: Sequence[Contour]) -> Iterator[complex]:
    """Where outlines go, close enough together to measure them."""
    for contour in contours:
        here = contour[0][0]
        for part in [*contour[1:], contour[0]]:
            if len(part) == 1:
                yield from (here + (part[0] - here) * step / 30 for step in range(1, 31))
            else:
                yield from (on_curve((here, *part), step / 20) for step in range(1, 21))
            here = part[-1]


def crossing(a: complex, along: complex, b: complex, across: complex) -> complex | None:
    """Where a line through ``a`` meets one through ``b``: nowhere if they are parallel."""
    turn = (along.conjugate() * across).imag
    if abs(turn) < 1e-6:
        return None
    return a + along * ((b - a).conjugate() * across).imag / turn


def on_height(place: complex, way: complex, height: float) -> complex:
    return place + way * (height - place.imag) / way.imag


def arc(centre: complex, start: complex, end: complex) -> Contour:
    """Clockwise around a centre, in curves of at most a quarter; to where it began, a circle."""
    turn = phase((end - centre) / (start - centre))
    if turn > -1e-9:
        turn -= 2 * pi
    steps = max(1, round(-turn / (pi / 2) + 0.45))
    each = turn / steps
    handle = 4 / 3 * tan(-each / 4)
    result: Contour = []
    here = start - centre
    for _ in range(steps):
        there = here * exp(1j * each)
        result.append(
            (
                centre + here - 1j * here * handle,
                centre + there + 1j * there * handle,
                centre + there,
            )
        )
        here = there
    return result
