"""Runs rules written as generators: each yields events and is sent the state after each.

    def all_eat(state: State) -> Rule:
        for seat in state.seats:
            state = yield Ate(seat, state.players[seat].hunger)
        return state

What follows at once from any change, whoever caused it, is a game's ``consequences``: a rule need
not remember what ends the game.
"""

from collections.abc import Callable, Generator, Iterable
from typing import Any, Protocol, TypeVar

State = TypeVar("State")


class Evolves(Protocol):
    """An event that knows the state after it."""

    def after(self, state: Any, /) -> Any: ...


Happens = TypeVar("Happens", bound=Evolves)


class Happened(tuple[Happens, ...]):
    """Events with the states before and after them, so that these are not computed again."""

    before: Any
    after: Any

    @classmethod
    def between(cls, before: Any, events: Iterable[Happens], after: Any) -> "Happened[Happens]":
        made = cls(events)
        made.before, made.after = before, after
        return made


def has_ended(state: Any) -> bool:
    return state.outcome is not None


def carry_out(
    rule: Generator[Happens, State, Any],
    state: State,
    consequences: Callable[[State, State], Iterable[Happens]],
    over: Callable[[State], bool] = has_ended,
) -> Happened[Happens]:
    """Every event of a rule with what follows from it, up to the end of the game."""
    began = state
    happened: list[Happens] = []
    try:
        event = next(rule)
        while True:
            happened.append(event)
            before, state = state, event.after(state)
            for consequence in consequences(before, state):
                happened.append(consequence)
                state = consequence.after(state)
            if over(state):
                return Happened.between(began, happened, state)
            event = rule.send(state)
    except StopIteration:
        return Happened.between(began, happened, state)


def fold(state: State, events: Iterable[Evolves]) -> State:
    """The state once all of these have happened."""
    if isinstance(events, Happened) and events.before is state:
        after: State = events.after
        return after
    for event in events:
        state = event.after(state)
    return state


def happens(event: Happens) -> Generator[Happens, Any, Any]:
    """A rule of one event."""
    return (yield event)


def nothing(state: State) -> Generator[Any, Any, State]:
    """A step that people carry out with their own hands."""
    yield from ()
    return state
