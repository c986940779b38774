"""What is said of Náufragos: labels, names and sentences."""

import pytest

from companion.errors import Refusal
from companion.games import game
from companion.games.taps import Gesture, Thing
from companion.match.match import Match
from companion.storage.journal import MemoryJournal

NAUFRAGOS = game("naufragos")
HANDS = NAUFRAGOS.tap_handler
BEGUN = ("seat red", "seat yellow cook", "start")
PLACING = (*BEGUN, "event none none", "next")


def played(*lines: str) -> Match:
    table = Match(NAUFRAGOS, MemoryJournal())
    for line in lines:
        table.submit(line)
    return table


@pytest.mark.parametrize(
    ("before", "line", "label"),
    [
        ((), "seat red", "Red takes a seat"),
        ((), "seat red cook", "Red takes a seat: Cook"),
        (BEGUN, "event sun 3", "Event: sun, wreck number: 3"),
        (BEGUN, "event E07 storm none", "Event: E07, storm, wreck number: none"),
        (PLACING, "place red wood", "Red: Wood"),
        (PLACING, "place red rest 4", "Red: Rest, 4"),
        (PLACING, "place white camp fish", "White pawn: Camp, Fishing"),
        (PLACING, "place red camp", "Red: Camp, camp action"),
        (PLACING, "roll dice 3 4", "Dice roll: 3 4"),
        (PLACING, "gain red.energy 2", "Red: energy +2"),
        (PLACING, "lose store.wood 1", "wood in the store −1"),
        (PLACING, "play W05 red", "Red has W05"),
        (PLACING, "set red.place lost", "Red: place set from in camp to lost"),
        (PLACING, "set red.character cook", None),
        (PLACING, "set fire.lit true", "campfire lit set from no to yes"),
        (PLACING, "set red.objects []", "Red: objects set from – to –"),
        (PLACING, "set red.character null", "Red: character: –"),
        (PLACING, "set actions.wood [\"red\"]", "pawns: Wood set from – to red"),
        (PLACING, "set facts.wrecks 5", "facts.wrecks set from 6 to 5"),
        (PLACING, "to survival", "On to: Survival"),
    ],
)  # fmt: skip
def test_every_input_has_a_label(before: tuple[str, ...], line: str, label: str | None) -> None:
    table = played(*before)
    if label is None:
        with pytest.raises(ValueError, match="cannot be"):
            table.submit(line)
        return

    assert str(table.submit(line).label) == label


def test_one_strength_die_is_rolled_at_a_time() -> None:
    with pytest.raises(Refusal, match=r"1 die is due\."):
        played(*PLACING, "roll strength 1 2")


def test_wooden_dice_and_answers_are_told_in_words() -> None:
    table = played(*PLACING, "set red.injuries 1", "set store.food 4", "to survival", "next")
    assert str(table.submit("roll dice none").label) == "Dice roll: no 1"
    table = played(*PLACING, "place red explore", "next", "explore coast 2")
    assert str(table.history[-1].label) == "Explored: Coast, +2"
    assert str(table.submit("return red").label) == "Back to camp: Red"
    assert str(table.submit("roll dice total 3").label) == "Dice roll: 3"
    assert str(table.submit("choose lost").label) == "Chosen: be lost"
    table = played(*PLACING, "place red forage", "next")
    assert str(table.submit("choose 3").label) == "Forage tile: 3"
    table = played(*PLACING, "set fire.lit true", "feed", "to survival", "eat red 1")
    assert str(table.history[-1].label) == "Red: eats 1"
    assert str(table.history[-3].label) == "A wood for the campfire"


def told(table: Match) -> list[str]:
    step, lines = table.steps[-1], []
    state = step.before
    for event in step.events:
        if sentence := NAUFRAGOS.tell(state, event):
            lines.append(str(sentence))
        state = NAUFRAGOS.evolve(state, event)
    return lines


def test_what_a_roll_means_is_told() -> None:
    away = (*PLACING, "set weather.position 1", "place red explore", "next", "explore coast 4")
    table = played(*away, "set red.return_bonus 3", "return", "roll dice 3 4")
    assert told(table)[0] == "Red: 7 + 2 against 8: home."
    table = played(*away, "return", "roll dice 3 4")
    assert told(table)[0] == "Red: 7 − 1 against 8: not found."


def test_what_is_done_in_vain_is_told() -> None:
    table = played(*PLACING, "set store.wood 0", "set supply.forage 0", "place red forage")
    table.submit("place red fire")
    table.submit("set constructions.sand_sign.done true")
    table.submit("place yellow build")
    table.submit("next")
    assert told(table) == [
        "Red: nothing is left in the supply.",
        "Red: the campfire cannot be lit now.",
        "Yellow: nothing can be built now.",
    ]


def test_a_death_is_told_with_what_becomes_of_the_objects() -> None:
    assert told(played(*BEGUN, "gain red.traumas 4"))[-1] == ("Red dies: share out what it leaves.")
    table = played(*BEGUN, "set red.place lost", "gain red.traumas 4")
    assert told(table)[-1] == "Red dies alone; what it carried is lost."


def test_marks_that_are_learned_are_told() -> None:
    assert told(played(*BEGUN, "event E07 sun none"))[0] == (
        "E07: weather: sun, wreck number: none."
    )


def test_things_are_called_by_their_names() -> None:
    state = played(*BEGUN).state
    names = {
        Thing("seat", "red"): "Red",
        Thing("place", "wood 1"): "Wood",
        Thing("place", "rest 4"): "Rest space 4",
        Thing("place", "rest"): "Rest",
        Thing("place", "coast 1"): "Coast deck",
        Thing("card", "cook"): "Cook",
        Thing("card", "E07"): "E07",
        Thing("card", "B1"): "B1 Fishing",
    }
    assert {thing: str(HANDS.name(state, thing)) for thing in names} == names
    deck = HANDS.deck(state)
    assert (deck[0], deck[-1]) == ("E01", "T33")
    assert "?.machete" not in deck


def test_the_hands_know_what_is_due() -> None:
    assert HANDS.due(played().state) == ""
    assert HANDS.due(played("seat red").state) == "next"
    assert HANDS.due(played(*BEGUN).state) == "next"
    assert HANDS.due(played(*PLACING, "place red forage", "next").state) == ""
    assert HANDS.throw(played(*BEGUN).state, "coin") is None
    assert HANDS.next(played("seat red").state).line == "start"  # type: ignore[union-attr]


@pytest.mark.parametrize(("difficulty", "lights"), [(4, 1), (9, 4), (15, 8)])
def test_the_lights_say_how_far_away_people_are(difficulty: int, lights: int) -> None:
    table = played(*PLACING, "place red explore", "next", f"set expedition.difficulty {difficulty}")
    assert HANDS.level(table.state) == lights
    assert HANDS.level(played(*PLACING).state) == 0
    table.submit("set red.place lost")
    assert HANDS.level(table.state) == lights


def test_a_look_at_a_castaway_shows_its_page() -> None:
    state = played(*PLACING).state
    waits = HANDS.meaning(state, Gesture().then(Thing("seat", "red")))
    assert waits.page == "castaway red"  # type: ignore[union-attr]


def test_the_glance_before_the_game_lists_who_sits() -> None:
    assert NAUFRAGOS.glance(played().state) == ()
    assert [str(line) for line in NAUFRAGOS.glance(played("seat red", "seat blue").state)] == [
        "Red, Blue"
    ]


def test_a_number_that_nobody_marked_has_no_star() -> None:
    table = played(*BEGUN)
    assert any(str(line).startswith("*") for line in NAUFRAGOS.glance(table.state))
    for path in table.document["facts"]["standins"]:
        value = table.document
        for step in path.split("."):
            value = value[step]
        text = str(value).replace("'", '"')
        table.submit(f"set {path} {text}")
    assert not any("*" in str(line) for line in NAUFRAGOS.glance(table.state))
    assert table.document["facts"]["standins"] == []


def test_all_lost_need_not_heed_a_text_about_players() -> None:
    table = played(*BEGUN, "set red.place lost", "set yellow.place lost", "event none none")
    assert str(NAUFRAGOS.guide(table.state)[-1]).startswith("All are lost")


def test_next_asks_before_it_carries_out_actions_with_pawns_left() -> None:
    table = played(*PLACING)
    ending = HANDS.ending(table.state)
    assert ending
    assert str(ending.words) == "NEXT again carries out the actions without them."
    assert [str(line) for line in ending.open] == [
        "Pawns not placed: Red, Yellow.",
        "Red has the white pawn.",
    ]

    for line in ("place red wood", "place red rest", "place yellow forage", "place yellow rest"):
        table.submit(line)
    assert HANDS.ending(table.state) is None


def test_next_asks_before_somebody_goes_hungry() -> None:
    table = played(*PLACING, "set store.food 0", "set store.perishable 0", "to survival")
    ending = HANDS.ending(table.state)
    assert ending
    assert str(ending.words) == "NEXT again ends the meal for everybody."
    assert str(ending.open[0]).startswith("Hungry: ")

    table.submit("set store.food 9")
    assert HANDS.ending(table.state) is None


def test_a_question_comes_before_any_ending() -> None:
    assert HANDS.ending(played(*BEGUN).state) is None


def test_across_a_hall_the_turn_is_read_and_a_trauma_before_death_alarms() -> None:
    table = played("seat red", "seat blue", "start")

    assert table.game.headline(table.state).figure == "1/18"
    for _ in range(3):
        assert not table.game.headline(table.state).alarm
        table.submit("gain red.traumas 1")
    assert table.game.headline(table.state).alarm
