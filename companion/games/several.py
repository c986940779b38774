"""Several inputs in one line, parted by semicolons: one press, one step of the journal, one undo.

``next; event E05`` is taken as a whole or refused as a whole. Any game takes such lines; it reads
and decides each of their inputs by itself.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.games.shared.rules import Happened

if TYPE_CHECKING:
    from companion.games.contract import AnyGame

SEPARATOR = "; "


def together(*lines: str) -> str:
    """These lines as one; empty ones are left out."""
    return SEPARATOR.join(filter(None, lines))


def parts(line: str) -> tuple[str, ...]:
    """The inputs of a line. One that says a text or JSON is a single one."""
    if ";" not in line or '"' in line:
        return (line,)
    return tuple(part.strip() for part in line.split(";"))


def decide(game: "AnyGame", state: Any, line: str) -> tuple[Any, ...]:
    """What the inputs of a line bring about, one after the other."""
    first, *others = parts(line)
    events = game.decide(state, game.read(first))
    for other in others:
        after = state_after(game, state, events)
        more = game.decide(after, game.read(other))
        events = Happened.between(state, (*events, *more), state_after(game, after, more))
    return events


def inputs(game: "AnyGame", state: Any, line: str) -> Iterator[tuple[Any, Any]]:
    """Each input of a line, with the state that it meets."""
    first, *others = parts(line)
    given = game.read(first)
    yield state, given
    for other in others:
        state = state_after(game, state, game.decide(state, given))
        given = game.read(other)
        yield state, given


def state_after(game: "AnyGame", state: Any, events: tuple[Any, ...]) -> Any:
    if isinstance(events, Happened) and events.before is state:
        return events.after
    for event in events:
        state = game.evolve(state, event)
    return state
