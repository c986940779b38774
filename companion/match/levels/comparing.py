"""What people have counted beside what the companion has: where it differs, by name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.i18n.message import Message, say, signed
from companion.match.levels.moved import Move, as_totals


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
