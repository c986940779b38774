"""Enumerates the orders in which cards are drawn, merging orders that lead to equal boards.

Only cards that were read and do something are followed: how many of those are among the drawn ones,
and how many that nobody has read, is a matter of counting. Following ends where all ways are known,
or where it would be too much effort: then it is known how likely it is to come so far.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm

from companion.games.daybreak.odds.crisis_cards.bounds import NEVER_ENDS, Danger
from companion.games.daybreak.odds.crisis_cards.fast_effects import COUNT, TIES, Board, Boards

FULL = (1 << COUNT) - 1
GLANCE_DIVISOR = 3
"""Only to see which cards end the game takes this part of the effort of following the others."""
MOST_LAYERS = 10
"""Cards that are followed; more hits than that overflow a byte."""


@dataclass(slots=True)
class Effort:
    """Cards that may still be laid on a board."""

    left: int

    def share(self, worth: Fraction) -> "Effort":
        """A part of it; what is not used of it can be given back."""
        part = int(self.left * worth)
        self.left -= part
        return Effort(part)


@dataclass(frozen=True, slots=True)
class Layer:
    """So many cards that do something were drawn: in how many ways the game is lost by then.

    Of the others, how many unread cards would end it in addition, at the earliest and at the
    latest, if they do their worst. Boards on which nothing could end it any more are left out.
    """

    lost: int
    surely: int
    """Lost whatever unread cards come between."""
    earliest: dict[int, int]
    latest: dict[int, int]

    @property
    def still_open(self) -> int:
        return sum(self.earliest.values())


@dataclass(frozen=True, slots=True)
class Pile:
    """What cards are drawn from."""

    acting: int
    idle: int
    unread: int

    @property
    def cards(self) -> int:
        return self.acting + self.idle + self.unread

    def ways(self, draws: int) -> list[tuple[int, int, int]]:
        """How many acting and unread ones may be among the drawn, each with its ways."""
        return [
            (n, unread, ways)
            for n in range(min(draws, self.acting) + 1)
            for unread in range(min(draws - n, self.unread) + 1)
            if (
                ways := comb(self.acting, n)
                * comb(self.unread, unread)
                * comb(self.idle, draws - n - unread)
            )
        ]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Between what the least and the most of the odds of losing are."""

    least: Fraction
    least_at_most: Fraction
    most_at_least: Fraction
    most: Fraction


def follow(
    boards: Boards,
    left: Sequence[int],
    start: Board,
    sure: int,
    draws: int,
    danger: Danger,
    effort: Effort,
) -> list[Layer]:
    """Draws up to so many of these cards; fewer layers where that would be too much effort."""
    kinds = [
        (at, cards, 1 << shift, shift, boards.reads[at], boards.known[at])
        for at, (cards, shift) in enumerate(zip(left, boards.shifts, strict=True))
        if cards
    ]
    going, lost, surely = {boards.pack(start): 1}, 0, 0
    layers = [layer_of(going, lost, surely, danger)]
    for drawn in range(min(draws, sum(left), MOST_LAYERS)):
        most = danger.most[sure + draws - drawn]
        going = {board: ways for board, ways in going.items() if board + most & boards.lost}
        cost = len(going) * len(kinds)
        last = cost > effort.left
        if cost // GLANCE_DIVISOR > effort.left:
            break
        effort.left -= cost // GLANCE_DIVISOR if last else cost
        open_still = sum(going.values()) * (sum(left) - drawn) * TIES
        lost, surely = (n * (sum(left) - drawn) * TIES for n in (lost, surely))
        before = lost
        after: dict[int, int] = {}
        for board, ways in going.items():
            for at, cards, one, shift, reads, known in kinds:
                there = cards - (board >> shift & FULL)
                if not there:
                    continue
                for added, share in known.get(board & reads) or boards.ways(at, board):
                    then = board + one + added
                    if then & boards.lost:
                        lost += ways * there * share
                        surely += ways * there * share if danger.surely(then) else 0
                    elif not last:
                        after[then] = after.get(then, 0) + ways * there * share
        if last:
            still = open_still - (lost - before)
            layers.append(Layer(lost, surely, {1: still}, {NEVER_ENDS: still}))
            break
        going = after
        layers.append(layer_of(going, lost, surely, danger))
    return layers


def layer_of(going: Mapping[int, int], lost: int, surely: int, danger: Danger) -> Layer:
    return Layer(lost, surely, danger.earliest(going), danger.latest(going))


def bounds(layers: Sequence[Layer], pile: Pile, sure: int, draws: int) -> Bounds:
    """The odds that ``sure`` unread cards, and so many drawn from this pile, end the game."""
    deepest = len(layers) - 1
    least = open_ = most = most_at_least = 0
    for n, unread, ways in pile.ways(draws):
        at = min(n, deepest)
        each = layers[at]
        scale = ways * perm(pile.acting - at, deepest - at) * TIES ** (deepest - at)
        least += scale * each.lost
        cards = unread + sure
        worse = sum(ways for needed, ways in each.earliest.items() if needed <= cards)
        as_bad = sum(ways for needed, ways in each.latest.items() if needed <= cards)
        if n > deepest:
            open_ += scale * each.still_open
            worse = each.still_open
        most += scale * (each.lost + worse)
        most_at_least += scale * ((each.surely if cards else each.lost) + as_bad)
    whole = comb(pile.cards, draws) * perm(pile.acting, deepest) * TIES**deepest
    lowest = Fraction(least, whole)
    return Bounds(
        lowest,
        Fraction(least + open_, whole),
        max(lowest, Fraction(most_at_least, whole)),
        Fraction(most, whole),
    )


class TooMany(Exception):
    """The budget of effort is used up."""


class WorstCase:
    """Draws from a pile; of an unread card that which leads to the most ways of losing."""

    def __init__(
        self, boards: Boards, left: tuple[int, ...], pile: Pile, danger: Danger, effort: Effort
    ) -> None:
        self._boards, self._left, self._pile = boards, left, pile
        self._danger, self._effort = danger, effort
        self._known: dict[tuple[int, int, int, int], int] = {}
        self._ends: dict[int, tuple[int, ...]] = {}

    def ways(self, board: int, sure: int, draws: int) -> int:
        """In how many of all ordered draws the game is lost, after so many unread cards."""
        if not sure:
            return self._ways(board, self._pile.idle, self._pile.unread, draws)
        lost = perm(self._pile.cards, draws) * TIES ** (draws + sure - 1)
        worst = TIES * self.ways(board, sure - 1, draws)
        for at in range(len(self._left)):
            self._use()
            such = sum(
                share * (lost if after & self._boards.lost else self.ways(after, sure - 1, draws))
                for after, share in self._after(at, board)
            )
            worst = max(worst, such)
        return worst

    def _ways(self, board: int, idle: int, unread: int, draws: int) -> int:
        if not draws or self._danger.harmless(board, draws):
            return 0
        if draws == 1:
            return self._last(board, unread)
        key = board, idle, unread, draws
        if (known := self._known.get(key)) is not None:
            return known
        self._use()
        shifts = self._boards.shifts
        left = [n - (board >> at & FULL) for n, at in zip(self._left, shifts, strict=True)]
        lost = perm(sum(left) + idle + unread - 1, draws - 1) * TIES ** (draws - 1)
        ways = 0
        if idle:
            ways += idle * TIES * self._ways(board, idle - 1, unread, draws - 1)
        for at, cards in enumerate(left):
            if cards:
                for after, share in self._after(at, board):
                    if after & self._boards.lost:
                        ways += cards * share * lost
                    else:
                        drawn = after + (1 << self._boards.shifts[at])
                        ways += cards * share * self._ways(drawn, idle, unread, draws - 1)
        if unread:
            ways += unread * self._worst(board, idle, unread - 1, draws - 1, lost)
        self._known[key] = ways
        return ways

    def _worst(self, board: int, idle: int, unread: int, draws: int, lost: int) -> int:
        """The first card is unread: what it does, those that end the game at once before others."""
        ends = self._ended(board)
        worst = 0
        for at in sorted(range(len(ends)), key=lambda at: -ends[at]):
            if worst == TIES * lost:
                return worst
            such = ends[at] * lost
            for after, share in self._after(at, board):
                if not after & self._boards.lost:
                    such += share * self._ways(after, idle, unread, draws)
            worst = max(worst, such)
        return max(worst, TIES * self._ways(board, idle, unread, draws))

    def _last(self, board: int, unread: int) -> int:
        """One draw is left: it matters only which cards end the game at once."""
        ends = self._ended(board)
        ways = unread * max(ends, default=0)
        for at, cards in enumerate(self._left):
            if ends[at]:
                ways += ends[at] * (cards - (board >> self._boards.shifts[at] & FULL))
        return ways

    def _ended(self, board: int) -> tuple[int, ...]:
        """For each card, in how many of the ways in which it may hit it ends the game."""
        seen = board & self._boards.seen
        if (ends := self._ends.get(seen)) is None:
            self._use()
            ends = self._ends[seen] = tuple(
                sum(share for after, share in self._after(at, board) if after & self._boards.lost)
                for at in range(len(self._left))
            )
        return ends

    def _after(self, at: int, board: int) -> list[tuple[int, int]]:
        return [(board + added, share) for added, share in self._boards.ways(at, board)]

    def _use(self) -> None:
        self._effort.left -= len(self._left)
        if self._effort.left < 0:
            raise TooMany
