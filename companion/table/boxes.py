"""Box files: TOML with the facts of one box, each with its source and confidence.

A file that ships with a game is known by its name; an owner's file is a path, and says only what
differs from the one that it ``extends``.
"""

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from companion.errors import BadBox, BadFact
from companion.games import Fact, Game
from companion.message import say

BUILT_IN = "standin"
OWNER = "the owner of the box"


def built_in(game: Game) -> list[str]:
    """The names of the box files that ship with a game."""
    folder = files(f"companion.games.{game.id}.box")
    return sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml"))


def load_box(game: Game, name: str, folder: Path | None = None) -> tuple[str, dict[str, Fact]]:
    """A box's id and all its facts; ``name`` is built in, or a path seen from the folder."""
    if name in built_in(game):
        file: Traversable = files(f"companion.games.{game.id}.box") / f"{name}.toml"
        return name, dict(read_facts(file))
    path = (folder or Path()) / name
    content = read_toml(path)
    base = content.pop("extends", BUILT_IN)
    if base not in built_in(game):
        raise BadBox(path, say("extends = {base}: no such box ships with the game", base=base))
    own = dict(leaves(path, content))
    facts = {**load_box(game, base)[1], **own}
    return str(content.get("id", path.stem)), facts


def open_box(game: Game, name: str, folder: Path | None = None) -> Any:
    """The input that puts a box's facts in force."""
    box, facts = load_box(game, name, folder)
    try:
        return game.open_box(box, facts)
    except BadFact as wrong:
        raise BadBox(name, wrong.message) from wrong


def read_facts(file: Traversable) -> Iterator[tuple[str, Fact]]:
    return leaves(file, read_toml(file))


def read_toml(file: Traversable) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadBox(file, say("it cannot be read ({why})", why=error.strerror)) from None
    except UnicodeDecodeError:
        raise BadBox(file, say("it is not UTF-8 text")) from None
    except tomllib.TOMLDecodeError as error:
        raise BadBox(file, say("it is not TOML ({why})", why=error)) from None


def leaves(file: object, content: dict[str, Any], path: str = "") -> Iterator[tuple[str, Fact]]:
    """Every fact of a file. A bare value is the owner's word; a table names its source."""
    for key, value in content.items():
        here = f"{path}.{key}" if path else key
        if here == "id":
            continue
        if not isinstance(value, dict):
            yield here, Fact(value, OWNER, "owner")
        elif "value" not in value:
            yield from leaves(file, value, here)
        elif strange := set(value) - {"value", "source", "confidence"}:
            why = say("{path} has an unknown key {key}", path=here, key=sorted(strange)[0])
            raise BadBox(file, why)
        else:
            source, confidence = value.get("source", OWNER), value.get("confidence", "owner")
            yield here, Fact(value["value"], str(source), str(confidence))
