"""What can happen in a game: facts that know the state after them, kept in journals for ever."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeVar

from companion.games.shared.replace import replace

Kind = TypeVar("Kind")


class Event:  # no ABC: games match events by class, and an ABC makes that slow
    """The root of the events of a game with seats, rounds and stages."""

    __slots__ = ()

    def after(self, state: Any, /) -> Any:
        """The state once this has happened; what is only told leaves it as it is."""
        return state


@dataclass(frozen=True, slots=True)
class StepBegan(Event):
    """Another step of the stage."""

    step: str

    def after(self, state: Any, /) -> Any:
        return replace(state, step=self.step)


def kinds(*classes: type) -> Mapping[str, type]:
    """These classes by the names under which a journal keeps them."""
    return {each.__name__: each for each in classes}


def event_kinds(root: type[Kind], *modules: ModuleType) -> Mapping[str, type[Kind]]:
    """The classes that derive from the root and have a name in these modules."""
    return {
        name: thing
        for module in modules
        for name, thing in vars(module).items()
        if isinstance(thing, type) and issubclass(thing, root) and thing is not root
    }
