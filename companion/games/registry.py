"""Loads games from the entry points ``table_companion.games``, of this and any other package.

A game that cannot be loaded is reported in a sentence; the others stay playable.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable

from companion.errors import BrokenGame, Malformed
from companion.games.contract import AnyGame, Game
from companion.games.earlier_names import moved, renamed
from companion.games.layout import PART
from companion.i18n.message import Message, say

GROUP = "table_companion.games"


ADDED: dict[str, EntryPoint] = {}


@cache
def offered() -> dict[str, EntryPoint]:
    """The entry points of all installed games by id; none is loaded yet."""
    return {point.name: point for point in entry_points(group=GROUP)} | ADDED


def add(name: str, value: str) -> None:
    """Offers a game that is not installed, such as one in a folder in which its author writes."""
    ADDED[name] = EntryPoint(name, value, GROUP)
    forget()


def names() -> tuple[str, ...]:
    return tuple(offered())


def game(name: str) -> AnyGame:
    """The game of that id."""
    if name not in offered():
        raise Malformed(
            say(
                "There is no game {name} here; there is {games}.",
                name=name,
                games=" ".join(names()),
            )
        )
    return load(name)


@cache
def load(name: str) -> AnyGame:
    try:
        found = offered()[name].load()
    except Exception as error:  # whatever goes wrong in somebody else's package
        why = moved(error) or f"{type(error).__name__}: {error}"
        raise BrokenGame(name, why) from error
    if not isinstance(found, Game) or found.id != name:
        raise BrokenGame(name, say("it is no game of that name"))
    if changed := renamed(found):
        raise BrokenGame(name, changed)
    return found


def playable() -> dict[str, AnyGame]:
    """Every game that can be loaded."""
    return {name: game(name) for name in names() if name not in broken()}


@cache
def broken() -> dict[str, Message]:
    """The games that cannot be loaded, and why."""
    found = {}
    for name in names():
        try:
            load(name)
        except BrokenGame as error:
            found[name] = error.message
    return found


@cache
def first() -> str:
    """The id of the default game, for files and commands that name none."""
    legacy_default = (name for name, each in playable().items() if each.legacy_default)
    return next(legacy_default, next(iter(playable()), ""))


def part_called(word: str) -> str:
    """The part of a board that a word means in any game; aliases are resolved."""
    if PART.fullmatch(word):
        return word
    found = (each.layout.part(word) for each in playable().values())
    return next((part for part in found if part != word), word)


def forget() -> None:
    """Clears the caches, after a package was installed or removed, as in a test."""
    for kept in (offered, load, broken, first):
        kept.cache_clear()


def resource(game: AnyGame, *names: str) -> Traversable | None:
    """A file or folder in a game's package; None if there is none."""
    try:
        found = files(game.package).joinpath(*names)
    except TypeError:  # a game of one module has no folder
        return None
    return found if found.is_file() or found.is_dir() else None
