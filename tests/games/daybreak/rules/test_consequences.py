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


def test_a_box_that_calls_for_no_card_takes_them_all_back(daybreak: SetTable) -> None:
    table = daybreak()

    table.submit("set facts.crisis_cards.0 0")

    assert table.document["crises"]["due"] == 0
    assert [str(said) for said in table.steps[-1].told] == [
        "3 Crisis cards fewer are to be resolved."
    ]


def test_a_round_without_crisis_cards_says_so_and_goes_on(daybreak: SetTable) -> None:
    table = daybreak("set facts.crisis_cards.0 0", "to crisis", "set thermometer.bands 0")

    table.submit("to global")

    assert table.document["crises"]["due"] == 0
    assert str(table.game.guide(table.state)[0]) == "No Crisis cards this round."


def test_heat_in_a_round_without_crisis_cards_brings_more_of_them(daybreak: SetTable) -> None:
    table = daybreak("set facts.crisis_cards.0 0", "to local")

    table.submit("set thermometer.bands 1")

    (said,) = map(str, table.steps[-1].told)
    assert said == "It is hotter: draw 3 more Crisis cards, face down."
