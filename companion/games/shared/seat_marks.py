"""A colour and a shape for each seat, the same on every device and on the sheets.

A seat that is called as a colour has it; the others have those that are left, in their order.
"""

from collections.abc import Iterable, Mapping
from itertools import cycle

COLOURS = ("red", "blue", "violet", "green", "yellow", "orange")
SHAPES = (
    "M12 3a9 9 0 1 0 .1 0",
    "M4 4h16v16H4z",
    "M12 2 22 12 12 22 2 12z",
    "M12 3 22 20H2z",
    "M7 3h10l5 9-5 9H7l-5-9z",
    "M9 3h6v6h6v6h-6v6H9v-6H3V9h6z",
)
"""On a square of 24, for games that draw none."""


def default_colours(seats: Iterable[str]) -> Mapping[str, str]:
    seats = tuple(seats)
    left = cycle([colour for colour in COLOURS if colour not in seats] or COLOURS)
    return {seat: seat if seat in COLOURS else next(left) for seat in seats}


def shape(seats: Iterable[str], icons: Mapping[str, str], seat: str) -> str:
    """The outline of a seat's mark."""
    own = icons.get(f"seat:{seat}")
    return own or SHAPES[list(seats).index(seat) % len(SHAPES)]
