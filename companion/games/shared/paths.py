"""Paths of the state document, as they lead into the state: ``players.red.energy``."""

from collections.abc import Mapping
from typing import Any

from companion.games.shared.replace import replace

MAPPINGS = (dict, Mapping)
"""A dictionary first: that it is one is seen at once."""


def put(thing: Any, path: tuple[str, ...], value: object) -> Any:
    """A copy of the thing with another value at the end of the path."""
    if not path:
        return value
    head = path[0]
    inner = put(step(thing, head), path[1:], value)
    if isinstance(thing, MAPPINGS):
        return {**thing, head: inner}
    if isinstance(thing, tuple):
        at = int(head)
        return (*thing[:at], inner, *thing[at + 1 :])
    return replace(thing, **{head: inner})


def look_up(thing: Any, path: tuple[str, ...]) -> Any:
    """What is at the end of the path; ``LookupError`` where it leads nowhere."""
    for head in path:
        thing = step(thing, head)
    return thing


def step(thing: Any, head: str) -> Any:
    if isinstance(thing, MAPPINGS):
        return thing[head]
    if head in getattr(thing, "__dataclass_fields__", ()):
        return getattr(thing, head)
    if isinstance(thing, tuple) and head in map(str, range(len(thing))):
        return thing[int(head)]
    raise LookupError(head)


def at(document: Any, path: str) -> Any:
    """What a plain document says at a path that is known to lead somewhere."""
    for step in path.split("."):
        document = document[int(step) if isinstance(document, list) else step]
    return document
