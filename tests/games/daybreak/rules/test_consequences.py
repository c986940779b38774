"""Crisis cards that the thermometer calls for: told where it is another number than before."""

from companion.games.daybreak.model.events import Corrected, CrisisCardsCalled
from companion.games.daybreak.rules.decisions import decide
from companion.games.shared.inputs import Correct
from tests.conftest import SetTable


def test_a_band_that_was_not_there_takes_its_crisis_card_back(daybreak: SetTable) -> None:
    state = daybreak("set thermometer.bands 4").state

    assert decide(state, Correct("thermometer.bands", 0)) == (
        Corrected("thermometer.bands", 0),
        CrisisCardsCalled(3),
    )


def test_where_as_many_cards_are_due_as_before_nothing_is_told(daybreak: SetTable) -> None:
    state = daybreak("set thermometer.bands 1").state

    assert decide(state, Correct("thermometer.bands", 0)) == (Corrected("thermometer.bands", 0),)
