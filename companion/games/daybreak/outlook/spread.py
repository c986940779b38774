"""How a Crisis stage may end: what the rolls leave, and what the known cards then do to it."""

from collections import defaultdict
from dataclasses import dataclass, replace
from dataclasses import field as attribute
from fractions import Fraction
from functools import lru_cache
from typing import Any

from companion.games.daybreak.model.state import Dice, State
from companion.games.daybreak.model.terms import COMMUNITIES_TO_LOSE
from companion.games.daybreak.outlook.packing import (
    CARBON,
    CARDS,
    OCEANS,
    TREES,
    WAITING,
    climate_of,
    ends_of_stage,
    field,
    planet_of,
)
from companion.games.daybreak.rules.known_crises import appetite, boards_read, foreseen, resolve


@dataclass(frozen=True, slots=True)
class Seen:
    """A state as a key: two are the same to whoever looks only at the gist of them.

    A gist may name facts and cards by their id: as long as the state is kept, so are they.
    """

    gist: tuple[Any, ...]
    state: State = attribute(compare=False)


@dataclass(frozen=True, slots=True)
class Strike:
    """One way in which the known Crisis cards may end, and what they took."""

    odds: Fraction
    lost: bool = False
    trees: int = 0
    oceans: int = 0
    carbon: int = 0


class Spread:
    """Adds up how the stage may end."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.lost: dict[str, Fraction] = defaultdict(Fraction)
        self.bands: dict[int, Fraction] = defaultdict(Fraction)
        self.trees: dict[int, Fraction] = defaultdict(Fraction)
        self.oceans: dict[int, Fraction] = defaultdict(Fraction)
        self.cards: dict[int, Fraction] = defaultdict(Fraction)
        self.waiting: dict[int, Fraction] = defaultdict(Fraction)
        self._crises = foreseen(state)
        self._trees = appetite(state, self._crises, "trees")
        self._oceans = appetite(state, self._crises, "oceans")
        self._seen = Seen(boards_read(state, self._crises), state)
        self._most = max(power.communities for power in state.powers.values())

    def add_rolls(self) -> None:
        climate = climate_of(self.state)
        ends, ways_in_all = ends_of_stage(climate, planet_of(self.state))
        for planet, ways in ends.items():
            odds = Fraction(ways, ways_in_all)
            trees, no_trees = taken(field(planet, TREES), self.state.trees)
            oceans, no_oceans = taken(field(planet, OCEANS), self.state.oceans)
            missing = no_trees + no_oceans
            carbon = field(planet, CARBON)
            # Rolling ends with the last band, so communities that were lost were lost before it.
            if self._most + missing >= COMMUNITIES_TO_LOSE:
                self.lost["communities"] += odds
            elif carbon >= climate.too_hot:
                self.lost["temperature"] += odds
            else:
                self._add(planet, carbon // climate.row, trees, oceans, missing, odds)

    def _add(
        self, planet: int, bands: int, trees: int, oceans: int, missing: int, odds: Fraction
    ) -> None:
        """One way in which the rolls may end, with whatever the known cards then do."""
        left = min(self.state.trees - trees, self._trees)
        alive = min(self.state.oceans - oceans, self._oceans)
        for strike in strikes(self._seen, self._crises, bands, missing, left, alive):
            share = odds * strike.odds
            if strike.lost:
                self.lost["crises"] += share
                continue
            self.bands[bands] += share
            self.trees[trees + strike.trees] += share
            self.oceans[oceans + strike.oceans] += share
            self.cards[self._called(bands) + field(planet, CARDS)] += share
            self.waiting[field(planet, WAITING) + strike.carbon] += share

    def _called(self, bands: int) -> int:
        """Crisis cards in all, once the thermometer has risen to that many bands."""
        now, by_bands = self.state.thermometer.bands, self.state.crises.by_bands
        most = max((self.state.crisis_cards(n) for n in range(now + 1, bands + 1)), default=0)
        return self.state.crises.due + max(0, most - by_bands)


@lru_cache(maxsize=512)
def strikes(
    seen: Seen, cards: tuple[str, ...], bands: int, missing: int, trees: int, oceans: int
) -> tuple[Strike, ...]:
    """What the known cards do where the rolls end like this, by the rules; worked out once."""
    if not cards:
        return (Strike(Fraction(1)),)
    state = seen.state
    due = len(state.crises.resolved) + len(cards)
    rolled = replace(
        state,
        dice=Dice(),
        crises=replace(state.crises, due=due, face_up=cards, resolving=None),
        thermometer=replace(state.thermometer, bands=bands),
        trees=trees,
        oceans=oceans,
        powers={
            seat: replace(power, communities=power.communities + missing)
            for seat, power in state.powers.items()
        },
    )
    return tuple(
        Strike(
            odds,
            lost=end.outcome is not None,
            trees=trees - end.trees,
            oceans=oceans - end.oceans,
            carbon=end.recent - rolled.recent,
        )
        for end, odds in resolve(rolled, cards)
    )


def taken(asked: int, there: int) -> tuple[int, int]:
    """Tokens that go, and tokens that were asked for in vain."""
    return min(asked, there), max(0, asked - there)
