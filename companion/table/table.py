"""One game in progress: takes inputs one by one, keeps them in its journal, and undoes them.

The state is what the journal says, so a table that is opened again on the same journal shows the
same document, and an undone die shows the same face when it is redone.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import Refusal
from companion.games import Document, Game
from companion.message import Message, say
from companion.table.boxes import BUILT_IN, open_box
from companion.table.journal import Entry, Journal, read_events, write_events


@dataclass(frozen=True, slots=True)
class Step:
    """One input that was taken: the unit of undo."""

    line: str
    label: Message
    before: Any
    after: Any
    events: tuple[Any, ...]


class Table:
    def __init__(self, game: Game, journal: Journal, folder: Path | None = None) -> None:
        self.game = game
        self.revision = 0
        self._journal = journal
        self._folder = folder
        self._done: list[Step] = []
        self._undone: list[Step] = []
        for entry in journal.entries():
            self._replay(entry)
        if not self._done:
            self._take(f"game {game.id}", open_box(game, BUILT_IN))

    @property
    def state(self) -> Any:
        return self._done[-1].after if self._done else self.game.blank

    @property
    def document(self) -> Document:
        return {"game": self.game.id, "revision": self.revision, **self.game.view(self.state)}

    @property
    def undo_label(self) -> Message | None:
        """What UNDO would take back; the opening of the game itself stays."""
        return self._done[-1].label if len(self._done) > 1 else None

    @property
    def redo_label(self) -> Message | None:
        return self._undone[-1].label if self._undone else None

    def submit(self, line: str) -> Step:
        """Takes an input in the words of a table script, or refuses it and changes nothing."""
        return self._take(line, self._read(line))

    def undo(self) -> Step:
        if self.undo_label is None:
            raise Refusal("nothing_to_undo", say("There is nothing to undo."))
        self._record("undo")
        self._undone.append(self._done.pop())
        return self._undone[-1]

    def redo(self) -> Step:
        if self.redo_label is None:
            raise Refusal("nothing_to_redo", say("There is nothing to redo."))
        self._record("redo")
        self._done.append(self._undone.pop())
        return self._done[-1]

    def _read(self, line: str) -> Any:
        verb, _, name = line.partition(" ")
        if verb == "box" and name:
            return open_box(self.game, name.strip(), self._folder)
        return self.game.read(line)

    def _take(self, line: str, given: Any) -> Step:
        state = self.state
        events = self.game.decide(state, given)
        self._record("input", line, write_events(events))
        return self._add(line, events)

    def _record(self, kind: str, line: str = "", events: tuple[tuple[str, Any], ...] = ()) -> None:
        self._journal.append(Entry(self.revision + 1, kind, line, events))
        self.revision += 1

    def _add(self, line: str, events: tuple[Any, ...]) -> Step:
        before = after = self.state
        for event in events:
            after = self.game.evolve(after, event)
        step = Step(line, self._label(before, line), before, after, events)
        self._done.append(step)
        self._undone.clear()
        return step

    def _replay(self, entry: Entry) -> None:
        self.revision = entry.revision
        if entry.kind == "undo":
            self._undone.append(self._done.pop())
        elif entry.kind == "redo":
            self._done.append(self._undone.pop())
        else:
            self._add(entry.line, read_events(self.game, entry.events))

    def _label(self, before: Any, line: str) -> Message:
        """What a line did; the two that speak of the whole game are the table's own."""
        match line.split():
            case ["game", _]:
                return say("A new game of {game}", game=self.game.name)
            case ["box", name]:
                return say("Box facts: {box}", box=name)
        return self.game.label(before, self.game.read(line))
