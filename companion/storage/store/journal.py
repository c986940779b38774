"""What was done at a table, in order: nothing in it ever changes, more is only added.

An entry is an input with the events it brought about, or the undoing or redoing of one.
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
    """What the sender calls this input, if it wants a repetition to count once."""
    at: str = ""
    """When, in UTC. For people: the order of a journal is that of its revisions."""
    over: bool = False
    """Had the game ended after this? Kept so that a list of games need not play them all."""


class Journal(Protocol):
    def entries(self) -> Iterable[Entry]:
        """Everything so far, oldest first."""

    def append(self, entry: Entry) -> None:
        """Adds an entry; when this returns, it is kept. ``Refusal`` if it cannot be."""


class MemoryJournal:
    """A journal for as long as the process lives, for scripts and demonstrations."""

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
