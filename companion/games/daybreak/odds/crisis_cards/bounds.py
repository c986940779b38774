"""Bounds for pruning: how many more cards could, or surely would, end the game from a board.

Of cards that nobody has read it counts how many would end the game if they do their worst. At the
earliest, each hits every power as hard as any read card could, or takes before that what protects
it; at the latest, all of them are one and the same card that hits everybody.
"""

from collections.abc import Mapping, Sequence

from companion.games.daybreak.odds.crisis_cards.fast_effects import (
    BYTE,
    COUNT,
    POWERS,
    Board,
    Boards,
)
from companion.games.daybreak.odds.crisis_cards.hits import Hits, Reach, Worst, in_bytes

FULL = (1 << COUNT) - 1
COMMUNITIES = (1 << POWERS * BYTE) - 1
NEVER_ENDS = 99
"""So many unread cards nobody draws."""


class Danger:
    """For boards that follow from one by so many cards, with unread ones among them or not."""

    def __init__(
        self,
        boards: Boards,
        hits: Hits,
        board: Board,
        left: Sequence[int],
        cards: int,
        *,
        unread: bool,
    ) -> None:
        self._boards, self._hits, self._board = boards, hits, board
        self._cards, self._unread = cards, unread
        self._communities = boards.pack(board) & COMMUNITIES
        self._lasts = sum(FULL << boards.shifts[at] for at in hits.lasting)
        self._one_of_each = sum(1 << boards.shifts[at] for at in hits.lasting)
        self._drawn = sum(FULL << shift for shift in boards.shifts)
        self._worst: dict[int, Worst] = {}
        self._prepared: dict[int, int] = {}
        self._single: dict[int, bool] = {}
        ahead = hits.ahead(board, tuple(left), cards, unread=unread)
        self._alone, self._certain, self.most = ahead.alone, ahead.certain, ahead.most
        self._counted_alone = sum(FULL << boards.shifts[at] for at in hits.alone)
        self._more_alone: dict[int, list[int]] = {}
        self._sure: dict[int, int] = {}
        self._same = self._same_card()

    def harmless(self, board: int, cards: int) -> bool:
        """Not even the worst of all cards, every time, would end the game."""
        return not (board + self.most[cards]) & self._boards.lost

    def earliest(self, boards: Mapping[int, int]) -> dict[int, int]:
        """In how many ways each number of unread cards may end the game."""
        if not self._unread:
            return {NEVER_ENDS: sum(boards.values())}
        found: dict[int, int] = {}
        for board, ways in boards.items():
            cards = self._earliest(board)
            found[cards] = found.get(cards, 0) + ways
        return found

    def latest(self, boards: Mapping[int, int]) -> dict[int, int]:
        """The same if all of them are one card that hits everybody."""
        if not self._unread:
            return {NEVER_ENDS: sum(boards.values())}
        found: dict[int, int] = {}
        for board, ways in boards.items():
            looked_at = board & self._boards.looking
            hit = self._at_least(board & self._drawn) if looked_at else board & COMMUNITIES
            cards = self._hits_to_lose(hit, self._same)
            found[cards] = found.get(cards, 0) + ways
        return found

    def surely(self, lost: int) -> bool:
        """Would the game be lost on that board whatever unread cards had come between?"""
        if not lost & self._boards.looking:
            return True
        return bool(self._at_least(lost & self._drawn) & self._boards.lost)

    def _at_least(self, drawn: int) -> int:
        """The communities after these cards, counting only what is certain of each."""
        if (known := self._sure.get(drawn)) is None:
            known = self._communities
            for shift, certain in zip(self._boards.shifts, self._certain, strict=True):
                known += 0 if known & self._boards.lost else (drawn >> shift & FULL) * certain
            self._sure[drawn] = known
        return known

    def _earliest(self, board: int) -> int:
        once = self._after(board & self._lasts).once
        drawn = board & self._drawn
        hit = self._at_most(drawn) if board & self._boards.looking else board & COMMUNITIES
        if (hit + once) & self._boards.lost:
            return 0 if hit & self._boards.lost else 1
        cards = min(self._hits_to_lose(hit, once), self._with_alone(hit, drawn, once))
        if cards <= 1 or (cards == 2 and not self._one_may_do(drawn)):
            return cards
        if (prepared := self._prepared.get(drawn)) is None:
            prepared = self._prepared[drawn] = self._with_preparation(drawn)
        return min(cards, prepared)

    def _with_alone(self, hit: int, drawn: int, once: int) -> int:
        """Some are of kinds that add up with those of the same kind."""
        best = NEVER_ENDS
        for cards, more in enumerate(self._from_alone(drawn), start=1):
            if cards >= best:
                break
            best = min(best, cards + self._hits_to_lose(hit + more, once))
        return best

    def _one_may_do(self, drawn: int) -> bool:
        """Could a single card that lasts end the game, because of what it did to the others?"""
        if (known := self._single.get(drawn)) is None:
            more = drawn + self._one_of_each
            hit = self._at_most(drawn, more)
            hit += 0 if hit & self._boards.lost else self._after(drawn & self._lasts).lasting
            known = self._single[drawn] = bool(hit & self._boards.lost)
        return known

    def _with_preparation(self, drawn: int) -> int:
        """Some are of kinds that last, and take what protects the powers before others come."""
        best = NEVER_ENDS
        for first in range(1, self._cards + 1):
            if first >= best or not self._lasts:
                break
            if first == 1:
                for at in self._hits.lasting:
                    more = drawn + (1 << self._boards.shifts[at])
                    best = min(best, first + self._then(self._at_most(more), more))
            else:
                more = drawn + first * self._one_of_each
                before = self._after(more - self._one_of_each & self._lasts)
                hit = self._at_most(drawn, more)
                for _ in range(first):
                    hit += 0 if hit & self._boards.lost else before.lasting
                best = min(best, first + self._then(hit, more))
        return best

    def _then(self, hit: int, drawn: int) -> int:
        once = self._after(drawn & self._lasts).once
        return min(self._hits_to_lose(hit, once), self._with_alone(hit, drawn, once))

    def _at_most(self, drawn: int, beside: int | None = None) -> int:
        """The communities after these cards, if each hits as hard as the others allow."""
        lasting = (drawn if beside is None else beside) & self._lasts
        hit = self._communities
        for at, shift in enumerate(self._boards.shifts):
            if hit & self._boards.lost:
                break
            if times := drawn >> shift & FULL:
                if at in self._alone:
                    hit += self._alone[at][times]
                else:
                    itself = 1 << shift & self._lasts
                    hit += times * self._after(lasting - itself).hits[at]
        return hit

    def _from_alone(self, drawn: int) -> list[int]:
        """What one more of them may add, two more, and so on, with those that were drawn."""
        counted = drawn & self._counted_alone
        if (known := self._more_alone.get(counted)) is None:
            there = {at: counted >> self._boards.shifts[at] & FULL for at in self._alone}
            known = self._more_alone[counted] = [
                sum(most[min(there[at] + n, len(most) - 1)] for at, most in self._alone.items())
                for n in range(1, self._cards + 1 if self._alone else 1)
            ]
        return known

    def _after(self, lasting: int) -> Worst:
        if (known := self._worst.get(lasting)) is None:
            counts = tuple(lasting >> shift & FULL for shift in self._boards.shifts)
            known = self._worst[lasting] = self._hits.worst(self._board, counts)
        return known

    def _same_card(self) -> int:
        """Of the cards that hit everybody and do nothing else, the one that ends it soonest."""
        trees, oceans, powers = self._board
        now = Reach(trees, oceans, powers, powers)
        simple = [at for at, crisis in enumerate(self._boards.crises) if crisis.only_communities]
        hits = [in_bytes(self._hits.hardest(at, now)) for at in simple]
        return min(hits, key=lambda hit: self._hits_to_lose(self._communities, hit), default=0)

    def _hits_to_lose(self, communities: int, hit: int) -> int:
        """How many such hits end the game."""
        hits = 0
        while not communities & self._boards.lost:
            if not hit or hits > self._cards:
                return NEVER_ENDS
            communities += hit
            hits += 1
        return hits
