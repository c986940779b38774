"""NEXT where it would end something for everybody, and what is half said meanwhile."""

import pytest

from companion.games.taps import Thing
from companion.match.match import Match
from companion.match.taps.effects import Ports
from companion.match.taps.prompts import asked_by, prompt_of
from companion.match.taps.screen_page import page_of
from companion.match.taps.situations import ConfirmingNext, Pending
from companion.match.taps.tap_grammar import TapGrammar
from tests.conftest import SetTable
from tests.support.taps import Taps

LOCAL = ("to local", "next", "set us.demand 20")
LATER = 60.0
"""Seconds: four times as long as anything waits that nobody is in the midst of."""


class TapHandler:
    """Somebody who takes a second for everything, unless told to dawdle."""

    def __init__(self, table: Match) -> None:
        self.table = table
        self.now = 100.0
        self.taps = Taps(table)

    def wait(self, seconds: float = 1.0) -> None:
        self.now += seconds
        self.taps.pass_time(self.now)
        self.taps.look_again(self.now)

    def tap(self, *cards: str) -> None:
        for card in cards:
            self.wait()
            self.taps.tap(Thing("card", card), "", self.now)

    def press(self, *roles: str) -> None:
        for role in roles:
            self.wait()
            self.taps.press(role, self.now)

    @property
    def stage(self) -> str:
        stage: str = self.table.document["stage"]
        return stage

    @property
    def asked(self) -> tuple[str, ...]:
        return tuple(map(str, asked_by(self.table.history[-1], self.taps).asked))

    @property
    def due(self) -> str:
        return asked_by(self.table.history[-1], self.taps).due


@pytest.fixture
def hands(daybreak: SetTable) -> TapHandler:
    return TapHandler(daybreak(*LOCAL))


def test_the_local_stage_ends_at_the_second_press(hands: TapHandler) -> None:
    hands.press("next")
    assert hands.stage == "local"
    assert isinstance(hands.taps.situation, ConfirmingNext)

    hands.press("next")
    assert hands.stage == "crisis"  # in the Emissions stage nobody does anything


def test_the_first_press_shows_what_is_open(hands: TapHandler) -> None:
    hands.press("next")

    asked = hands.asked
    assert asked[0] == "NEXT again ends the Local stage for everybody."
    assert "Nobody has seen the Forecast: tap it." in asked
    assert any("energy short" in line and "United States" in line for line in asked)
    shown = page_of(hands.table.game, hands.table.history[-1], hands.taps, hands.now)
    assert shown.notice == hands.taps.situation.ending.words  # type: ignore[union-attr]


def test_a_next_that_was_meant_for_a_card_ends_nothing(hands: TapHandler) -> None:
    hands.tap("1.206")
    hands.wait(LATER)
    hands.press("next")

    assert hands.stage == "local"


def test_who_pays_is_not_hurried(hands: TapHandler) -> None:
    hands.tap("1.205", "1.205")
    hands.wait(LATER)
    assert isinstance(hands.taps.situation, Pending)
    assert hands.taps.due(hands.now) is None

    hands.table.take("tags 1.205 grid")
    hands.tap("1.068")
    assert hands.table.document["powers"]["china"]["clean"] == 4


def test_a_payment_waits_although_somebody_changes_something_else(hands: TapHandler) -> None:
    hands.tap("1.205", "1.205")
    hands.table.take("set oceans 2")
    hands.wait(LATER)

    assert isinstance(hands.taps.situation, Pending)


@pytest.mark.parametrize("line", ["to emissions", "discard 1.205 china"])
def test_a_payment_for_what_is_over_is_dropped(hands: TapHandler, line: str) -> None:
    hands.tap("1.205", "1.205")
    hands.table.take(line)
    hands.wait()

    assert not isinstance(hands.taps.situation, Pending)


def test_what_somebody_does_between_two_presses_is_seen_before_the_second(
    hands: TapHandler,
) -> None:
    hands.press("next")
    hands.table.take("set us.demand 1")
    hands.press("next")  # in the same moment: that press was for what was shown before
    assert hands.stage == "local"
    assert not any("energy short" in line for line in hands.asked)

    hands.press("next")
    assert hands.stage == "crisis"


@pytest.mark.parametrize("role", ["undo", ""])
def test_who_thinks_better_of_it_stays(hands: TapHandler, role: str) -> None:
    revision = hands.table.revision
    hands.press("next")
    if role:
        hands.press(role)
    else:
        hands.wait(LATER)

    assert not isinstance(hands.taps.situation, ConfirmingNext)
    assert hands.table.revision == revision


def test_crises_that_are_left_are_counted_down(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak("set trees 60", "to crisis"))
    hands.press("next")
    assert "3 Crisis cards are left" in hands.asked[1]
    hands.press("undo")

    hands.tap("1.415")
    hands.press("next")
    assert "2 Crisis cards are left" in hands.asked[1]
    hands.press("next")
    assert hands.stage == "growth"  # where the game is won


def test_the_button_that_shines_is_the_one_that_is_of_use(hands: TapHandler) -> None:
    assert hands.due == "next"
    hands.tap("1.208")
    assert hands.due == "next"
    hands.tap("1.205")  # it costs a card, and NEXT does not pay it
    assert hands.due == ""
    hands.press("undo", "undo")
    assert hands.due == "undo"


def test_after_the_end_it_leads_to_the_next_game_and_to_the_story(daybreak: SetTable) -> None:
    table = daybreak("set thermometer.bands 8")
    for new_game in (None, lambda: None):
        taps = Taps(table, Ports(new_game=new_game))
        prompt = asked_by(table.history[-1], taps)
        shown = page_of(table.game, table.history[-1], taps, 10.0)

        assert (prompt.due == "next") == bool(new_game)
        assert ("NEXT, pressed twice" in str(prompt.asked[-1])) == bool(new_game)
        assert bool(shown.notice) == bool(new_game)


def test_whoever_knows_of_no_other_games_leads_to_none_after_the_end(daybreak: SetTable) -> None:
    over = daybreak("set thermometer.bands 8").history[-1]

    assert prompt_of(over, TapGrammar(over)).due != "next"
