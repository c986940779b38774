"""One line of a table script: what it says, without its comment."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.errors import Malformed
from companion.games import Document
from companion.i18n.message import say


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    text: str

    @property
    def words(self) -> list[str]:
        return self.text.split()


def lines(source: str) -> Iterator[Line]:
    """The lines that say something. A ``#`` starts a comment, except inside quotation marks."""
    for number, raw in enumerate(source.splitlines(), start=1):
        if text := before_comment(raw).strip():
            yield Line(number, text)


def before_comment(raw: str) -> str:
    quoted = False
    for at, letter in enumerate(raw if "#" in raw else ""):
        quoted ^= letter == '"'
        if letter == "#" and not quoted:
            return raw[:at]
    return raw


def one_line(source: str) -> str:
    """What a script would read here, so that a journal can always be written as a script."""
    if source.isascii() and source.isprintable() and "#" not in source and (text := source.strip()):
        return text
    match list(lines(source)):
        case [line] if line.text.isascii() or is_text(line.text):
            return line.text
    raise Malformed(say("An input is one line of text: {line}", line=ascii(source)))


def json_in_a_line(value: Any) -> str:
    """JSON without the two letters that would end a text, or begin a comment, in a line."""
    written = json.dumps(value, ensure_ascii=False)
    return written.replace('\\"', "\\u0022").replace("#", "\\u0023")


def is_text(letters: str) -> bool:
    """Half a surrogate pair, which JSON lets through, cannot be kept in any file."""
    try:
        letters.encode()
    except UnicodeEncodeError:
        return False
    return True


def look_up(document: Document, path: str, group: str = "") -> Any:
    """What a path leads to; ``LookupError`` where it leads nowhere.

    The ``group`` of a game, such as ``players``, may be left out.
    """
    head, *_ = steps = path.split(".")
    found: Any = document
    if group and head not in document and head in document.get(group, {}):
        steps = [group, *steps]
    for step in steps:
        if isinstance(found, list):
            found = {str(at): each for at, each in enumerate(found)}
        if not isinstance(found, dict):
            raise LookupError(step)
        found = found[step]
    return found
