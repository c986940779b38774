"""The tap grammar at its edges: the very moment at which something counts, or is over."""

from pathlib import Path

import pytest

from companion.errors import Refusal
from companion.games import game
from companion.games.taps import Thing
from companion.i18n.message import say
from companion.match.collection.walk import Walk
from companion.match.match import Match, Revision
from companion.match.taps.effects import Ports
from companion.match.taps.situations import (
    FRAME_S,
    Browsing,
    ConfirmingNext,
    ConfirmingUndo,
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
from tests.support.taps import Taps

UID = "04a1b2c3d4e580"
ASKED = ("to local", "act us 3 paying ?")
"""Which resilience grows: social, ecological or infrastructure."""


@pytest.fixture
def seat(daybreak: SetTable) -> Seat:
    return Seat(daybreak("to local"))


# --- a die that rolls ----------------------------------------------------------------------------


def test_who_presses_next_while_a_die_rolls_only_stops_it(seat: Seat) -> None:
    seat.press("die:planetary")
    revision = seat.table.revision
    seat.taps.press("next", seat.now + 0.5)

    assert isinstance(seat.taps.situation, ShowingRoll)
    assert seat.taps.situation.still == seat.now + 0.5
    assert seat.table.revision == revision


def test_a_die_that_was_stopped_shows_its_face_as_long_as_any_other(seat: Seat) -> None:
    seat.press("die:planetary")
    seat.taps.press("die:planetary", seat.now + 0.5)

    assert seat.taps.due(seat.now + 0.5) == seat.now + 10.5


def test_info_leafs_on_although_a_die_rolls(seat: Seat) -> None:
    seat.press("die:planetary")
    seat.taps.press("info", seat.now + 0.5)

    assert seat.taps.situation == Browsing(1)


def test_as_soon_as_a_die_lies_still_next_goes_on(seat: Seat) -> None:
    seat.press("die:planetary")
    rolled = seat.taps.situation
    assert isinstance(rolled, ShowingRoll)
    seat.taps.press("next", rolled.still)

    assert isinstance(seat.taps.situation, ShowingResult)


def test_a_die_that_rolls_is_drawn_anew_for_each_picture_and_not_after_it_lies_still(
    seat: Seat,
) -> None:
    seat.press("die:planetary")

    assert seat.taps.due(seat.now) == pytest.approx(seat.now + FRAME_S)
    assert seat.taps.due(seat.now + 1) == seat.now + 10


def test_of_two_dice_one_is_entered_after_the_other() -> None:
    island = Seat(Match(game("naufragos"), MemoryJournal()))
    island.hold("die:dice")
    island.turn(+1)
    island.hold("die:dice")

    assert isinstance(island.taps.situation, EnteringRoll)
    assert island.taps.situation.shown == ("2",)


# --- what has only just been shown ---------------------------------------------------------------


def test_what_was_shown_for_a_glance_is_confirmed(daybreak: SetTable) -> None:
    seat = Seat(daybreak("to local"))
    seat.table.take("act us 3 paying ?")
    seat.wait()
    seat.taps.press("next", seat.now + 0.3)

    assert seat.table.document["prompt"]["kind"] == "none"


def test_two_presses_of_undo_in_one_glance_are_one(seat: Seat) -> None:
    seat.press("undo")
    seat.taps.press("undo", seat.now + 0.2)

    assert isinstance(seat.taps.situation, ConfirmingUndo)


def test_next_that_takes_an_undo_back_does_not_go_on_in_the_same_glance(seat: Seat) -> None:
    seat.press("undo", "next")
    revision = seat.table.revision
    seat.taps.press("next", seat.now + 0.2)

    assert seat.table.revision == revision


def test_what_came_between_the_look_and_the_second_press_is_not_passed_over(
    daybreak: SetTable,
) -> None:
    table = daybreak("to local", "next", "set us.demand 20")

    def ask(line: str, *, seen: int | None = None) -> Revision:
        table.take("set trees 7")  # somebody else was quicker
        return table.take(line, seen=seen)

    taps = Taps(table, submit=ask)
    taps.press("next", 1.0)
    assert isinstance(taps.situation, ConfirmingNext)

    with pytest.raises(Refusal):
        taps.press("next", 2.0)
    assert table.document["stage"] == "local"


# --- how long something waits --------------------------------------------------------------------


def test_what_is_over_is_not_meant_by_the_next_tap_though_nobody_looked(seat: Seat) -> None:
    revision = seat.table.revision
    seat.tap("1.133")
    seat.taps.tap(Thing("card", "1.206"), "centre", seat.now + 10)

    assert seat.table.revision == revision


def test_who_turns_the_knob_has_as_long_again_to_choose(seat: Seat) -> None:
    seat.hold("die:planetary")
    seat.wait(8)
    seat.turn(+1)

    assert not seat.wait(9.9)
    assert seat.wait(0.1)


def test_enrolment_lasts_also_where_a_card_was_half_tapped(seat: Seat) -> None:
    seat.tap("1.133")
    seat.hold("next")

    assert not seat.wait(60)
    assert isinstance(seat.taps.situation, Enrolling)


def test_a_tag_card_gives_the_card_before_it_as_long_again(seat: Seat) -> None:
    seat.tap("1.206")
    seat.wait(8)
    seat.taps.tap(Thing("printed", "wind"), "", seat.now)

    assert not seat.wait(9.9)
    assert seat.wait(0.1)


def test_a_tag_card_for_a_card_that_lies_already_makes_nothing_wait(seat: Seat) -> None:
    seat.tap("1.133", zone="us")
    seat.tap("1.210")
    seat.taps.tap(Thing("printed", "wind"), "", seat.now + 1)

    assert not seat.wait(60)


def test_after_a_tag_card_next_counts_at_once(seat: Seat) -> None:
    seat.tap("1.206")
    seat.taps.tap(Thing("printed", "regulation"), "", seat.now)
    shown = seat.taps.situation
    seat.press("next")

    assert seat.taps.situation != shown


# --- buttons, pages and answers ------------------------------------------------------------------


def test_info_held_shows_the_page_before_the_first_one(seat: Seat) -> None:
    seat.hold("info")

    assert seat.taps.situation == Browsing(-1)


def test_where_there_is_a_hall_info_held_twice_calls_it(daybreak: SetTable) -> None:
    table = daybreak()
    help_comes = say("Somebody comes.")
    taps = Taps(table, Ports(call_hall=lambda: help_comes))
    taps.hold("info", 1.0)
    assert (taps.situation, taps.notice) == (Browsing(-1), None)
    taps.hold("info", 2.0)

    assert (taps.situation, taps.notice) == (Idle(), help_comes)


def test_on_another_page_info_held_calls_nobody_yet(daybreak: SetTable) -> None:
    table = daybreak()
    taps = Taps(table, Ports(call_hall=lambda: say("Help!")))
    taps.press("info", 1.0)
    taps.hold("info", 2.0)

    assert (taps.situation, taps.notice) == (Browsing(-1), None)


def test_info_held_leaves_an_enrolment_alone(seat: Seat) -> None:
    seat.hold("next")
    enrolling = seat.taps.situation
    seat.taps.hold("info", seat.now + 1)

    assert seat.taps.situation != Browsing(-1)
    assert isinstance(enrolling, Enrolling)


def test_a_table_has_a_knob_unless_somebody_says_otherwise(daybreak: SetTable) -> None:
    table = daybreak(*ASKED)
    taps = Taps(table)
    taps.press("tuck", 1.0)

    assert isinstance(taps.situation, Pending)


def test_a_button_that_the_game_has_no_use_for_is_refused(seat: Seat) -> None:
    with pytest.raises(Refusal, match="There is no button mode:7 here"):
        seat.press("mode:7")
    assert seat.rests


def test_who_has_leafed_on_answers_with_the_first_choice(daybreak: SetTable) -> None:
    seat = Seat(daybreak(*ASKED))
    before = seat.table.document["powers"]["us"]["resilience"]["social"]
    seat.press("info", "next")

    assert seat.table.document["powers"]["us"]["resilience"]["social"] == before + 1


def test_once_another_game_lies_there_it_takes_two_presses_again(daybreak: SetTable) -> None:
    seat = Seat(daybreak("to local", "set thermometer.bands 8"))
    seat.press("next", "next")
    assert seat.rests

    seat.press("next")
    assert seat.cleared == 1


# --- readers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "whose"), [("seat:2", "us"), ("us", "us"), ("centre", "centre"), ("seat:4", "seat:4")]
)
def test_a_reader_s_zone_is_that_of_whoever_sits_there(seat: Seat, zone: str, whose: str) -> None:
    seat.tap("1.133", zone=zone)

    assert isinstance(seat.taps.situation, Pending)
    assert seat.taps.situation.wait.gesture.zones == (whose,)


def test_while_somebody_walks_through_their_box_a_tap_is_no_move_and_says_what_it_did(
    daybreak: SetTable, tmp_path: Path
) -> None:
    table, walk = daybreak("to local"), Walk(tmp_path, now=lambda: 0.0)
    walk.come("phone", "host", "daybreak", "1.004", wants_tag=True)
    taps = Taps(table, Ports(walk=walk))

    taps.read(UID, "centre", 1.0)
    assert (taps.situation, str(taps.notice)) == (Idle(), "Read once.")
    taps.lifted(UID, 2, 1.5)
    assert str(taps.notice) == "Enrolled: 1.004."


def test_a_tag_that_is_lifted_says_nothing_otherwise(seat: Seat) -> None:
    seat.taps.lifted(UID, 2, seat.now)

    assert seat.taps.notice is None


def test_a_tag_that_was_read_twice_before_it_was_lifted_is_enrolled(seat: Seat) -> None:
    seat.taps.enrol("1.133", seat.now)
    seat.taps.read(UID, "centre", seat.now)
    seat.taps.lifted(UID, 2, seat.now)

    assert seat.tags.find(UID) == Thing("card", "1.133")
    assert "1.133" in str(seat.taps.notice)
