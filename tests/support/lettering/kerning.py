"""Which pairs of letters stand closer together, so that the room between them looks even."""

from collections.abc import Mapping

from tests.support.lettering.curves import places
from tests.support.lettering.face import Face
from tests.support.lettering.letters import ACCENTED, Letter, parts

FIRST = "ABCDFGKLOPQRSTUVWXYZabcefghkmnoprstvwxyz/,.-–“‘"
SECOND = "ACGJOQSTUVWXYZacdefgjmnopqrstuvwxyz/,.-–”’"
LOOSE = frozenset("AFKLPRTVWXYZkrtvwxyz/,.-–“”‘’fcaesJ")
"""One of a pair is one of these, or the pair is as it is."""
BAND = 20
DEEP = 130
"""How far into an open side the eye looks."""
USUAL = 1.03
SHARE = 0.62
"""How much of what is too much is taken away."""
LEAST, MOST, STEP = 14, 150, 4
NEAREST = 0.32
"""How near two letters may come, in stems."""

Edge = Mapping[int, float]
"""How far a letter stays from where its room ends, in bands from the lowest to the highest."""
Pairs = dict[tuple[str, str], int]


def kerning(letters: Mapping[str, Letter], face: Face) -> Pairs:
    rights = {name: edge(letters[name], right=True) for name in {*FIRST, "H", "n"}}
    lefts = {name: edge(letters[name], right=False) for name in {*SECOND, "H", "n"}}
    even = {kind: gap(rights[kind[0]], lefts[kind[1]]) for kind in ("HH", "Hn", "nH", "nn")}
    pairs: Pairs = {}
    for one in FIRST:
        for other in SECOND:
            kind = ("n" if one.islower() else "H") + ("n" if other.islower() else "H")
            too_much = gap(rights[one], lefts[other]) - even[kind] * USUAL
            room = nearest(rights[one], lefts[other]) - face.stem * NEAREST
            by = round(min(too_much * SHARE, room, MOST) / STEP) * STEP
            if by >= LEAST and {one, other} & LOOSE:
                pairs[one, other] = -by
    return with_accents(pairs)


def with_accents(pairs: Pairs) -> Pairs:
    """A letter with a mark as without; below the arm of a capital, a mark needs room itself."""
    result = dict(pairs)
    for accented in ACCENTED:
        base, _ = parts(accented)
        for (one, other), by in pairs.items():
            if one == base:
                result[accented, other] = by
            if other == base:
                result[one, accented] = by // 2 if accented.islower() and one.isupper() else by
    return result


def edge(letter: Letter, right: bool) -> Edge:
    result: dict[int, float] = {}
    for place in places(letter.contours):
        band = int(place.imag // BAND)
        away = letter.width + letter.right - place.real if right else place.real + letter.left
        result[band] = min(result.get(band, away), away)
    return result


def gap(one: Edge, other: Edge) -> float:
    """What the eye sees between two letters: no deeper than it looks, between baseline and top."""
    low = max(min(one), min(other), 0)
    high = min(max(one), max(other), 700 // BAND)
    bands = range(low, high + 1) or sorted({*one, *other})
    deepest, far = min(one.values()) + DEEP, min(other.values()) + DEEP
    seen = (min(one.get(b, deepest), deepest) + min(other.get(b, far), far) for b in bands)
    return sum(seen) / len(bands)


def nearest(one: Edge, other: Edge) -> float:
    return min(
        (one[b] + other[near] for b in one for near in (b - 1, b, b + 1) if near in other),
        default=min(one.values()) + min(other.values()),
    )
