"""Paths of the state document, as they lead into the state: ``players.red.energy``."""

from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any

from companion.games.kit.changing import replace


def put(thing: Any, path: tuple[str, ...], value: object) -> Any:
    """A copy of the thing with another value at the end of the path."""
    if not path:
        return value
    head, rest = path[0], path[1:]
    inner = put(look_up(thing, (head,)), rest, value)
    if is_dataclass(thing):
        return replace(thing, **{head: inner})
    if isinstance(thing, Mapping):
        return {**thing, head: inner}
    at = int(head)
    return (*thing[:at], inner, *thing[at + 1 :])


def look_up(thing: Any, path: tuple[str, ...]) -> Any:
    """What is at the end of the path; ``LookupError`` where it leads nowhere."""
    for head in path:
        if is_dataclass(thing):
            if head not in thing.__dataclass_fields__:
                raise LookupError(head)
            thing = getattr(thing, head)
        elif isinstance(thing, Mapping):
            thing = thing[head]
        elif isinstance(thing, tuple) and head in map(str, range(len(thing))):
            thing = thing[int(head)]
        else:
            raise LookupError(head)
    return thing


def at(document: Any, path: str) -> Any:
    """What a plain document says at a path that is known to lead somewhere."""
    for step in path.split("."):
        document = document[int(step) if isinstance(document, list) else step]
    return document
