"""What happens in a declared game: four kinds of events are enough for most of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.declared.fields import Counter, at_first, declared_in
from companion.games.shared.events import Event
from companion.games.shared.replace import look_up, put, replace
from companion.i18n.message import Message

Value = int | str


@dataclass(frozen=True, slots=True)
class Seated(Event):
    """Somebody sits down, and has what a seat begins with."""

    seat: str

    def after(self, state: Any, /) -> Any:
        own = {name: what for name, what in declared_in(state).items() if what.seats}
        begun = {
            name: {**getattr(state, name), self.seat: at_first(what)} for name, what in own.items()
        }
        return replace(state, seats=(*state.seats, self.seat), **begun)


@dataclass(frozen=True, slots=True)
class StageBegan(Event):
    """Another stage, turn or round."""

    stage: str
    turn: str
    round: int

    def after(self, state: Any, /) -> Any:
        return replace(state, stage=self.stage, turn=self.turn, round=self.round)


@dataclass(frozen=True, slots=True)
class Changed(Event):
    """A declared number or state has another value; ``told`` is the sentence that says so."""

    path: str
    value: Value
    told: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)
    """What goes into the sentence: numbers, and ids whose names are said."""

    def after(self, state: Any, /) -> Any:
        return put(state, tuple(self.path.split(".")), self.value)


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over, by one of its endings."""

    outcome: str

    def after(self, state: Any, /) -> Any:
        return replace(state, outcome=self.outcome)


def change(path: str, value: Value, told: Message | None = None) -> Changed:
    """``change("tiles.cliff", "dry", say("{tile} is dry again.", tile="cliff"))``"""
    said = dict(told.values) if told else {}
    for name, each in said.items():
        if not isinstance(each, int | str):
            raise TypeError(f"{name} of “{told and told.text}” must be a number or an id: {each!r}")
    return Changed(path, value, told.text if told else "", said)  # type: ignore[arg-type]


def add(state: Any, path: str, by: int, told: Message | None = None) -> Changed:
    """So many more or fewer, within the limits of the counter; ``{n}`` is how many it is then."""
    steps = tuple(path.split("."))
    what = declared_in(state)[steps[0]]
    if not isinstance(what, Counter):
        raise TypeError(f"{path} is no counter")
    n = max(what.least, min(what.most, look_up(state, steps) + by))
    said = Message(told.text, {"n": n, **told.values}) if told else None
    return change(path, n, said)


def to_stage(state: Any, stage: str, *, turn: str = "", round: int = 0) -> StageBegan:
    """Another stage; turn and round stay as they are if nothing is said of them."""
    return StageBegan(stage, turn or state.turn, round or state.round)


def next_seat(state: Any, stage: str = "") -> StageBegan:
    """The next one's turn, in the same stage if none is named; after the last seat, a round."""
    at = state.seats.index(state.turn) + 1
    over = at == len(state.seats)
    turn = state.seats[0 if over else at]
    return StageBegan(stage or state.stage, turn, state.round + over)
