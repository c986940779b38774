"""What Crisis cards add to the odds of later rounds: bounds, because too much may come between.

At least: the cards of that round alone, or those of all rounds as if it were no hotter than now;
in any case what was lost before. At most: all of them as if it had been as hot from the start as it
is in the end, without Trees and Oceans, with every community that the planet may cost, and with the
cards that tipped weather brings.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import BANDS_TO_LOSE, EFFECTS
from companion.games.daybreak.outlook.blows import COMMUNITIES, Board, board_of, totals_read
from companion.games.daybreak.outlook.deck import Range, deck_gist, deck_of, read_cards
from companion.games.daybreak.outlook.draws import Effort
from companion.games.daybreak.outlook.seen import Seen
from companion.games.daybreak.rules.known_crises import face_down, unforeseen

EFFORT = 3_000
"""For each number of bands: a bound need not be followed to its end."""
WEATHER = "weather"
OF_A_TIP = 2
"""Crisis cards."""


class CardsAhead:
    """From the rolls of one round on; ``now`` is what the cards of that round do."""

    def __init__(self, start: State, now: Range) -> None:
        self._start = start
        self._now = now
        self._deck = Seen(deck_gist(start), start)
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
        elsewhere = open_still - sum(bands.values(), Fraction())
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
        found = deck.loss(board, self._face_up, tuple(likely), Effort(EFFORT), Effort(0))
        return Range(
            sum((share * found[n].least for n, share in likely.items()), Fraction()),
            sum((share * found[n].most for n, share in likely.items()), Fraction()),
        )
