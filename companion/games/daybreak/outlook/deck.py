"""The Crisis cards that nobody has seen yet: drawn without replacement from what is left of them.

Cards that nobody has read, or that people must judge, may do nothing, or the worst that any card
does that was read: so the odds of losing have a least and a most. Both are exact, unless there are
too many ways to follow: then they are bounds, and said to be.
"""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb, perm
from operator import mul

from companion.games.daybreak.model.card import Crisis
from companion.games.daybreak.model.stacks import card_of
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import COMMUNITIES_TO_LOSE
from companion.games.daybreak.outlook.blows import (
    COMMUNITIES,
    Blow,
    Board,
    Boards,
    blow_of,
    totals_read,
)
from companion.games.daybreak.outlook.seen import Seen
from companion.games.daybreak.rules.known_crises import harmless, readable

TIES = 12
"""Two, three or four powers may be tied: each way counts as so many."""
PATIENCE = 180
"""Boards that are looked at for either end of a range; for both it takes up to 50 ms."""
SPARE = 40
"""Boards for a bound, where that is not enough."""


@dataclass(frozen=True, slots=True)
class Range:
    """Odds between the least and the most that they can be."""

    least: Fraction
    most: Fraction

    @property
    def sure(self) -> Fraction | None:
        """The odds where they are one number."""
        return self.least if self.least == self.most else None


NEVER = Range(Fraction(), Fraction())


class TooMany(Exception):
    """There are more ways than anybody waits for."""


@dataclass(slots=True)
class Patience:
    left: int = PATIENCE
    exact: bool = True
    spare: int = SPARE

    def use(self) -> None:
        if not self.left:
            self.exact = False
            raise TooMany
        self.left -= 1

    def another(self) -> "Patience":
        """What is spared for bounds, until it is used up."""
        spared, self.spare = self.spare, self.spare // 2
        return Patience(spared, spare=0)


@dataclass(frozen=True, slots=True)
class Unseen:
    """What is left of the deck."""

    acting: tuple[Crisis, ...]
    harmless: int
    unread: int
    """Cards that nobody has read, or that people must judge."""

    @property
    def cards(self) -> int:
        return len(self.acting) + self.harmless + self.unread


def unseen(state: State) -> Unseen:
    """The pack's Crisis cards less those that people have seen in this game."""
    acting, idle, unread = [], 0, 0
    for card in state.cards.values():
        if card.kind != "crisis" or card.number in gone(state):
            continue
        if state.players == 1 and not card.solo:
            continue
        rules = card.crisis
        if rules is None or not readable(state, rules):
            unread += 1
        elif harmless(rules):
            idle += 1
        else:
            acting.append(rules)
    return Unseen(tuple(acting), idle, unread)


def gone(state: State) -> set[str]:
    crises = state.crises
    return {*crises.seen, *crises.face_up, *crises.resolved, *crises.ongoing}


def read_cards(state: State) -> tuple[Crisis, ...]:
    """Every card that was read and acts: what an unread one may be like."""
    return tuple(
        rules
        for card in state.cards.values()
        if (rules := card_of(state, card.number).crisis)
        and readable(state, rules)
        and not harmless(rules)
    )


@dataclass(eq=False, slots=True)
class Deck:
    """The unseen cards at some number of bands, and everything that was worked out about them."""

    blows: tuple[Blow, ...]
    """Every kind of card that was read, whether one is left or not."""
    left: tuple[int, ...]
    """How many of each are left."""
    harmless: int
    unread: int
    symmetric: bool
    worst: int
    """The most communities that a card can add to a power, energy aside."""
    energy: tuple[int, int, int] | None
    """Where the boards have what a card needs that asks for a shortage."""
    drains: int
    """The most energy that a card takes, or that it adds to the demand."""
    hurt: int = 0
    """The most communities that any card can add, as long as one board is looked at."""
    after: dict[tuple[int, Board], Boards] = field(default_factory=dict)
    ends: dict[Board, tuple[int, ...]] = field(default_factory=dict)
    """For each card, in how many of the ways in which it may hit it ends the game."""
    known: dict[tuple[object, ...], int] = field(default_factory=dict)

    @property
    def cards(self) -> int:
        return sum(self.left) + self.harmless + self.unread

    def loss(
        self, board: Board, sure: int, draws: int, patience: Patience, for_worst: Patience
    ) -> Range:
        """The odds that ``sure`` unread cards, and then ``draws`` from the deck, end the game."""
        missing = max(0, draws - self.cards)  # the discards come again, and nobody knows how
        unread = self.unread + missing
        board = self._ordered(board)
        self.hurt = self._hurt(board, draws + sure)
        all_ways = perm(self.cards + missing, draws) * TIES ** (draws + sure)
        try:
            ways = self._ways(board, self.left, self.harmless + unread, 0, draws, patience)
            least = Fraction(ways * TIES**sure, all_ways)
        except TooMany:
            least = self._at_least(board, unread, draws, patience.another())
        try:
            most = Fraction(self._after_sure(board, sure, unread, draws, for_worst), all_ways)
        except TooMany:
            most = self._bound(board, sure, unread, draws)
        return Range(least, max(least, most))

    def _at_least(self, board: Board, unread: int, draws: int, patience: Patience) -> Fraction:
        """What the first of the cards alone would do: the others can only add to it."""
        found, idle = Fraction(), self.harmless + unread
        with suppress(TooMany):
            for fewer in range(1, min(draws, 3)):
                ways = self._ways(board, self.left, idle, 0, fewer, patience)
                found = Fraction(ways, perm(sum(self.left) + idle, fewer) * TIES**fewer)
        return found

    def _after_sure(
        self, board: Board, sure: int, unread: int, draws: int, patience: Patience
    ) -> int:
        """The most ways that unread cards which are sure to come, and then the draws, lead to."""
        if not sure:
            return self._ways(board, self.left, self.harmless, unread, draws, patience)
        lost = perm(sum(self.left) + self.harmless + unread, draws) * TIES ** (draws + sure - 1)
        return max(
            (
                sum(
                    TIES
                    // len(after)
                    * (
                        lost
                        if each is None
                        else self._after_sure(each, sure - 1, unread, draws, patience)
                    )
                    for each in after
                )
                for at in range(len(self.blows))
                for after in (self._blow(at, board),)
            ),
            default=0,
        )

    def _ways(
        self,
        board: Board,
        left: tuple[int, ...],
        idle: int,
        unread: int,
        draws: int,
        patience: Patience,
    ) -> int:
        """How many of all ordered draws are lost; each tie counts ``TIES`` ways."""
        if not draws or self._safe(board, draws):
            return 0
        if draws == 1:
            return self._last(board, left, unread, patience)
        key = (board, left, idle, unread, draws)
        if (known := self.known.get(key)) is not None:
            return known
        patience.use()
        lost = perm(sum(left) + idle + unread - 1, draws - 1) * TIES ** (draws - 1)
        ways = 0
        if idle:
            ways += idle * TIES * self._ways(board, left, idle - 1, unread, draws - 1, patience)
        worst = 0
        for at, cards in enumerate(left):
            if not (cards or unread):
                continue
            after = self._blow(at, board)
            share = TIES // len(after)
            if cards:
                fewer = (*left[:at], cards - 1, *left[at + 1 :])
                ways += cards * sum(
                    share
                    * (
                        lost
                        if each is None
                        else self._ways(each, fewer, idle, unread, draws - 1, patience)
                    )
                    for each in after
                )
            if unread:
                such = sum(
                    share
                    * (
                        lost
                        if each is None
                        else self._ways(each, left, idle, unread - 1, draws - 1, patience)
                    )
                    for each in after
                )
                worst = max(worst, such)
        if unread:
            as_nothing = TIES * self._ways(board, left, idle, unread - 1, draws - 1, patience)
            ways += unread * max(worst, as_nothing)
        self.known[key] = ways
        return ways

    def _last(self, board: Board, left: tuple[int, ...], unread: int, patience: Patience) -> int:
        """The same for one draw: it matters only which cards end the game at once."""
        if (ends := self.ends.get(board)) is None:
            patience.use()
            after = (self._blow(at, board) for at in range(len(left)))
            ends = tuple(TIES // len(each) * each.count(None) for each in after)
            self.ends[board] = ends
        ways: int = sum(map(mul, left, ends))
        return ways + unread * max(ends, default=0) if unread else ways

    def _safe(self, board: Board, draws: int) -> bool:
        """Not even the worst of all cards, every time, would end the game."""
        return draws * self.hurt < room(board)

    def _hurt(self, board: Board, draws: int) -> int:
        """The most communities that one card can add to one power, from this board on."""
        if not self.energy:
            return self.worst
        demand, dirty, clean = self.energy
        short = max(power[demand] - power[dirty] - power[clean] for power in board[2])
        return max(self.worst, short + draws * self.drains)

    def _bound(self, board: Board, sure: int, unread: int, draws: int) -> Fraction:
        """More than this cannot be lost: every card that may hurt is as bad as the worst."""
        needed = -(-room(board) // max(1, self._hurt(board, draws + sure))) - sure
        return at_least_drawn(needed, sum(self.left) + unread, self.harmless, draws)

    def bound(self, board: Board, added: int, draws: int) -> Fraction:
        """The same after other rounds, with so many communities more for everybody."""
        trees, oceans, powers = board
        later = tuple((power[COMMUNITIES] + added, *power[1:]) for power in powers)
        missing = max(0, draws - self.cards)
        return self._bound((trees, oceans, later), 0, self.unread + missing, draws)

    def _blow(self, at: int, board: Board) -> Boards:
        key = (at, board)
        if (known := self.after.get(key)) is None:
            known = tuple(
                None if each is None else self._ordered(each) for each in self.blows[at].on(board)
            )
            self.after[key] = known
        return known

    def _ordered(self, board: Board) -> Board:
        """Powers that differ only in where they sit are the same to the cards."""
        trees, oceans, powers = board
        return (trees, oceans, tuple(sorted(powers))) if self.symmetric else board


def at_least_drawn(wanted: int, of: int, others: int, draws: int) -> Fraction:
    """The odds that among the drawn cards there are so many of one kind."""
    if wanted <= 0:
        return Fraction(1)
    ways = sum(comb(of, n) * comb(others, draws - n) for n in range(wanted, min(of, draws) + 1))
    return Fraction(ways, comb(of + others, draws))


def room(board: Board) -> int:
    """Communities until the game is lost."""
    return COMMUNITIES_TO_LOSE - max(power[COMMUNITIES] for power in board[2])


@lru_cache(maxsize=32)
def deck_of(seen: Seen, bands: int) -> Deck:
    """What is left of the deck at so many bands; the gist says which cards were read and seen."""
    state = seen.state
    rest, read = unseen(state), read_cards(state)
    totals = totals_read(read)
    kinds = Counter(blow_of(state, rules, totals, bands) for rules in read)
    there = Counter(blow_of(state, rules, totals, bands) for rules in rest.acting)
    blows = tuple(kinds)
    return Deck(
        blows,
        tuple(there[blow] for blow in blows),
        rest.harmless,
        rest.unread,
        symmetric=not any(blow.turns_to_neighbours for blow in blows),
        worst=max((blow.worst for blow in blows), default=0),
        energy=next((blow.energy for blow in blows if blow.asks_for_energy), None),
        drains=max((blow.drains for blow in blows), default=0),
    )


def deck_gist(state: State) -> tuple[object, ...]:
    """On what the unseen deck depends; with tags, on what lies on the table."""
    tagged = any(rules.of.startswith("tags.") for rules in read_cards(state))
    stacks = tuple(state.powers[seat].stacks for seat in state.seats) if tagged else ()
    return (frozenset(gone(state)), state.seats, stacks, id(state.facts), id(state.cards))
