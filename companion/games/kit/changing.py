"""The same thing with something changed: ``replace`` of the standard library, in less time.

A state has dozens of fields, and every event makes a new one: that is most of what rules cost.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from itertools import repeat
from operator import attrgetter, call
from typing import Any, TypeVar

Thing = TypeVar("Thing")


def replace(thing: Thing, /, **changes: Any) -> Thing:
    """A frozen dataclass with these fields changed; ``TypeError`` for one that it does not have."""
    kind: Any = type(thing)
    places, values_of, setters = form(kind)
    values = list(values_of(thing))
    for name, value in changes.items():
        if name not in places:
            raise TypeError(f"{kind.__name__} has no field {name}")
        values[places[name]] = value
    if not setters:
        made: Thing = kind(*values)
        return made
    new: Thing = object.__new__(kind)
    # Each slot is filled by the interpreter itself: what is frozen forbids that to others only.
    any(map(call, setters, repeat(new), values))
    return new


@cache
def form(kind: Any) -> tuple[dict[str, int], Callable[[Any], tuple[Any, ...]], list[Any]]:
    """Where each field stands, what takes all of them out at once, and what fills the slots."""
    names = [field.name for field in fields(kind)]
    first = attrgetter(names[0])
    values_of = attrgetter(*names) if len(names) > 1 else lambda thing: (first(thing),)
    slots = all(hasattr(vars(kind).get(name), "__set__") for name in names)
    filled = slots and not hasattr(kind, "__post_init__")
    setters = [vars(kind)[name].__set__ for name in names] if filled else []
    return {name: at for at, name in enumerate(names)}, values_of, setters
