"""Which totals an input moved, in the order of its events, and where people counted otherwise.

A total is a number of what lies on the table, as the game says for laying it out again; what is
nowhere counts as 0.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from typing import Any

from companion.games import AnyGame
from companion.games.shared.replace import replace
from companion.i18n.message import Message, say, signed
from companion.match.revisions import Step

BY_HAND = ("set",)
"""Inputs that only say what people have moved already."""


@dataclass(frozen=True, slots=True)
class Move:
    """A total that moved, once."""

    place: Message
    name: Message
    path: str
    before: int
    after: int
    event: int
    """Which of the events of the input did it, from 0."""
    told: Message | None = None
    """What the game says of that event."""
    of_a_seat: bool = False

    @property
    def label(self) -> Message:
        """The total where its place is not said beside it."""
        if not self.of_a_seat:
            return self.name
        return Message("{place}: {name}", {"place": self.place, "name": self.name})


@dataclass(frozen=True, slots=True)
class Total:
    place: Message
    name: Message
    value: int
    of_a_seat: bool


def totals(game: AnyGame, state: Any) -> dict[str, Total]:
    """Every number that lies on the table, by its path; also those of what has several, such as
    the difficulty of an expedition, as far as the game names them."""
    found: dict[str, Total] = {}
    for place in game.laid_out(state):
        seat = bool(place.seat)
        for piece in place.pieces:
            if is_number(piece.value):
                found[piece.path] = Total(place.name, piece.name, piece.value, seat)
                continue
            parts = dict(inside(piece.path, piece.value))
            named = game.numbers(state) if parts else {}
            for path in (each for each in parts if each in named):
                found[path] = Total(place.name, named[path], parts[path], seat)
    return found


def inside(path: str, value: Any) -> Iterator[tuple[str, int]]:
    """The numbers of something, or of several things of a kind, with their paths."""
    several = value if isinstance(value, tuple) else ()
    for at, each in enumerate(several):
        yield from inside(f"{path}.{at}", each) if is_dataclass(each) else ()
    for field in fields(value) if is_dataclass(value) else ():
        if is_number(number := getattr(value, field.name)):
            yield f"{path}.{field.name}", number


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


@lru_cache(maxsize=16)
def _moves(step: "SameStep") -> tuple[Move, ...]:
    return tuple(moves_in(step.step))


class SameStep:
    """A step as a key: it is the same only as itself."""

    def __init__(self, step: Step) -> None:
        self.step = step

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameStep) and other.step is self.step

    def __hash__(self) -> int:
        return id(self.step)


def moves_of(step: Step) -> tuple[Move, ...]:
    """The totals that moved, one by one; none where people only say what they did."""
    if step.line.split(maxsplit=1)[0] in BY_HAND or not step.game.round_of(step.before):
        return ()
    return _moves(SameStep(step))


def moves_in(step: Step) -> Iterator[Move]:
    game, state = step.game, step.before
    before = totals(game, state)
    for at, event in enumerate(step.events):
        told = game.tell(state, event)
        state = game.evolve(state, event)
        after = totals(game, state)
        for path in (*before, *(path for path in after if path not in before)):
            was, now = before.get(path), after.get(path)
            named = now or was
            assert named is not None, "it was on the table before or is now"
            if (had := was.value if was else 0) != (has := now.value if now else 0):
                yield Move(named.place, named.name, path, had, has, at, told, named.of_a_seat)
        before = after


def as_totals(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Each total once, from first to last; without those that are again what they were."""
    merged: dict[str, Move] = {}
    for move in moves:
        first = merged.get(move.path, move)
        merged[move.path] = replace(move, before=first.before)
    return tuple(move for move in merged.values() if move.before != move.after)


def state_at(step: Step, move: Move) -> Any:
    """How the game stands once this total has moved."""
    state = step.before
    for event in step.events[: move.event + 1]:
        state = step.game.evolve(state, event)
    return state


@dataclass(frozen=True, slots=True)
class Difference:
    """A total that people have otherwise than the companion."""

    total: Move
    counted: int
    because: tuple[Message, ...]
    """What moved it, in the order in which it did."""

    @property
    def words(self) -> Message:
        return say(
            "{place}, {name}: you have {yours}, I count {mine}.",
            place=self.total.place,
            name=self.total.name,
            yours=self.counted,
            mine=self.total.after,
        )


def compare(moves: tuple[Move, ...], counted: Mapping[str, int]) -> tuple[Difference, ...]:
    """Where people differ; a total of which they say nothing is none of these."""
    return tuple(
        Difference(total, counted[total.path], because(moves, total.path))
        for total in as_totals(moves)
        if counted.get(total.path, total.after) != total.after
    )


def because(moves: Sequence[Move], path: str) -> tuple[Message, ...]:
    """How a total came to what it is: each of its moves, and what the game says of it."""
    return tuple(
        Message(
            "{by}: {told}" if move.told else "{by}",
            {"by": signed(move.after - move.before), "told": move.told or ""},
        )
        for move in moves
        if move.path == path
    )
