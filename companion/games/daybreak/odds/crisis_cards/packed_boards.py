"""Boards as whole numbers, and what each kind of Crisis card adds to them.

A board is one number: a byte for the communities of each power, which reaches its highest bit where
the game is lost; how many cards of each kind were drawn; and a field for whatever else some card
changes. So a card is an addition, and ways that lead to the same board meet.
"""

from collections.abc import Sequence

from companion.games.daybreak.model.terms import COMMUNITIES_TO_LOSE, SINKS
from companion.games.daybreak.odds.crisis_cards.fast_effects import COMMUNITIES, Blow, Board, Power

TIES = 12
"""Two, three or four powers may be tied: each way counts as so many."""
BYTE = 8
LOST = 1 << BYTE - 1
SAFE = LOST - COMMUNITIES_TO_LOSE
TOO_MANY = 100
"""Communities that end the game however few there were, and still fit into a byte."""
POWERS = 4
COUNT = 5
"""Bits for the cards of one kind."""
FIELD = 10
MOST = (1 << FIELD) - 1

Way = tuple[int, int]
"""What is added to a board, and how many of the ``TIES`` ways lead there."""


class Boards:
    """What these kinds of cards do to the boards of these powers."""

    def __init__(self, blows: Sequence[Blow], powers: tuple[Power, ...]) -> None:
        self.blows = tuple(blows)
        self._ground = powers
        """Totals that no card changes are those of these powers."""
        self.each = sum(1 << BYTE * at for at in range(len(powers)))
        """One community for everybody."""
        self.lost = LOST * self.each
        self.shifts = tuple(POWERS * BYTE + COUNT * at for at in range(len(self.blows)))
        """Where the drawn cards of each kind are counted."""
        first = POWERS * BYTE + COUNT * len(self.blows)
        written = sorted({total for blow in self.blows for total in blow.changes})
        places = [(total, at) for total in written for at in range(len(powers))]
        self._places = {place: first + FIELD * n for n, place in enumerate(places, len(SINKS))}
        """Where a total of a power is, if some card changes it."""
        self._sinks = {sink: first + FIELD * n for n, sink in enumerate(SINKS)}
        self.reads = tuple(self._read_by(blow) for blow in self.blows)
        """The part of a board on which depends what a kind of card does."""
        self.seen = ~(((1 << first) - 1) >> POWERS * BYTE << POWERS * BYTE)
        """A board without the cards that were drawn."""
        self.looking = sum(
            ((1 << COUNT) - 1) << shift
            for blow, shift in zip(self.blows, self.shifts, strict=True)
            if blow.sees_communities
        )
        """Where those are counted to which it matters how many communities there are."""
        self.known: tuple[dict[int, tuple[Way, ...]], ...] = tuple({} for _ in self.blows)

    def pack(self, board: Board) -> int:
        trees, oceans, powers = board
        packed = min(trees, MOST) << self._sinks["trees"]
        packed += min(oceans, MOST) << self._sinks["oceans"]
        for at, power in enumerate(powers):
            packed += SAFE + min(power[COMMUNITIES], COMMUNITIES_TO_LOSE) << BYTE * at
        for (total, at), place in self._places.items():
            packed += powers[at][total] << place
        return packed

    def unpack(self, packed: int) -> Board:
        powers = [list(power) for power in self._ground]
        for (total, at), place in self._places.items():
            powers[at][total] = packed >> place & MOST
        for at, power in enumerate(powers):
            power[COMMUNITIES] = (packed >> BYTE * at & 0xFF) - SAFE
        trees, oceans = (packed >> self._sinks[sink] & MOST for sink in ("trees", "oceans"))
        return trees, oceans, tuple(map(tuple, powers))

    def ways(self, at: int, packed: int) -> tuple[Way, ...]:
        """What a kind of card may add to this board, the card itself not counted."""
        reads = self.reads[at]
        seen = packed & reads
        if (ways := self.known[at].get(seen)) is None:
            if not reads & LOST:  # it does the same however many communities there are
                packed = packed >> POWERS * BYTE << POWERS * BYTE | SAFE * self.each
            ways = self.known[at][seen] = self._added(self.blows[at], packed)
        return ways

    def _added(self, blow: Blow, packed: int) -> tuple[Way, ...]:
        before = self.unpack(packed)
        after = blow.on(before)
        share = TIES // len(after)
        found: dict[int, int] = {}
        for each in after:
            added = TOO_MANY if each is None else self.pack(each) - self.pack(before)
            found[added] = found.get(added, 0) + share
        return tuple(found.items())

    def _read_by(self, blow: Blow) -> int:
        mask = 0xFF * self.each if blow.sees_communities else 0
        totals = [place for (total, _), place in self._places.items() if total in blow.reads]
        sinks = [place for sink, place in self._sinks.items() if sink in blow.reads]
        return mask | sum(MOST << place for place in (*totals, *sinks))
