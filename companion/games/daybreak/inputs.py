"""What people can do, and how a line of a table script says it."""

import json
import shlex
from dataclasses import dataclass

from companion.errors import Malformed
from companion.games.daybreak.box import Box
from companion.message import say


@dataclass(frozen=True, slots=True)
class OpenBox:
    """``box standin``: these box facts are in force."""

    box: Box


@dataclass(frozen=True, slots=True)
class Seat:
    """``seat china``: a power takes a seat."""

    power: str


@dataclass(frozen=True, slots=True)
class Start:
    """``start``: everybody sits; the first round begins."""


@dataclass(frozen=True, slots=True)
class Next:
    """``next``: confirm, or go on to the next step."""


@dataclass(frozen=True, slots=True)
class GoTo:
    """``to crisis``: NEXT, again and again, until that stage begins."""

    stage: str


@dataclass(frozen=True, slots=True)
class RollDie:
    """``roll planetary arctic``: a die showed this face."""

    die: str
    face: str


@dataclass(frozen=True, slots=True)
class Correct:
    """``set china.dirty 9``: a number by hand."""

    path: str
    value: object


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
class Choose:
    """``choose china``: answers the prompt that is open."""

    answer: str


Input = OpenBox | Seat | Start | Next | GoTo | RollDie | Correct | Target | Lose | Choose


def read(line: str) -> Input:
    """The input that a line means."""
    try:
        words = shlex.split(line)
    except ValueError:
        raise Malformed(say("A quotation mark is open in: {line}", line=line)) from None
    match words:
        case ["seat", power]:
            return Seat(power)
        case ["start"]:
            return Start()
        case ["next"]:
            return Next()
        case ["to", stage]:
            return GoTo(stage)
        case ["roll", die, face]:
            return RollDie(die, face)
        case ["set", path, _, *_]:
            return Correct(path, value(line.split(maxsplit=2)[2]))
        case ["target", extreme, total]:
            return Target(extreme, total)
        case ["lose", path, tokens] if tokens.isdecimal():
            return Lose(path, int(tokens))
        case ["choose", answer]:
            return Choose(answer)
    raise Malformed(say("This is not an input of this game: {line}", line=line))


def value(text: str) -> object:
    """A value as a script writes it: a number, true, false, a list, or else plain text."""
    try:
        return json.loads(text)
    except ValueError:
        return text
