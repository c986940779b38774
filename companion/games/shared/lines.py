"""Tokenizes lines of table scripts: words, numbers, values of corrections."""

import json
import shlex

from companion.errors import Malformed
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
