"""Whole games by random hands: nothing that is proposed happens without a press, and one UNDO takes
all of a press back."""

from random import Random

import pytest

from tests.games.test_random_taps import TABLES
from tests.support.documents import without_revision
from tests.support.effort import many
from tests.support.games.random_hands import RandomHands

GAMES, MOVEMENTS = 4, 300
LONG_S = 100.0


@pytest.mark.parametrize("seed", range(many(GAMES)))
@pytest.mark.parametrize("name", TABLES)
def test_what_is_proposed_waits_for_a_press_and_goes_back_with_one_undo(
    name: str, seed: int
) -> None:
    hands = TABLES[name][0](Random(seed))
    hands.taps.stepwise = False
    for _ in range(MOVEMENTS):
        if hands.table.history[-1].over:
            break
        hands.play(1)
        if hands.table.game.proposals(hands.table.state) and not hands.table.history[-1].over:
            check(hands)


def check(hands: RandomHands) -> None:
    """Nobody presses; then somebody does, at a mark that the knob has moved, and takes it back."""
    table, taps = hands.table, hands.taps
    hands.now += LONG_S  # whatever was half said is put aside
    taps.pass_time(hands.now)
    before, revision = without_revision(table.document), table.revision
    taps.turn(hands.random.randint(0, 3), hands.now)
    taps.press("info", hands.now)
    taps.pass_time(hands.now + LONG_S)
    hands.now += 2 * LONG_S
    assert table.revision == revision
    offered = [choice.answer for choice in taps.offer.choices]

    taps.turn(mark := hands.random.randint(0, 2), hands.now)
    hands.now += LONG_S / 10
    wanted = offered[(taps.offer.likely + mark) % len(offered)]
    taps.press("next", hands.now)
    if table.revision == revision or not wanted:
        return  # what it would end is said first, or nothing of it was wanted
    assert table.steps[-1].line == wanted

    for _ in range(2):
        hands.now += LONG_S / 10
        taps.press("undo", hands.now)
    assert without_revision(table.document) == before
    hands.now += LONG_S
    taps.pass_time(hands.now)
