"""Finds the games: whatever package offers one under the entry point ``table_companion.games``.

A game of this repository is found in the same way as one that somebody else has installed. One that
cannot be loaded is told in a sentence, and stops nobody from playing the others.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable

from companion.errors import BrokenGame, Malformed
from companion.games.contract import AnyGame, Game
from companion.games.layout import PART
from companion.i18n.message import Message, say

GROUP = "table_companion.games"


@cache
def offered() -> dict[str, EntryPoint]:
    """Every game that is installed, by its id; nothing of it is loaded yet."""
    return {point.name: point for point in entry_points(group=GROUP)}


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
        raise BrokenGame(name, f"{type(error).__name__}: {error}") from error
    if not isinstance(found, Game) or found.id != name:
        raise BrokenGame(name, say("it is no game of that name"))
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
    """The game that is meant where nobody names one: that which was there before the others."""
    legacy_default = (name for name, each in playable().items() if each.legacy_default)
    return next(legacy_default, next(iter(playable()), ""))


def part_called(word: str) -> str:
    """The part of a board that a word means in any game: old names are those of the first."""
    if PART.fullmatch(word):
        return word
    found = (each.layout.part(word) for each in playable().values())
    return next((part for part in found if part != word), word)


def forget() -> None:
    """Looks anew: a package was installed or removed while this runs, as in a test."""
    for kept in (offered, load, broken, first):
        kept.cache_clear()


def resource(game: AnyGame, *names: str) -> Traversable | None:
    """A file or folder that travels with a game; None where it has none of that name."""
    try:
        found = files(game.package).joinpath(*names)
    except TypeError:  # a game of one module has no folder
        return None
    return found if found.is_file() or found.is_dir() else None
