"""Reads the skeletons: what a pen does for each letter, before any pen is chosen."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

PLACE = Path(__file__).with_name("skeletons.txt")


@dataclass(frozen=True, slots=True)
class Spot:
    x: float
    y: float
    pen: float = 1.0
    corner: bool = False


@dataclass(frozen=True, slots=True)
class Stroke:
    spots: tuple[Spot, ...]
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Skeleton:
    name: str
    small: bool
    width: float
    sides: tuple[str, str]
    strokes: tuple[Stroke, ...]

    @property
    def turned(self) -> tuple[Stroke, ...]:
        return tuple(
            Stroke(
                tuple(Spot(1 - s.x, 1 - s.y, s.pen, s.corner) for s in stroke.spots), stroke.closed
            )
            for stroke in self.strokes
        )


@cache
def skeletons() -> dict[str, Skeleton]:
    known: dict[str, Skeleton] = {}
    for line in PLACE.read_text("utf-8").splitlines():
        words = line.split()
        if not words or line.startswith("//"):
            continue
        name = words[0]
        if words[1] == "turns":
            other = known[words[2]]
            known[name] = Skeleton(name, other.small, other.width, other.sides[::-1], other.turned)
            continue
        zone, width, left, right = words[1:5]
        strokes = tuple(stroke(part) for part in " ".join(words[5:]).split("|"))
        known[name] = Skeleton(name, zone == "x", float(width), (left, right), strokes)
    return known


def stroke(text: str) -> Stroke:
    words = text.split()
    closed = words[-1] == "z"
    return Stroke(tuple(spot(word) for word in words if word != "z"), closed)


def spot(word: str) -> Spot:
    place, _, pen = word.partition("*")
    x, y = place.strip("()").split(",")
    return Spot(float(x), float(y), float(pen or 1), place.startswith("("))
