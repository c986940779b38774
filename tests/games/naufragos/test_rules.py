"""What the rules of Náufragos say beside the state document: events, tasks, and why not."""

from dataclasses import replace

import pytest

from companion.errors import Refusal
from companion.games import game
from companion.games.capabilities import Names
from companion.games.naufragos.model.card import Card
from companion.games.naufragos.model.inputs import Change, DrawCard, PlacePawn
from companion.games.naufragos.model.people_events import CardDrawn, EnergyGained
from companion.games.naufragos.model.state import State
from companion.games.naufragos.rules.consequences import carry_out
from companion.games.naufragos.rules.decisions import decide
from companion.games.naufragos.rules.ending import met
from companion.games.naufragos.rules.people import give_story
from companion.games.naufragos.rules.survival import meal
from companion.i18n.message import Message, count
from companion.match.match import Match
from companion.storage.journal import MemoryJournal

PLACING = ("seat red", "seat yellow", "start", "event none none", "next")


def played(*lines: str) -> Match:
    table = Match(game("naufragos"), MemoryJournal())
    for line in (*PLACING, *lines):
        table.submit(line)
    return table


def refusal(table: Match, line: str) -> str:
    with pytest.raises(Refusal) as refused:
        table.submit(line)
    return str(refused.value)


def test_a_number_that_cannot_be_found_is_refused_with_the_most_that_can() -> None:
    table = played("place red forage", "next")

    assert refusal(table, "choose 10") == "10 cannot be; 0 to 9 can."


def test_a_card_that_is_none_is_not_looked_for_among_the_objects() -> None:
    assert refusal(played(), "discard X99") == "There is no card X99."
    assert refusal(played(), "discard W05") == "Nobody has W05."


@pytest.mark.parametrize("icons", [(), ("pending",)])
def test_a_card_that_waited_is_told_as_such(icons: tuple[str, ...]) -> None:
    state = played("place red explore", "next").state
    drawn, *_ = decide(state, DrawCard("coast", 1, frozenset(icons)))

    assert drawn == CardDrawn("red", "coast", 1, None, pending=bool(icons))


def test_where_every_rest_space_is_taken_nobody_else_rests() -> None:
    state = played().state
    full = replace(state, actions={**state.actions, "rest": ("yellow",) * 6})

    with pytest.raises(Refusal) as refused:
        decide(full, PlacePawn("red", "rest"))

    assert refused.value.code == "no_space"


def test_whoever_eats_own_food_eats() -> None:
    state = played("set store.food 0", "set store.perishable 0", "set red.food 2").state

    assert {seat: portion.all for seat, portion in meal(state).items()} == {"red": 1, "yellow": 0}


def test_energy_that_a_card_gives_is_told_as_gained() -> None:
    state = played("set red.energy 3").state

    assert decide(state, Change("red.energy", 1)) == (EnergyGained("red", 1, "card"),)


def test_no_story_tokens_are_not_told() -> None:
    state = played().state

    assert carry_out(give_story(state, "red", 0, "rescue"), state) == ()


def test_the_dead_get_no_story_tokens() -> None:
    state = played("gain red.traumas 4").state

    assert not state.castaways["red"].alive
    assert carry_out(give_story(state, "red", 1, "rescue"), state) == ()


def test_once_the_ship_is_seen_nobody_looks_for_it_again() -> None:
    lines = ("set store.food 9", "set red.track 13", "choose now", "to survival", "next")
    table = played(*lines, "choose yes")

    assert [task.do for task in table.state.tasks] == ["score", "score", "winner"]


@pytest.mark.parametrize("name", ["Spyglass", "Catalejo", "Luneta"])
def test_an_object_is_seen_by_its_name_in_any_language(name: str) -> None:
    state = with_spyglass(played("play W05 red").state)

    assert met(state, name)


def test_an_object_that_nobody_has_is_not_seen() -> None:
    state = with_spyglass(played("play W06 red").state)

    assert not met(state, "Spyglass")


def with_spyglass(state: State) -> State:
    names = Names(en="Spyglass", es="Catalejo", pt="Luneta")
    card = Card(number="W05", kind="wreck", name=names)
    return replace(state, cards={**state.cards, "W05": card})


def test_what_comes_up_on_the_way_is_told_as_such() -> None:
    table = played("set red.track 13", "choose now", "to survival")

    assert [line.text for line in table.game.guide(table.state)][-1] == (
        "This is the last turn: after the meal a ship may see you."
    )
    asked = "Something is asked before this begins: End of the turn. NEXT leads to it."
    assert refusal(table, "to end") == asked
    table.submit("next")
    assert refusal(table, "to end") == "First the question is answered."


def test_the_small_screen_names_the_ways_to_pay_for_another_roll() -> None:
    table = played("place red explore", "place yellow explore", "next", "return", "roll dice 1 1")
    table.submit("choose divide")

    page = table.game.pages(table.state)[0]
    assert page.corner == count("{n} missing", "{n} missing", 2)
    assert refusal(table, "choose 5") == "5 cannot be chosen; there is 0, 1, 2."


def test_a_single_token_is_drawn_as_one() -> None:
    table = played("set red.track 3", "set yellow.track 13", "choose now", "to survival", "next")
    table.submit("choose yes")

    asked = table.game.guide(table.state)[0]
    assert asked == Message("{who} draws 1 token and adds up: how many points?", asked.values)
    assert asked.values["n"] == 1
