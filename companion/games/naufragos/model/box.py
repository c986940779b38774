"""Box facts: the numbers that are printed only on boards, tiles and character cards.

Each has a path as in the state document (``facts.wrecks``, ``facts.shelters.3.wood``), a source and
a confidence; what nobody verified is a stand-in until an owner enters their own box's.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import BadFact
from companion.games import Fact
from companion.games.naufragos.model import terms
from companion.games.shared.corrections import list_of
from companion.games.shared.facts import read_facts, stand_ins
from companion.i18n.message import Message, say

Numbers = tuple[int, ...]
Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a construction of a single turn asks for."""

    energy: int
    wood: int
    ropes: int
    sails: int


@dataclass(frozen=True, slots=True)
class Character:
    energy: int
    return_bonus: int


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The scale of the way back to camp."""

    start: int
    min: int
    max: int


@dataclass(frozen=True, slots=True)
class Box:
    """Everything the rules need from the components of one box."""

    id: str
    turns: Mapping[str, int]
    wrecks: int
    weather: Words
    actions: Mapping[str, Numbers]
    order: Words
    difficulty: Difficulty
    track: Words
    track_story: Numbers
    rest: Mapping[str, Numbers]
    shelters: Mapping[str, Cost]
    raft: Cost
    sand_sign: int
    bonfire: int
    characters: Mapping[str, Character]
    standins: Words

    def story_of(self, space: int) -> int:
        """Story tokens that a rescued castaway draws for a space of the track."""
        return self.track_story[min(space, len(self.track_story) - 1)]


ROOT = "facts"
MOST = 40
RANGES: dict[tuple[str, str], tuple[int, int]] = {
    ("turns", ""): (1, 99),
    ("characters", "energy"): (4, 12),
    ("characters", "return_bonus"): (-9, 9),
    ("difficulty", ""): (2, 40),
    ("sand_sign", ""): (1, MOST),
    ("bonfire", ""): (1, MOST),
}


def limits(path: tuple[str, ...]) -> tuple[int, int]:
    """Between what a number of the box lies; the path is that below ``facts``."""
    ends = (path[-1] if path[0] == "characters" else "",)
    return RANGES.get((path[0], *ends), (0, MOST))


def flaw_of(path: tuple[str, ...], value: object) -> Message | None:
    """What a fact should be, if it is not; the path is that below ``facts``."""
    match path:
        case ("weather",):
            labels = list_of(str, value)
            if not labels or not set(labels) <= set(terms.WEATHER) or terms.SUNNY not in labels:
                return say("a list of {words}, with sunny in it", words=", ".join(terms.WEATHER))
        case ("actions", _):
            costs = list_of(int, value)
            if not costs or not all(0 <= cost <= MOST for cost in costs):
                return say("a list of the energy of each space")
        case ("order",):
            if not is_order(list_of(str, value)):
                return say("every action once, rest.1 and the like, and explore last")
        case ("track",):
            if not is_track(list_of(str, value)):
                return say("the sectors in order, space by space, and at the end one promontory")
        case ("track_story",):
            stories = list_of(int, value)
            if not stories or not all(0 <= story <= MOST for story in stories):
                return say("a list of numbers from 0 to {most}", most=MOST)
        case ("rest", _):
            table = list_of(int, value)
            if len(table) != 3 or not all(0 <= number <= MOST for number in table):
                return say("three numbers: energy for 1 to 3, for 4 to 6, and injuries healed")
        case _:
            low, high = limits(path)
            if type(value) is not int or not low <= value <= high:
                return say("a number from {low} to {high}", low=low, high=high)
    return None


def is_order(order: list[Any]) -> bool:
    rests = [each for each in order if each.startswith(f"{terms.REST}.")]
    others = [each for each in order if each not in rests]
    numbered = all(each.partition(".")[2].isdecimal() for each in rests)
    once = len(set(order)) == len(order) and set(others) == set(terms.ACTIONS) - {terms.REST}
    return numbered and once and order[-1:] == [terms.EXPLORE]


def is_track(track: list[Any]) -> bool:
    places = [list(terms.SECTORS).index(each) for each in track if each in terms.SECTORS]
    in_order = len(places) == len(track) and places == sorted(places)
    return in_order and track.count(terms.PROMONTORY) == 1 and len(track) > 1


def paths() -> Iterator[tuple[str, ...]]:
    """Every fact that a box has, below ``facts``."""
    for players in range(1, 5):
        yield "turns", str(players)
    yield from (("wrecks",), ("weather",))
    yield from (("actions", action) for action in terms.ACTIONS)
    yield ("order",)
    yield from (("difficulty", end) for end in ("start", "min", "max"))
    yield from (("track",), ("track_story",))
    yield from (("rest", str(level)) for level in range(terms.LEVELS + 1))
    for cost in Cost.__dataclass_fields__:
        yield from (("shelters", str(level), cost) for level in range(1, terms.LEVELS + 1))
        yield "raft", cost
    yield from (("sand_sign",), ("bonfire",))
    for character in (terms.NOBODY, *terms.CHARACTERS):
        yield from (("characters", character, end) for end in ("energy", "return_bonus"))


def build(box: str, facts: Mapping[str, Fact]) -> Box:
    """A box from its facts; the error names the path and the value that cannot be."""
    rooted = ((ROOT, *path) for path in paths())
    tree = read_facts(facts, rooted, lambda path, value: flaw_of(path[1:], value))[ROOT]
    scale = Difficulty(**tree["difficulty"])
    if not scale.min <= scale.start <= scale.max:
        name = f"{ROOT}.difficulty.start"
        raise BadFact(name, scale.start, say("it should lie between the least and the most"))
    made = {
        "difficulty": scale,
        "shelters": {level: Cost(**cost) for level, cost in tree["shelters"].items()},
        "raft": Cost(**tree["raft"]),
        "characters": {who: Character(**ends) for who, ends in tree["characters"].items()},
    }
    return Box(id=box, standins=stand_ins(facts), **tupled(tree) | made)


def tupled(value: Any) -> Any:
    """With tuples for lists."""
    if isinstance(value, dict):
        return {name: tupled(each) for name, each in value.items()}
    return tuple(value) if isinstance(value, list) else value
