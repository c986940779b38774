"""Exact counts of all sequences of the Planetary Effects die; how a Crisis stage may end.

A planet is one whole number with a field of bits for each thing that rolls change: a roll is an
addition, and ways that lead to the same planet are one planet with more ways. Lost Trees and Oceans
are counted as the tokens asked for, so that what is there, and what was missing, can be worked out
afterwards: whether communities or the heat ended the game does not depend on it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from companion.games.daybreak.model.state import Dice, State
from companion.games.daybreak.model.terms import BANDS_TO_LOSE, COMMUNITIES_TO_LOSE, EFFECTS
from companion.games.daybreak.odds.crisis_cards.deck import (
    NEVER,
    StateKey,
    deck_key,
    deck_of,
    read_cards,
)
from companion.games.daybreak.odds.crisis_cards.draw_orders import Bounds, Effort
from companion.games.daybreak.odds.crisis_cards.fast_effects import Board, board_of, totals_read
from companion.games.daybreak.rules.face_up_crises import (
    boards_read,
    foreseen,
    most_taken,
    most_taken_by_one,
    resolve,
    unforeseen,
)
from companion.games.shared.odds import total
from companion.games.shared.replace import replace

Planets = dict[int, int]
"""Planets, and the ways that lead to each."""
Tracks = tuple[tuple[bool, ...], ...]
"""In the order of the effects: is a space a Tipping Point? An effect left aside has no space."""

FIELD = 12
MASK = (1 << FIELD) - 1
ROLLS, CARBON, WAITING, TREES, OCEANS, CARDS, FIRST_TRACK = range(0, 7 * FIELD, FIELD)
WITHOUT_TRACKS = (1 << FIRST_TRACK) - 1
FACES = len(EFFECTS)
MOST_ROLLS = 12
"""A thermometer calls for seven at most; only a correction by hand asks for more."""


@dataclass(frozen=True, slots=True)
class Climate:
    """What does not change while the die is rolled."""

    players: int
    row: int
    tracks: Tracks

    @property
    def too_hot(self) -> int:
        """Carbon on the thermometer that ends the game."""
        return BANDS_TO_LOSE * self.row

    def only(self, effects: Iterable[str]) -> tuple["Climate", int]:
        """The same with every other effect left aside, and the mask that forgets their tracks."""
        kept = [at for at, effect in enumerate(EFFECTS) if effect in effects]
        tracks = tuple(track if at in kept else () for at, track in enumerate(self.tracks))
        mask = sum(MASK << (FIRST_TRACK + at * FIELD) for at in kept)
        return replace(self, tracks=tracks), WITHOUT_TRACKS | mask


def climate_of(state: State) -> Climate:
    tracks = tuple(state.box.tracks[effect] for effect in EFFECTS)
    return Climate(state.players, state.thermometer.row, tracks)


def planet_of(state: State) -> int:
    """The planet as it is now, with nothing asked for yet."""
    planet = pack(state.dice.rolls_due, state.thermometer.carbon, state.recent)
    for at, effect in enumerate(EFFECTS):
        planet |= state.planetary[effect] << (FIRST_TRACK + at * FIELD)
    return planet


def pack(rolls: int, carbon: int, waiting: int) -> int:
    return rolls << ROLLS | carbon << CARBON | waiting << WAITING


def field(planet: int, name: int) -> int:
    return planet >> name & MASK


@lru_cache(maxsize=16)
def tips(climate: Climate) -> dict[str, tuple[int, tuple[int, ...]]]:
    """For each face that counts: its track's place, and what a roll adds by the token's space."""
    each = climate.players
    acts = {
        "weather": 2 << CARDS,
        "desertification": each << TREES,
        "amazon": each << WAITING | each << TREES,
        "arctic": 2 * each << CARBON,
        "permafrost": 2 * each << WAITING,
        "acidification": each << OCEANS,
    }
    found = {}
    for at, (effect, track) in enumerate(zip(EFFECTS, climate.tracks, strict=True)):
        if track:
            shift = FIRST_TRACK + at * FIELD
            adds = [(1 << shift) + (acts[effect] if tipping else 0) for tipping in track]
            found[effect] = shift, (*adds, acts[effect])
    return found


def roll_out(climate: Climate, planets: Mapping[int, int], keep: int = -1) -> tuple[Planets, int]:
    """Rolls until no roll is due: how things end, and the number of all ways.

    ``keep`` masks the fields that are of interest at the end; others are merged.
    """
    others = tips(climate).copy()
    arctic = others.pop("arctic")
    moves = tuple(others.values())
    idle = FACES - 1 - len(moves)
    row, too_hot = climate.row, climate.too_hot
    longest = max(
        field(planet, ROLLS) + BANDS_TO_LOSE - field(planet, CARBON) // row for planet in planets
    )
    ended: Planets = {}
    going: Planets = {}
    for planet, ways in planets.items():
        if field(planet, ROLLS):
            going[planet] = ways
        else:
            add(ended, planet & keep, ways * FACES**longest)
    rolled = 0
    while going:
        rolled += 1
        scale = FACES ** (longest - rolled)
        after: Planets = {}
        for planet, ways in going.items():
            for shift, adds in moves:
                add(after, planet + adds[planet >> shift & MASK] - 1, ways)
            if idle:
                add(after, planet - 1, ways * idle)
            add(after, after_arctic(planet, arctic, row, too_hot), ways)
        going = {}
        for planet, ways in after.items():
            if planet & MASK:
                going[planet] = ways
            else:
                add(ended, planet & keep, ways * scale)
    return ended, FACES**longest


def after_arctic(planet: int, arctic: tuple[int, tuple[int, ...]], row: int, too_hot: int) -> int:
    """Loss of Arctic Sea Ice: a band that it adds brings a roll; the last band ends the rolling."""
    shift, adds = arctic
    carbon = planet >> CARBON & MASK
    after = planet + adds[planet >> shift & MASK] - 1
    warmer = after >> CARBON & MASK
    if warmer >= too_hot:
        return after - (warmer - too_hot << CARBON) - (after & MASK)
    return after + warmer // row - carbon // row


def add(planets: Planets, planet: int, ways: int) -> None:
    planets[planet] = planets.get(planet, 0) + ways


@lru_cache(maxsize=64)
def ends_of_stage(climate: Climate, planet: int) -> tuple[Planets, int]:
    """How one Crisis stage's rolls may end, the tracks left aside; kept, as it costs the most."""
    return roll_out(climate, {planet: 1}, WITHOUT_TRACKS)


EFFORT_PER_BOARD = 150
"""The fixed cost of one more board, in cards laid on it."""
RARE, CHEAP = Fraction(1, 50), 300
"""What is less likely than this is worth the exact worst of unread cards only where it is cheap."""


@dataclass(frozen=True, slots=True)
class CrisisOutcome:
    """One way in which the known Crisis cards may end, and what they took."""

    odds: Fraction
    lost: bool
    trees: int
    oceans: int
    carbon: int
    board: Board
    """How the boards then stand, for the cards that nobody has seen."""


class StageDistribution:
    """Sums the odds of every way in which the stage may end."""

    def __init__(self, state: State, effort: int, worst_case_effort: int) -> None:
        self.state = state
        self.lost: dict[str, Fraction] = defaultdict(Fraction)
        self.unseen = NEVER
        """Lost by cards that nobody has seen or read, where nothing before has ended the game."""
        self.survived = Fraction()
        """Before those cards."""
        self.margin = NEVER
        """By how much the least of it may be too low, and the most too high."""
        self._effort, self._worst_case_effort = Effort(effort), Effort(worst_case_effort)
        self._drawn: dict[tuple[int, Board], dict[int, Fraction]] = {}
        """Boards that cards are drawn on, by the bands: so likely with so many draws."""
        self.bands: dict[int, Fraction] = defaultdict(Fraction)
        """Survived, if those that nobody has read do nothing."""
        self.bands_at_worst: dict[int, Fraction] = defaultdict(Fraction)
        self.trees: dict[int, Fraction] = defaultdict(Fraction)
        self.oceans: dict[int, Fraction] = defaultdict(Fraction)
        self.cards: dict[int, Fraction] = defaultdict(Fraction)
        self.waiting: dict[int, Fraction] = defaultdict(Fraction)
        self._crises = foreseen(state)
        self._trees = most_taken(state, self._crises, "trees")
        self._oceans = most_taken(state, self._crises, "oceans")
        read = read_cards(state)
        self._totals = totals_read(read)
        self._most_by_one = {
            sink: most_taken_by_one(state, read, sink) for sink in ("trees", "oceans")
        }
        cache_key = (*boards_read(state, self._crises), self._totals, board_of(state, self._totals))
        self._seen = StateKey(cache_key, state)
        self._deck = StateKey(deck_key(state), state)
        self._unread = len(unforeseen(state))
        seen = (*state.crises.resolved, *self._crises, *unforeseen(state))
        self._known = len(seen)
        self._most = max(power.communities for power in state.powers.values())

    def add_rolls(self) -> None:
        climate = climate_of(self.state)
        ends, ways_in_all = ends_of_stage(climate, planet_of(self.state))
        for planet, ways in sorted(ends.items(), key=lambda end: -end[1]):
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
        self._draw()

    def _add(
        self, planet: int, bands: int, trees: int, oceans: int, missing: int, odds: Fraction
    ) -> None:
        """One way in which the rolls may end, with whatever the known cards then do."""
        cards = self._called(bands) + field(planet, CARDS)
        draws = max(0, cards - self._known)
        left = min(self.state.trees - trees, self._most_taken("trees", draws))
        alive = min(self.state.oceans - oceans, self._most_taken("oceans", draws))
        for strike in crisis_outcomes(
            self._seen, self._crises, self._totals, bands, missing, left, alive
        ):
            share = odds * strike.odds
            if strike.lost:
                self.lost["crises"] += share
                continue
            self.survived += share
            on = self._drawn.setdefault((bands, strike.board), defaultdict(Fraction))
            on[draws] += share
            self.trees[trees + strike.trees] += share
            self.oceans[oceans + strike.oceans] += share
            self.cards[cards] += share
            self.waiting[field(planet, WAITING) + strike.carbon] += share

    def _draw(self) -> None:
        """What the unseen cards do; the likelier a board is, the more effort it is worth."""
        likeliest = sorted(self._drawn.items(), key=lambda drawn: -sum(drawn[1].values()))
        drawings = []
        least = self._effort.left // 4
        self._effort.left = max(least, self._effort.left - EFFORT_PER_BOARD * len(likeliest))
        still = self.survived
        for (bands, board), by_draws in likeliest:
            here = total(by_draws)
            part = self._effort.share(here / still)
            deck = deck_of(self._deck, bands)
            drawings.append(
                (bands, by_draws, deck.draw(board, self._unread, tuple(by_draws), part))
            )
            self._effort.left += part.left
            still -= here
        if self._worst_case_effort.left:
            self._worst_case_effort.left += (
                self._effort.left // 2
            )  # a step of it takes twice as long
        for bands, by_draws, drawing in drawings:
            for draws, share in by_draws.items():
                still += share
                worth = share / (self.survived - still + share)
                too_costly = share < RARE and drawing.effort > CHEAP
                part = self._worst_case_effort.share(Fraction() if too_costly else worth)
                self._take_in(bands, share, drawing.loss(draws, part))
                self._worst_case_effort.left += max(0, part.left)

    def _take_in(self, bands: int, share: Fraction, found: Bounds) -> None:
        self.unseen = self.unseen.plus(share, found.least, found.most)
        self.margin = self.margin.plus(
            share, found.least_at_most - found.least, found.most - found.most_at_least
        )
        self.bands[bands] += share * (1 - found.least)
        self.bands_at_worst[bands] += share * (1 - found.most)

    def _most_taken(self, sink: str, draws: int) -> int:
        """The most tokens of a sink that all these cards can take."""
        known = self._trees if sink == "trees" else self._oceans
        return known + (draws + self._unread) * self._most_by_one[sink]

    def _called(self, bands: int) -> int:
        """Crisis cards in all, once the thermometer has risen to that many bands."""
        now, by_bands = self.state.thermometer.bands, self.state.crises.by_bands
        most = max((self.state.crisis_cards(n) for n in range(now + 1, bands + 1)), default=0)
        return self.state.crises.due + max(0, most - by_bands)


@lru_cache(maxsize=512)
def crisis_outcomes(
    seen: StateKey,
    cards: tuple[str, ...],
    totals: tuple[str, ...],
    bands: int,
    missing: int,
    trees: int,
    oceans: int,
) -> tuple[CrisisOutcome, ...]:
    """What the known cards do where the rolls end like this, by the rules; worked out once."""
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
        CrisisOutcome(
            odds,
            lost=end.outcome is not None,
            trees=trees - end.trees,
            oceans=oceans - end.oceans,
            carbon=end.recent - rolled.recent,
            board=board_of(end, totals),
        )
        for end, odds in resolve(rolled, cards)
    )


def taken(asked: int, there: int) -> tuple[int, int]:
    """Tokens that go, and tokens that were asked for in vain."""
    return min(asked, there), max(0, asked - there)
