"""What follows from declarations: lines, offers, refusals, corrections, taps, pages, the story."""

from typing import Any

import pytest

from companion.errors import Malformed, Refusal
from companion.games.declared import Changed, add, change, counter, say
from companion.games.declared.actions import Action
from companion.games.display import Choice, Gauge
from companion.games.taps import Do, Gesture, Thing, Wait
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from tests.toy.atoll import GAME, RELICS, TILES, State

BEGUN = ("seat red", "seat blue", "start", "role mason", "role scholar")
ACTING = (*BEGUN, "flood reef", "flood grotto")


def table(*lines: str) -> Match:
    match = Match(GAME, MemoryJournal())
    for line in lines:
        match.take(line)
    return match


def offered(match: Match) -> list[str]:
    return [choice.answer for choice in GAME.legal_actions(match.state)]


def tapped(match: Match, *names: str, mode: str = "") -> Do | Wait:
    gesture = Gesture(mode=mode)
    for name in names:
        gesture = gesture.then(GAME.tap_handler.thing(match.state, name) or Thing("card", name))
    return GAME.tap_handler.meaning(match.state, gesture)


def test_what_is_possible_is_what_is_offered_and_nothing_else_is_taken() -> None:
    match = table(*ACTING)

    assert offered(match) == ["shore grotto", "shore reef", "move", "next"]
    with pytest.raises(Refusal) as refused:
        match.take("shore jetty")
    assert refused.value.code == "not_possible"


def test_an_action_says_itself_why_it_is_too_early() -> None:
    with pytest.raises(Refusal, match="A relic is still hidden"):
        table(*ACTING).take("leave")


def test_an_action_out_of_its_stage_is_refused_with_its_code() -> None:
    with pytest.raises(Refusal) as refused:
        table(*ACTING).take("draw conch")
    assert refused.value.code == "not_your_stage"


def test_words_that_no_action_has_are_no_input() -> None:
    with pytest.raises(Malformed):
        table(*ACTING).take("shore up reef")


def test_a_label_and_what_follows_have_the_names_of_things() -> None:
    step = table(*ACTING).submit("shore reef")

    assert str(step.label) == "Shore up Reef"
    assert [str(each) for each in step.told] == ["Reef is dry again."]


def test_a_power_is_a_line_of_the_rule() -> None:
    match = table(*ACTING, "shore reef")
    assert match.document["left"] == 3

    match.take("shore grotto")
    assert match.document["left"] == 2


def test_every_number_and_state_can_be_corrected_and_says_so() -> None:
    match = table(*ACTING)
    for path in GAME.numbers(match.state):
        value = next(iter(GAME.values_at(match.state, path)), 1)
        match.take(f"set {path} {value}")

    step = match.submit("set hands.red.conch 3")
    assert str(step.label) == "Red: Conch set from 1 to 3"
    assert [str(each) for each in step.told] == ["Red, Conch: set from 1 to 3 by hand."]


@pytest.mark.parametrize("line", ["set water 11", "set water dry", "set tiles.reef wet"])
def test_a_correction_stays_within_what_was_declared(line: str) -> None:
    with pytest.raises(Refusal) as refused:
        table(*ACTING).take(line)
    assert refused.value.code == "impossible_value"


@pytest.mark.parametrize("path", ["seats", "tiles", "tiles.moon", "hands.white.conch"])
def test_what_was_not_declared_cannot_be_set(path: str) -> None:
    with pytest.raises(Refusal) as refused:
        table(*ACTING).take(f"set {path} 1")
    assert refused.value.code == "unknown_path"


def test_what_follows_follows_from_a_correction_too() -> None:
    match = table(*ACTING, "set tiles.jetty sunk")

    assert match.document["outcome"] == {"won": False, "reason": "jetty"}
    assert [str(each) for each in GAME.guide(match.state)] == [
        "The jetty is gone: nobody can leave."
    ]


def test_a_tag_is_the_word_of_an_action() -> None:
    assert tapped(table(*BEGUN), "reef") == Do("flood reef")


def test_a_mode_says_which_action_a_tag_is_meant_for() -> None:
    assert tapped(table(*ACTING), "reef", mode="shore") == Do("shore reef")


def test_an_action_with_two_words_waits_for_the_second() -> None:
    match = table(*ACTING, "set hands.red.conch 1")

    waits = tapped(match, "conch", mode="give")
    assert isinstance(waits, Wait)
    assert [str(choice.text) for choice in waits.choices] == ["Give Blue a card: Conch"]
    assert tapped(match, "conch", "blue", mode="give") == Do("give conch blue")


def test_a_tag_without_its_button_offers_what_it_could_mean() -> None:
    waits = tapped(table(*ACTING), "reef")

    assert isinstance(waits, Wait)
    assert [choice.answer for choice in waits.choices] == ["shore reef"]


def test_a_tag_of_no_use_is_refused_by_its_name() -> None:
    with pytest.raises(Refusal, match="Jetty: nothing can be done with it now"):
        tapped(table(*ACTING), "jetty", mode="shore")


def test_things_without_a_pack_have_tags() -> None:
    assert [*GAME.tap_handler.deck(GAME.blank)] == [*TILES, *RELICS, "wave"]


def test_what_must_be_chosen_is_asked_and_next_goes_on_from_the_rest() -> None:
    asked = GAME.tap_handler.question(table(*BEGUN).state)
    assert asked
    assert len(asked.choices) == len(TILES)

    acting = table(*ACTING).state
    assert (GAME.tap_handler.question(acting), GAME.tap_handler.due(acting)) == (None, "next")


def test_the_counter_of_the_headline_is_on_the_first_page_on_the_wall_and_in_the_lights() -> None:
    state = table(*ACTING, "set water 8").state

    assert GAME.headline(state).figure == 8
    assert GAME.headline(state).alarm
    gauge = GAME.pages(state)[0].parts[0]
    assert isinstance(gauge, Gauge)
    assert (gauge.value, gauge.most, gauge.alarm) == (8, 10, True)
    assert GAME.tap_handler.level(state) == 6


def test_what_is_not_to_be_shown_is_on_no_page_and_in_no_story() -> None:
    match = table(*ACTING, "move", "next")

    assert "Left to do" not in "".join(map(str, GAME.glance(match.state)))
    assert "left" not in GAME.recap.document(GAME.recap.story(match.happened()))["curves"]


def test_the_story_has_a_curve_of_every_counter_and_ends_with_the_ending() -> None:
    match = table(*ACTING, "set water 9", "set tiles.jetty sunk")
    story = GAME.recap.story(match.happened())

    assert GAME.recap.document(story)["curves"]["water"] == [9]
    assert str(GAME.recap.describe(story)[-1]) == "The jetty is gone: nobody can leave."
    assert GAME.recap.draw(story, str).startswith("<svg")


def test_a_change_keeps_within_its_limits_and_says_the_number() -> None:
    state = State(seats=("red",), hands={"red": dict.fromkeys(RELICS, 5)})
    told = add(state, "hands.red.conch", 2, say("{n} now."))

    assert told == Changed("hands.red.conch", 5, "{n} now.", {"n": 5})


def test_a_sentence_of_a_change_is_made_of_ids_so_that_a_journal_can_keep_it() -> None:
    with pytest.raises(TypeError, match="tile"):
        change("tiles.reef", "dry", say("{tile} is dry.", tile=say("Reef")))


def test_only_a_counter_counts() -> None:
    with pytest.raises(TypeError, match=r"tiles\.reef is no counter"):
        add(State(), "tiles.reef", 1)


def test_blanks_without_options_are_a_mistake_of_the_declaration() -> None:
    with pytest.raises(TypeError, match="the blanks"):
        Action("shore {tile}", say("Shore"), table, {}, None, None, "", "")


def test_seats_are_taken_until_the_game_starts() -> None:
    match = table("seat red")
    for line, code in {
        "start": "too_few_seats",
        "seat red": "seat_taken",
        "seat sky": "unknown_seat",
    }.items():
        with pytest.raises(Refusal) as refused:
            match.take(line)
        assert refused.value.code == code
    assert Choice("seat blue", GAME.seats["blue"]) in GAME.legal_actions(match.state)


@pytest.mark.parametrize("line", ["seat green", "start"])
def test_who_comes_late_is_told(line: str) -> None:
    with pytest.raises(Refusal) as refused:
        table(*BEGUN).take(line)
    assert refused.value.code == "already_started"


def test_after_the_end_nothing_is_taken() -> None:
    match = table(*ACTING, "set tiles.jetty sunk")

    assert GAME.legal_actions(match.state) == ()
    with pytest.raises(Refusal) as refused:
        match.take("move")
    assert refused.value.code == "game_over"


def test_a_declared_number_has_its_own_name_anywhere() -> None:
    state: Any = table(*ACTING).state

    assert str(GAME.name_of(state, "water")) == "Water level"
    assert str(GAME.name_of(state, "roles.red")) == "Red: Role"
    assert GAME.values_at(state, "water") == {}
    assert counter(say("n")).default == 0


def test_the_same_draw_counts_as_often_as_it_is_drawn() -> None:
    match = table(*ACTING, "next", "draw conch", "draw conch")

    assert match.document["hands"]["red"]["conch"] == 2
    assert match.document["stage"] == "flood"
    assert match.document["turn"] == "blue"
