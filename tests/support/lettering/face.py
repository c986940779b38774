"""The faces: the same skeletons, with a pen, proportions and ends of its own for each game."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

Sides = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Face:
    """Lengths are thousandths of the font's size."""

    name: str
    stem: float
    """How thick what stands is; what lies is ``bar``, a little thinner, and looks the same."""
    bar: float
    wide: float
    """How wide letters are, compared with their skeletons."""
    top: float
    """Of capitals and figures."""
    middle: float
    """Of small letters."""
    up: float
    down: float
    overshoot: float
    """How far round letters reach beyond straight ones, to look as high."""
    roundness: float
    """Of a corner: 0.55 is a circle's, more is squarer; with ``cut`` it is cut off instead."""
    cut: float
    """At the upper left and the lower right; the other corners have a smaller one."""
    facets: int
    """In how many straight cuts the outside of a curve is carved; none leaves it round."""
    ends: str
    """``round`` or ``flat``."""
    slant: float
    """In degrees: how much flat ends lean."""
    unsteady: float
    """In degrees: how much each end leans by chance, as what is cut by hand."""
    flare: float
    """How much wider what stands free is at its ends."""
    figure: float
    """How wide each figure is, with the room beside it."""
    sides: Sides
    """How much room is left beside each kind of side."""
    small: float = 0.95
    """The pen for small letters, compared with that for capitals."""


def sides(straight: float, **others: float) -> Sides:
    room = {"s": 1.0, "r": 0.52, "d": 0.14, "o": 0.48, "t": 0.2, "l": 0.42, "p": 0.75, "j": -0.9}
    return MappingProxyType(
        {kind: others.get(kind, share * straight) for kind, share in room.items()}
    )


FACES = {
    "static/type.woff2": Face(
        "Companion",
        stem=138, bar=122, wide=0.88, top=720, middle=534, up=762, down=-190,
        overshoot=9, roundness=0.575, cut=0, facets=0, ends="round", slant=0, unsteady=0, flare=0,
        figure=600, sides=sides(70),
    ),
    "games/naufragos/type.woff2": Face(
        "Naufragos",
        stem=146, bar=120, wide=0.88, top=716, middle=530, up=758, down=-188,
        overshoot=9, roundness=0.58, cut=0, facets=4, ends="flat", slant=0, unsteady=7, flare=0.2,
        figure=600, sides=sides(62),
    ),
    "games/council_of_shadows/type.woff2": Face(
        "Council of Shadows",
        stem=128, bar=114, wide=0.92, top=720, middle=540, up=758, down=-186,
        overshoot=0, roundness=0, cut=150, facets=0, ends="flat", slant=22, unsteady=0, flare=0,
        figure=612, sides=sides(72, r=60),
    ),
}  # fmt: skip
