"""Every kind of event by the name under which a journal keeps it, for ever."""

from collections.abc import Mapping
from types import ModuleType
from typing import TypeVar

Event = TypeVar("Event")


def kinds(*classes: type) -> Mapping[str, type]:
    """These classes by their names."""
    return {each.__name__: each for each in classes}


def event_kinds(root: type[Event], *modules: ModuleType) -> Mapping[str, type[Event]]:
    """The classes of these modules that derive from the root."""
    return {
        name: thing
        for module in modules
        for name, thing in vars(module).items()
        if isinstance(thing, type) and issubclass(thing, root) and thing is not root
    }
