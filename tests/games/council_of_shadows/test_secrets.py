"""Nothing of a plan is seen by anybody else before the reveal; a seat sees its own."""

import json

import pytest

from companion.errors import Refusal
from companion.games import ANYBODY, HOST, Viewer, game
from companion.match.match import Match
from companion.match.taps.screen_page import page_of
from companion.match.taps.script_gestures import ScriptedHands, Tap
from companion.storage.journal import MemoryJournal
from companion.storage.transfer import as_csv, as_json, as_script

GAME = game("council_of_shadows")
RED, VIOLET = Viewer("seat", "red"), Viewer("seat", "violet")
OTHERS = (ANYBODY, HOST, VIOLET)
HIDDEN = ("red-tower", "red-harvest", "red-refine", "Colonize with a tower", "37")


def planning(*lines: str) -> Match:
    table = Match(GAME, MemoryJournal())
    for line in ("seat red", "seat violet", "start", "to plan", *lines):
        table.take(line)
    return table


def hidden_in(text: str, plain: str) -> list[str]:
    """The secret words that were not there before the plan."""
    return [word for word in HIDDEN if text.count(word) > plain.count(word)]


@pytest.mark.parametrize("viewer", OTHERS)
@pytest.mark.parametrize("line", ["play red-tower red 1", "consume red 37"])
def test_the_document_of_others_does_not_show_it(viewer: Viewer, line: str) -> None:
    table = planning()
    before = GAME.view(table.state, viewer)
    table.take(line)
    after = GAME.view(table.state, viewer)
    after["players"]["red"]["ready"] = before["players"]["red"]["ready"]

    assert after == before


def test_a_seat_sees_its_own_plan_and_where_it_leads() -> None:
    table = planning("play red-tower red 1", "play red-gems red 2")

    assert GAME.view(table.state, RED)["plan"] == {
        "cards": {"1": "red-tower", "2": "red-gems"},
        "number": None,
        "moves": 7,
        "consumption": 27,
        "needed": 27,
        "unverified": ["red-gems"],
    }
    assert "plan" not in GAME.view(table.state, VIOLET) or GAME.view(table.state, VIOLET)[
        "plan"
    ] == {
        "cards": {},
        "number": None,
        "moves": 0,
        "consumption": 20,
        "needed": 20,
        "unverified": [],
    }


def test_energy_that_is_there_is_not_needed_any_more() -> None:
    table = planning("set red.energy 5", "consume red 10")

    plan = GAME.view(table.state, RED)["plan"]
    assert (plan["consumption"], plan["needed"]) == (30, 25)


def test_nothing_is_needed_where_energy_has_come_that_far() -> None:
    table = planning("set red.energy 30", "consume red 10")

    assert GAME.view(table.state, RED)["plan"]["needed"] == 0


def test_a_number_leaves_no_card_of_a_plan_to_be_read() -> None:
    table = planning("play red-gems red 1", "consume red 10")

    assert GAME.view(table.state, RED)["plan"]["unverified"] == []


def test_perpetual_motion_leaves_no_card_of_a_plan_to_be_read() -> None:
    table = planning("consume red 1", "consume violet 0", "to act", "set red.level 1")
    for line in ("set red.energy 21", "next", "choose perpetual", "to plan", "play red-gems red 1"):
        table.take(line)

    assert GAME.view(table.state, RED)["plan"]["unverified"] == []


def test_everything_said_of_a_plan_is_how_much_of_it_is_there() -> None:
    table = planning()
    table.take("play red-tower red 1")
    first = table.history[-1]
    table.take("consume red 37")
    second = table.history[-1]
    for viewer in OTHERS:
        assert str(first.label_for(table.state, viewer)) == "Red: 1 card laid."
        assert str(second.label_for(table.state, viewer)) == "Red is ready."
    assert str(first.label_for(table.state, RED)) == "Red lays Red: Colonize with a tower on slot 1"


def test_after_the_reveal_everything_is_told() -> None:
    table = planning("play red-tower red 1", "consume red 9", "consume violet 3")
    laid = next(change for change in table.history if change.step.line.startswith("play"))
    table.take("next")

    assert laid.step.redact(table.state, ANYBODY) is None
    assert str(laid.label_for(table.state, ANYBODY)).startswith("Red lays")


def test_guides_pages_and_glances_show_nothing_of_it() -> None:
    plain = everything(planning())
    for lines in (("play red-tower red 1",), ("play red-refine red 2", "consume red 37")):
        assert hidden_in(everything(planning(*lines)), plain) == []


def everything(table: Match) -> str:
    """Whatever the table says to everybody."""
    state = table.state
    seen = (
        *map(str, GAME.guide(state)),
        *map(str, GAME.glance(state)),
        *map(str, GAME.pages(state)),
        str(GAME.now_page(state)),
        json.dumps(GAME.view(state)),
        str(GAME.tap_handler.question(state)),
        *(str(change.label_for(state, ANYBODY)) for change in table.history),
    )
    return "\n".join(seen)


def test_what_is_taken_away_stops_before_the_plan() -> None:
    table = planning("play red-tower red 1", "consume violet 37")
    taken = (as_script(table), as_json(table, "2026-01-01"), as_csv(table.open_part()))

    for text in taken:
        assert "play red-tower" not in text
        assert "consume violet" not in text


def test_a_tap_shows_who_plans_and_not_what() -> None:
    table = planning()
    hands = ScriptedHands(table)
    plain = str(page_of(GAME, table.history[-1], hands.taps, hands.now))
    hands.move(Tap("red-tower"))
    shown = str(page_of(GAME, table.history[-1], hands.taps, hands.now))

    assert hidden_in(shown, plain) == []
    assert "1 card laid" in str(table.history[-1].label_for(table.state, ANYBODY))


def test_a_seat_takes_a_card_back_whatever_others_have_laid_since() -> None:
    table = planning("play red-tower red 1", "play violet-tower violet 1", "consume violet 3")
    table.take("play none red 1")

    assert table.state.players["red"].plan.empty
    assert table.state.players["violet"].plan.cards == {"1": "violet-tower"}
    assert str(table.history[-1].label_for(table.state, ANYBODY)) == "Red: 0 cards laid."


def test_a_bonus_card_before_the_end_is_refused_without_naming_it() -> None:
    table = planning()
    hands = ScriptedHands(table)
    with pytest.raises(Refusal) as refused:
        hands.move(Tap("light-05"))

    assert refused.value.code == "not_your_stage"
    assert "light-05" not in str(refused.value)


def test_the_ais_card_lies_before_the_slots() -> None:
    table = Match(GAME, MemoryJournal())
    for line in ("seat red", "seat blue automa", "start", "to plan", "play automa-08 blue"):
        table.take(line)

    assert GAME.view(table.state, Viewer("seat", "blue"))["plan"]["cards"] == {"0": "automa-08"}


def test_the_ais_card_waits_for_the_reveal_too() -> None:
    table = Match(GAME, MemoryJournal())
    for line in ("seat red", "seat blue automa", "start", "to plan", "play automa-08 blue"):
        table.take(line)

    assert str(table.history[-1].label_for(table.state, HOST)) == "Blue is ready."
    assert "automa-08" not in json.dumps(
        {**GAME.view(table.state, HOST), "facts": None}, sort_keys=True
    )
