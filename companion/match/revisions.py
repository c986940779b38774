"""What was done in a match: a step is the unit of undo, a revision is what everybody sees of it."""

import json
import zlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar, overload

import msgspec

from companion.errors import CompanionError, Malformed
from companion.games import ANYBODY, AnyGame, Document, Viewer, several
from companion.games.display import Page
from companion.i18n.message import Message, count, say
from companion.match.levels.level import LEVEL, read_level
from companion.storage.journal import Entry, Kind, read_events
from companion.storage.packs.box_facts import box_id
from companion.storage.packs.card_json import CARD_WORD, CARDS_WORD

LOST = "lost"
"""The line of an input of which nothing was left after a damage: it did nothing."""

OPENING = ("game", "box", CARDS_WORD)
"""Lines that put facts and cards in force before a game starts."""
TABLES_OWN = (*OPENING, CARD_WORD, LEVEL)
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
            case [word, told] if word == CARD_WORD:
                return say("What card {number} prints", number=json.loads(told)["number"])
            case [word, _] if word == LEVEL:
                return read_level(self.line).label
        try:
            inputs = several.inputs(self.game, self.before, self.line)
            return one_after_the_other([self.game.label(*each) for each in inputs])
        except CompanionError:
            # An older companion took it; what it did is in its events, so it stays.
            return say("{line}", line=self.line)

    @property
    def box_fact(self) -> tuple[str, Any] | None:
        """What the line says of the owner's own box, if it does."""
        box = self.game.box
        if box is None or self.line.split(maxsplit=1)[0] in TABLES_OWN:
            return None
        inputs = several.inputs(self.game, self.before, self.line)
        return next(filter(None, (box.told(*each) for each in inputs)), None)

    def redact(self, now: Any, viewer: Viewer) -> Message | None:
        """What is said instead to a viewer for whom this is still a secret; None if it is not."""
        if not self.game.secretive or self.line.split(maxsplit=1)[0] in TABLES_OWN:
            return None
        try:
            inputs = list(several.inputs(self.game, self.before, self.line))
        except Malformed:
            return None
        hidden = [self.game.redact(now, *each, viewer) for each in inputs]
        if not any(hidden):
            return None
        told = zip(hidden, inputs, strict=True)
        return one_after_the_other([veil or self.game.label(*each) for veil, each in told])

    @property
    def told(self) -> Iterator[Message]:
        """What followed from it, sentence by sentence."""
        state = self.before
        for event in self.events:
            if message := self.game.tell(state, event):
                yield message
            state = self.game.evolve(state, event)

    @property
    def turns_round(self) -> bool:
        """Does a round begin or end with it?"""
        return self.game.round_of(self.before) != self.game.round_of(self.after)

    @property
    def ended_rounds(self) -> Iterator[Document]:
        """The last document of each round that ends, also in the midst of the events."""
        state, now = self.before, self.game.view(self.before)
        for event in self.events:
            state = self.game.evolve(state, event)
            document = self.game.view(state)
            if document["round"] != now["round"]:
                yield now
            now = document

    def label_for(self, now: Any, viewer: Viewer) -> Message:
        """What the line did, as much of it as this viewer may know by now."""
        return self.redact(now, viewer) or self.label

    @property
    def result(self) -> Message | None:
        """What came of it, in one line; None where only the next step is worth telling."""
        return self.game.result(self.before, self.events)


def one_after_the_other(labels: Sequence[Message]) -> Message:
    """What several inputs of one line did, as one label."""
    if len(labels) == 1:
        return labels[0]
    named = {f"n{at}": label for at, label in enumerate(labels)}
    return Message("; ".join(f"{{{name}}}" for name in named), named)


def is_secret(game: AnyGame, state: Any, line: str, viewer: Viewer = ANYBODY) -> bool:
    """Is a line that is given now a secret to this viewer? Even why it is refused would tell."""
    try:
        return Step(game, line, state, state, ()).redact(state, viewer) is not None
    except CompanionError:
        return True


class Revision(msgspec.Struct, frozen=True, eq=False):
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
        return isinstance(other, Revision) and self._told == other._told

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
        hidden = self.kind == "undo" or self.step.redact(self.state, viewer)
        result = None if hidden else self.step.result
        return result or self.label_for(self.state, viewer)

    @property
    def result_page(self) -> Page | None:
        """What the small screen shows of what came of an input, where the game has more to show."""
        step = self.step
        return step.game.came_page(step.before, step.after) if self.kind == "input" else None

    @property
    def document(self) -> Document:
        return self.document_for(ANYBODY)

    def document_for(self, viewer: Viewer) -> Document:
        game = self.step.game
        return {"game": game.id, "revision": self.revision, **game.view(self.state, viewer)}

    def with_odds(self, viewer: Viewer = ANYBODY) -> Document:
        """The document as people read it. Odds take a while, so a program that only wants to know
        how things stand asks for the plain one; nobody asks on the thread that takes inputs."""
        document, odds = self.document_for(viewer), self.step.game.odds
        if odds:
            document["outlook"] = {
                **document.get("outlook", {}),
                "odds": odds.document(self.state),
            }
        return document


Item = TypeVar("Item")

GROUP_SIZE = 128
"""Revisions that are compressed together."""
GROUPS_CACHED = 8
"""Groups that stay unpacked after somebody has asked for them."""


class Row(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of an old revision: its state is played again from its events."""

    kind: Kind
    line: str
    events: tuple[tuple[str, Any], ...]
    at: str
    over: bool
    concerns: int
    """The revision of the input that was made, taken back or made again."""
    undoes: int
    redoes: int


class History(Sequence[Revision]):
    """Every revision of a match, in order: the newest as they are, old ones compressed."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._packed: list[tuple[Any, bytes]] = []
        """The state before each group, and its rows."""
        self._rows: list[Row] = []
        self._before = game.blank
        """The state before the first of these rows."""
        # In one piece, so that nobody sees one without the other: how many are packed, the rest.
        self._now: tuple[int, list[Revision]] = (0, [])
        self._group = lru_cache(maxsize=GROUPS_CACHED)(self._unpack)
        self._concerned = array("l")
        """For each revision the input that was made; with a minus that which was taken back."""
        self.turns: set[int] = set()
        """The inputs with which a round began or ended."""

    def add(self, entry: Entry, step: Step, concerns: int, undoes: int, redoes: int) -> Revision:
        self._rows.append(
            Row(
                *(entry.kind, entry.line, entry.events, entry.at, entry.over),
                *(concerns, undoes, redoes),
            )
        )
        change = self._change(entry.revision, self._rows[-1], step)
        if entry.kind == "input" and concerns > 1 and step.turns_round:
            self.turns.add(concerns)
        self._concerned.append(-concerns if entry.kind == "undo" else concerns)
        past, newest = self._now
        newest.append(change)
        if len(newest) == 2 * GROUP_SIZE:
            packed = zlib.compress(msgspec.msgpack.encode(self._rows[:GROUP_SIZE]), level=1)
            self._packed.append((self._before, packed))
            self._before = newest[GROUP_SIZE - 1].state
            self._now = past + GROUP_SIZE, newest[GROUP_SIZE:]
            del self._rows[:GROUP_SIZE]
        return change

    def step(self, revision: int) -> Step:
        """What was done, taken back or done again with this revision."""
        return self[revision - 1].step

    def branch(self, revision: int) -> "array[int]":
        """The inputs that were made and not taken back when this was the newest revision."""
        live = array("l")
        for concerned in self._concerned[:revision]:
            if concerned > 0:
                live.append(concerned)
            else:
                live.pop()
        return live

    def __len__(self) -> int:
        past, newest = self._now
        return past + len(newest)

    @overload
    def __getitem__(self, at: int) -> Revision: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Revision]: ...

    def __getitem__(self, at: int | slice) -> Revision | Sequence[Revision]:
        past, newest = self._now
        if isinstance(at, slice):
            places = range(*at.indices(past + len(newest)))
            if places and min(places[0], places[-1]) >= past:
                return [newest[place - past] for place in places]
            return LazySequence(self.__getitem__, places)
        if at < 0:
            at += past + len(newest)
        if at >= past:
            return newest[at - past]
        if at < 0:
            raise IndexError(at)
        group, place = divmod(at, GROUP_SIZE)
        return self._group(group)[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it grows

    def _unpack(self, group: int) -> list[Revision]:
        """A group of revisions as they were. What an undo took back may lie in an earlier one."""
        state, packed = self._packed[group]
        rows = msgspec.msgpack.decode(zlib.decompress(packed), type=list[Row])
        first, made = group * GROUP_SIZE + 1, list[Revision]()
        for revision, row in enumerate(rows, first):
            if row.kind == "input":
                step = self._played(state, revision, row)
            elif row.concerns >= first:
                step = made[row.concerns - first].step
            else:
                step = self.step(row.concerns)
            made.append(self._change(revision, row, step))
            state = made[-1].state
        return made

    def _played(self, before: Any, revision: int, row: Row) -> Step:
        after = before
        events = read_events(self._game, Entry(revision, row.kind, row.line, row.events))
        for event in events:
            after = self._game.evolve(after, event)
        return Step(self._game, row.line, before, after, events)

    def _change(self, revision: int, row: Row, step: Step) -> Revision:
        return Revision(
            revision=revision,
            kind=row.kind,
            step=step,
            state=step.before if row.kind == "undo" else step.after,
            undoes_at=row.undoes,
            redoes_at=row.redoes,
            at=row.at,
            over=row.over,
            step_at=self.step,
        )


class LazySequence(Sequence[Item]):
    """Some items, in order; none is worked out before it is asked for."""

    def __init__(self, find: Callable[[int], Item], places: Sequence[int]) -> None:
        self._find = find
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> Item: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Item]: ...

    def __getitem__(self, at: int | slice) -> Item | Sequence[Item]:
        if isinstance(at, slice):
            return LazySequence(self._find, self._places[at])
        return self._find(self._places[at])

    def __iter__(self) -> Iterator[Item]:
        return map(self._find, self._places)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]
