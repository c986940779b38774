"""Several rounds ahead: how hot it may get, under an assumption that is stated.

Nobody changes anything, except that demand is met with clean energy and that, if so assumed, the
powers' carbon falls by so much each round. Under that assumption the odds of the planet are exact:
every way in which the die may fall, for as many rounds as can be followed. What Crisis cards add to
them is a range: exact for this round, and between bounds for those after it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import (
    BANDS_TO_LOSE,
    COMMUNITIES_TO_LOSE,
    EFFECTS,
    LAST_ROUND,
)
from companion.games.daybreak.odds.crisis_cards.deck import (
    NEVER,
    Range,
    StateKey,
    deck_key,
    deck_of,
    read_cards,
)
from companion.games.daybreak.odds.crisis_cards.draw_orders import Effort
from companion.games.daybreak.odds.crisis_cards.fast_effects import (
    COMMUNITIES,
    Board,
    board_of,
    totals_read,
)
from companion.games.daybreak.odds.dice import (
    CARBON,
    MASK,
    MOST_ROLLS,
    OCEANS,
    ROLLS,
    TREES,
    WAITING,
    WITHOUT_TRACKS,
    Planets,
    add,
    climate_of,
    field,
    pack,
    planet_of,
    roll_out,
    taken,
)
from companion.games.daybreak.odds.next_stage import (
    CAUSES,
    Probabilities,
    forecast,
    ordered,
    up_to_the_rolls,
)
from companion.games.daybreak.rules.face_up_crises import face_down, unforeseen
from companion.games.shared.odds import total

EFFORT = 30_000
"""Planets that a round may lead to; where there are more, it is the last one that is told."""
FATAL = ("arctic", "desertification", "amazon", "acidification")
FELT_LATER = (*FATAL, "permafrost")
HEAT = MASK << ROLLS | MASK << CARBON | ~WITHOUT_TRACKS
CHANGING = MASK << ROLLS | MASK << CARBON | MASK << WAITING


@dataclass(frozen=True, slots=True)
class RoundAhead:
    """How things may stand at the end of a round; all of its odds add up to 1."""

    round: int
    bands: Probabilities
    """The game goes on, with that many Temperature Bands."""
    lost: Mapping[str, Fraction]
    """By cause, in this round or before."""
    won: Fraction
    """In this round or before."""
    crises: Range
    """Of those that are not lost, lost by Crisis cards after all, see ``CardsAhead``."""
    by_cards: Range
    """The same together with those that would have been lost because time was up."""

    @property
    def loss(self) -> Range:
        lost = total(self.lost)
        return Range(lost + self.crises.least, lost + self.crises.most)


def look_ahead(state: State, falling: int = 0, rounds: int = LAST_ROUND) -> tuple[RoundAhead, ...]:
    """This round and the next ones; fewer than asked for where they cannot be followed."""
    if state.outcome or not state.round:
        return ()
    start = up_to_the_rolls(state)
    if start.dice.rolls_due > MOST_ROLLS:
        return ()
    this = forecast(state)
    now = Range(this.lost["crises"], this.lost_at_worst["crises"]) if this else NEVER
    return tuple(RoundsAhead(start, min(LAST_ROUND, start.round + rounds - 1), falling, now).play())


class RoundsAhead:
    """Plays round after round: emissions and rolls of every planet that is still in the game."""

    def __init__(self, start: State, last: int, falling: int, crises: Range) -> None:
        self._start = start
        self._last = last
        self._falling = falling
        self._cards = CardsAhead(start, crises)
        self._least = Fraction()
        """Lost so far, by the planet or by cards, at least."""
        self._missed = 0
        """The most communities that a planet which goes on has cost every power."""
        self._climate = climate_of(start)
        self._most = max(power.communities for power in start.powers.values())
        self._emitted = sum(power.carbon for power in start.powers.values())
        self._lost: dict[str, Fraction] = defaultdict(Fraction)
        self._won = Fraction()
        self._ways = 1
        """All ways so far, those that ended included."""
        self._going: Planets = {}
        self._drawdown: Planets = {}
        if start.outcome:
            self._lost[start.outcome.reason] = Fraction(1)
        else:
            (self._drawdown if start.drawdown else self._going)[planet_of(start)] = 1

    def play(self) -> Iterator[RoundAhead]:
        """The first round from where it stands, the others from their Emissions stage."""
        first = self._start.round
        for number in range(first, self._last + 1):
            if number > first:
                self._emit(number - first)
            too_many = self._effort() > EFFORT
            self._won += sum(self._end(self._drawdown).values())
            self._drawdown = {}
            bands = self._end(self._going) if too_many or number == self._last else self._go_on()
            out_of_time = total(bands) if number == LAST_ROUND else Fraction()
            in_time = 1 - total(self._lost)
            by_cards = self._by_cards(number - first, bands, in_time)
            if number == LAST_ROUND:
                bands = {}
            self._lost["time"] += out_of_time
            lost = {cause: self._lost.get(cause, Fraction()) for cause in CAUSES}
            crises = by_cards.within(in_time - out_of_time, out_of_time)
            yield RoundAhead(number, ordered(bands), lost, self._won, crises, by_cards)
            if too_many or not bands:
                return

    def _by_cards(self, later: int, bands: Probabilities, open_still: Fraction) -> Range:
        """What Crisis cards take of what the planet leaves; in all, never less than before."""
        if later:
            found = self._cards.later(later, bands, open_still, self._missed)
        else:
            found = self._cards.in_this_round(open_still)
        least = max(found.least, self._least - (1 - open_still))
        self._least = 1 - open_still + least
        return Range(least, max(least, found.most))

    def _effort(self) -> int:
        """About how many planets the rolls of this round lead to."""
        followed = len(FELT_LATER)
        return sum(comb(field(planet, ROLLS) + followed, followed) for planet in self._going)

    def _go_on(self) -> dict[int, Fraction]:
        """A Crisis stage after which another round follows: the bands of those who survive it."""
        if not self._going:
            return {}
        climate, keep = self._climate.only(FELT_LATER)
        ended, ways = roll_out(climate, {planet & keep: n for planet, n in self._going.items()})
        self._ways *= ways
        self._going = self._survivors(ended, self._ways)
        return self._by_bands(self._going, self._ways)

    def _end(self, planets: Planets) -> dict[int, Fraction]:
        """A Crisis stage after which nobody looks any further: only what can end the game counts.

        Where communities are safe however the die falls, that is the ice alone.
        """
        safe: Planets = {}
        risky: Planets = {}
        for planet, ways in planets.items():
            if self._safe(planet):
                add(safe, planet & HEAT, ways)
            else:
                add(risky, planet, ways)
        bands: dict[int, Fraction] = defaultdict(Fraction)
        for group, effects in ((safe, ("arctic",)), (risky, FATAL)):
            if group:
                climate, keep = self._climate.only(effects)
                followed: Planets = {}
                for planet, n in group.items():
                    add(followed, planet & keep, n)
                ended, ways = roll_out(climate, followed)
                alive = self._survivors(ended, self._ways * ways)
                for number, odds in self._by_bands(alive, self._ways * ways).items():
                    bands[number] += odds
        return bands

    def _survivors(self, ended: Planets, ways: int) -> Planets:
        """Those that are not lost; the others are counted by their cause."""
        lost = {"temperature": 0, "communities": 0}
        alive: Planets = {}
        for planet, count in ended.items():
            if self._most + self._missing(planet) >= COMMUNITIES_TO_LOSE:
                lost["communities"] += count
            elif field(planet, CARBON) >= self._climate.too_hot:
                lost["temperature"] += count
            else:
                alive[planet] = count
                self._missed = max(self._missed, self._missing(planet))
        for cause, count in lost.items():
            self._lost[cause] += Fraction(count, ways)
        return alive

    def _by_bands(self, planets: Planets, ways: int) -> dict[int, Fraction]:
        counts: dict[int, int] = defaultdict(int)
        for planet, count in planets.items():
            counts[field(planet, CARBON) // self._climate.row] += count
        return {bands: Fraction(count, ways) for bands, count in counts.items()}

    def _safe(self, planet: int) -> bool:
        """Even if every roll took Trees and Oceans, no power would lose its last community."""
        rolls = field(planet, ROLLS) + BANDS_TO_LOSE - field(planet, CARBON) // self._climate.row
        asked = rolls * self._climate.players
        worst = planet + (asked << TREES) + (asked << OCEANS)
        return self._most + self._missing(worst) < COMMUNITIES_TO_LOSE

    def _missing(self, planet: int) -> int:
        _, trees = taken(field(planet, TREES), self._start.trees)
        _, oceans = taken(field(planet, OCEANS), self._start.oceans)
        return trees + oceans

    def _emit(self, later: int) -> None:
        """The Emissions stage: some planets get too hot, some reach Drawdown, all warm or cool."""
        emitted = max(0, self._emitted - later * self._falling)
        returned = self._start.borrowed_bands * self._climate.row if later == 1 else 0
        too_hot, row = self._climate.too_hot, self._climate.row
        going, self._going = self._going, {}
        lost = 0
        for planet, ways in going.items():
            carbon = field(planet, CARBON) + returned
            recent = field(planet, WAITING) + emitted
            sinks = self._sinks(planet)
            after = max(0, carbon + recent - sinks)
            if carbon >= too_hot or (recent >= sinks and after >= too_hot):
                lost += ways
                continue
            moved = planet & ~CHANGING | pack(after // row, after, 0)
            add(self._drawdown if sinks > recent else self._going, moved, ways)
        self._lost["temperature"] += Fraction(lost, self._ways)

    def _sinks(self, planet: int) -> int:
        trees, _ = taken(field(planet, TREES), self._start.trees)
        oceans, _ = taken(field(planet, OCEANS), self._start.oceans)
        start = self._start
        return start.trees - trees + start.oceans - oceans + start.dac


CARDS_EFFORT = 3_000
"""For each number of bands: a bound need not be followed to its end."""
WEATHER = "weather"
OF_A_TIP = 2
"""Crisis cards."""


class CardsAhead:
    """From the rolls of one round on; ``now`` is what the cards of that round do."""

    def __init__(self, start: State, now: Range) -> None:
        self._start = start
        self._now = now
        self._deck = StateKey(deck_key(start), start)
        self._board = board_of(start, totals_read(read_cards(start)))
        self._face_up = len(unforeseen(start))

    def in_this_round(self, open_still: Fraction) -> Range:
        least = min(self._now.least, open_still)
        return Range(least, max(least, min(self._now.most, open_still)))

    def later(
        self, rounds: int, bands: Mapping[int, Fraction], open_still: Fraction, missed: int
    ) -> Range:
        """So many rounds later, of those that the planet leaves."""
        alone = (share * self._at_least(0, n) for n, share in bands.items())
        all_cool = open_still * self._at_least(rounds, self._start.thermometer.bands)
        least = min(open_still, max(all_cool, sum(alone, Fraction())))
        hottest = max(bands, default=BANDS_TO_LOSE - 1)
        elsewhere = open_still - total(bands)
        most = sum(
            (share * self._at_most(rounds, n, missed) for n, share in bands.items()),
            elsewhere * self._at_most(rounds, hottest, missed) if elsewhere else Fraction(),
        )
        return Range(least, max(least, min(most, open_still)))

    def _at_least(self, rounds: int, bands: int) -> Fraction:
        """This round's cards and those of the rounds to come, or of one round alone."""
        called = self._start.crisis_cards(bands)
        draws = face_down(self._start) + rounds * called if rounds else called
        return self._loss(bands, self._board, {draws: Fraction(1)}).least

    def _at_most(self, rounds: int, bands: int, missed: int) -> Fraction:
        """Each band that there is in the end was rolled for once in every round at most."""
        called = max(self._start.crisis_cards(n) for n in range(bands + 1))
        draws = face_down(self._start) + rounds * called
        likely: dict[int, Fraction] = {}
        rolls = (rounds + 1) * bands
        for fallen in range(rolls + 1):
            cards = draws + OF_A_TIP * self._tips(fallen)
            ways = comb(rolls, fallen) * (len(EFFECTS) - 1) ** (rolls - fallen)
            likely[cards] = likely.get(cards, Fraction()) + Fraction(ways, len(EFFECTS) ** rolls)
        later = tuple((power[COMMUNITIES] + missed, *power[1:]) for power in self._board[2])
        return self._loss(bands, (0, 0, later), likely).most

    def _tips(self, fallen: int) -> int:
        """Tipping Points on the way, if the die shows the weather so often."""
        at, track = self._start.planetary[WEATHER], self._start.box.tracks[WEATHER]
        passed = track[at : at + fallen]
        return sum(passed) + fallen - len(passed)

    def _loss(self, bands: int, board: Board, likely: Mapping[int, Fraction]) -> Range:
        deck = deck_of(self._deck, bands)
        found = deck.loss(board, self._face_up, tuple(likely), Effort(CARDS_EFFORT), Effort(0))
        return Range(
            sum((share * found[n].least for n, share in likely.items()), Fraction()),
            sum((share * found[n].most for n, share in likely.items()), Fraction()),
        )
