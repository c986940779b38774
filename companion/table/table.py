"""One game in progress: takes inputs one by one, keeps them in its journal, and undoes them.

The state is what the journal says, so a table that is opened again on the same journal shows the
same document, and an undone die shows the same face when it is redone.
"""

import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.clock import WallClock, wall_clock
from companion.errors import BadPack, CompanionError, Malformed, Refusal
from companion.games import ANYBODY, AnyGame, Document, Viewer
from companion.games.kit.running import Happened
from companion.message import Message, count, say
from companion.table.keeping.journal import (
    Entry,
    Journal,
    Kind,
    MemoryJournal,
    read_events,
    write_events,
)
from companion.table.line import one_line
from companion.table.packs.boxes import BUILT_IN, box_id, open_box, self_contained
from companion.table.packs.inline import ONE, WORD, read_card
from companion.table.packs.own import keep_told, left_out

log = logging.getLogger(__name__)

LOST = "lost"
"""The line of an input of which nothing was left after a damage: it did nothing."""

OPENING = ("game", "box", WORD)
"""Lines that put facts and cards in force before a game starts."""
TABLES_OWN = (*OPENING, ONE)
"""Lines that are the table's own, whatever the game."""


@dataclass(frozen=True, slots=True)
class Step:
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


@dataclass(frozen=True, slots=True)
class Change:
    """One revision, as everybody at the table may see it."""

    revision: int
    kind: Kind
    step: Step
    """What was done, taken back, or done again."""
    state: Any
    undoes: Step | None
    """What UNDO would now take back."""
    redoes: Step | None
    at: str
    over: bool

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


class Table:
    def __init__(
        self,
        game: AnyGame,
        journal: Journal,
        folder: Path | None = None,
        *,
        packs: Path | None = None,
        now: WallClock = wall_clock,
        warnings: list[Message] | None = None,
    ) -> None:
        self.game = game
        self.warnings = [] if warnings is None else warnings
        """What the people must know for as long as they play, such as that nothing is kept."""
        self.history: list[Change] = []
        """Every revision, in order: the first has the number 1."""
        self._journal = journal
        self._folder = folder
        self._packs = packs
        self._now = now
        self._pass_over = None if warnings is None else self._warn
        self._done: list[Step] = []
        self._undone: list[Step] = []
        self._answered: dict[str, Change] = {}
        for entry in journal.entries():
            self.follow(entry, read_events(game, entry))
        if not self._done:
            opened = open_box(game, BUILT_IN, owner=packs, pass_over=self._pass_over)
            self._record(f"game {game.id}", self._decide(game.blank, opened))

    def follow(self, entry: Entry, events: tuple[Any, ...]) -> Change:
        """Takes up what is in the journal already."""
        return self._keep(entry, self._step(entry.kind, entry.line, events))

    @property
    def revision(self) -> int:
        return len(self.history)

    @property
    def state(self) -> Any:
        return self._done[-1].after if self._done else self.game.blank

    @property
    def document(self) -> Document:
        return self.history[-1].document

    @property
    def steps(self) -> Sequence[Step]:
        """The live branch: everything that was done and not taken back."""
        return tuple(self._done)

    def open_part(self) -> "Table":
        """This table up to what is still a secret to anybody: what may be taken away from it."""
        if self.game.secretive:
            for change in self.history:
                if change.step.veil(self.state, ANYBODY):
                    kept = [each for each in self.entries() if each.revision < change.revision]
                    return Table(self.game, MemoryJournal(kept), self._folder, packs=self._packs)
        return self

    def happened(self) -> Iterator[tuple[Any, Any]]:
        """Every event of the live branch, each with the state before it."""
        for step in self.steps:
            state = step.before
            for event in step.events:
                yield state, event
                state = self.game.evolve(state, event)

    def entries(self) -> Iterable[Entry]:
        """The journal itself, with everything that was ever done or undone."""
        return self._journal.entries()

    @property
    def _undoes(self) -> Step | None:
        """What UNDO would take back; the opening of the game itself stays."""
        return self._done[-1] if len(self._done) > 1 else None

    @property
    def _redoes(self) -> Step | None:
        return self._undone[-1] if self._undone else None

    def take(self, line: str, id: str = "", seen: int | None = None) -> Change:
        """Takes an input in the words of a table script, or refuses it and changes nothing.

        The same ``id`` again gives the same answer and counts once. Who sends the revision that
        they have ``seen`` is refused when the table has moved on: so two who undo the same mistake
        in the same second take back one step, not two.
        """
        if id and (answered := self._answered.get(id)):
            return answered
        if seen is not None and seen != self.revision:
            raise Refusal("moved_on", say("The table has moved on; please look again."))
        line = one_line(line)
        match line.split():
            case ["undo"]:
                return self._record("undo", id=id, kind="undo")
            case ["redo"]:
                return self._record("redo", id=id, kind="redo")
        try:
            line, given = self._read(line)
        except RecursionError:
            raise Malformed(say("This line says something in too many brackets.")) from None
        return self._record(line, self._decide(self.state, given), id)

    def submit(self, line: str) -> Step:
        return self.take(line).step

    def undo(self) -> Step:
        return self.take("undo").step

    def redo(self) -> Step:
        return self.take("redo").step

    def _read(self, line: str) -> tuple[str, Any]:
        """The input, and the line as the journal keeps it: an owner's file may be gone by then."""
        match line.split(maxsplit=1):
            case ["box", name]:
                return f"box {self_contained(self.game, name, self._folder)}", self._opened(
                    box=name
                )
            case ["cards", told]:
                return line, self._opened(cards=told)
            case [word, told] if word == ONE:
                return line, read_card(self.game, self.state, told)
        return line, self.game.read(line)

    def _decide(self, state: Any, given: Any) -> tuple[Any, ...]:
        """What happens; nothing, where a game has no use for a box."""
        return () if given is None else self.game.decide(state, given)

    def _opened(self, **now: str) -> Any:
        """The input that puts facts and cards in force; who says one of them keeps the other."""
        said = {"box": BUILT_IN, "cards": ""}
        for step in self._done:
            word, _, rest = step.line.partition(" ")
            said |= {word: rest} if word in said else {}
        said |= now
        return open_box(
            self.game, said["box"], self._folder, self._packs, said["cards"], self._pass_over
        )

    def _warn(self, error: BadPack) -> None:
        """Somebody plays here: a pack that cannot be used does not stop them."""
        self._tell(left_out(error))

    def _tell(self, warning: Message) -> None:
        """What people must know while they play; once, however often it is found."""
        if str(warning) not in map(str, self.warnings):
            self.warnings.append(warning)

    def _record(
        self, line: str, events: tuple[Any, ...] = (), id: str = "", kind: Kind = "input"
    ) -> Change:
        """Works everything out first, so that nothing can fail once it is in the journal."""
        step = self._step(kind, line, events)
        after = step.before if kind == "undo" else step.after
        entry = Entry(
            self.revision + 1,
            kind,
            line if kind == "input" else "",
            write_events(events),
            id,
            self._now().isoformat(timespec="milliseconds"),
            self.game.over(after),
        )
        self._journal.append(entry)
        change = self._keep(entry, step)
        self._tell_owner(step, taken_back=kind == "undo")
        return change

    def _tell_owner(self, step: Step, *, taken_back: bool) -> None:
        """What was said of a printed card is kept for other games, too, if the disk takes it."""
        if self._packs is None or self.game.cards is None:
            return
        tell = self._tell if self._pass_over else None
        try:
            keep_told(self.game, self._packs, step, taken_back=taken_back, tell=tell)
        except CompanionError as error:
            log.warning("%s: %s", step.line, error.message)
            self._tell(say("This counts, but is not kept: {why}", why=error.message))

    def _step(self, kind: Kind, line: str, events: tuple[Any, ...]) -> Step:
        if kind == "undo":
            if self._undoes is None:
                raise Refusal("nothing_to_undo", say("There is nothing to undo."))
            return self._undoes
        if kind == "redo":
            if self._redoes is None:
                raise Refusal("nothing_to_redo", say("There is nothing to redo."))
            return self._redoes
        before = after = self.state
        if isinstance(events, Happened) and events.before is before:
            return Step(self.game, line, before, events.after, tuple(events))
        for event in events:
            after = self.game.evolve(after, event)
        return Step(self.game, line, before, after, events)

    def _keep(self, entry: Entry, step: Step) -> Change:
        if entry.kind == "undo":
            self._undone.append(self._done.pop())
        else:
            self._done.append(step)
            if entry.kind == "redo":
                self._undone.pop()
            else:
                self._undone.clear()
        change = Change(
            revision=entry.revision,
            kind=entry.kind,
            step=step,
            state=self.state,
            undoes=self._undoes,
            redoes=self._redoes,
            at=entry.at,
            over=entry.over,
        )
        self.history.append(change)
        if entry.id:
            self._answered[entry.id] = change
        return change
