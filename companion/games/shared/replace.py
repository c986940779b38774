"""The same thing with something changed: a field, or what lies at a path such as ``players.red``.

``dataclasses.replace`` takes five times as long. A state has dozens of fields, and every event
makes a new one: that is most of what rules cost.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from dataclasses import replace as usual  # noqa: TID251 – for what cannot be copied quickly
from functools import cache
from typing import Any, TypeVar

Thing = TypeVar("Thing")
Path = tuple[str, ...]
MAPPINGS = (dict, Mapping)
"""A dictionary first: that it is one is seen at once."""


def replace(thing: Thing, /, **changes: Any) -> Thing:
    """A frozen dataclass with these fields changed; ``TypeError`` for one that it does not have."""
    kind: Any = type(thing)
    if (copy := copier(kind)) is None:
        return usual(thing, **changes)  # type: ignore[type-var]
    new = copy(thing)
    try:
        for name, value in changes.items():
            setattr(new, name, value)
    except AttributeError:
        raise TypeError(f"{kind.__name__} has no field {name}") from None
    new.__class__ = kind
    made: Thing = new
    return made


@cache
def copier(kind: Any) -> Callable[[Any], Any] | None:
    """Makes a copy that is still open to changes; None for a class that needs the usual way.

    The copy is of a class with the same slots that is not frozen: it becomes a thing of its kind by
    changing its class. The function is written field by field, as the standard library writes
    ``__init__``: so the interpreter knows where each of them lies.
    """
    names = [field.name for field in fields(kind)]
    slots = all(hasattr(vars(kind).get(name), "__set__") for name in names)
    if not slots or kind.__bases__ != (object,) or hasattr(kind, "__post_init__"):
        return None
    draft = type(kind.__name__, (), {"__slots__": tuple(names)})
    filled = "".join(f"    new.{name} = thing.{name}\n" for name in names)
    made: dict[str, Any] = {"draft": draft}
    exec(f"def copy(thing):\n    new = draft()\n{filled}    return new\n", made)
    copy: Callable[[Any], Any] = made["copy"]
    return copy


def put(thing: Any, path: Path, value: object) -> Any:
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


def look_up(thing: Any, path: Path) -> Any:
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
