"""What people can do, and how a line of a table script says it."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.council_of_shadows.model.terms import GEMS
from companion.games.shared import inputs as common
from companion.games.shared.inputs import is_number

NOTHING = "none"
"""``play none red 2``, ``consume red none``: what was laid in this planning is taken back."""
GAINS = ("energy", "bonus", *GEMS)


@dataclass(frozen=True, slots=True)
class Seat:
    """``seat red``, ``seat blue automa``: somebody takes a seat."""

    seat: str
    automa: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """``order violet red blue``: the order tokens as they were dealt."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gain:
    """``gain red energy 2 gold 1``, ``harvest red energy 1 gold 2``."""

    seat: str
    what: Mapping[str, int]
    harvest: bool = False


@dataclass(frozen=True, slots=True)
class Harvest:
    """``harvest red 2 blue 3``: twice the yield of the tile on that space."""

    seat: str
    times: int
    galaxy: str
    space: int


@dataclass(frozen=True, slots=True)
class Buy:
    """``buy red ai-07``, ``buy red range 2``, ``buy red energy 3``: a card or an upgrade."""

    seat: str
    what: str
    number: int | None = None
    paying: tuple[str, ...] = ()
    free: bool = False


@dataclass(frozen=True, slots=True)
class BuyStation:
    """``buy red station score blue``: a station, into a galaxy."""

    seat: str
    kind: str
    galaxy: str
    paying: tuple[str, ...] = ()
    free: bool = False


@dataclass(frozen=True, slots=True)
class Colony:
    """``colony red 2 blue 3``: cubes more in a galaxy, or on its space 3."""

    seat: str
    cubes: int
    galaxy: str
    space: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """``play red-discover red 1``: a card on a slot; ``play p2-05 blue 3``: a tile on a space."""

    card: str
    where: str
    number: int


@dataclass(frozen=True, slots=True)
class Show:
    """``play automa-03 blue``: the AI's card; ``play light-05 red``: a bonus card counts."""

    card: str
    seat: str


@dataclass(frozen=True, slots=True)
class Consume:
    """``consume red 12``: the round's consumption as a number."""

    seat: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Score:
    """``score red blue from 3``, ``score red all``, ``score red majority``."""

    seat: str
    galaxy: str
    space: int | None = None


SetUp = common.OpenBox | Seat | Deal | common.Start
Progress = common.Next | common.GoTo | common.Correct | common.Choose
Turn = Gain | Harvest | Buy | BuyStation | Colony | Score
Planning = Play | Show | Consume
Input = SetUp | Progress | Turn | Planning | common.TellCard


def read(line: str) -> Input:
    """The input that a line means."""
    return common.read_line(line, read_seats, read_planning, read_turn)


def read_seats(words: list[str]) -> SetUp | None:
    match words:
        case ["seat", seat]:
            return Seat(seat)
        case ["seat", seat, "automa"]:
            return Seat(seat, automa=True)
        case ["order", *seats]:
            return Deal(tuple(seats))
    return None


def read_planning(words: list[str]) -> Planning | None:
    match words:
        case ["play", card, where, number] if is_number(number):
            return Play(card, where, int(number))
        case ["play", card, seat]:
            return Show(card, seat)
        case ["consume", seat, "none"]:
            return Consume(seat, None)
        case ["consume", seat, number] if is_whole(number):
            return Consume(seat, int(number))
    return None


def read_turn(words: list[str]) -> Turn | None:
    match words:
        case ["harvest", seat, times, galaxy, space] if is_number(times) and is_number(space):
            return Harvest(seat, int(times), galaxy, int(space))
        case ["gain" | "harvest" as verb, seat, *rest]:
            what = amounts(rest)
            if not what or (verb == "harvest" and "bonus" in what):
                return None
            return Gain(seat, what, verb == "harvest")
        case ["buy", seat, *rest]:
            return read_purchase(seat, rest)
        case ["colony", seat, cubes, galaxy] if is_number(cubes):
            return Colony(seat, int(cubes), galaxy)
        case ["colony", seat, cubes, galaxy, space] if is_number(cubes) and is_number(space):
            return Colony(seat, int(cubes), galaxy, int(space))
        case ["score", seat, galaxy]:
            return Score(seat, galaxy)
        case ["score", seat, galaxy, "from", space] if is_number(space):
            return Score(seat, galaxy, int(space))
    return None


def read_purchase(seat: str, words: list[str]) -> Buy | BuyStation | None:
    """What is bought, and at the end how it is paid."""
    free = words[-1:] == ["free"]
    paying: tuple[str, ...] = ()
    what = words[:-1] if free else words
    if "paying" in what:
        at = what.index("paying")
        what, paying = what[:at], tuple(what[at + 1 :])
        if free or not paying or any(gem not in GEMS for gem in paying):
            return None
    match what:
        case ["station", kind, galaxy]:
            return BuyStation(seat, kind, galaxy, paying, free)
        case ["energy" | "range" as upgrade, number] if is_number(number):
            return Buy(seat, upgrade, int(number), paying, free)
        case [card]:
            return Buy(seat, card, None, paying, free)
    return None


def amounts(words: list[str]) -> dict[str, int] | None:
    """``energy 2 gold 1``: each once; None where that is not what the words say."""
    names, numbers = words[::2], words[1::2]
    if len(names) != len(numbers) or len(set(names)) != len(names):
        return None
    if any(name not in GAINS for name in names) or not all(map(is_whole, numbers)):
        return None
    return {name: int(number) for name, number in zip(names, numbers, strict=True)}


def is_whole(word: str) -> bool:
    return is_number(word.removeprefix("-"))
