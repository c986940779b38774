"""What was done at a table: a step is the unit of undo, a change a revision that everybody sees."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from companion.errors import CompanionError, Malformed
from companion.games import ANYBODY, AnyGame, Document, Viewer
from companion.message import Message, count, say
from companion.table.keeping.journal import Kind
from companion.table.packs.boxes import box_id
from companion.table.packs.inline import ONE, WORD

LOST = "lost"
"""The line of an input of which nothing was left after a damage: it did nothing."""

OPENING = ("game", "box", WORD)
"""Lines that put facts and cards in force before a game starts."""
TABLES_OWN = (*OPENING, ONE)
"""Lines that are the table's own, whatever the game."""


class Step(msgspec.Struct, frozen=True):
    """One input that was taken: the unit of undo."""

    game: AnyGame
    line: str
    before: Any
    after: Any
    events: tuple[Any, ...]

    @property
    def label(self) -> Message:
        """What the line did; the two that speak of the whole game are the table's own."""
        match self.line.split(maxsplit=1):
            case ["game", _]:
                return say("A new game of {game}", game=self.game.name)
            case ["box", name]:
                return say("Box facts: {box}", box=box_id(name))
            case [word] if word == LOST:
                return say("An input that the disk forgot")
            case ["cards", told]:
                n = len(json.loads(told))
                return count("{n} card of the owner's own", "{n} cards of the owner's own", n)
            case [word, told] if word == ONE:
                return say("What card {number} prints", number=json.loads(told)["number"])
        try:
            return self.game.label(self.before, self.game.read(self.line))
        except Malformed:
            # An older companion took it; what it did is in its events, so it stays.
            return say("{line}", line=self.line)

    @property
    def box_fact(self) -> tuple[str, Any] | None:
        """What the line says of the owner's own box, if it does."""
        if self.line.split(maxsplit=1)[0] in TABLES_OWN:
            return None
        return self.game.box_fact(self.before, self.game.read(self.line))

    def veil(self, now: Any, viewer: Viewer) -> Message | None:
        """What is said instead to a viewer for whom this is still a secret; None if it is not."""
        if not self.game.secretive or self.line.split(maxsplit=1)[0] in TABLES_OWN:
            return None
        try:
            return self.game.veil(now, self.before, self.game.read(self.line), viewer)
        except Malformed:
            return None

    @property
    def told(self) -> Iterator[Message]:
        """What followed from it, sentence by sentence."""
        state = self.before
        for event in self.events:
            if message := self.game.tell(state, event):
                yield message
            state = self.game.evolve(state, event)

    def label_for(self, now: Any, viewer: Viewer) -> Message:
        """What the line did, as much of it as this viewer may know by now."""
        return self.veil(now, viewer) or self.label

    @property
    def result(self) -> Message | None:
        """What came of it, in one line; None where only the next step is worth telling."""
        return self.game.result(self.before, self.events)


def is_secret(game: AnyGame, state: Any, line: str, viewer: Viewer = ANYBODY) -> bool:
    """Is a line that is given now a secret to this viewer? Even why it is refused would tell."""
    try:
        return Step(game, line, state, state, ()).veil(state, viewer) is not None
    except CompanionError:
        return True


class Change(msgspec.Struct, frozen=True, eq=False):
    """One revision, as everybody at the table may see it."""

    revision: int
    kind: Kind
    step: Step
    """What was done, taken back, or done again."""
    state: Any
    undoes_at: int
    """The revision of what UNDO would now take back; 0 where that is nothing."""
    redoes_at: int
    at: str
    over: bool
    step_at: Callable[[int], Step]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Change) and self._told == other._told

    __hash__ = None  # type: ignore[assignment]

    @property
    def line(self) -> str:
        """Whoever says it at a table that stands as this one stood gets the same revision."""
        return self.step.line if self.kind == "input" else self.kind

    @property
    def _told(self) -> tuple[Any, ...]:
        """Everything but where its steps are found: two journals of one game say the same."""
        undone = self.undoes_at, self.redoes_at
        return self.revision, self.kind, self.step, self.state, undone, self.at, self.over

    @property
    def undoes(self) -> Step | None:
        """What UNDO would now take back."""
        return self.step_at(self.undoes_at) if self.undoes_at else None

    @property
    def redoes(self) -> Step | None:
        return self.step_at(self.redoes_at) if self.redoes_at else None

    @property
    def label(self) -> Message:
        """What was done, as anybody may know it now."""
        return self.label_for(self.state, ANYBODY)

    def label_for(self, now: Any, viewer: Viewer) -> Message:
        """What was done, as much of it as this viewer may know when the game stands so."""
        step = self.step.label_for(now, viewer)
        match self.kind:
            case "undo":
                return say("Undone: {step}", step=step)
            case "redo":
                return say("Redone: {step}", step=step)
        return step

    def result_for(self, viewer: Viewer) -> Message:
        """One line for whoever made the input: what came of it, or else what it was."""
        hidden = self.kind == "undo" or self.step.veil(self.state, viewer)
        result = None if hidden else self.step.result
        return result or self.label_for(self.state, viewer)

    @property
    def document(self) -> Document:
        return self.document_for(ANYBODY)

    def document_for(self, viewer: Viewer) -> Document:
        game = self.step.game
        return {"game": game.id, "revision": self.revision, **game.view(self.state, viewer)}

    def with_odds(self, viewer: Viewer = ANYBODY) -> Document:
        """The document as people read it. Odds take a while, so a program that only wants to know
        how things stand asks for the plain one; nobody asks on the thread that takes inputs."""
        document, foresight = self.document_for(viewer), self.step.game.foresight
        if foresight:
            document["outlook"] = {
                **document.get("outlook", {}),
                "odds": foresight.odds(self.state),
            }
        return document
