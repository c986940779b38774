"""What people can do, and how a line of a table script says it."""

from dataclasses import dataclass

from companion.games.shared import inputs as common
from companion.games.shared.inputs import is_number


@dataclass(frozen=True, slots=True)
class Seat:
    """``seat china``: a power takes a seat."""

    power: str


@dataclass(frozen=True, slots=True)
class RollDie:
    """``roll planetary arctic``: a die showed this face."""

    die: str
    face: str


@dataclass(frozen=True, slots=True)
class Target:
    """``target lowest resilience.social``: whom does the crisis hit?"""

    extreme: str
    total: str


@dataclass(frozen=True, slots=True)
class Lose:
    """``lose trees 2``, ``lose china.resilience.social 2``: tokens go, or communities suffer."""

    path: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Play:
    """``play 1.035 china 2``: a card goes in front of a stack."""

    card: str
    power: str
    stack: int


@dataclass(frozen=True, slots=True)
class Tuck:
    """``tuck 1.035 china 2 at 1``: a card goes behind a stack, or behind its first card."""

    card: str
    power: str
    stack: int
    behind: int | None = None


@dataclass(frozen=True, slots=True)
class Support:
    """``tuck 1.035 under 1.309 by china``: under a Global Project or a crisis."""

    card: str
    under: str
    power: str


@dataclass(frozen=True, slots=True)
class Discard:
    """``discard 1.035 china``: from the hand, or from the play area."""

    card: str
    power: str


@dataclass(frozen=True, slots=True)
class TellHand:
    """``hand china 1.035 1.068``, ``hand china none``: the cards that a power holds."""

    power: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """``act china 2 paying 1.068``: the action of a stack's front card."""

    power: str
    stack: int
    paying: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActOnProject:
    """``act china 1.315 paying 1.068``: what an active Global Project lets a power do."""

    power: str
    project: str
    paying: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeepProject:
    """``project 1.309 replacing 1.302``, ``project none``: this round's Global Project."""

    card: str | None
    replacing: str | None = None


@dataclass(frozen=True, slots=True)
class ShowCrisis:
    """``crisis 1.415``: a Crisis card is seen, or resolved."""

    card: str


@dataclass(frozen=True, slots=True)
class EnterTags:
    """``tags 1.035 ecology ecology``: what a card prints."""

    card: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LayChallenge:
    """``challenge + "text"``: a Challenge card lies on the table."""

    sign: str
    text: str


SetUp = common.OpenBox | Seat | common.Start
Progress = common.Next | common.GoTo | RollDie | common.Correct | Target | Lose | common.Choose
FromHand = Play | Tuck | Support | Discard | Act | ActOnProject
WithCards = FromHand | TellHand | KeepProject | ShowCrisis | EnterTags | LayChallenge
Input = SetUp | Progress | WithCards | common.TellCard


def read(line: str) -> Input:
    """The input that a line means."""
    return common.read_line(line, read_own)


def read_own(words: list[str]) -> Input | None:
    """The inputs that only this game has."""
    match words:
        case ["seat", power]:
            return Seat(power)
        case ["roll", die, face]:
            return RollDie(die, face)
        case ["target", extreme, total]:
            return Target(extreme, total)
        case ["lose", path, tokens] if is_number(tokens):
            return Lose(path, int(tokens))
        case ["play", card, power, stack] if is_number(stack):
            return Play(card, power, int(stack))
        case ["tuck", card, "under", under, "by", power]:
            return Support(card, under, power)
        case ["tuck", card, power, stack] if is_number(stack):
            return Tuck(card, power, int(stack))
        case ["tuck", card, power, stack, "at", at] if is_number(stack) and is_number(at):
            return Tuck(card, power, int(stack), int(at))
        case ["hand", power, "none"]:
            return TellHand(power, ())
        case ["hand", power, *cards] if cards:
            return TellHand(power, tuple(dict.fromkeys(cards)))
        case ["discard", card, power]:
            return Discard(card, power)
        case ["act", power, stack] if is_number(stack):
            return Act(power, int(stack))
        case ["act", power, stack, "paying", *cards] if is_number(stack) and cards:
            return Act(power, int(stack), tuple(cards))
        case ["act", power, project]:
            return ActOnProject(power, project)
        case ["act", power, project, "paying", *cards] if cards:
            return ActOnProject(power, project, tuple(cards))
        case ["project", "none"]:
            return KeepProject(None)
        case ["project", card]:
            return KeepProject(card)
        case ["project", card, "replacing", old]:
            return KeepProject(card, old)
        case ["crisis", card]:
            return ShowCrisis(card)
        case ["tags", card, _, *_]:
            return EnterTags(card, tuple(words[2:]))
        case ["challenge", "+" | "-" | "?" as sign, text]:
            return LayChallenge(sign, text)
    return None
