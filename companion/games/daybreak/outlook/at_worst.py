"""Unread cards at their worst, chosen anew for every way things may stand: every draw, one by one.

It is dearer than counting how many of them would end the game, and it is exact. So it is tried
where few cards are drawn, or where the game is near its end anyway.
"""

from math import perm

from companion.games.daybreak.outlook.boards import COUNT, TIES, Boards
from companion.games.daybreak.outlook.danger import Danger
from companion.games.daybreak.outlook.draws import Effort, Pile

FULL = (1 << COUNT) - 1


class TooMany(Exception):
    """There are more ways than anybody waits for."""


class AtWorst:
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
        left = self._left_on(board)
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

    def _left_on(self, board: int) -> list[int]:
        shifts = self._boards.shifts
        return [n - (board >> shift & FULL) for n, shift in zip(self._left, shifts, strict=True)]

    def _use(self) -> None:
        self._effort.left -= len(self._left)
        if self._effort.left < 0:
            raise TooMany
