"""The tap grammar with a clock in the test's hand: what waits, what ends, what is asked again."""

import pytest

from companion.errors import Refusal
from companion.games.taps import Thing
from companion.i18n.message import say
from companion.match.match import Match
from companion.match.taps.effects import Ports
from companion.match.taps.situations import (
    Browsing,
    ConfirmingChoice,
    ConfirmingNewGame,
    Enrolling,
    EnteringRoll,
    Idle,
    Pending,
    ShowingResult,
    ShowingRoll,
)
from companion.storage.journal import MemoryJournal
from tests.conftest import SetTable
from tests.support.devices.seat import Seat
from tests.support.labels import undo_label
from tests.support.taps import Taps

UID = "04a1b2c3d4e580"


@pytest.fixture
def seat(daybreak: SetTable) -> Seat:
    return Seat(daybreak("to local"))


def test_after_the_end_a_second_press_of_next_begins_another_game(daybreak: SetTable) -> None:
    seat = Seat(daybreak("to local", "set thermometer.bands 8"))

    seat.press("next")
    assert isinstance(seat.taps.situation, ConfirmingNewGame)
    assert seat.cleared == 0
    seat.press("next")
    assert seat.cleared == 1


def test_who_hesitates_or_takes_the_end_back_keeps_the_game(daybreak: SetTable) -> None:
    seat = Seat(daybreak("to local", "set thermometer.bands 8"))
    seat.press("next")
    assert seat.wait(10)

    seat.press("next", "undo", "undo")
    assert not seat.table.history[-1].over
    assert seat.cleared == 0


def test_a_pending_tap_waits_as_long_as_it_was_told_to(seat: Seat) -> None:
    seat.tap("1.133")

    assert not seat.wait(9.9)
    assert isinstance(seat.taps.situation, Pending)
    assert seat.wait(0.1)
    assert seat.taps.due(seat.now) is None


def test_every_further_tap_starts_the_time_anew(seat: Seat) -> None:
    seat.tap("1.133")
    seat.wait(8)
    seat.tap("1.035")

    assert not seat.wait(8)
    assert isinstance(seat.taps.situation, Pending)


def test_a_refused_tap_leaves_the_one_before_it_and_its_time(seat: Seat) -> None:
    seat.tap("1.133")
    seat.wait(8)
    with pytest.raises(Refusal):
        seat.tap("1.309")

    assert seat.taps.notice is not None
    assert not seat.wait(8)
    seat.tap("1.206")
    assert seat.table.document["powers"]["china"]["stacks"][1]["cards"] == ["1.133", "1.206"]


def test_a_notice_goes_by_itself(seat: Seat) -> None:
    seat.taps.tell(say("Look up!"), seat.now)
    assert seat.taps.due(seat.now) == seat.now + 4

    seat.wait(4)
    assert seat.taps.notice is None


def test_what_was_done_is_told_and_leads_back_to_rest(seat: Seat) -> None:
    seat.table.take("tags 1.133 grid")
    seat.tap("1.133")
    seat.tap("1.206")

    assert "in front of stack 2" in str(seat.taps.notice)
    assert seat.taps.situation == Idle()


def test_undo_shows_its_label_and_another_step_makes_it_show_the_new_one(seat: Seat) -> None:
    seat.press("undo")
    seat.table.take("set trees 7")
    seat.wait()
    seat.press("undo")
    assert seat.table.document["trees"] == 7

    seat.press("undo")
    assert seat.table.document["trees"] != 7
    assert "Undone" in str(seat.taps.notice)


def test_next_takes_an_undo_back_that_was_only_shown(seat: Seat) -> None:
    revision = seat.table.revision
    seat.press("undo", "next")

    assert seat.taps.situation == Idle()
    assert seat.table.revision == revision


def test_there_is_nothing_to_undo_at_the_opening_of_a_game(daybreak: SetTable) -> None:
    table = daybreak()
    while undo_label(table):
        table.submit("undo")
    seat = Seat(table)

    with pytest.raises(Refusal, match="nothing to undo"):
        seat.press("undo")


@pytest.fixture
def fresh(daybreak: SetTable) -> tuple[Taps, list[str]]:
    """A game in which nothing was done yet, at a table that has others; and what it asked for."""
    table, asked = Match(daybreak().game, MemoryJournal()), list[str]()
    return Taps(table, Ports(choose_again=lambda: asked.append("choice"))), asked


def test_where_nothing_was_done_a_second_undo_leads_back_to_the_choice_of_games(
    fresh: tuple[Taps, list[str]],
) -> None:
    taps, asked = fresh
    taps.press("undo", 1.0)
    assert (taps.situation, asked) == (ConfirmingChoice(), [])

    taps.press("undo", 2.0)
    assert (taps.situation, asked) == (Idle(), ["choice"])


def test_who_did_not_mean_to_leave_a_new_game_goes_on_with_next(
    fresh: tuple[Taps, list[str]],
) -> None:
    taps, asked = fresh
    taps.press("undo", 1.0)
    taps.press("next", 2.0)

    assert (taps.situation, asked) == (Idle(), [])


def test_a_die_is_thrown_among_all_its_faces_and_rolls_before_it_shows_one(seat: Seat) -> None:
    seat.press("die:planetary")
    situation = seat.taps.situation

    assert seat.thrown == [6]
    assert isinstance(situation, ShowingRoll)
    due = seat.taps.due(seat.now)
    assert due is not None
    assert seat.now < due < situation.still
    assert seat.taps.looks_like(seat.now) != seat.taps.looks_like(due)
    assert seat.taps.looks_like(situation.still) == seat.taps.looks_like(situation.still + 1)


def test_a_roll_that_is_not_due_changes_nothing_but_is_told(seat: Seat) -> None:
    before = seat.table.document
    seat.press("die:geoengineering")
    after = seat.table.document

    assert after["dice"]["last"]["free"]
    assert {**after, "dice": 0, "revision": 0} == {**before, "dice": 0, "revision": 0}


def test_the_face_of_a_wooden_die_is_entered_with_its_own_button_alone(seat: Seat) -> None:
    seat.hold("die:geoengineering")
    seat.press("die:geoengineering", "die:geoengineering")
    seat.hold("die:geoengineering")

    assert seat.thrown == []
    assert seat.table.document["dice"]["last"]["face"] == 3


def test_a_face_that_nobody_enters_is_forgotten(seat: Seat) -> None:
    revision = seat.table.revision
    seat.hold("die:planetary")
    assert isinstance(seat.taps.situation, EnteringRoll)

    assert seat.wait(10)
    assert seat.table.revision == revision


def test_without_a_knob_tuck_and_discard_go_through_the_answers(daybreak: SetTable) -> None:
    seat = Seat(daybreak("to local", "act us 3 paying ?"), knob=False)
    assert seat.table.document["prompt"]["options"] == ["social", "ecological", "infrastructure"]
    before = seat.table.document["powers"]["us"]["resilience"]

    seat.press("tuck", "tuck", "discard", "next")

    after = seat.table.document["powers"]["us"]["resilience"]
    assert after["ecological"] == before["ecological"] + 1


def test_with_a_knob_tuck_means_tuck_also_while_something_is_asked(daybreak: SetTable) -> None:
    seat = Seat(daybreak("to local", "act us 3 paying ?"))
    seat.press("tuck")
    seat.tap("1.133")
    seat.tap("1.205")

    assert seat.table.document["powers"]["china"]["stacks"][0]["cards"] == ["1.205", "1.133"]
    assert seat.table.document["prompt"]["kind"] == "resilience"


def test_a_question_that_has_just_come_up_is_not_answered_by_the_same_press(
    daybreak: SetTable,
) -> None:
    seat = Seat(daybreak("to local"))
    seat.table.take("act us 3 paying ?")
    seat.taps.press("next", seat.now)
    assert seat.table.document["prompt"]["kind"] == "resilience"

    seat.press("next")
    assert seat.table.document["prompt"]["kind"] == "none"


def test_another_question_starts_at_its_first_answer(daybreak: SetTable) -> None:
    seat = Seat(daybreak("to local", "act us 3 paying ?"))
    seat.turn(+1)
    assert seat.taps.situation == Idle(1)

    seat.table.take("choose social")
    seat.wait()
    assert seat.taps.situation == Idle(0)


def test_info_and_the_knob_leaf_through_the_pages_and_back(seat: Seat) -> None:
    seat.press("info")
    assert seat.taps.situation == Browsing(1)
    seat.turn(-1)
    assert seat.taps.situation == Browsing(0)
    assert not seat.wait(10)
    assert seat.rests


def test_a_turn_while_a_card_waits_for_its_place_changes_nothing(seat: Seat) -> None:
    seat.tap("1.133")
    pending = seat.taps.situation
    seat.turn(+1)

    assert seat.taps.situation == pending


@pytest.mark.parametrize("command", ["undo", "hold undo", "next", "turn +1", "die:planetary"])
def test_a_command_card_is_a_button(seat: Seat, command: str) -> None:
    seat.table.take("set trees 7")
    seat.table.take("undo")
    seat.wait()
    seat.wait()
    before = (seat.table.revision, seat.taps.situation)
    seat.tags.bind(UID, Thing("command", command))
    seat.taps.read(UID, "centre", seat.now)

    assert (seat.table.revision, seat.taps.situation) != before


def test_an_enrolled_card_is_that_card(seat: Seat) -> None:
    seat.tags.bind(UID, Thing("card", "1.206"))
    seat.taps.read(UID, "centre", seat.now)

    assert isinstance(seat.taps.situation, Pending)
    assert seat.taps.situation.wait.page == "stack china 2"


def test_holding_next_enrols_cards_until_it_is_held_again(seat: Seat) -> None:
    seat.hold("next")
    situation = seat.taps.situation
    assert isinstance(situation, Enrolling)
    words = seat.taps.looks_like(seat.now)

    seat.press("next", "next", "undo")
    seat.turn(+1)
    assert situation.enrolment.card == Thing("card", "1.002")
    assert seat.taps.looks_like(seat.now) != words

    for _ in range(2):
        seat.taps.read(UID, "centre", seat.now)
    assert seat.tags.find(UID) == Thing("card", "1.002")
    with pytest.raises(Refusal, match=r"This tag is 1\.206"):
        seat.tap("1.206")

    seat.hold("next")
    assert seat.taps.situation == Idle()


def test_enrolment_has_no_time_limit_and_changes_nothing_in_the_game(seat: Seat) -> None:
    before = seat.table.document
    seat.hold("next")

    assert not seat.wait(3600)
    assert isinstance(seat.taps.situation, Enrolling)
    assert seat.table.document == before


def test_a_finger_that_stays_on_tuck_tucks_once(seat: Seat) -> None:
    seat.hold("tuck")
    seat.tap("1.133")
    seat.tap("1.205")

    assert seat.table.document["powers"]["china"]["stacks"][0]["cards"] == ["1.205", "1.133"]


@pytest.mark.parametrize(
    "thing",
    [
        Thing("card", "9.999"),
        Thing("place", "moon"),
        Thing("seat", "atlantis"),
        Thing("command", "turn about"),
    ],
)
def test_a_tag_of_something_that_is_not_here_is_refused(seat: Seat, thing: Thing) -> None:
    seat.tags.bind(UID, thing)
    with pytest.raises(Refusal, match="There is no"):
        seat.taps.read(UID, "centre", seat.now)


def test_discard_after_a_look_at_a_stack_asks_for_the_card(seat: Seat) -> None:
    before = seat.table.document
    seat.tap("1.208")
    seat.press("discard")
    assert seat.table.document == before

    seat.tap("1.208")
    assert seat.table.document["powers"]["china"]["stacks"][3]["cards"] == []


def test_discard_after_a_card_from_the_hand_discards_it(daybreak: SetTable) -> None:
    seat = Seat(daybreak("to local"))
    seat.tap("1.133", zone="us")
    revision = seat.table.revision
    seat.press("discard")

    assert seat.table.revision == revision + 1
    assert "discards 1.133" in str(seat.taps.notice)


def test_what_next_has_led_to_is_shown_for_a_while(seat: Seat) -> None:
    seat.press("next")
    assert isinstance(seat.taps.situation, ShowingResult)

    assert not seat.wait(10)
    assert seat.rests
