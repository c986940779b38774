"""Draws along the ways of a letter with the pen of a face: the outlines of what it leaves."""

import zlib
from cmath import phase, rect
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import radians

from tests.support.lettering.curves import (
    Contour,
    Part,
    Piece,
    arc,
    crossing,
    line,
    on_height,
    turned,
)
from tests.support.lettering.face import Face
from tests.support.lettering.skeleton import Skeleton
from tests.support.lettering.ways import Ways

SMOOTH = radians(5)
SHARPEST = 2.2
"""How far a corner may stick out, in half stems."""
STEEP, LYING = 0.8, 1.6
"""From which slope on an end is cut level, and from which one upright."""
CUT_DOT = (-1 - 1j, 0.35 - 1j, 1 - 0.35j, 1 + 1j, -0.35 + 1j, -1 + 0.35j)
HAND_CUT_DOT = (-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j)


def outlines(skeleton: Skeleton, face: Face) -> list[Contour]:
    """They overlap where strokes do."""
    return Pen(Ways(skeleton, face)).outlines()


class Pen:
    def __init__(self, ways: Ways) -> None:
        self.ways = ways
        self.face = ways.face
        self.radius = ways.stem / 2
        self.is_sign = ways.skeleton.sides[0] == "p"

    def outlines(self) -> list[Contour]:
        strokes = self.ways.skeleton.strokes
        ways = [self.ways.of(stroke) for stroke in strokes]
        drawn: list[Contour] = []
        for number, (stroke, way) in enumerate(zip(strokes, ways, strict=True)):
            if not way:
                spot = stroke.spots[0]
                drawn.append(self.dot(self.ways.place(spot), spot.pen, number))
            elif stroke.closed:
                drawn += [self.around(way), self.around(turned(way))]
            else:
                drawn.append(self.along(way, [*ways[:number], *ways[number + 1 :]], number))
        press = self.ways.press
        return [
            [tuple(complex(at.real, at.imag / press) for at in part) for part in contour]
            for contour in drawn
        ]

    def along(self, way: list[Piece], others: Sequence[list[Piece]], number: int) -> Contour:
        """There along one edge, and back along the other."""
        hidden = (
            self.covered(way[0].start, [*others, way[3:]]),
            self.covered(way[-1].end, [*others, way[:-3]]),
        )
        way = self.flared(way, hidden) if self.face.flare else way
        there, back = self.edge_of(way), self.edge_of(turned(way))
        there_ends, back_ends = back[0][0], there[0][0]
        there += self.end(way[-1], there[-1][-1], there_ends, hidden[1], number * 2 + 1)
        back += self.end(way[0].turned(), back[-1][-1], back_ends, hidden[0], number * 2)
        return there + back

    def around(self, way: list[Piece]) -> Contour:
        edges = [self.edge(piece) for piece in way]
        contour = list(edges[0])
        self.go_on(contour, way, edges)
        again = list(edges[0])
        self.join(contour, way[-1], way[0], again)
        contour[0] = again[0]
        return contour

    def covered(self, end: complex, others: Sequence[list[Piece]]) -> bool:
        """Whether another stroke lies over it."""
        return any(
            abs(piece.at(step / 24) - end) < self.radius * 0.5
            for way in others
            for piece in way
            for step in range(25)
        )

    # --- edges -----------------------------------------------------------------------------------

    def edge_of(self, way: list[Piece]) -> Contour:
        """The edge to the left of a way."""
        edges = [self.edge(piece) for piece in way]
        contour = list(edges[0])
        self.go_on(contour, way, edges)
        return contour

    def go_on(self, contour: Contour, way: list[Piece], edges: list[Contour]) -> None:
        for (one, other), edge in zip(pairwise(way), edges[1:], strict=True):
            self.join(contour, one, other, edge)
            contour += edge[1:]

    def edge(self, piece: Piece) -> Contour:
        start, end = self.beside(piece, 0), self.beside(piece, 1)
        if piece.flaring:
            along, across = piece.end - piece.start, end - start
            if piece.pens[0] < piece.pens[1]:
                return [(start,), (start + along * 0.55, end - across * 0.18 - along * 0.02, end)]
            return [(start,), (start + across * 0.18 + along * 0.02, end - along * 0.55, end)]
        if piece.straight:
            return [(start,), (end,)]
        if self.face.facets and phase(piece.direction(1) / piece.direction(0)) < -0.5:
            return self.carved(piece)
        return [(start,), *(self.curve_beside(half) for half in piece.halves())]

    def beside(self, piece: Piece, t: float) -> complex:
        return piece.at(t) + 1j * piece.direction(t) * self.radius * piece.pen(t)

    def carved(self, piece: Piece) -> Contour:
        """Straight cuts that touch the curve: the first and the last where it begins and ends."""
        cuts = self.face.facets
        touching = [
            (step + self.chance(f"{piece.start:.0f} {step}") * 0.16 * (0 < step < cuts)) / cuts
            for step in range(cuts + 1)
        ]
        meetings = [
            crossing(
                self.beside(piece, one), piece.direction(one),
                self.beside(piece, other), piece.direction(other),
            )
            for one, other in pairwise(touching)
        ]  # fmt: skip
        corners = [self.beside(piece, 0), *meetings, self.beside(piece, 1)]
        return [(corner,) for corner in corners if corner is not None]

    def curve_beside(self, piece: Piece) -> Part:
        """By least squares over what lies between the ends."""
        start, end, near = self.beside(piece, 0), self.beside(piece, 1), 1e-3
        out, back = self.beside(piece, near) - start, end - self.beside(piece, 1 - near)
        out, back = out / abs(out), back / abs(back)
        aa = ab = bb = ac = bc = 0.0
        for step in range(1, 12):
            t = step / 12
            s = 1 - t
            known = start * (s**3 + 3 * s * s * t) + end * (3 * s * t * t + t**3)
            one, other = out * 3 * s * s * t, -back * 3 * s * t * t
            rest = self.beside(piece, t) - known
            aa += abs(one) ** 2
            bb += abs(other) ** 2
            ab += (one * other.conjugate()).real
            ac += (one * rest.conjugate()).real
            bc += (other * rest.conjugate()).real
        whole = aa * bb - ab * ab
        return (
            start + out * (ac * bb - bc * ab) / whole,
            end - back * (bc * aa - ac * ab) / whole,
            end,
        )

    def join(self, contour: Contour, one: Piece, other: Piece, edge: Contour) -> None:
        """Goes on from the edge of a piece to that of the next one, whose first place may move."""
        before, after = one.direction(1), other.direction(0)
        last, first, corner = contour[-1][-1], edge[0][0], one.end
        turn = phase(after / before)
        meeting = crossing(last, before, first, after)
        if abs(turn) < SMOOTH:
            contour.append((first,))
        elif turn > 0:
            if one.straight and other.straight and meeting is not None:
                contour[-1] = (*contour[-1][:-1], meeting)
                edge[0] = (meeting,)
            else:
                contour += [(corner,), (first,)]
        elif self.face.ends == "round":
            contour += arc(corner, last, first)
        else:
            contour += [(at,) for at in self.outer(before, after, last, first, corner)]
            contour.append((first,))

    def outer(
        self, before: complex, after: complex, last: complex, first: complex, corner: complex
    ) -> list[complex]:
        """A tip between two steep strokes is cut level; other corners are sharp, within reason."""
        steep = all(abs(way.imag) > abs(way.real) * 0.9 for way in (before, after))
        if steep and before.imag * after.imag < 0:
            level = corner.imag + self.radius * (1 if before.imag > 0 else -1)
            return [on_height(last, before, level), on_height(first, after, level)]
        meeting = crossing(last, before, first, after)
        sharp = meeting is not None and abs(meeting - corner) < SHARPEST * self.radius
        return [meeting] if meeting is not None and sharp else []

    # --- ends ------------------------------------------------------------------------------------

    def end(
        self, piece: Piece, left: complex, right: complex, hidden: bool, number: int
    ) -> Contour:
        """From the left edge of a stroke around its end to the right edge."""
        if self.face.ends == "round":
            return arc(piece.end, left, right)
        way = piece.direction(1)
        through, along = self.cut(piece, hidden)
        along *= rect(1, 0.0 if hidden else self.lean(way, number))
        meetings = (crossing(left, way, through, along), crossing(right, way, through, along))
        return [(at,) for at in meetings if at is not None]

    def cut(self, piece: Piece, hidden: bool) -> tuple[complex, complex]:
        """Where an end is cut, and in which direction."""
        end, way = piece.end, piece.direction(1)
        if hidden:
            return end, way * 1j
        if self.is_sign or not piece.straight:
            return end + way * self.radius * (0.9 if piece.straight else 0.5), way * 1j
        if abs(way.imag) > abs(way.real) * STEEP:
            return end + 1j * (self.radius if way.imag > 0 else -self.radius), 1
        if abs(way.real) > abs(way.imag) * LYING:
            return end + (self.radius if way.real > 0 else -self.radius), 1j
        return end + way * self.radius, way * 1j

    def lean(self, way: complex, number: int) -> float:
        if self.face.unsteady:
            return radians(self.face.unsteady * self.chance(number))
        level = self.is_sign or abs(way.imag) > abs(way.real) * STEEP
        return 0.0 if level else -radians(self.face.slant)

    def flared(self, way: list[Piece], hidden: tuple[bool, bool]) -> list[Piece]:
        if not hidden[1]:
            way = [*way[:-1], *self.flare(way[-1])]
        if not hidden[0]:
            way = [*turned(self.flare(way[0].turned())), *way[1:]]
        return way

    def flare(self, piece: Piece) -> list[Piece]:
        """Wider towards its end, unless it leans so much that its cut is wide anyway."""
        wider = 1 + self.face.flare
        length, way = abs(piece.end - piece.start), piece.direction(1)
        if not piece.straight:
            return [replace(piece, pens=(piece.pens[0], piece.pens[1] * wider))]
        if min(abs(way.real), abs(way.imag)) > 0.3:
            return [piece]
        if length < self.ways.stem * 1.2:
            return [replace(piece, pens=(piece.pens[0], piece.pens[1] * (1 + wider) / 2))]
        share = 1 - min(0.5, self.ways.stem * 2.2 / length)
        middle, pen = piece.start + (piece.end - piece.start) * share, piece.pen(share)
        return [
            line(piece.start, middle, (piece.pens[0], pen)),
            line(middle, piece.end, (pen, piece.pens[1] * wider), flaring=True),
        ]

    def dot(self, at: complex, pen: float, number: int) -> Contour:
        reach = self.radius * pen
        if self.face.ends == "round":
            return [(at + reach,), *arc(at, at + reach, at + reach)]
        if self.face.unsteady:
            corners = [
                corner * (1 + 0.12 * self.chance(f"{number} {index}"))
                for index, corner in enumerate(HAND_CUT_DOT)
            ]
        else:
            corners = list(CUT_DOT)
        # The way round of the other outlines.
        return [(at + corner * reach * 0.94,) for corner in reversed(corners)]

    def chance(self, what: object) -> float:
        """From -1 to 1, and always the same for the same place of a letter."""
        return zlib.crc32(f"{self.ways.skeleton.name} {what}".encode()) % 1000 / 500 - 1
