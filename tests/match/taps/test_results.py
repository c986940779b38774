"""What came of an input, in one line where the hand is."""

import pytest

from companion.games import ANYBODY, Viewer, game
from companion.games.taps import Thing
from companion.match.match import Match
from companion.match.taps.prompts import prompt_of
from companion.storage.journal import MemoryJournal
from tests.conftest import SetTable
from tests.support.taps import Taps

TIED = ("set trees 60", "to crisis", "crisis 1.432")


def result(table: Match) -> str:
    return str(table.history[-1].result_for(ANYBODY))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            ("to local", "tags 1.205 grid", "set china.clean 8", "act china 1 paying ?"),
            "China discards a card from the hand. +1 Clean Energy, China now 9.",
        ),
        (("to local", "play 1.035 us 2"), "United States plays 1.035 Tree Farms in front of"),
        (("set trees 3", "undo"), "Undone: Trees set from 11 to 3"),
        (("next",), "Next, in the Global stage"),
        (("to emissions", "next", "next"), "China emits 22 carbon. United States emits 16 carbon."),
        ((*TIED, "roll geoengineering 3"), "China rolls 3."),
        (
            (*TIED, "roll geoengineering 3", "roll geoengineering 1"),
            "United States rolls 1. United States rolled the lowest and loses the tie.",
        ),
        (("roll planetary arctic",), "No roll is due, so nothing changes."),
        (
            ("to crisis", "set dice.rolls_due 1", "roll planetary arctic"),
            "Loss of Arctic Sea Ice moves to space 1 of",
        ),
    ],
)
def test_an_input_is_answered_in_one_line(
    daybreak: SetTable, lines: tuple[str, ...], told: str
) -> None:
    assert result(daybreak(*lines)).startswith(told)


def test_a_number_that_rests_on_a_stand_in_keeps_its_mark(daybreak: SetTable) -> None:
    table = daybreak("to local", "tags 1.210 grid", "act us 1 paying ?")

    assert result(table).endswith("Clean Energy, United States now 4*.")


def test_the_panel_says_what_a_tap_did(daybreak: SetTable) -> None:
    table = daybreak("to local", "tags 1.205 grid")
    taps = Taps(table)
    for at, card in enumerate(("1.205", "1.205", "1.068"), start=1):
        taps.tap(Thing("card", card), "", 10.0 * at)

    assert "+1 Clean Energy, China now 4" in str(taps.notice)


def test_the_panel_says_what_next_has_counted_and_nothing_where_it_only_went_on(
    daybreak: SetTable,
) -> None:
    table = daybreak("to emissions")
    taps = Taps(table, stepwise=True)
    taps.press("next", 10.0)
    assert taps.notice is None

    taps.press("next", 20.0)
    assert str(taps.notice).startswith("China emits 22 carbon.")


def test_a_die_that_was_not_due_is_explained_beside_the_screen(daybreak: SetTable) -> None:
    table = daybreak()
    taps = Taps(table)
    taps.press("die:planetary", 10.0)

    prompt = prompt_of(table.history[-1], taps)
    assert str(prompt.notice) == "No roll is due, so nothing changes."


def test_what_is_still_a_secret_is_not_told() -> None:
    table = Match(game("council_of_shadows"), MemoryJournal())
    for line in ("seat red", "seat blue", "start", "to plan"):
        table.submit(line)
    laid = table.take("play red-tower red 1")

    assert "tower" not in str(laid.result_for(ANYBODY)).casefold()
    assert "tower" in str(laid.result_for(Viewer.of("red"))).casefold()
