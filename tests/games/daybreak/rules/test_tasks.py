"""What a card's effect does when its amount comes to nothing: nothing happens, nothing is told."""

import pytest

from companion.games.daybreak.model.card import Effect
from companion.games.daybreak.model.card_events import CardsDrawn, DrawChanged
from companion.games.daybreak.rules.actions import amount_of
from companion.games.daybreak.rules.consequences import carry_out
from companion.games.daybreak.rules.tasks import do, effect_task
from tests.conftest import SetTable


@pytest.mark.parametrize("effect", [Effect(do="draw"), Effect(do="draw_next")])
def test_drawing_no_cards_is_not_told(daybreak: SetTable, effect: Effect) -> None:
    state = daybreak().state
    task = effect_task("china", "1.206", effect, 0)

    assert carry_out(do(state, task), state) == ()


def test_drawn_cards_are_told_with_how_many_are_kept(daybreak: SetTable) -> None:
    state = daybreak().state
    task = effect_task("china", "1.206", Effect(do="draw", keep=1), 3)

    assert carry_out(do(state, task), state) == (CardsDrawn("china", 3, "1.206", 1, ()),)


def test_cards_of_the_next_round_are_told(daybreak: SetTable) -> None:
    state = daybreak().state
    task = effect_task("china", "1.206", Effect(do="draw_next"), -1)

    assert carry_out(do(state, task), state) == (DrawChanged("china", -1, "1.206"),)


def test_communities_that_do_not_come_are_not_told(daybreak: SetTable) -> None:
    state = daybreak().state
    task = effect_task("china", "1.206", Effect(do="change", token="communities"), 0)

    assert carry_out(do(state, task), state) == ()


def test_what_counts_tags_is_nothing_where_no_stack_has_any(daybreak: SetTable) -> None:
    assert amount_of(daybreak().state, Effect(token="clean", per="grid")) == 0
