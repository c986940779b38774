"""The Crisis cards that nobody has seen yet: drawn without replacement from what is left of them.

Cards that nobody has read, or that people must judge, may do nothing, or the worst that any card
does that was read: so the odds of losing have a least and a most. Both are exact, unless there are
too many ways to follow: then they are bounds, and said to be.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import Any

from companion.games.daybreak.model.card import Crisis
from companion.games.daybreak.model.stacks import card_of
from companion.games.daybreak.model.state import State
from companion.games.daybreak.odds.crisis_cards import draw_orders
from companion.games.daybreak.odds.crisis_cards.bounds import Danger
from companion.games.daybreak.odds.crisis_cards.fast_effects import (
    COMMUNITIES,
    TIES,
    Board,
    Boards,
    FastCrisis,
    Power,
    fast_crisis,
    totals_read,
)
from companion.games.daybreak.odds.crisis_cards.hits import Hits
from companion.games.daybreak.rules.face_up_crises import harmless, readable
from companion.games.shared.replace import replace


@dataclass(frozen=True, slots=True)
class StateKey:
    """A cache key that keeps its state: states with equal keys are the same to what is cached.

    A key may name facts and cards by their id: as long as the state is kept, so are they.
    """

    cache_key: tuple[Any, ...]
    state: State = field(compare=False)


EFFORT = 21_000
"""Budget, in cards laid on boards, to follow the draws."""
WORST_CASE_EFFORT = 3_000
"""The same to find the worst of the unread ones: both together take up to 50 ms."""


@dataclass(frozen=True, slots=True)
class Range:
    """Odds between the least and the most that they can be."""

    least: Fraction
    most: Fraction

    @property
    def sure(self) -> Fraction | None:
        """The odds where they are one number."""
        return self.least if self.least == self.most else None

    def within(self, part: Fraction, rest: Fraction) -> "Range":
        """What of it falls into one part, if any of it may fall into the rest."""
        return Range(max(Fraction(), self.least - rest), min(part, self.most))

    def plus(self, share: Fraction, least: Fraction, most: Fraction) -> "Range":
        return Range(self.least + share * least, self.most + share * most)


NEVER = Range(Fraction(), Fraction())


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
    """The unseen cards at some number of bands, and what was worked out about them."""

    crises: tuple[FastCrisis, ...]
    """Every kind of card that was read, whether one is left or not."""
    left: tuple[int, ...]
    """How many of each are left."""
    harmless: int
    unread: int
    hits: Hits = field(init=False)
    changed: frozenset[int] = field(init=False)
    boards: dict[tuple[Power, ...], Boards] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.hits = Hits(self.crises)
        self.changed = frozenset({COMMUNITIES}.union(*(crisis.changes for crisis in self.crises)))

    def loss(
        self,
        board: Board,
        sure: int,
        draws: Sequence[int],
        effort: draw_orders.Effort,
        worst_case_effort: draw_orders.Effort,
    ) -> dict[int, draw_orders.Bounds]:
        """The odds that ``sure`` unread cards, and then so many from the deck, end the game."""
        drawing = self.draw(board, sure, draws, effort)
        return {n: drawing.loss(n, worst_case_effort) for n in draws}

    def draw(
        self, board: Board, sure: int, draws: Sequence[int], effort: draw_orders.Effort
    ) -> "Drawing":
        """The cards that were read are followed; what the others add is told by the result."""
        boards, cards, before = self._boards(board), sure + max(draws), effort.left
        unread = bool(sure or self.pile(max(draws)).unread)
        danger = Danger(boards, self.hits, board, self.left, cards, unread=unread)
        layers = draw_orders.follow(boards, self.left, board, sure, max(draws), danger, effort)
        return Drawing(self, boards, board, sure, danger, layers, before - effort.left)

    def pile(self, draws: int) -> draw_orders.Pile:
        """Of more cards than there are, the discards come again: nobody knows which."""
        there = sum(self.left) + self.harmless + self.unread
        return draw_orders.Pile(sum(self.left), self.harmless, self.unread + max(0, draws - there))

    def _boards(self, board: Board) -> Boards:
        ground = tuple(
            tuple(0 if total in self.changed else n for total, n in enumerate(power))
            for power in board[2]
        )
        if (known := self.boards.get(ground)) is None:
            known = self.boards[ground] = Boards(self.crises, ground)
        return known


@dataclass(frozen=True, slots=True)
class Drawing:
    """Cards drawn on one board."""

    deck: Deck
    boards: Boards
    board: Board
    sure: int
    danger: Danger
    layers: Sequence[draw_orders.Layer]
    effort: int
    """What it has taken to follow the cards that were read."""

    def loss(self, draws: int, effort: draw_orders.Effort) -> draw_orders.Bounds:
        """With the most that there can be, where that is not too much effort."""
        pile = self.deck.pile(draws)
        found = draw_orders.bounds(self.layers, pile, self.sure, draws)
        # Unread cards at their worst take a multiple of what the read ones took.
        if found.most == found.most_at_least or 2 * self.effort > effort.left:
            return found
        worst_case = draw_orders.WorstCase(self.boards, self.deck.left, pile, self.danger, effort)
        try:
            ways = worst_case.ways(self.boards.pack(self.board), self.sure, draws)
        except draw_orders.TooMany:
            return found
        most = Fraction(ways, perm(pile.cards, draws) * TIES ** (self.sure + draws))
        return replace(found, most_at_least=most, most=most)


@lru_cache(maxsize=32)
def deck_of(seen: StateKey, bands: int) -> Deck:
    """What is left of the deck at so many bands; its key says which cards were read and seen."""
    state = seen.state
    rest, read = unseen(state), read_cards(state)
    totals = totals_read(read)
    kinds = Counter(fast_crisis(state, rules, totals, bands) for rules in read)
    there = Counter(fast_crisis(state, rules, totals, bands) for rules in rest.acting)
    crises = tuple(kinds)
    return Deck(crises, tuple(there[crisis] for crisis in crises), rest.harmless, rest.unread)


def deck_key(state: State) -> tuple[object, ...]:
    """On what the unseen deck depends; with tags, on what lies on the table."""
    tagged = any(rules.of.startswith("tags.") for rules in read_cards(state))
    stacks = tuple(state.powers[seat].stacks for seat in state.seats) if tagged else ()
    return (frozenset(gone(state)), state.seats, stacks, id(state.facts), id(state.cards))
