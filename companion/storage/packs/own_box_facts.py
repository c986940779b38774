"""The facts of the owner's own box: what they read on their components, kept for every game.

They are kept as a box file that says only what differs, so every command can read them as well.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.errors import BadBox
from companion.games import AnyGame, Fact
from companion.i18n.message import Message
from companion.match.script_syntax import json_in_a_line
from companion.storage.packs.box_facts import BUILT_IN, OWNER, load_box, open_box
from companion.storage.packs.toml_writer import named, written
from companion.storage.store.atomic_files import changing, put_aside_as, set_aside, write

FILE = "box.toml"


class OwnBox:
    """``tell`` hears of a file that could not be used: it is put aside, and nobody is stopped."""

    def __init__(
        self, game: AnyGame, data: Path, tell: Callable[[Message], None] = lambda told: None
    ) -> None:
        self._game = game
        self._file = data / f"{game.id}-{FILE}"
        self._tell = tell

    def facts(self) -> dict[str, Fact]:
        """Every fact of the box, the owner's before those that ship with the game."""
        if self._file.is_file():
            try:
                return self._own()
            except BadBox:
                with changing(self._file), suppress(BadBox):
                    # Somebody may have mended it, or put it aside, meanwhile.
                    return self._own() if self._file.is_file() else self._shipped()
                self._tell(put_aside_as(self._file, set_aside(self._file)))
        return self._shipped()

    def said(self) -> dict[str, Any]:
        """What the owner has said, and nobody else."""
        return owners(self.facts()) if self._file.is_file() else {}

    def line(self) -> str:
        """The input that puts it in force; nothing where the owner has said nothing."""
        own = self.said()
        return f"box {json_in_a_line({'id': 'own', **tree(own)})}" if own else ""

    def add(self, facts: Mapping[str, Any]) -> None:
        """More facts than the owner has said before; two who say some at once both count."""
        self.facts()  # a file that cannot be used is put aside first
        with changing(self._file):
            own = owners(self._own()) if self._file.is_file() else {}
            open_box(self._game, f"{json_in_a_line(tree({**own, **facts}))}")
            self._write({**own, **facts})

    def keep(self, facts: Mapping[str, Any]) -> None:
        """Writes what the owner has said of their box, all of it or nothing."""
        with changing(self._file):
            self._write(facts)

    def _write(self, facts: Mapping[str, Any]) -> None:
        write(self._file, "".join(toml(tree(facts))))

    def _own(self) -> dict[str, Fact]:
        """Also tried on the game itself: a number of the wrong kind would stop the set-up."""
        box = str(self._file.absolute())
        open_box(self._game, box)
        return load_box(self._game, box)[1]

    def _shipped(self) -> dict[str, Fact]:
        return load_box(self._game, BUILT_IN)[1]


def owners(facts: Mapping[str, Fact]) -> dict[str, Any]:
    """What the owner has said, and nobody else."""
    return {path: fact.value for path, fact in facts.items() if fact.source == OWNER}


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
