"""Crisis effects on packed boards, for odds; must agree with ``rules/crises.py`` (see
``tests/games/daybreak/odds/test_deck.py``).

A board is what cards read and change: Trees, Oceans, and for each power its communities and the
totals that matter to some card. Packed, it is one number: a byte for the communities of each power,
which reaches its highest bit where the game is lost; how many cards of each kind were drawn; and a
field for whatever else some card changes. So a card is an addition, and equal boards meet.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.games.daybreak.model.card import Crisis
from companion.games.daybreak.model.stacks import tally
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import COMMUNITIES_TO_LOSE, SINKS
from companion.games.daybreak.rules.actions import amount_of
from companion.games.daybreak.rules.crises import cards_of
from companion.games.daybreak.rules.face_up_crises import IN_VAIN
from companion.games.shared.replace import replace

Power = tuple[int, ...]
"""Communities first, then what ``totals_read`` names."""
Board = tuple[int, int, tuple[Power, ...]]
"""Trees, Oceans, powers."""
Outcomes = tuple[Board | None, ...]
"""Each with the same odds; None where the game is lost."""

COMMUNITIES = 0
ENERGY = ("demand", "dirty", "clean")


@dataclass(frozen=True, slots=True)
class Effect:
    what: str
    """``own`` a total of the power, ``trees``, ``oceans``, ``shortage``, or ``pass``."""
    whole: int
    """How much, before anything reduces it."""
    total: int = COMMUNITIES
    loses: bool = False
    """What is not there to be lost hits communities."""


@dataclass(frozen=True, slots=True)
class FastCrisis:
    """A Crisis card at a number of Temperature Bands, as plain numbers."""

    target: str
    of: int
    reduced_by: int | None
    effects: tuple[Effect, ...]
    energy: tuple[int, int, int]
    less: int = 0
    """What is tucked under it reduces it, for everybody."""

    def on(self, board: Board) -> Outcomes:
        """How the boards may look after it; one of several where powers are tied."""
        powers = board[2]
        if self.target == "all":
            return (self.hit(board, range(len(powers))),)
        return tuple(self.hit(board, (at,)) for at in self.targets(powers, powers))

    def targets(self, low: Sequence[Power], high: Sequence[Power]) -> list[int]:
        """Whom it may hit, if each total of each power is somewhere between these."""
        if self.target == "lowest":
            lowest = min(power[self.of] for power in high)
            return [at for at, power in enumerate(low) if power[self.of] <= lowest]
        highest = max(power[self.of] for power in low)
        return [at for at, power in enumerate(high) if power[self.of] >= highest]

    def hit(self, board: Board, hit: Iterable[int]) -> Board | None:
        trees, oceans, powers_ = board
        powers = [list(power) for power in powers_]
        for at in hit:
            power = powers[at]
            less = self.less + (0 if self.reduced_by is None else power[self.reduced_by])
            amounts = [reduced(effect.whole, less) for effect in self.effects]
            first = [n for n, e in zip(amounts, self.effects, strict=True) if e.what != "shortage"]
            if not any(first or amounts):
                continue
            for effect, amount in zip(self.effects, amounts, strict=True):
                missing = 0
                if effect.what == "own":
                    after = power[effect.total] + amount
                    power[effect.total] = max(0, after)
                    if after < 0 and effect.loses:
                        power[COMMUNITIES] -= after
                elif effect.what == "trees":
                    trees, missing = trees + max(amount, -trees), max(0, -amount - trees)
                elif effect.what == "oceans":
                    oceans, missing = oceans + max(amount, -oceans), max(0, -amount - oceans)
                elif effect.what == "shortage":
                    demand, dirty, clean = (power[total] for total in self.energy)
                    power[COMMUNITIES] += max(0, demand - dirty - clean)
                else:
                    moved = min(amount, power[COMMUNITIES])
                    power[COMMUNITIES] -= moved
                    powers[at - 1][COMMUNITIES] += moved
                if missing:
                    for each in powers:
                        each[COMMUNITIES] += missing
                if any(each[COMMUNITIES] >= COMMUNITIES_TO_LOSE for each in powers):
                    return None
        return trees, oceans, tuple(map(tuple, powers))

    @property
    def sees_communities(self) -> bool:
        """Does it matter to it how many communities there are?"""
        seen = self.target != "all" and self.of == COMMUNITIES
        relieves = any(e.what == "own" and not e.total and e.whole < 0 for e in self.effects)
        return seen or relieves or any(effect.what == "pass" for effect in self.effects)

    @property
    def lasts(self) -> bool:
        """Does it change what later cards do?"""
        return bool(self.all_changes)

    @property
    def reads(self) -> frozenset[int | str]:
        """The totals, and the sinks, on which it depends whom it hits and how hard."""
        found: set[int | str] = set()
        found |= {self.of} if self.target != "all" else set()
        found |= {self.reduced_by} if self.reduced_by is not None else set()
        found |= set(self.energy) if self.asks_for_energy else set()
        return frozenset(found | self.all_changes)

    @property
    def all_changes(self) -> frozenset[int | str]:
        """The totals, and the sinks, that it changes, beside communities."""
        return self.changes | {e.what for e in self.effects if e.what in SINKS}

    @property
    def changes(self) -> frozenset[int]:
        """The totals of powers that it changes, beside communities."""
        own = (effect.total for effect in self.effects if effect.what == "own")
        return frozenset(total for total in own if total != COMMUNITIES)

    @property
    def only_communities(self) -> bool:
        """Does it hit everybody, and nothing but communities?"""
        added = all(e.what == "own" and not e.total and e.whole > 0 for e in self.effects)
        return self.target == "all" and added

    @property
    def asks_for_energy(self) -> bool:
        return any(effect.what == "shortage" for effect in self.effects)


def reduced(whole: int, less: int) -> int:
    return max(0, whole - less) if whole > 0 else min(0, whole + less)


def totals_read(rules: Iterable[Crisis]) -> tuple[str, ...]:
    """What these cards read and change on a player board, beside communities."""
    found: dict[str, None] = {}
    for each in rules:
        found |= dict.fromkeys((each.of,) if each.of else ())
        found |= dict.fromkeys((f"resilience.{each.reduced_by}",) if each.reduced_by else ())
        for effect in each.effects:
            if effect.do == "shortage":
                found |= dict.fromkeys(ENERGY)
            elif effect.do == "change" and effect.token not in ("trees", "oceans", *IN_VAIN):
                found |= dict.fromkeys((str(effect.token),))
    found.pop("communities", None)
    return tuple(sorted(found))


def board_of(state: State, totals: Sequence[str]) -> Board:
    powers = (
        (state.powers[seat].communities, *(total_of(state, seat, total) for total in totals))
        for seat in state.seats
    )
    return state.trees, state.oceans, tuple(powers)


def total_of(state: State, seat: str, total: str) -> int:
    head, _, tag = total.partition(".")
    if head == "tags":
        return tally(state, cards_of(state, seat)).least(tag)
    return state.number(("powers", seat, *total.split(".")))


def fast_crisis(state: State, rules: Crisis, totals: Sequence[str], bands: int) -> FastCrisis:
    """A card whose whole effect is known, at that many bands."""
    at = {"communities": COMMUNITIES, **{total: n for n, total in enumerate(totals, 1)}}
    warmed = replace(state, thermometer=replace(state.thermometer, bands=bands))
    effects = []
    for effect in rules.effects:
        whole = amount_of(warmed, effect)
        match effect.do:
            case "change" if effect.token in IN_VAIN:
                continue
            case "change" if effect.token in ("trees", "oceans"):
                effects.append(Effect(str(effect.token), whole))
            case "change":
                token = str(effect.token)
                loses = whole < 0 and token.startswith("resilience.")
                effects.append(Effect("own", whole, at[token], loses))
            case "shortage":
                effects.append(Effect("shortage", whole))
            case "pass_communities":
                effects.append(Effect("pass", whole))
    energy = tuple(at.get(total, COMMUNITIES) for total in ENERGY)
    alone = state.players == 1
    return FastCrisis(
        "all" if alone else rules.target,
        COMMUNITIES if alone else at.get(rules.of, COMMUNITIES),
        at[f"resilience.{rules.reduced_by}"] if rules.reduced_by else None,
        tuple(effects),
        (energy[0], energy[1], energy[2]),
    )


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

    def __init__(self, crises: Sequence[FastCrisis], powers: tuple[Power, ...]) -> None:
        self.crises = tuple(crises)
        self._ground = powers
        """Totals that no card changes are those of these powers."""
        self.each = sum(1 << BYTE * at for at in range(len(powers)))
        """One community for everybody."""
        self.lost = LOST * self.each
        self.shifts = tuple(POWERS * BYTE + COUNT * at for at in range(len(self.crises)))
        """Where the drawn cards of each kind are counted."""
        first = POWERS * BYTE + COUNT * len(self.crises)
        written = sorted({total for crisis in self.crises for total in crisis.changes})
        places = [(total, at) for total in written for at in range(len(powers))]
        self._places = {place: first + FIELD * n for n, place in enumerate(places, len(SINKS))}
        """Where a total of a power is, if some card changes it."""
        self._sinks = {sink: first + FIELD * n for n, sink in enumerate(SINKS)}
        self.reads = tuple(self._read_by(crisis) for crisis in self.crises)
        """The part of a board on which depends what a kind of card does."""
        self.seen = ~(((1 << first) - 1) >> POWERS * BYTE << POWERS * BYTE)
        """A board without the cards that were drawn."""
        self.looking = sum(
            ((1 << COUNT) - 1) << shift
            for crisis, shift in zip(self.crises, self.shifts, strict=True)
            if crisis.sees_communities
        )
        """Where those are counted to which it matters how many communities there are."""
        self.known: tuple[dict[int, tuple[Way, ...]], ...] = tuple({} for _ in self.crises)

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
            ways = self.known[at][seen] = self._added(self.crises[at], packed)
        return ways

    def _added(self, crisis: FastCrisis, packed: int) -> tuple[Way, ...]:
        before = self.unpack(packed)
        after = crisis.on(before)
        share = TIES // len(after)
        found: dict[int, int] = {}
        for each in after:
            added = TOO_MANY if each is None else self.pack(each) - self.pack(before)
            found[added] = found.get(added, 0) + share
        return tuple(found.items())

    def _read_by(self, crisis: FastCrisis) -> int:
        mask = 0xFF * self.each if crisis.sees_communities else 0
        totals = [place for (total, _), place in self._places.items() if total in crisis.reads]
        sinks = [place for sink, place in self._sinks.items() if sink in crisis.reads]
        return mask | sum(MOST << place for place in (*totals, *sinks))
