"""A face's letters with the room beside them, and which letters are made of two."""

from collections.abc import Mapping
from dataclasses import dataclass
from unicodedata import normalize

from tests.support.lettering.curves import Contour, places
from tests.support.lettering.face import Face
from tests.support.lettering.pen import outlines
from tests.support.lettering.skeleton import Skeleton, skeletons
from tests.support.lettering.ways import Ways

FIGURES = "0123456789"
SIGNS = "+−=<>×–"
"""As wide as figures."""
NOMINAL = "srj"
"""Sides beside which nothing that sticks out needs room: a tail, a hook, a wider end."""
CLOSER = 0.9
"""Small letters stand closer together than capitals."""
ACCENTED = "áéíóúàâêôãõñüçÁÉÍÓÚÀÂÊÔÃÕÑÜÇ"
MARKS = {
    "\u0300": "grave",
    "\u0301": "acute",
    "\u0302": "circumflex",
    "\u0303": "tilde",
    "\u0308": "dieresis",
    "\u0327": "cedilla",
}


@dataclass(frozen=True, slots=True)
class Letter:
    skeleton: Skeleton
    contours: list[Contour]
    width: float
    left: float
    right: float

    @property
    def advance(self) -> float:
        return self.left + self.width + self.right


def letters(face: Face) -> Mapping[str, Letter]:
    return {name: letter(skeleton, face) for name, skeleton in skeletons().items()}


def letter(skeleton: Skeleton, face: Face) -> Letter:
    contours, width = outlines(skeleton, face), Ways(skeleton, face).width
    across = [place.real for place in places(contours)]
    left, right = -min(across), max(across) - width
    if skeleton.name in FIGURES + SIGNS:
        room = (face.figure - width - left - right) / 2
        return Letter(skeleton, contours, width, room + left, room + right)
    closer = CLOSER if skeleton.small else 1.0
    rooms = (
        face.sides[side] * closer + (0.0 if side in NOMINAL else beyond)
        for side, beyond in zip(skeleton.sides, (left, right), strict=True)
    )
    return Letter(skeleton, contours, width, *rooms)


def parts(accented: str) -> tuple[str, str]:
    """The letter without its mark, and the mark."""
    decomposed = normalize("NFD", accented)
    base, mark = decomposed[0], MARKS[decomposed[1]]
    return ("ı" if base == "i" else base), mark
