"""Box facts: the numbers that are printed only on components, read from the files beside this one.

They are kept as the tree that the state document shows, so a path of a fact is a path in here. The
board has two sides; ``back`` is the one for two players and the Automa.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games import Fact
from companion.games.council_of_shadows.model import terms
from companion.games.shared.facts import read_facts, stand_ins
from companion.games.shared.replace import look_up, put, replace
from companion.i18n.message import Message, say

Path = tuple[str, ...]
LOWEST, HIGHEST = -99, 99
COUNTED = (
    *("gems", "planet", "consumption", "board", "parsec", "ai", "light", "stations", "fixed"),
    "galaxy",
)
"""What a bonus card may count."""
NUMBER, FLAG, TOWER3, COUNTS, OF, WORLDS = "number", "flag", "tower3", "counts", "of", "planets"

Shape = dict[str, Any]
PRICE: Shape = dict.fromkeys(terms.GEMS, NUMBER)
PRINTED: Shape = {
    "more": NUMBER,
    "less": NUMBER,
    "more_bonus": FLAG,
    "less_bonus": FLAG,
    "parsec": NUMBER,
    "spaces": NUMBER,
}


def each(names: Iterable[str], shape: Any) -> Shape:
    """The same facts of every one of these."""
    return dict.fromkeys(names, shape)


SHAPE: Shape = {
    "galaxies": each(terms.GALAXIES, PRINTED),
    "back": each(terms.BACK, PRINTED),
    "actions": each(terms.ACTIONS, NUMBER),
    "ai": each(terms.AI_CARDS, {"consumption": NUMBER, "cost": PRICE}),
    "tower3": TOWER3,
    "automa": each(terms.AUTOMA_CARDS, {"consumption": NUMBER, "deck": NUMBER}),
    "upgrades": each(terms.UPGRADES, {"cost": PRICE, "energy": NUMBER}),
    "stations": each(terms.STATIONS, {"cost": PRICE}),
    "compensation": {"1": {"0": PRICE}, "2": {"1": PRICE, "0": PRICE}},
    "leaders": each(terms.LEADERS, {"consumption": NUMBER, "energy": NUMBER}),
    "bonus": each(
        (*terms.LIGHT, *terms.SECRET), {"counts": COUNTS, "of": OF, "base": NUMBER, "per": NUMBER}
    ),
    "tiles": each(terms.TILES, {"planets": WORLDS, "yield": {"energy": NUMBER, **PRICE}}),
    "gem_energy": PRICE,
    "ai_energy": NUMBER,
}
"""Every fact, and of which kind it is."""


@dataclass(frozen=True, slots=True)
class Box:
    """Everything that the rules need from the components of one box."""

    id: str
    tree: Mapping[str, Any]
    standins: tuple[str, ...] = ()
    """Paths of what nobody verified, and nobody corrected since."""

    def consumption(self, card: str) -> int:
        """The number at the upper left of an action card, or on an Automa card."""
        found: int = look_up(self.tree, consumption_path(card)[1:])
        return found

    def cost(self, *path: str) -> dict[str, int]:
        """A price, or other gems, by their path."""
        return dict(look_up(self.tree, path))

    def rests_on_a_stand_in(self, *paths: str) -> bool:
        return any(path in self.standins for path in paths)

    def corrected(self, path: Path, value: object, both_sides: bool) -> "Box":
        """This box with what its owner reads on a component."""
        paths = [path]
        if both_sides and path[1] == "galaxies" and path[2] in terms.BACK:
            paths.append(("facts", "back", *path[2:]))
        tree, gone = self.tree, {".".join(each) for each in paths}
        for each in paths:
            tree = put(tree, each[1:], value)
        return replace(
            self, tree=tree, standins=tuple(each for each in self.standins if each not in gone)
        )


def consumption_path(card: str) -> Path:
    """The fact that says how much a card consumes."""
    if card.startswith("ai-"):
        return ("facts", "ai", card, "consumption")
    if card.startswith("automa-"):
        return ("facts", "automa", card, "consumption")
    return ("facts", "actions", card.partition("-")[2])


def kinds_of(shape: Any, path: Path = ("facts",)) -> Iterator[tuple[Path, str]]:
    """Every path of a fact with its kind."""
    if isinstance(shape, str):
        yield path, shape
        return
    for key, inner in shape.items():
        yield from kinds_of(inner, (*path, key))


KIND_OF: dict[Path, str] = dict(kinds_of(SHAPE))


def build(box: str, facts: Mapping[str, Fact]) -> Box:
    """A box from its facts; the error names the path and the value that cannot be."""
    tree = read_facts(facts, KIND_OF, lambda path, value: misfit(KIND_OF[path], value))["facts"]
    for printed in tree["bonus"].values():
        printed["of"] = printed["of"] or None
    return Box(box, tree, stand_ins(facts))


def misfit(kind: str, value: object) -> Message | None:
    """What this should be instead; None where it can be."""
    match kind:
        case "number":
            fits = type(value) is int and LOWEST <= value <= HIGHEST
            wanted = say("a number from {low} to {high}", low=LOWEST, high=HIGHEST)
        case "flag":
            fits, wanted = isinstance(value, bool), say("true or false")
        case "tower3":
            fits, wanted = value in terms.AI_CARDS, say("an AI card")
        case "counts":
            fits, wanted = value in COUNTED, say("one of {words}", words=", ".join(COUNTED))
        case "of":
            fits = value in ("", 1, 2, 3, *terms.GEMS, *terms.PLANETS, *terms.GALAXIES)
            wanted = say("a gem, a planet, a parsec or a galaxy")
        case _:
            fits = isinstance(value, list) and all(each in terms.PLANETS for each in value)
            wanted = say("a list of planets")
    return None if fits else wanted
