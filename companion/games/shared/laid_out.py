"""Lists what lies at the places of a table, from paths of a state and their names."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.games.capabilities import LaidPiece, LaidPlace
from companion.games.shared.replace import look_up
from companion.i18n.message import Message

Words = Message | str | int
ALWAYS = "!"
"""Before a path whose piece lies somewhere even at 0, such as a marker on a scale."""


def place(
    name: Message,
    state: Any,
    paths: Iterable[tuple[str, Message]],
    words: Callable[[str, Any], Words],
    seat: str = "",
) -> LaidPlace:
    """Everything at these paths that is there, in this order."""
    pieces = []
    for path, what in paths:
        at = path.removeprefix(ALWAYS)
        value = look_up(state, tuple(at.split(".")))
        if not empty(value) or (path != at and value is not None):
            pieces.append(LaidPiece(what, words(at, value), at, value))
    return LaidPlace(name, tuple(pieces), seat)


def below(head: str, named: Iterable[tuple[str, Message]]) -> list[tuple[str, Message]]:
    """These paths below another one."""
    return [
        (f"{ALWAYS if path.startswith(ALWAYS) else ''}{head}.{path.removeprefix(ALWAYS)}", name)
        for path, name in named
    ]


def empty(value: Any) -> bool:
    """Is nothing there? Neither is it where all of several places are empty."""
    if isinstance(value, Mapping):
        return all(map(empty, value.values()))
    if isinstance(value, tuple):
        return all(each == () for each in value)
    return not value
