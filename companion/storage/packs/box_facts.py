"""Box files: TOML with the facts of one box, each with its source and confidence.

A file that ships with a game is known by its name; an owner's file is a path, and says only what
differs from the one that it ``extends``. A journal keeps what such a file said, not where it lay.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from companion.errors import BadBox, BadFact
from companion.games import AnyGame, Fact, resource
from companion.i18n.message import Message, say
from companion.match.script_syntax import json_in_a_line
from companion.storage.atomic_files import locked, set_aside, write
from companion.storage.packs.card_json import parse_cards
from companion.storage.packs.load import PassOver, load_cards, owners_packs
from companion.storage.packs.toml_files import parse_toml, read_text, toml_key, toml_value

BUILT_IN = "standin"
OWNER = "the owner of the box"


def shipped_boxes(game: AnyGame) -> list[str]:
    """The names of the box files that ship with a game; some games print everything."""
    folder = resource(game, "box")
    if folder is None:
        return []
    return sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml"))


def load_box(game: AnyGame, name: str, folder: Path | None = None) -> tuple[str, dict[str, Fact]]:
    """A box's id and all its facts.

    ``name`` is built in, a path seen from the folder, or what a file said, as ``inlined_box``
    writes it.
    """
    known = shipped_boxes(game)
    if name in known:
        return name, dict(shipped_facts(game, name))
    if name == BUILT_IN:
        return name, {}
    content = read_box(name, folder)
    base = content.pop("extends", BUILT_IN)
    if base not in known:
        raise BadBox(
            box_id(name), say("extends = {base}: no such box ships with the game", base=base)
        )
    own = dict(flat_facts(box_id(name), content))
    facts = {**load_box(game, base)[1], **own}
    return str(content["id"]), facts


@cache
def shipped_facts(game: AnyGame, name: str) -> dict[str, Fact]:
    """The facts of a box that ships with a game: read once, since it never changes."""
    file = resource(game, "box", f"{name}.toml")
    assert file, "whoever asks has found its name among those that ship"
    return dict(flat_facts(file, read_toml(file)))


def inlined_box(game: AnyGame, name: str, folder: Path | None = None) -> str:
    """A box by name, or all that an owner's file says, on one line: it needs no file any more."""
    if name in (BUILT_IN, *shipped_boxes(game)):
        return name
    try:
        return json_in_a_line(read_box(name, folder))
    except TypeError as error:
        raise BadBox(name, say("it holds what is no fact ({why})", why=error)) from None


def box_id(name: str) -> str:
    """What to call a box that was named in any of the three ways."""
    return str(read_box(name)["id"]) if name.startswith("{") else name


def read_box(name: str, folder: Path | None = None) -> dict[str, Any]:
    """What an owner's box says, wherever it is written."""
    if not name.startswith("{"):
        path = (folder or Path()) / name
        return {"id": path.stem, **read_toml(path)}
    try:
        found: dict[str, Any] = {"id": "box", **json.loads(name)}
    except ValueError as error:
        raise BadBox("{", say("it is not JSON ({why})", why=error)) from None
    return found


def open_box(
    game: AnyGame,
    name: str,
    folder: Path | None = None,
    owner: Path | None = None,
    told: str = "",
    pass_over: PassOver | None = None,
) -> Any:
    """The input that puts a box's facts in force, and the cards of all packs with them.

    ``owner`` is the data folder in which an owner's own packs are; ``told`` are cards that a script
    has told, which come before those of any pack. ``pass_over`` is that of ``load_cards``.
    """
    if not told and name in (BUILT_IN, *shipped_boxes(game)) and not owners_packs(game, owner):
        return shipped_box(game, name)
    box, facts = load_box(game, name, folder)
    cards = dict(load_cards(game, owner, pass_over=pass_over).cards) if game.cards else {}
    cards |= parse_cards(game, told) if told else {}
    try:
        return game.box.open(box, facts, cards) if game.box else None
    except BadFact as wrong:
        raise BadBox(box_id(name), wrong.message) from wrong


@cache
def shipped_box(game: AnyGame, name: str) -> Any:
    """A box as it ships, with the cards as they ship: the same for every table.

    Whoever keeps what was worked out from them then knows it again at the next table.
    """
    cards = load_cards(game).cards if game.cards else {}
    return game.box.open(*load_box(game, name), cards) if game.box else None


def read_toml(file: Traversable) -> dict[str, Any]:
    return parse_toml(read_text(file, BadBox), file, BadBox)


def flat_facts(file: object, content: dict[str, Any], path: str = "") -> Iterator[tuple[str, Fact]]:
    """Every fact of a file. A bare value is the owner's word; a table names its source."""
    for key, value in content.items():
        here = f"{path}.{key}" if path else key
        if here == "id":
            continue
        if not isinstance(value, dict):
            yield here, Fact(value, OWNER, "owner")
        elif "value" not in value:
            yield from flat_facts(file, value, here)
        elif strange := set(value) - {"value", "source", "confidence"}:
            why = say("{path} has an unknown key {key}", path=here, key=sorted(strange)[0])
            raise BadBox(file, why)
        else:
            source, confidence = value.get("source", OWNER), value.get("confidence", "owner")
            yield here, Fact(value["value"], str(source), str(confidence))


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
                with locked(self._file), suppress(BadBox):
                    # Somebody may have mended it, or put it aside, meanwhile.
                    return self._own() if self._file.is_file() else self._shipped()
                self._tell(set_aside(self._file))
        return self._shipped()

    def said(self) -> dict[str, Any]:
        """What the owner has said, and nobody else."""
        return owners_facts(self.facts()) if self._file.is_file() else {}

    def line(self) -> str:
        """The input that puts it in force; nothing where the owner has said nothing."""
        own = self.said()
        return f"box {json_in_a_line({'id': 'own', **nested_facts(own)})}" if own else ""

    def add(self, facts: Mapping[str, Any]) -> None:
        """More facts than the owner has said before; two who say some at once both count."""
        self.facts()  # a file that cannot be used is put aside first
        with locked(self._file):
            own = owners_facts(self._own()) if self._file.is_file() else {}
            open_box(self._game, f"{json_in_a_line(nested_facts({**own, **facts}))}")
            self._write({**own, **facts})

    def keep(self, facts: Mapping[str, Any]) -> None:
        """Writes what the owner has said of their box, all of it or nothing."""
        with locked(self._file):
            self._write(facts)

    def _write(self, facts: Mapping[str, Any]) -> None:
        write(self._file, "".join(box_toml(nested_facts(facts))))

    def _own(self) -> dict[str, Fact]:
        """Also tried on the game itself: a number of the wrong kind would stop the set-up."""
        box = str(self._file.absolute())
        open_box(self._game, box)
        return load_box(self._game, box)[1]

    def _shipped(self) -> dict[str, Fact]:
        return load_box(self._game, BUILT_IN)[1]


def owners_facts(facts: Mapping[str, Fact]) -> dict[str, Any]:
    """What the owner has said, and nobody else."""
    return {path: fact.value for path, fact in facts.items() if fact.source == OWNER}


def nested_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Paths as a box file has them: each part of a path is a table in the one before it."""
    grown: dict[str, Any] = {}
    for path, value in facts.items():
        *heads, last = path.split(".")
        branch = grown
        for head in heads:
            branch = branch.setdefault(head, {})
        branch[last] = value
    return grown


def box_toml(branch: Mapping[str, Any], path: str = "") -> Iterator[str]:
    values = {key: value for key, value in branch.items() if not isinstance(value, dict)}
    if values:
        yield f"[{path}]\n" if path else ""
        yield from (f"{toml_key(key)} = {toml_value(value)}\n" for key, value in values.items())
    for key, value in branch.items():
        if isinstance(value, dict):
            yield from box_toml(value, f"{path}.{toml_key(key)}" if path else toml_key(key))
