"""The forecast of real states, against stages played by the rules with dice that fall by chance.

``make soak`` plays 200,000 stages; here are fewer, to be quick.
"""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import exp, inf, log

import pytest

from companion.games.daybreak.model.inputs import RollDie
from companion.games.daybreak.model.state import Dice, State
from companion.games.daybreak.model.terms import EFFECTS, POWERS
from companion.games.daybreak.odds.crisis_cards.deck import gone
from companion.games.daybreak.odds.next_stage import forecast
from companion.games.daybreak.rules.decisions import decide
from companion.games.daybreak.rules.face_up_crises import readable
from companion.games.shared.rules import fold
from tests.conftest import SetTable
from tests.support.effort import many
from tests.support.games.every_roll import End, one_end, resolve, with_deck

STATES = 8
STAGES = many(2_400, soak=200_000)
ONE_IN = 1_000_000
"""A share of the samples that would be so far off less often than this is no chance."""
CARDS = ((), ("1.415",), ("1.418",), ("1.424", "1.402"), ("1.432",), ("1.433", "1.439"))


def real_stage(set_table: SetTable, chance: random.Random) -> tuple[State, tuple[str, ...]]:
    """A Crisis stage in the middle of a game, on the tracks of the box; ties are likely."""
    seats = chance.sample(list(POWERS), chance.randint(1, 4))
    state: State = set_table("to crisis", seats=" ".join(seats)).state
    bands = chance.randint(3, 7)
    cards = chance.choice(CARDS)
    players = len(seats)
    return (
        replace(
            state,
            thermometer=replace(
                state.thermometer, bands=bands, cubes=chance.randrange(state.thermometer.row)
            ),
            dice=Dice(rolls_due=bands),
            planetary={effect: chance.randint(0, 5) for effect in EFFECTS},
            trees=chance.randint(0, 3 * players),
            oceans=chance.randint(0, 2 * players),
            crises=replace(state.crises, due=5, by_bands=4, face_up=cards),
            powers={
                seat: replace(power, communities=chance.randint(0, 9))
                for seat, power in state.powers.items()
            },
        ),
        cards,
    )


def at_most(share: float, odds: float, samples: int) -> float:
    """A bound (Chernoff's) on how likely a share so far off is: it holds for rare ends as well."""
    surprise = 0.0
    for seen, wanted in ((share, odds), (1 - share, 1 - odds)):
        if seen > 0:
            surprise += seen * log(seen / wanted) if wanted > 0 else inf
    return exp(-samples * surprise)


@pytest.mark.slow
def test_unseen_cards_lie_within_the_range_whatever_the_unread_ones_do(daybreak: SetTable) -> None:
    """Cards are drawn by chance; of those that nobody has read, each does what some other does."""
    for seed in range(STATES):
        chance = random.Random(seed)
        state, cards = real_stage(daybreak, chance)
        told = forecast(state)
        assert told
        stages = STAGES // STATES // 4
        lost = sum(stage_with_deck(state, cards, chance) for _ in range(stages))

        share, loss = lost / stages, told.loss
        inside = float(loss.least) <= share <= float(loss.most)
        nearest = float(loss.least if share < loss.least else loss.most)
        assert inside or at_most(share, nearest, stages) * ONE_IN > 1, (seed, share, loss)


def stage_with_deck(state: State, cards: tuple[str, ...], chance: random.Random) -> bool:
    """One whole stage with everything that is due; is it lost?"""
    while state.dice.rolls_due:
        face = chance.choice(list(EFFECTS))
        state = fold(state, decide(state, RollDie("planetary", face)))
    state = resolve(state, cards, chance)
    seen = gone(state)
    deck = [card for card in state.cards.values() if card.kind == "crisis"]
    deck = [
        card for card in deck if card.number not in seen and (card.solo or len(state.seats) > 1)
    ]
    chance.shuffle(deck)
    read = [card.number for card in deck if card.crisis and readable(state, card.crisis)]
    for card in deck[: state.crises.due - len(state.crises.resolved)]:
        if card.number not in read:
            if chance.random() < 0.5:
                continue
            card = state.cards[chance.choice(read)]
        if state.outcome:
            break
        state = replace(
            state, crises=replace(state.crises, resolved=(), face_up=(), ongoing=(), due=1)
        )
        state = resolve(state, (card.number,), chance)
    return state.outcome is not None


@pytest.mark.parametrize("seed", range(STATES))
def test_simulated_stages_agree_within_the_sampling_error(daybreak: SetTable, seed: int) -> None:
    chance = random.Random(seed)
    state, cards = real_stage(daybreak, chance)
    state = with_deck(state, *cards)  # the others are tried above
    told = forecast(state)
    assert told

    stages = STAGES // STATES
    ends: Counter[End] = Counter(one_end(state, cards, chance) for _ in range(stages))

    def agrees(odds: Fraction, times: int) -> None:
        assert at_most(times / stages, float(odds), stages) * ONE_IN > 1, (times, odds)

    for cause in ("temperature", "communities", "crises"):
        agrees(told.lost[cause], sum(n for end, n in ends.items() if end.lost == cause))
    for bands, odds in told.bands.items():
        survived = sum(n for end, n in ends.items() if not end.lost and end.bands == bands)
        agrees(odds, survived)
    for name, spread in (("trees", told.trees), ("waiting", told.waiting)):
        for value, odds in spread.items():
            share = sum(
                n for end, n in ends.items() if not end.lost and getattr(end, name) == value
            )
            agrees(odds * sum(told.bands.values()), share)
