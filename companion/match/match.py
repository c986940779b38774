"""One game in progress: takes inputs one by one, keeps them in its journal, and undoes them.

The state is what the journal says, so a table that is opened again on the same journal shows the
same document, and an undone die shows the same face when it is redone.
"""

import logging
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.clock import WallClock, wall_clock
from companion.errors import BadPack, CompanionError, Malformed, Refusal
from companion.games import ANYBODY, AnyGame, Document, several
from companion.games.shared.rules import Happened
from companion.i18n.message import Message, say
from companion.match.levels.level import LEVEL, USUAL, Level, is_level, read_level
from companion.match.revisions import LOST as LOST
from companion.match.revisions import OPENING as OPENING
from companion.match.revisions import History, LazySequence
from companion.match.revisions import Revision as Revision
from companion.match.revisions import Step as Step
from companion.match.revisions import is_secret as is_secret
from companion.match.script_syntax import one_line
from companion.storage.journal import Entry, Journal, Kind, MemoryJournal, read_events, write_events
from companion.storage.packs.box_facts import BUILT_IN, OwnBox, inlined_box, open_box
from companion.storage.packs.card_json import CARD_WORD, parse_card_line
from companion.storage.packs.own_packs import left_out, store_card_facts

log = logging.getLogger(__name__)


class Match:
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
        self.history = History(game)
        """Every revision, in order: the first has the number 1."""
        self._journal = journal
        self._folder = folder
        self._packs = packs
        self._now = now
        self._pass_over = None if warnings is None else self._warn
        # The revisions of inputs: those in force, those taken back, and those that have an id.
        self._done, self._undone = array("L"), array("L")
        self._answered: dict[str, int] = {}
        self._levels: dict[int, Level] = {}
        """The inputs that chose a level."""
        for entry in journal.entries():
            self.follow(entry, read_events(game, entry))
        if not self._done:
            opened = open_box(game, BUILT_IN, owner=packs, pass_over=self._pass_over)
            self._record(f"game {game.id}", self._decide(game.blank, opened))

    def follow(self, entry: Entry, events: tuple[Any, ...]) -> Revision:
        """Takes up what is in the journal already."""
        return self._keep(entry, self._step(entry.kind, entry.line, events))

    @property
    def revision(self) -> int:
        return len(self.history)

    @property
    def state(self) -> Any:
        return self.history[-1].state if self.history else self.game.blank

    @property
    def document(self) -> Document:
        return self.history[-1].document

    @property
    def level(self) -> Level:
        """How much of the counting people have left to the companion."""
        for revision in reversed(self._levels):
            at = bisect_left(self._done, revision)
            if at < len(self._done) and self._done[at] == revision:
                return self._levels[revision]
        return USUAL

    @property
    def steps(self) -> Sequence[Step]:
        """The live branch: everything that was done and not taken back."""
        return LazySequence(self.history.step, self._done[:])

    def open_part(self) -> "Match":
        """This table up to what is still a secret to anybody: what may be taken away from it."""
        if self.game.secretive:
            for change in self.history:
                if change.step.redact(self.state, ANYBODY):
                    kept = [each for each in self.entries() if each.revision < change.revision]
                    return Match(self.game, MemoryJournal(kept), self._folder, packs=self._packs)
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
    def _undoes(self) -> int:
        """The input that UNDO would take back; the opening of the game itself stays."""
        return self._done[-1] if len(self._done) > 1 else 0

    @property
    def _redoes(self) -> int:
        return self._undone[-1] if self._undone else 0

    def take(self, line: str, id: str = "", seen: int | None = None) -> Revision:
        """Takes an input in the words of a table script, or refuses it and changes nothing.

        The same ``id`` again gives the same answer and counts once. Who sends the revision that
        they have ``seen`` is refused when the table has moved on: so two who undo the same mistake
        in the same second take back one step, not two.
        """
        if id and (answered := self._answered.get(id)):
            return self.history[answered - 1]
        if seen is not None and seen != self.revision:
            raise moved_on()
        line = one_line(line)
        match line.split():
            case ["undo"]:
                return self._record("undo", id=id, kind="undo")
            case ["redo"]:
                return self._record("redo", id=id, kind="redo")
        try:
            line, events = self._happens(line)
        except RecursionError:
            raise Malformed(say("This line says something in too many brackets.")) from None
        return self._record(line, events, id)

    def submit(self, line: str) -> Step:
        return self.take(line).step

    def _happens(self, line: str) -> tuple[str, tuple[Any, ...]]:
        """The line as the journal keeps it, which names no file, and the events it brings about."""
        match line.split(maxsplit=1):
            case ["box", name]:
                line = f"box {inlined_box(self.game, name, self._folder)}"
                return line, self._decide(self.state, self._opened(box=name))
            case ["cards", told]:
                return line, self._decide(self.state, self._opened(cards=told))
            case [word, told] if word == CARD_WORD:
                return line, self._decide(self.state, parse_card_line(self.game, self.state, told))
            case [word, *_] if word == LEVEL:
                return read_level(line).line, ()
        return line, several.decide(self.game, self.state, line)

    def _decide(self, state: Any, given: Any) -> tuple[Any, ...]:
        """What happens; nothing, where a game has no use for a box."""
        return () if given is None else self.game.decide(state, given)

    def _opened(self, **now: str) -> Any:
        """The input that puts facts and cards in force; who says one of them keeps the other."""
        said = {"box": BUILT_IN, "cards": ""}
        for step in self.steps:
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
    ) -> Revision:
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
        self._tell_owner(step, kind)
        return change

    def _tell_owner(self, step: Step, kind: Kind) -> None:
        """Keeps facts of printed cards and of the box for other games, if the disk takes them."""
        if self._packs is None:
            return
        tell = self._tell if self._pass_over else None
        try:
            if kind == "input" and (fact := step.box_fact):
                OwnBox(self.game, self._packs, self._tell).add(dict([fact]))
            if self.game.cards:
                store_card_facts(self.game, self._packs, step, taken_back=kind == "undo", tell=tell)
        except CompanionError as error:
            log.warning("%s: %s", step.line, error.message)
            self._tell(say("This counts, but is not kept: {why}", why=error.message))

    def _step(self, kind: Kind, line: str, events: tuple[Any, ...]) -> Step:
        if kind == "undo":
            if not self._undoes:
                raise Refusal("nothing_to_undo", say("There is nothing to undo."))
            return self.history.step(self._undoes)
        if kind == "redo":
            if not self._redoes:
                raise Refusal("nothing_to_redo", say("There is nothing to redo."))
            return self.history.step(self._redoes)
        before = after = self.state
        if isinstance(events, Happened) and events.before is before:
            return Step(self.game, line, before, events.after, tuple(events))
        for event in events:
            after = self.game.evolve(after, event)
        return Step(self.game, line, before, after, events)

    def _keep(self, entry: Entry, step: Step) -> Revision:
        if entry.kind == "undo":
            concerns = self._done.pop()
            self._undone.append(concerns)
        elif entry.kind == "redo":
            concerns = self._undone.pop()
            self._done.append(concerns)
        else:
            concerns = entry.revision
            self._done.append(concerns)
            if is_level(entry.line):
                self._levels[concerns] = read_level(entry.line)
            del self._undone[:]
        change = self.history.add(entry, step, concerns, self._undoes, self._redoes)
        if entry.id:
            self._answered[entry.id] = entry.revision
        return change


def moved_on() -> Refusal:
    return Refusal("moved_on", say("The table has moved on; please look again."))
