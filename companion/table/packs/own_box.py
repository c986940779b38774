"""The facts of the owner's own box: what they read on their components, kept for every game.

They are kept as a box file that says only what differs, so every command can read them as well.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.games import AnyGame, Fact
from companion.table.keeping.writing import write
from companion.table.line import json_in_a_line
from companion.table.packs.boxes import OWNER, load_box
from companion.table.packs.text import named, written

FILE = "box.toml"


class OwnBox:
    def __init__(self, game: AnyGame, data: Path) -> None:
        self._game = game
        self._file = data / f"{game.id}-{FILE}"

    def facts(self) -> dict[str, Fact]:
        """Every fact of the box, the owner's before those that ship with the game."""
        known = self._file.is_file()
        return load_box(self._game, str(self._file.absolute()) if known else "standin")[1]

    def said(self) -> dict[str, Any]:
        """What the owner has said, and nobody else."""
        if not self._file.is_file():
            return {}
        return {path: fact.value for path, fact in self.facts().items() if fact.source == OWNER}

    def line(self) -> str:
        """The input that puts it in force; nothing where the owner has said nothing."""
        own = self.said()
        return f"box {json_in_a_line({'id': 'own', **tree(own)})}" if own else ""

    def add(self, path: str, value: Any) -> None:
        """One more fact, said at the table while people play."""
        self.keep({**self.said(), path: value})

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
