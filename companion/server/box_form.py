"""How a box fact stands in the set-up form, and what somebody has written into it."""

import re
from typing import Any

from companion.errors import BadFact
from companion.message import say

SPACE, TIPPING = "o", "x"
NUMBER = re.compile("-?[0-9]{1,3}")


def shown(value: Any) -> str:
    """A fact as it stands in a form: a number, numbers, or the spaces of a track."""
    if isinstance(value, list):
        signs = (SPACE, TIPPING)
        return " ".join(signs[each] if isinstance(each, bool) else str(each) for each in value)
    return str(value)


def entered(path: str, text: str, known: Any) -> Any:
    """What a form says of a fact that is known to be of this kind."""
    words = text.lower().split()
    if isinstance(known, list) and known and isinstance(known[0], bool):
        if words and all(word in (SPACE, TIPPING) for word in words):
            return [word == TIPPING for word in words]
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
