"""How many Trees and Oceans the Crisis cards that lie face up can take at the most."""

from dataclasses import replace

import pytest

from companion.games.daybreak.model.card import Crisis, Effect
from companion.games.daybreak.model.stacks import card_of
from companion.games.daybreak.model.terms import BANDS_TO_LOSE
from companion.games.daybreak.rules.known_crises import appetite
from tests.conftest import SetTable

CARD = "1.415"


@pytest.mark.parametrize(
    ("crisis", "most"),
    [
        (Crisis(effects=(Effect(do="change", token="trees", by=-2),)), 2 * 2),
        (Crisis(effects=(Effect(do="change", token="oceans", by=-2),)), 0),
        (Crisis(target="lowest", effects=(Effect(do="change", token="trees", by=-2),)), 2),
        (Crisis(effects=(Effect(do="change", token="trees", by=-1, solo=-3),)), 2 * 3),
        (Crisis(effects=(Effect(do="change", token="trees", by=-3, solo=-1),)), 2 * 3),
        (
            Crisis(effects=(Effect(do="change", token="trees", by=-1, per_band=True),)),
            2 * BANDS_TO_LOSE,
        ),
        (Crisis(effects=(Effect(do="change", token="trees", by=-1),) * 2), 2 * 2),
    ],
)
def test_the_most_that_a_card_can_take(daybreak: SetTable, crisis: Crisis, most: int) -> None:
    state = daybreak().state
    state = replace(
        state, cards={**state.cards, CARD: replace(card_of(state, CARD), crisis=crisis)}
    )

    assert appetite(state, (CARD,), "trees") == most
