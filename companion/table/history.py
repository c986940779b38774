"""Every revision of a game, in order: the newest as they are, older ones in a few bytes each.

Whoever asks for one that is long past gets it all the same: its events are played again, from the
state that is kept before every so many of them. Any thread may look; one adds.
"""

import zlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar, overload

import msgspec

from companion.games import AnyGame
from companion.table.keeping.journal import Entry, Kind, read_events
from companion.table.steps import Change, Step

Item = TypeVar("Item")

TOGETHER = 128
"""Revisions that are put away, and taken out again, together."""
LOOKED_AT = 8
"""How many such groups stay at hand after somebody has asked for them."""


class Row(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of a revision that is long past."""

    kind: Kind
    line: str
    events: tuple[tuple[str, Any], ...]
    at: str
    over: bool
    concerns: int
    """The revision of the input that was made, taken back or made again."""
    undoes: int
    redoes: int


class History(Sequence[Change]):
    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._put_away: list[tuple[Any, bytes]] = []
        """The state before each group, and its rows."""
        self._rows: list[Row] = []
        self._before = game.blank
        """The state before the first of these rows."""
        # In one piece, so that nobody sees one without the other: how many were put away, the rest.
        self._now: tuple[int, list[Change]] = (0, [])
        self._group = lru_cache(maxsize=LOOKED_AT)(self._again)
        self._concerned = array("l")
        """For each revision the input that was made; with a minus that which was taken back."""
        self.turns: set[int] = set()
        """The inputs with which a round began or ended."""

    def add(self, entry: Entry, step: Step, concerns: int, undoes: int, redoes: int) -> Change:
        self._rows.append(
            Row(
                *(entry.kind, entry.line, entry.events, entry.at, entry.over),
                *(concerns, undoes, redoes),
            )
        )
        change = self._change(entry.revision, self._rows[-1], step)
        if entry.kind == "input" and concerns > 1 and self._turns(step):
            self.turns.add(concerns)
        self._concerned.append(-concerns if entry.kind == "undo" else concerns)
        past, newest = self._now
        newest.append(change)
        if len(newest) == 2 * TOGETHER:
            packed = zlib.compress(msgspec.msgpack.encode(self._rows[:TOGETHER]), level=1)
            self._put_away.append((self._before, packed))
            self._before = newest[TOGETHER - 1].state
            self._now = past + TOGETHER, newest[TOGETHER:]
            del self._rows[:TOGETHER]
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

    def _turns(self, step: Step) -> bool:
        return self._game.round_of(step.before) != self._game.round_of(step.after)

    def __len__(self) -> int:
        past, newest = self._now
        return past + len(newest)

    @overload
    def __getitem__(self, at: int) -> Change: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Change]: ...

    def __getitem__(self, at: int | slice) -> Change | Sequence[Change]:
        past, newest = self._now
        if isinstance(at, slice):
            places = range(*at.indices(past + len(newest)))
            if places and min(places[0], places[-1]) >= past:
                return [newest[place - past] for place in places]
            return Found(self.__getitem__, places)
        if at < 0:
            at += past + len(newest)
        if at >= past:
            return newest[at - past]
        if at < 0:
            raise IndexError(at)
        group, place = divmod(at, TOGETHER)
        return self._group(group)[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it grows

    def _again(self, group: int) -> list[Change]:
        """A group as it was. What an undo took back may lie in an earlier one."""
        state, packed = self._put_away[group]
        rows = msgspec.msgpack.decode(zlib.decompress(packed), type=list[Row])
        first, made = group * TOGETHER + 1, list[Change]()
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

    def _change(self, revision: int, row: Row, step: Step) -> Change:
        return Change(
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


class Found(Sequence[Item]):
    """Some of a history, in order; none is worked out before it is asked for."""

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
            return Found(self._find, self._places[at])
        return self._find(self._places[at])

    def __iter__(self) -> Iterator[Item]:
        return map(self._find, self._places)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]
