"""Box facts: the numbers that are printed only on components, read from the files beside this one.

Each fact has a path as in the state document (``powers.us.demand``, ``facts.crisis_cards.5``), a
source and a confidence; what nobody verified is a stand-in until an owner enters their own box's.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.errors import BadFact
from companion.games import Fact
from companion.games.daybreak.model.terms import EFFECTS, EMISSIONS, POWERS, RESILIENCES
from companion.games.shared.corrections import list_of
from companion.games.shared.facts import read_facts, stand_ins
from companion.games.shared.replace import Path
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


def paths() -> Iterator[Path]:
    """Every fact that a box has."""
    for power in (*POWERS, SOLO):
        yield from (("powers", power, name) for name in NUMBERS)
        yield from (("powers", power, "emissions", kind) for kind in EMISSIONS)
        yield from (("powers", power, "resilience", kind) for kind in RESILIENCES)
    yield from (("facts", "tracks", effect) for effect in EFFECTS)
    yield from (("facts", "crisis_cards", str(bands)) for bands in BANDS)
    yield from (("facts", "geoengineering"), ("facts", "sulfur_bands"))


def misfit(path: Path, value: object) -> Message | None:
    """What a fact should be, if it is not."""
    match path:
        case ("facts", "tracks", _):
            return None if list_of(bool, value) else say("a list of true and false")
        case ("facts", "geoengineering"):
            return None if list_of(int, value) else say("a list of numbers")
    fits = type(value) is int and 0 <= value <= 40
    return None if fits else say("a number from 0 to 40")


def build(box: str, facts: Mapping[str, Fact]) -> Box:
    """A box from its facts; the error names the path and the value that cannot be."""
    tree = read_facts(facts, paths(), misfit)
    printed = tree["facts"]
    for effect, track in printed["tracks"].items():
        if not track[-1]:
            why = say("the last space tips every time, so it should be true")
            raise BadFact(f"facts.tracks.{effect}", track, why)
    return Box(
        id=box,
        references={power: Reference(**card) for power, card in tree["powers"].items()},
        tracks={effect: tuple(track) for effect, track in printed["tracks"].items()},
        crisis_cards=tuple(printed["crisis_cards"].values()),
        geoengineering=tuple(printed["geoengineering"]),
        sulfur_bands=printed["sulfur_bands"],
        standins=stand_ins(facts),
    )
