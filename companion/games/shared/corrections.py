"""Corrections by hand: which paths of the document can be set, between which limits, on pages too.

The table is the authority. A path can be set if the document shows it and it is not derived.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.errors import Refusal
from companion.games.capabilities import PhonePage
from companion.games.shared.replace import Path as Path
from companion.games.shared.replace import look_up
from companion.i18n.message import Message, say

State = TypeVar("State")
MOST = 999


def anything(state: Any, path: Path) -> tuple[int, int]:
    return 0, MOST


@dataclass(frozen=True, slots=True)
class Corrections(Generic[State]):
    """The corrections that a game allows."""

    shown: frozenset[str]
    """The first parts of paths that can be set."""
    derived: Callable[[Path], bool] = lambda path: False
    """Is this derived from something else?"""
    group: str = ""
    """The prefix that a path may leave out, and its members."""
    members: frozenset[str] = frozenset()
    limits: Callable[[State, Path], tuple[int, int]] = anything
    """The least and the most that a number can be."""
    read: Callable[[State, Path], Any] = look_up
    """What the document shows at a path; ``LookupError`` where it leads nowhere."""

    def full_path(self, path: str) -> Path:
        parts = tuple(path.split("."))
        return (self.group, *parts) if parts[0] in self.members else parts

    def current(self, state: State, path: Path) -> Any:
        """The current value at this path, if it can be set."""
        if path[0] not in self.shown or self.derived(path):
            raise no_such_number(path)
        try:
            return self.read(state, path)
        except LookupError:
            raise no_such_number(path) from None

    def check(self, state: State, path: Path, value: object, now: object) -> None:
        """Refuses numbers out of their limits, and values of another type."""
        if isinstance(now, bool):
            if not isinstance(value, bool):
                raise impossible(path, value, say("true or false"))
        elif isinstance(now, int):
            low, high = self.limits(state, path)
            if type(value) is not int or not low <= value <= high:
                wanted = say("a number from {low} to {high}", low=low, high=high)
                raise impossible(path, value, wanted)
        else:
            raise no_such_number(path)


def no_such_number(path: Path) -> Refusal:
    return Refusal("unknown_path", say("There is no number {path} to set.", path=".".join(path)))


def impossible(path: Path, value: object, wanted: Message) -> Refusal:
    words = say(
        "{path} cannot be {value}; it can be {wanted}.",
        path=".".join(path),
        value=value,
        wanted=wanted,
    )
    return Refusal("impossible_value", words)


def list_of(kind: type, value: object) -> list[Any]:
    """The value if it is a list of that kind, else an empty list."""
    fits = isinstance(value, list) and all(type(item) is kind for item in value)
    return value if fits and isinstance(value, list) else []


class NumberPage(PhonePage):
    """A page on which numbers can be put right, as the corrections of the game allow it."""

    corrections: Corrections[Any]
    number: Callable[[str], Message]
    """The name of the number at a path; a static method."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def number_name(self, path: str) -> Message:
        """A number by its name; a path that is no number to set is refused."""
        self.value(path)
        return self.number(path)

    def value(self, path: str) -> object:
        full = self.corrections.full_path(path)
        value = self.corrections.current(self._state, full)
        if not isinstance(value, bool | int):
            self.corrections.check(self._state, full, None, value)
        return value

    def stand_in(self, *paths: str) -> bool:
        """Did nobody verify one of these facts?"""
        return any(path in self._state.standins for path in paths)

    def limits(self, path: str) -> tuple[int, int]:
        return self.corrections.limits(self._state, self.corrections.full_path(path))
