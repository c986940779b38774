"""What people can do, and how a line of a table script says it."""

from dataclasses import dataclass

from companion.games.shared import inputs as common
from companion.games.shared.inputs import is_number

ICONS = {"advance", "story", "pending"}


@dataclass(frozen=True, slots=True)
class Seat:
    """``seat red strong``: a castaway takes a seat, with a character or without."""

    seat: str
    character: str | None = None


@dataclass(frozen=True, slots=True)
class RollDice:
    """``roll dice 3 4``, ``roll dice total 7``, ``roll dice one``, ``roll strength 5``."""

    die: str
    shown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeeEvent:
    """``event sun 3``, ``event E07``: this turn's event, by its marks, its card or both."""

    weather: str = ""
    wreck: str = ""
    card: str | None = None


@dataclass(frozen=True, slots=True)
class PlacePawn:
    """``place red rest 4``, ``place white camp B3``: a pawn goes onto an action."""

    pawn: str
    action: str
    where: str | None = None
    """A rest space's number, or a camp card."""


@dataclass(frozen=True, slots=True)
class Feed:
    """``feed``: a wood from the store onto the fire."""


@dataclass(frozen=True, slots=True)
class DrawCard:
    """``explore interior 2 advance story``, ``explore I07``: a card of the island."""

    sector: str = ""
    difficulty: int = 0
    icons: frozenset[str] = frozenset()
    card: str | None = None


@dataclass(frozen=True, slots=True)
class GoBack:
    """``return red yellow``: these try to come home; nobody named is everybody."""

    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Eat:
    """``eat red 2``, ``eat red 1 own``: units of the store, or counters of one's own."""

    seat: str
    units: int
    own: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """``gain red.energy 2``, ``lose red.energy 2``: what a card gives or takes, by the rules."""

    path: str
    by: int


@dataclass(frozen=True, slots=True)
class TakeCard:
    """``play W05 red``: somebody has this card now."""

    card: str
    seat: str


@dataclass(frozen=True, slots=True)
class DropCard:
    """``discard W05``: it is gone."""

    card: str


SetUp = common.OpenBox | Seat | common.Start
AnyTime = common.Correct | Change | TakeCard | DropCard | common.TellCard
InTurn = (
    common.Next
    | common.GoTo
    | RollDice
    | common.Choose
    | SeeEvent
    | PlacePawn
    | Feed
    | DrawCard
    | GoBack
    | Eat
)
Input = SetUp | AnyTime | InTurn


def read(line: str) -> Input:
    """The input that a line means."""
    return common.read_line(line, read_turn, read_card)


def read_turn(words: list[str]) -> Input | None:
    match words:
        case ["seat", seat]:
            return Seat(seat)
        case ["seat", seat, character]:
            return Seat(seat, character)
        case ["roll", die, _, *_]:
            return RollDice(die, tuple(words[2:]))
        case ["place", pawn, action]:
            return PlacePawn(pawn, action)
        case ["place", pawn, action, where]:
            return PlacePawn(pawn, action, where)
        case ["feed"]:
            return Feed()
        case ["return", *members]:
            return GoBack(tuple(members))
        case ["eat", seat, units] if is_number(units):
            return Eat(seat, int(units))
        case ["eat", seat, units, "own"] if is_number(units):
            return Eat(seat, int(units), own=True)
        case ["gain", path, number] if is_number(number):
            return Change(path, int(number))
        case ["lose", path, number] if is_number(number):
            return Change(path, -int(number))
    return None


def read_card(words: list[str]) -> Input | None:
    match words:
        case ["event", card]:
            return SeeEvent(card=card)
        case ["event", weather, wreck]:
            return SeeEvent(weather, wreck)
        case ["event", card, weather, wreck]:
            return SeeEvent(weather, wreck, card)
        case ["explore", card]:
            return DrawCard(card=card)
        case ["explore", card, "pending"]:
            return DrawCard(card=card, icons=frozenset({"pending"}))
        case ["explore", sector, number, *icons] if is_number(number) and set(icons) <= ICONS:
            return DrawCard(sector, int(number), frozenset(icons))
        case ["explore", card, sector, number, *icons] if is_number(number) and set(icons) <= ICONS:
            return DrawCard(sector, int(number), frozenset(icons), card)
        case ["play", card, seat]:
            return TakeCard(card, seat)
        case ["discard", card]:
            return DropCard(card)
    return None
