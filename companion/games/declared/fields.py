"""Fields of a state that say what they are: a counter, or things each in one of some states.

Of the declaration follow the path in the document, the limits of a correction, the name on every
page, and the curve of the story.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

from companion.i18n.message import Message, say

KEY = "declared"
MOST = 99


def must_be_said(*names: object) -> None:
    """Plain text could not be translated: authors are told so where they write it."""
    for name in names:
        if isinstance(name, str):
            raise TypeError(
                f'“{name}” is plain text: write say("{name}"), so that it is translated'
            )


@dataclass(frozen=True, slots=True)
class Counter:
    """A whole number between two limits; of each thing or seat, where it has several."""

    name: Message
    start: int = 0
    least: int = 0
    most: int = MOST
    alarm: int | None = None
    """From here on it asks for help."""
    headline: bool = False
    each: Mapping[str, Message] = field(default_factory=dict)
    seats: bool = False
    shown: bool = True
    """On pages and in the story; else only rules, sentences and corrections know it."""

    def __post_init__(self) -> None:
        must_be_said(self.name, *self.each.values())

    def first(self) -> int:
        return self.start

    def alarms(self, value: int) -> bool:
        return self.alarm is not None and value >= self.alarm


@dataclass(frozen=True, slots=True)
class States:
    """Things, or seats, that are each in one of some states; the first is where they start."""

    name: Message
    values: Mapping[str, Message]
    each: Mapping[str, Message] = field(default_factory=dict)
    seats: bool = False
    shown: bool = True

    def __post_init__(self) -> None:
        must_be_said(self.name, *self.values.values(), *self.each.values())

    def first(self) -> str:
        return next(iter(self.values))


Declared = Counter | States


@dataclass(frozen=True, slots=True)
class TableState:
    """What every such state has: who plays, how far the game has come, and how it ended."""

    seats: tuple[str, ...] = ()
    round: int = 0
    """0 before the game has started."""
    stage: str = ""
    turn: str = ""
    """Whose turn it is."""
    outcome: str = ""
    """The ending, once there is one."""


def counter(
    name: Message,
    *,
    start: int = 0,
    least: int = 0,
    most: int = MOST,
    alarm: int | None = None,
    headline: bool = False,
    each: Mapping[str, Message] | None = None,
    seats: bool = False,
    shown: bool = True,
) -> Any:
    """A number of the table; with ``each`` one for each of these things, with ``seats`` one for
    each seat, with both so many for each seat."""
    return declare(Counter(name, start, least, most, alarm, headline, each or {}, seats, shown))


def states(
    name: Message,
    values: Mapping[str, Message],
    *,
    each: Mapping[str, Message] | None = None,
    seats: bool = False,
    shown: bool = True,
) -> Any:
    """The state of each of these things, or of each seat: one of the ``values``."""
    return declare(States(name, values, each or {}, seats, shown))


def declare(what: Declared) -> Any:
    if what.seats:
        return field(default_factory=dict, metadata={KEY: what})
    if what.each:
        return field(default_factory=lambda: at_first(what), metadata={KEY: what})
    return field(default=what.first(), metadata={KEY: what})


def at_first(what: Declared) -> Any:
    """What one seat, or the table, begins with."""
    return dict.fromkeys(what.each, what.first()) if what.each else what.first()


def declared_in(state: Any) -> Mapping[str, Declared]:
    """The declared fields of a state, by name."""
    return declared_fields(state.__class__)


@cache
def declared_fields(kind: Any) -> Mapping[str, Declared]:
    return {each.name: each.metadata[KEY] for each in fields(kind) if KEY in each.metadata}


def shown_in(state: Any) -> Mapping[str, Declared]:
    return {name: what for name, what in declared_in(state).items() if what.shown}


def paths_of(state: Any, name: str) -> Iterator[tuple[str, ...]]:
    """The path of every value of a declared field."""
    what = declared_in(state)[name]
    for seat in state.seats if what.seats else ("",):
        for thing in what.each or ("",):
            yield tuple(step for step in (name, seat, thing) if step)


def path_name(path: tuple[str, ...], what: Declared, names: Mapping[str, Message]) -> Message:
    """``Red: Lamp`` for what a seat has of something, or the name of the counter itself."""
    inside = [names.get(step, Message("{id}", {"id": step})) for step in path[1:]]
    if not inside:
        return what.name
    if what.seats and not what.each:
        return say("{who}: {what}", who=inside[0], what=what.name)
    if len(inside) == 1:
        return Message("{what}", {"what": inside[0]})
    return say("{who}: {what}", who=inside[0], what=inside[1])
