"""The append-only journal of a game.

An entry is an input with the events it brought about, or an undo or redo.
"""

from collections.abc import Iterable
from typing import Any, Literal, Protocol

import msgspec

from companion.errors import Unreadable
from companion.games import AnyGame

Kind = Literal["input", "undo", "redo"]


class Entry(msgspec.Struct, frozen=True):
    revision: int
    kind: Kind
    line: str = ""
    """The input as a table script says it; empty for undo and redo."""
    events: tuple[tuple[str, Any], ...] = ()
    """Each event by its name and its fields, ready for JSON."""
    id: str = ""
    """The sender's own id of this input, so that a repetition counts once."""
    at: str = ""
    """In UTC, and for people only: the order is that of the revisions."""
    over: bool = False
    """Had the game ended after this? Saves a list of games from replaying them all."""


class Journal(Protocol):
    def entries(self) -> Iterable[Entry]:
        """Oldest first."""

    def append(self, entry: Entry) -> None:
        """Makes an entry durable before it returns, or raises a ``Refusal``."""


class MemoryJournal:
    """A journal in memory, for scripts and demonstrations."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._rows = [msgspec.json.encode(entry) for entry in entries]

    def entries(self) -> Iterable[Entry]:
        return (msgspec.json.decode(row, type=Entry) for row in self._rows)

    def append(self, entry: Entry) -> None:
        self._rows.append(msgspec.json.encode(entry))


def write_events(events: Iterable[Any]) -> tuple[tuple[str, Any], ...]:
    return tuple((type(event).__name__, msgspec.to_builtins(event)) for event in events)


def read_events(game: AnyGame, entry: Entry) -> tuple[Any, ...]:
    try:
        return tuple(msgspec.convert(fields, game.events[name]) for name, fields in entry.events)
    except (KeyError, msgspec.ValidationError) as error:
        raise Unreadable(entry.revision, error) from None
