"""How a box fact stands in a form, and what somebody has entered there.

A number is written, the spaces of a track are touched. How many there are stands beside them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.errors import BadFact
from companion.games import Fact
from companion.i18n.message import Message, say

Form = MultiDict[str, str]
NUMBER = re.compile("-?[0-9]{1,3}")
SPACES = re.compile("#([0-9]{1,2})")
"""So many spaces a track has; those that were touched are sent under its name and a point."""
MORE, LESS = "more", "less"
"""Buttons for one space more or one less, which change the form and keep nothing."""
MOST_SPACES = 30


@dataclass(frozen=True, slots=True)
class Field:
    path: str
    name: Message
    fact: Fact
    text: str
    """What stands in it: a number, numbers or words."""
    spaces: tuple[bool, ...]
    """Those of a track; none where it is something else."""
    many: bool
    """Is it more than one number?"""
    bad: bool


def field(path: str, name: Message, fact: Fact, form: Form, wrong: str) -> Field:
    """A fact in a form, as it is known or as somebody has just entered it."""
    spaces = tuple(touched(path, form) or fact.value) if is_track(fact.value) else ()
    if spaces and form.get(MORE) == path and len(spaces) < MOST_SPACES:
        spaces = (*spaces, False)
    if len(spaces) > 1 and form.get(LESS) == path:
        spaces = spaces[:-1]
    text = form.get(path, shown(fact.value))
    return Field(path, name, fact, text, spaces, isinstance(fact.value, list), path == wrong)


def fields(
    paths: Mapping[str, Message], facts: Mapping[str, Fact], form: Form, wrong: BadFact | None
) -> list[Field]:
    bad = wrong.path if wrong else ""
    return [
        field(path, name, facts[path], form, bad) for path, name in paths.items() if path in facts
    ]


def reshaped(form: Form) -> bool:
    return MORE in form or LESS in form


def is_track(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], bool)


def touched(path: str, form: Form) -> list[bool]:
    """The spaces of a track as a form says them; none where it does not say how many there are."""
    if not (found := SPACES.fullmatch(form.get(path, ""))):
        return []
    on = form.getlist(f"{path}.")
    return [str(at) in on for at in range(min(int(found[1]), MOST_SPACES))]


def shown(value: Any) -> str:
    """A fact as it is written: a number, numbers, words."""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def entered(path: str, form: Form, known: Any) -> Any:
    """What a form says of a fact that is known to be of this kind."""
    text = form[path]
    words = text.lower().split()
    if is_track(known):
        if spaces := touched(path, form):
            return spaces
    elif isinstance(known, list) and known and isinstance(known[0], str):
        if words:
            return words
    elif words and all(NUMBER.fullmatch(word) for word in words):
        numbers = [int(word) for word in words]
        if isinstance(known, list):
            return numbers
        if len(numbers) == 1:
            return numbers[0]
    raise BadFact(path, repr(text), say("{text} is not what can stand here", text=text or "–"))
