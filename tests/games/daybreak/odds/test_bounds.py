"""The danger of Crisis cards that nobody has seen, against stages played with plain numbers.

``make soak`` plays 200,000 stages of each of more states; here are fewer, to be quick.
"""

import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import EFFECTS, POWERS, RESILIENCES
from companion.games.daybreak.odds.next_stage import Forecast, forecast, up_to_the_rolls
from companion.games.daybreak.odds.text import main_chance
from companion.games.daybreak.rules.face_up_crises import readable
from companion.match.script import read_script
from tests.conftest import SetTable
from tests.games.daybreak.odds.test_next_stage_samples import ONE_IN, at_most
from tests.support.effort import many
from tests.support.games.plain_stage import ACTING, IDLE, is_lost

SCRIPTS = Path(__file__).parents[3] / "scripts"
STATES = many(8, soak=16)
STAGES = many(240, soak=200_000)


def share_lost(state: State, seed: int, unread: str, stages: int) -> float:
    chance = random.Random(f"{seed} {unread}")
    rolling, cards = up_to_the_rolls(state), state.crises.face_up
    return sum(is_lost(rolling, cards, chance, unread) for _ in range(stages)) / stages


def agrees(share: float, least: Fraction, most: Fraction, stages: int) -> bool:
    """Within, or no further away than chance would bring it once in a million times."""
    nearest = min(max(share, float(least)), float(most))
    return share == nearest or at_most(share, nearest, stages) * ONE_IN > 1


def midway(set_table: SetTable, chance: random.Random) -> State:
    """A table in the Local stage of some round, on which little is lost yet and much may be."""
    seats = chance.sample(list(POWERS), chance.randint(1, 4))
    table = set_table("to local", seats=" ".join(seats))
    state: State = table.state
    crises = sorted(n for n, card in state.cards.items() if card.kind == "crisis")
    communities = chance.choice((4, 7, 10))
    return replace(
        state,
        thermometer=replace(state.thermometer, bands=chance.randint(1, 5)),
        trees=chance.randint(2, 12) * len(seats),
        oceans=chance.randint(0, 4) * len(seats),
        planetary={effect: chance.randint(0, 5) for effect in EFFECTS},
        crises=replace(state.crises, seen=tuple(chance.sample(crises, chance.randint(0, 12)))),
        powers={
            seat: replace(
                power,
                communities=chance.randint(0, communities),
                resilience={kind: chance.randint(0, 3) for kind in RESILIENCES},
            )
            for seat, power in state.powers.items()
        },
    )


@pytest.mark.parametrize("seed", range(STATES))
def test_stages_by_chance_lie_within_the_range_whatever_unread_cards_do(
    daybreak: SetTable, seed: int
) -> None:
    state = midway(daybreak, random.Random(seed))
    told = forecast(state)
    assert told

    for unread in ("nothing", "another", "worst"):
        share = share_lost(state, seed, unread, STAGES)
        assert agrees(share, told.loss.least, told.loss.most, STAGES), (unread, share, told.loss)
        if unread == "nothing":  # then it is the least, as exactly as that is known
            least = told.loss.least
            assert agrees(share, least, least + told.margin.least, STAGES), (share, told.loss)


def told_by(script: str) -> tuple[State, Forecast]:
    state: State = read_script(SCRIPTS / f"{script}.table").play().state
    told = forecast(state)
    assert told
    return state, told


@pytest.mark.parametrize(
    ("script", "rolls_alone", "read_cards", "headline"),
    [
        ("danger_of_face_down_cards_with_six_bands", 0.2, 92, "76–99"),
        ("danger_of_face_down_cards_when_one_power_is_weak", 0, 65, "45–84"),
        ("danger_of_face_down_cards_in_a_calm_looking_round", 0, 32, "15–59"),
    ],
)
def test_the_headline_tells_the_danger_of_cards_that_nobody_has_seen(
    script: str, rolls_alone: float, read_cards: int, headline: str
) -> None:
    """By the rolls alone these rounds look safe; with cards of which all are read, they are not."""
    state, told = told_by(script)
    read = {n: c for n, c in state.cards.items() if c.kind != "crisis" or n in (*ACTING, *IDLE)}
    all_read = replace(state, cards=read)
    sure = forecast(all_read)
    assert sure

    assert round(float(100 * told.before_unseen), 1) == rolls_alone
    assert str(main_chance(state).text).startswith(headline)
    assert sure.exact
    assert sure.loss.sure
    assert round(float(100 * sure.loss.sure)) == read_cards
    assert told.loss.least < sure.loss.sure < told.loss.most
    share = share_lost(all_read, 1, "nothing", STAGES)
    assert agrees(share, sure.loss.sure, sure.loss.sure, STAGES), (share, sure.loss)


def test_the_plain_cards_are_those_of_which_the_whole_text_was_read(daybreak: SetTable) -> None:
    state: State = daybreak().state
    read = {n for n, card in state.cards.items() if card.crisis and readable(state, card.crisis)}

    assert read == {*ACTING, *IDLE}
