"""The facts of the owner's own box, entered once in the set-up form and kept for the next game.

They are kept as a box file that says only what differs, so every command can read them as well.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.errors import BadFact
from companion.games import AnyGame, Fact
from companion.message import say
from companion.table.keeping.writing import write
from companion.table.packs.boxes import load_box
from companion.table.packs.text import named, written

FILE = "box.toml"
SPACE, TIPPING = "o", "x"
NUMBER = re.compile(r"-?[0-9]{1,3}")


class OwnBox:
    def __init__(self, game: AnyGame, data: Path) -> None:
        self._game = game
        self._file = data / f"{game.id}-{FILE}"

    def facts(self) -> dict[str, Fact]:
        """Every fact of the box, the owner's before those that ship with the game."""
        known = self._file.is_file()
        return load_box(self._game, str(self._file.absolute()) if known else "standin")[1]

    def keep(self, facts: Mapping[str, Any]) -> None:
        """Writes what the owner has said of their box, all of it or nothing."""
        write(self._file, "".join(toml(tree(facts))))


def tree(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Paths as a box file has them: each part of a path is a table in the one before it."""
    grown: dict[str, Any] = {}
    for path, value in facts.items():
        *heads, last = path.split(".")
        branch = grown
        for head in heads:
            branch = branch.setdefault(head, {})
        branch[last] = value
    return grown


def toml(branch: Mapping[str, Any], path: str = "") -> Iterator[str]:
    values = {key: value for key, value in branch.items() if not isinstance(value, dict)}
    if values:
        yield f"[{path}]\n" if path else ""
        yield from (f"{named(key)} = {written(value)}\n" for key, value in values.items())
    for key, value in branch.items():
        if isinstance(value, dict):
            yield from toml(value, f"{path}.{named(key)}" if path else named(key))


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
