"""Writes the package of a new game: one that runs, passes its checks, and can be changed."""

import tomllib
from dataclasses import replace
from importlib.resources import files
from keyword import iskeyword
from pathlib import Path

from jinja2 import Environment

from companion.errors import CompanionError
from companion.games import registry
from companion.i18n.message import Message, say
from companion.i18n.po_files import Key
from companion.storage.atomic_files import write_errors
from companion.testing.catalogs import collect, write
from companion.testing.packages import Package

TEMPLATES = files(__name__)
WRITTEN = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "{id}/__init__.py": "game.py",
    "{id}/demo.table": "demo.table",
    "tests/test_{id}.py": "test.py",
}
"""The files of a new package, by the template of each."""


class NotNew(CompanionError, ValueError):
    """A name that no new game can have here."""

    code = "not_new"

    def __init__(self, name: str, why: Message) -> None:
        super().__init__(say("No new game can be called {name}: {why}", name=name, why=why))


def write_game(id: str, folder: Path, *, cards: bool = False, rounds: bool = False) -> Path:
    """Writes the package below a folder; where it is."""
    check_name(id, folder)
    title = id.replace("_", " ").capitalize()
    said = {"id": id, "title": title, "class": title.title().replace(" ", "")}
    templates = Environment(trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    root = folder / id
    with write_errors(root):
        for name, template in WRITTEN.items():
            file = root / name.format(id=id)
            file.parent.mkdir(parents=True, exist_ok=True)
            source = (TEMPLATES / f"{template}.jinja").read_text(encoding="utf-8")
            text = templates.from_string(source).render(**said, cards=cards, rounds=rounds)
            file.write_text(text, encoding="utf-8")
        write_catalogs(Package(id, id, root / id), title)
    return root


def check_name(id: str, folder: Path) -> None:
    if not id.isidentifier() or not id.islower() or not id.isascii() or iskeyword(id):
        raise NotNew(id, say("a name has small letters, digits and _, and begins with a letter"))
    if id in registry.names():
        raise NotNew(id, say("there is a game of that name"))
    if (folder / id).exists():
        raise NotNew(id, say("there is a folder of that name"))


def write_catalogs(package: Package, title: str) -> None:
    words = tomllib.loads((TEMPLATES / "words.toml").read_text(encoding="utf-8"))
    words[title] = [title, title]
    for n, each in enumerate(collect(package)):
        said: dict[Key, tuple[str, ...]] = {key: (words[key[0]][n],) for key in each.catalog.said}
        write(replace(each, catalog=replace(each.catalog, said=said)))
