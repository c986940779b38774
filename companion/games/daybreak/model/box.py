"""Box facts: the numbers that are printed only on components, read from the files beside this one.

Each fact has a path as in the state document (``powers.us.demand``, ``facts.crisis_cards.5``), a
source and a confidence; what nobody verified is a stand-in until an owner enters their own box's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.errors import BadFact
from companion.games import Fact
from companion.games.daybreak.model.terms import EFFECTS, EMISSIONS, POWERS, RESILIENCES
from companion.i18n.message import Message, say

SOLO = "solo"
NUMBERS = ("demand", "dirty", "clean", "communities", "growth")
BANDS = range(8)


@dataclass(frozen=True, slots=True)
class Reference:
    """One power's Reference card: what it starts with, and how its demand grows."""

    demand: int
    dirty: int
    clean: int
    emissions: Mapping[str, int]
    resilience: Mapping[str, int]
    communities: int
    growth: int


@dataclass(frozen=True, slots=True)
class Box:
    """Everything the rules need from the components of one box."""

    id: str
    references: Mapping[str, Reference]
    tracks: Mapping[str, tuple[bool, ...]]
    crisis_cards: tuple[int, ...]
    geoengineering: tuple[int, ...]
    sulfur_bands: int
    """What Stratospheric Sulfur takes away at 5 and 6: printed editions disagree."""
    standins: tuple[str, ...]


def build(box: str, facts: Mapping[str, Fact]) -> Box:
    """A box from its facts; the error names the path and the value that cannot be."""
    left = dict(facts)

    def take(path: str, possible: Callable[[object], bool], what: Message) -> object:
        fact = left.pop(path, None)
        if fact is None:
            raise BadFact(path, "?", say("this fact is missing"))
        if not possible(fact.value):
            raise BadFact(path, repr(fact.value), say("this should be {what}", what=what))
        return fact.value

    def number(path: str) -> int:
        value = take(path, lambda v: type(v) is int and 0 <= v <= 40, say("a number from 0 to 40"))
        assert isinstance(value, int)
        return value

    def listed(path: str, kind: type, what: Message) -> list[object]:
        value = take(
            path,
            lambda v: isinstance(v, list) and len(v) > 0 and all(type(x) is kind for x in v),
            what,
        )
        assert isinstance(value, list)
        return value

    def reference(power: str) -> Reference:
        path = f"powers.{power}"
        numbers = {name: number(f"{path}.{name}") for name in NUMBERS}
        return Reference(
            emissions={kind: number(f"{path}.emissions.{kind}") for kind in EMISSIONS},
            resilience={kind: number(f"{path}.resilience.{kind}") for kind in RESILIENCES},
            **numbers,
        )

    references = {power: reference(power) for power in (*POWERS, SOLO)}
    tracks = {
        effect: tuple(
            bool(space)
            for space in listed(f"facts.tracks.{effect}", bool, say("a list of true and false"))
        )
        for effect in EFFECTS
    }
    for effect, track in tracks.items():
        if not track[-1]:
            raise BadFact(
                f"facts.tracks.{effect}",
                list(track),
                say("the last space tips every time, so it should be true"),
            )
    crisis_cards = tuple(number(f"facts.crisis_cards.{bands}") for bands in BANDS)
    faces = tuple(
        int(str(face)) for face in listed("facts.geoengineering", int, say("a list of numbers"))
    )
    sulfur_bands = number("facts.sulfur_bands")
    for path, fact in left.items():
        raise BadFact(path, repr(fact.value), say("no fact has this path"))
    return Box(
        id=box,
        references=references,
        tracks=tracks,
        crisis_cards=crisis_cards,
        geoengineering=faces,
        sulfur_bands=sulfur_bands,
        standins=tuple(path for path, fact in facts.items() if fact.stand_in),
    )
