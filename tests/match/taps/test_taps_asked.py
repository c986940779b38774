"""What a game asks about a gesture, or before it goes on, and where that leads."""

from collections.abc import Callable
from functools import cached_property

import pytest

from companion.errors import Refusal
from companion.games import game
from companion.games.display import Choice
from companion.games.taps import Gesture, TapHandler, Thing, Wait
from companion.i18n.message import say
from companion.match.match import Match
from companion.match.taps.situations import EnteringRoll, Idle, Pending, ShowingResult
from companion.storage.journal import MemoryJournal
from tests.conftest import SetTable
from tests.support.tally import State, Tally
from tests.support.taps import Taps

PAY = Choice("add 1", say("Pay"))
THINK = Choice("then think", say("Think about it"))


class Owed(TapHandler):
    """Whatever is tapped says how much is owed and can be paid; NEXT asks for it, too."""

    def meaning(self, state: State, gesture: Gesture) -> Wait:
        return Wait(say("{n} are owed.", n=state.total), gesture, choices=(PAY,))

    def next(self, state: State) -> Wait:
        return Wait(say("Somebody has to pay first."), choices=(PAY, THINK))


class Debts(Tally):
    tap_handler = cached_property(Owed)


def sat_down() -> tuple[Match, Taps]:
    table = Match(Debts(), MemoryJournal())
    return table, Taps(table)


def test_what_lasts_says_anew_what_it_waits_for_when_somebody_has_changed_the_game() -> None:
    table, taps = sat_down()
    for name in ("purse", "pouch"):
        taps.tap(Thing("card", name), "", 1.0)
    table.take("add 4")
    taps.look_again(2.0)

    assert isinstance(taps.situation, Pending)
    assert str(taps.situation.wait.words) == "4 are owed."


def test_an_answer_to_what_next_has_asked_goes_on_as_next_does() -> None:
    table, taps = sat_down()
    taps.press("next", 1.0)
    assert table.document["total"] == 0
    taps.press("next", 2.0)

    assert table.document["total"] == 1
    assert taps.situation == ShowingResult()


def test_an_answer_about_what_was_tapped_leads_back_to_rest() -> None:
    table, taps = sat_down()
    taps.tap(Thing("card", "purse"), "", 1.0)
    taps.press("next", 2.0)

    assert table.document["total"] == 1
    assert taps.situation == Idle()


PUT_ASIDE = "Put aside: 0 are owed."


@pytest.mark.parametrize(
    "hands",
    [
        lambda taps: taps.press("info", 3.0),
        lambda taps: taps.hold("info", 3.0),
        lambda taps: taps.pass_time(30.0),
        lambda taps: taps.enrol("", 3.0),
    ],
    ids=["leafs on", "looks for the code", "waits too long", "gives tags"],
)
def test_whoever_leaves_a_question_reads_that_it_was_put_aside(
    hands: Callable[[Taps], object],
) -> None:
    _, taps = sat_down()
    taps.tap(Thing("card", "purse"), "", 1.0)
    hands(taps)

    assert str(taps.notice) == PUT_ASIDE


def test_an_answer_puts_nothing_aside() -> None:
    _, taps = sat_down()
    taps.tap(Thing("card", "purse"), "", 1.0)
    taps.press("next", 2.0)

    assert str(taps.notice) != PUT_ASIDE


def test_a_tap_that_goes_on_with_a_gesture_puts_nothing_aside() -> None:
    _, taps = sat_down()
    for name in ("purse", "pouch"):
        taps.tap(Thing("card", name), "", 1.0)

    assert taps.notice is None


def test_whoever_enters_a_die_and_goes_away_reads_that_nothing_was_entered() -> None:
    taps = Taps(Match(game("daybreak"), MemoryJournal()))
    taps.hold("die:planetary", 1.0)
    taps.pass_time(30.0)

    assert str(taps.notice).startswith("Nothing was entered")


PLACING = ("seat red", "start", "event none none", "next")
GOING_HOME = (*PLACING, "place red explore", "next", "explore coast 3 advance", "return")


@pytest.mark.parametrize(
    "hands",
    [
        *(lambda taps, tag, name=name: taps.tap(tag(name), "", 3.0) for name in ("red", "W01")),
        lambda taps, _: taps.press("mode:1", 3.0),
        lambda taps, _: taps.press("info", 3.0),
        lambda taps, _: taps.pass_time(60.0),
    ],
    ids=["a colour", "an object", "a mode", "INFO", "nothing more"],
)
@pytest.mark.parametrize(
    ("lines", "entered"), [(GOING_HOME, 0), (PLACING, 0), (PLACING, 1)], ids=str
)
def test_wooden_dice_that_are_half_entered_are_never_lost_without_a_word(
    lines: tuple[str, ...],
    entered: int,
    hands: Callable[[Taps, Callable[[str], Thing | None]], object],
) -> None:
    table, taps = half_entered(lines, entered)

    hands(taps, lambda name: table.game.tap_handler.thing(table.state, name))

    assert not isinstance(taps.situation, EnteringRoll)
    assert str(taps.notice).startswith("Nothing was entered")


@pytest.mark.parametrize("name", ["E07", "wood", "guide"])
def test_a_tag_that_is_of_no_use_now_leaves_half_entered_dice_as_they_are(name: str) -> None:
    table, taps = half_entered(GOING_HOME, 0)
    before, thing = taps.situation, table.game.tap_handler.thing(table.state, name)
    assert thing

    with pytest.raises(Refusal):
        taps.tap(thing, "", 3.0)

    assert taps.situation == before


def half_entered(lines: tuple[str, ...], entered: int) -> tuple[Match, Taps]:
    """Náufragos after these lines, with a die held, and so many of its faces said."""
    table = Match(game("naufragos"), MemoryJournal())
    for line in lines:
        table.take(line)
    taps = Taps(table)
    for at in range(entered + 1):
        taps.turn(+2, at + 0.5)
        taps.hold("die:dice", at + 1.0)
    assert isinstance(taps.situation, EnteringRoll)
    assert len(taps.situation.shown) == entered
    return table, taps


def test_a_tap_of_something_else_says_what_it_has_put_aside(daybreak: SetTable) -> None:
    taps = Taps(daybreak("project 1.309", "to local"))
    taps.press("discard", 1.0)
    taps.tap(Thing("card", "1.126"), "", 3.0)
    taps.tap(Thing("card", "1.206"), "", 5.0)

    assert str(taps.notice) == "China discards 1.206 Dirty Electricity Phaseout."
    assert str(taps.asks) == "Put aside: Which power does it?"


def test_the_power_that_a_question_asks_for_can_be_tapped(daybreak: SetTable) -> None:
    taps = Taps(daybreak("project 1.309", "to local"))
    taps.press("discard", 1.0)
    taps.tap(Thing("card", "1.126"), "", 3.0)
    taps.tap(Thing("seat", "us"), "", 5.0)

    assert str(taps.notice).startswith("United States discards")
    assert taps.asks is None


def test_a_die_that_is_rolled_instead_of_an_answer_says_so(daybreak: SetTable) -> None:
    taps = Taps(daybreak("project 1.309", "to local"))
    taps.press("discard", 1.0)
    taps.tap(Thing("card", "1.126"), "", 3.0)
    taps.press("die:planetary", 5.0)

    assert str(taps.notice) == "Put aside: Which power does it?"


def test_a_menu_that_is_left_for_another_says_that_nothing_was_chosen() -> None:
    table = Match(game("council_of_shadows"), MemoryJournal())
    for line in ("seat red", "seat blue", "start", "to plan"):
        table.submit(line)
    taps = Taps(table)
    taps.press("mode:1", 1.0)
    taps.tap(Thing("seat", "red"), "", 3.0)

    assert str(taps.notice) == "Nothing was chosen."


def test_a_card_that_answers_nothing_about_an_event_says_what_it_has_put_aside() -> None:
    table = Match(game("naufragos"), MemoryJournal())
    for line in ("seat red", "seat blue", "start"):
        table.submit(line)
    taps = Taps(table)
    taps.tap(Thing("card", "E03"), "", 1.0)
    taps.tap(Thing("card", "W01"), "", 3.0)

    assert str(taps.notice) == "Put aside: E03: which weather mark?"


@pytest.mark.parametrize("other", ["red", "E01"])
def test_what_is_tapped_is_no_answer_to_what_next_asks_about_an_event(other: str) -> None:
    table = Match(game("naufragos"), MemoryJournal())
    for line in ("seat red", "seat blue", "start"):
        table.submit(line)
    taps = Taps(table)
    taps.press("next", 1.0)
    thing = table.game.tap_handler.thing(table.state, other)
    assert thing
    taps.tap(thing, "", 3.0)

    assert isinstance(taps.situation, Pending)
    assert taps.situation.wait.gesture.things == (thing,)
    assert str(taps.notice) == "Put aside: The event: which weather mark?"


def test_an_answer_that_is_one_more_word_is_asked_about_in_its_turn() -> None:
    table, taps = sat_down()
    taps.press("next", 1.0)
    taps.turn(+1, 2.0)
    taps.press("next", 3.0)

    assert isinstance(taps.situation, Pending)
    assert taps.situation.wait.gesture.things == (Thing("answer", "think"),)
    assert table.document["total"] == 0
