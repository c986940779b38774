"""Upper and lower bounds of what Crisis cards add to communities, whatever came before them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.daybreak.model.terms import COMMUNITIES_TO_LOSE
from companion.games.daybreak.odds.crisis_cards.fast_effects import (
    BYTE,
    COMMUNITIES,
    TOO_MANY,
    Board,
    FastCrisis,
    Power,
)


@dataclass(frozen=True, slots=True)
class Worst:
    """What cards can do at most: communities for each power, in bytes."""

    hits: tuple[int, ...]
    once: int
    """The hardest hits by cards that change nothing for others."""
    lasting: int
    """The hardest hits by those that do."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Between what things may stand after some cards."""

    trees: int
    oceans: int
    low: tuple[Power, ...]
    high: tuple[Power, ...]


@dataclass(frozen=True, slots=True)
class Ahead:
    """What so many cards may do from a board on, in bytes; communities do not matter to it."""

    alone: Mapping[int, Sequence[int]]
    """For each kind that stands alone the most that none, one, two of it add together."""
    certain: Sequence[int]
    """What a card of each kind adds at least, whatever came before it."""
    most: Sequence[int]
    """The most that the last so many of all cards add, whatever those before them took."""


class Hits:
    """What these kinds of cards can do, worked out once for whatever they depend on."""

    def __init__(self, crises: Sequence[FastCrisis]) -> None:
        self._crises = tuple(crises)
        self._changes = tuple(crisis.changes for crisis in crises)
        self._reads = tuple(
            (
                crisis.reads & {"trees"},
                crisis.reads & {"oceans"},
                tuple(part for part in crisis.reads if isinstance(part, int)),
            )
            for crisis in crises
        )
        self.alone = tuple(at for at in range(len(crises)) if self._stands_alone(at))
        """Kinds that matter to what later ones of the same kind do, and to nothing else."""
        self.lasting = tuple(
            at for at, crisis in enumerate(crises) if crisis.lasts and at not in self.alone
        )
        """Kinds that matter to what others do."""
        self._protecting = any(
            effect.what == "own" and effect.total and effect.whole > 0
            for crisis in crises
            for effect in crisis.effects
        )
        """Is there a card after which another may do less?"""
        self._known: dict[tuple[object, ...], tuple[int, ...]] = {}
        self._worst: dict[tuple[object, ...], Worst] = {}
        self._ahead: dict[tuple[object, ...], Ahead] = {}

    def worst(self, board: Board, counts: tuple[int, ...]) -> Worst:
        """After so many of each kind, from this board on; communities do not matter."""
        key = (*without_communities(board), counts)
        if (known := self._worst.get(key)) is None:
            known = self._worst[key] = self._worst_of(self._reach(board, counts))
        return known

    def ahead(self, board: Board, left: tuple[int, ...], cards: int, *, unread: bool) -> Ahead:
        key = (*without_communities(board), left, cards, unread)
        if (known := self._ahead.get(key)) is None:
            known = self._ahead[key] = self._ahead_of(board, left, cards, unread=unread)
        return known

    def _ahead_of(self, board: Board, left: tuple[int, ...], cards: int, *, unread: bool) -> Ahead:
        alone = {
            at: self.repeated(at, board, left[at] + (cards if unread else 0)) for at in self.alone
        }
        counts = [cards if unread else min(cards, n) for n in left]
        lasting = (n if at in self.lasting else 0 for at, n in enumerate(counts))
        worst = self.worst(board, tuple(lasting))
        powers = range(len(board[2]))
        hardest = [
            max(hits >> BYTE * at & 0xFF for hits in (worst.once, worst.lasting)) for at in powers
        ]

        def last(number: int, power: int) -> int:
            before = cards - number
            added = (
                sum(most[min(before + n, len(most) - 1)][power] for most in alone.values() if n)
                + (number - n) * hardest[power]
                for n in range(number + 1)
            )
            return min(TOO_MANY, max(added))

        return Ahead(
            {at: [in_bytes(each) for each in most] for at, most in alone.items()},
            [in_bytes(self.certain(at, board)) for at in range(len(self._crises))],
            [in_bytes([last(n, power) for power in powers]) for n in range(cards + 1)],
        )

    def _worst_of(self, reach: Reach) -> Worst:
        hits = [self.hardest(at, reach) for at in range(len(self._crises))]
        nothing = (0,) * len(reach.low)
        lasting = [hits[at] for at in self.lasting]
        once = [hit for at, hit in enumerate(hits) if at not in (*self.lasting, *self.alone)]
        return Worst(
            tuple(map(in_bytes, hits)),
            in_bytes([max(each) for each in zip(nothing, *once, strict=True)]),
            in_bytes([max(each) for each in zip(nothing, *lasting, strict=True)]),
        )

    def hardest(self, at: int, reach: Reach) -> tuple[int, ...]:
        """The most communities that a card can add to each power."""
        trees, oceans, totals = self._reads[at]
        key = (
            at,
            reach.trees if trees else 0,
            reach.oceans if oceans else 0,
            *(power[total] for power in reach.low for total in totals),
            *(power[total] for power in reach.high for total in totals),
        )
        if (known := self._known.get(key)) is None:
            known = self._known[key] = hardest(self._crises[at], reach)
        return known

    def repeated(self, at: int, board: Board, times: int) -> list[tuple[int, ...]]:
        """The most that so many cards of one kind that stands alone add to each power, together."""
        trees, oceans, powers = board
        going = {(trees, oceans, tuple((0, *power[1:]) for power in powers))}
        most = [(0,) * len(powers)]
        for _ in range(times):
            after = {each for bare in going for each in self._crises[at].on(bare)}
            going = {each for each in after if each is not None}
            if None in after:
                most.append((COMMUNITIES_TO_LOSE,) * len(powers))
            else:
                found = ([power[COMMUNITIES] for power in each[2]] for each in going)
                most.append(tuple(map(max, zip(most[-1], *found, strict=True))))
        return most

    def certain(self, at: int, board: Board) -> tuple[int, ...]:
        """What a card adds to each power at least, whatever came before it."""
        trees, oceans, powers = board
        crisis = self._crises[at]
        changed = {COMMUNITIES}.union(*self._changes)
        if self._protecting or crisis.sees_communities:
            return (0,) * len(powers)
        if crisis.target == "all":
            hit: Sequence[int] = range(len(powers))
        else:
            hit = () if crisis.of in changed else crisis.targets(powers, powers)
        bare = trees, oceans, tuple((0, *power[1:]) for power in powers)
        after = crisis.hit(bare, hit) if crisis.target == "all" or len(hit) == 1 else bare
        if after is None:
            return (COMMUNITIES_TO_LOSE,) * len(powers)
        return tuple(power[COMMUNITIES] for power in after[2])

    def _stands_alone(self, at: int) -> bool:
        crisis = self._crises[at]
        others = [each for n, each in enumerate(self._crises) if n != at]
        read = {part for each in others for part in each.reads}
        changed = {part for each in others for part in each.all_changes}
        apart = not (crisis.all_changes & read or crisis.reads & changed)
        return crisis.lasts and apart and not crisis.sees_communities

    def _reach(self, board: Board, counts: Sequence[int]) -> Reach:
        """With everything that so many of each card could take from the powers and the sinks."""
        came = [at for at, times in enumerate(counts) if times]
        touched = {COMMUNITIES}.union(*(self._changes[at] for at in came))
        sinks = {"trees": board[0], "oceans": board[1]}
        low, high = [list(power) for power in board[2]], [list(power) for power in board[2]]
        for at in came:
            crisis = self._crises[at]
            anybody = crisis.target == "all" or crisis.of in touched
            hits = range(len(low)) if anybody else crisis.targets(board[2], board[2])
            for effect in crisis.effects:
                by = counts[at] * effect.whole
                if effect.what in sinks:
                    hit = len(low) if crisis.target == "all" else 1
                    sinks[effect.what] = max(0, sinks[effect.what] - hit * abs(by))
                elif effect.what == "own" and effect.total:
                    for power in [(low if by < 0 else high)[n] for n in hits]:
                        power[effect.total] = max(0, power[effect.total] + by)
        lowest, highest = (tuple(map(tuple, powers)) for powers in (low, high))
        return Reach(sinks["trees"], sinks["oceans"], lowest, highest)


def without_communities(board: Board) -> tuple[int, ...]:
    """Everything but the communities."""
    return (board[0], board[1], *(total for power in board[2] for total in power[1:]))


def in_bytes(communities: Sequence[int]) -> int:
    return sum(n << BYTE * at for at, n in enumerate(communities))


def hardest(crisis: FastCrisis, reach: Reach) -> tuple[int, ...]:
    """The most communities that a card can add to each power."""
    bare = [[0, *power[1:]] for power in reach.low]
    everybody = range(len(bare))
    if crisis.asks_for_energy:
        for at in everybody:
            bare[at][crisis.energy[0]] = reach.high[at][crisis.energy[0]]
    board = reach.trees, reach.oceans, tuple(map(tuple, bare))
    if crisis.target == "all":
        after = [crisis.hit(board, everybody)]
    else:
        anybody = crisis.of == COMMUNITIES
        hits = everybody if anybody else crisis.targets(reach.low, reach.high)
        after = [crisis.hit(board, (at,)) for at in hits]
    passed = sum(effect.whole for effect in crisis.effects if effect.what == "pass")
    most = [
        max(COMMUNITIES_TO_LOSE if each is None else each[2][at][COMMUNITIES] for each in after)
        for at in everybody
    ]
    return tuple(min(COMMUNITIES_TO_LOSE, passed + n) for n in most)
