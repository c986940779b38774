"""Inputs of every game of seats, rounds and stages: how their lines are tokenized and parsed."""

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from companion.errors import Malformed, Refusal
from companion.i18n.message import say


def words_of(line: str) -> list[str]:
    """The words of a line; what stands in quotation marks is one of them."""
    try:
        return shlex.split(line) if '"' in line else line.split()  # shlex is slow
    except ValueError:
        raise Malformed(say("A quotation mark is open in: {line}", line=line)) from None


def not_an_input(line: str) -> Malformed:
    return Malformed(say("This is not an input of this game: {line}", line=line))


def is_number(word: str) -> bool:
    """Few enough digits for ``int``, which refuses thousands of them."""
    return word.isdecimal() and len(word) < 10


def value_in(line: str) -> object:
    """What ``set path value`` says: a number, true, false, a list of them, or else plain text."""
    text = line.split(maxsplit=2)[2]
    if is_number(text) and text.isascii() and not text.startswith("0"):
        return int(text)  # by far the most, and JSON is slow
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    inside = found if isinstance(found, list) else [found]
    return text if any(isinstance(each, list | dict) for each in inside) else found


@dataclass(frozen=True, slots=True)
class OpenBox:
    """``box standin``: these box facts are in force, and these cards."""

    box: Any
    cards: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Start:
    """``start``: everybody sits; the first round begins."""


@dataclass(frozen=True, slots=True)
class Next:
    """``next``: confirm, or go on to the next step."""


@dataclass(frozen=True, slots=True)
class GoTo:
    """``to scoring``: NEXT, again and again, until that stage begins."""

    stage: str


@dataclass(frozen=True, slots=True)
class Correct:
    """``set red.energy 9``: a number by hand."""

    path: str
    value: object


@dataclass(frozen=True, slots=True)
class Choose:
    """``choose yes``: answers the question that is open."""

    answer: str


@dataclass(frozen=True, slots=True)
class TellCard:
    """``card {"number": "…", …}``: the card as it is from now on, and what was said of it."""

    card: Any
    fields: tuple[str, ...]


Common = Start | Next | GoTo | Correct | Choose
Given = TypeVar("Given")


def read_line(line: str, *readers: Callable[[list[str]], Given | None]) -> Common | Given:
    """The input that a line means: one of every such game, or what a reader of its words finds."""
    words = words_of(line)
    if common := read_common(line, words):
        return common
    for reader in readers:
        if found := reader(words):
            return found
    raise not_an_input(line)


def read_common(line: str, words: list[str]) -> Common | None:
    """The input that a line means, if it means one of these."""
    match words:
        case ["start"]:
            return Start()
        case ["next"]:
            return Next()
        case ["to", stage]:
            return GoTo(stage)
        case ["set", path, _, *_]:
            return Correct(path, value_in(line))
        case ["choose", answer]:
            return Choose(answer)
    return None


class Played(Protocol):
    """A state with its progress."""

    @property
    def round(self) -> int: ...
    @property
    def outcome(self) -> object | None: ...


Kinds = Any
"""A class of inputs, or several: ``OpenBox | Seat | Start``."""


def check_timing(state: Played, given: object, set_up: Kinds, before: Kinds = TellCard) -> None:
    """Refuses an input that is too early or too late; ``before`` is allowed until the end."""
    if state.outcome:
        raise Refusal("game_over", say("The game has ended. UNDO takes the last step back."))
    if isinstance(given, set_up):
        if state.round:
            raise Refusal("already_started", say("The game has started already."))
    elif not state.round and not isinstance(given, before):
        raise Refusal("not_started", say("The game has not started: take seats, then start."))
