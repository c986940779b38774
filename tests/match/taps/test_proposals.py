"""What is proposed: shown where people look, taken by one press, changed by one turn."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import pytest

from companion.games.display import Choice
from companion.games.taps import Do, Gesture, TapHandler, Thing, Throw
from companion.i18n.message import say
from companion.match.match import Match
from companion.match.script import Script, ScriptError
from companion.match.taps.effects import Ports
from companion.match.taps.prompts import asked_by
from companion.match.taps.screen_page import page_of
from companion.match.taps.situations import Idle, ShowingRoll
from companion.storage.journal import MemoryJournal
from tests.support.tally import Given, State, Tally
from tests.support.taps import Taps

FACES = tuple(Choice(str(face), str(face)) for face in range(1, 7))


class Hurried(TapHandler):
    """A card counts after the first round only; dice come three in a row."""

    def meaning(self, state: State, gesture: Gesture) -> Do:
        return Do(f"add {2 * state.round}")

    def implied(self, state: State, gesture: Gesture) -> str:
        return "" if state.round else "next"

    def throw(self, state: State, die: str) -> Throw:
        cause = f"rolls of round {state.round}" if state.total < 3 else ""
        return Throw(die, FACES[:1], cause=cause, implied="" if state.total else "add 0")


class Eager(Tally):
    tap_handler = cached_property(Hurried)

    def read(self, line: str) -> Given:
        return super().read(line.replace("roll die", "roll"))

    def proposals(self, state: State) -> Sequence[Choice]:
        if state.round:
            return ()
        return Choice("add 5; next", say("five more")), Choice("add 7", say("seven more"))


@pytest.fixture
def table() -> Match:
    return Match(Eager(), MemoryJournal())


@pytest.fixture
def taps(table: Match) -> Taps:
    return Taps(table, Ports(pick=lambda choices: choices[0]))


def test_one_press_takes_what_is_likely_and_one_undo_takes_it_back(
    table: Match, taps: Taps
) -> None:
    taps.press("next", 1.0)
    assert (table.document["total"], table.document["round"]) == (6, 1)

    taps.press("undo", 2.0)
    taps.press("undo", 3.0)
    assert (table.document["total"], table.document["round"]) == (0, 0)


def test_one_turn_changes_it_and_changes_nothing_else(table: Match, taps: Taps) -> None:
    taps.on_turn(+1, 1.0)
    assert (taps.situation, table.revision) == (Idle(1), 1)

    taps.press("next", 2.0)
    assert table.document["total"] == 7


def test_the_small_screen_and_the_page_beside_it_say_what_next_takes(
    table: Match, taps: Taps
) -> None:
    newest = table.history[-1]
    assert str(page_of(table.game, newest, taps, 1.0).notice) == "NEXT: five more"
    assert [*map(str, asked_by(newest, taps).asked)] == ["NEXT: five more"]

    taps.on_turn(+1, 1.0)
    assert str(page_of(table.game, newest, taps, 1.0).notice) == "NEXT: seven more"
    assert asked_by(newest, taps).due == "next"


def test_where_each_step_is_explained_next_does_not_go_through_several(table: Match) -> None:
    taps = Taps(table, stepwise=True)
    taps.press("next", 1.0)

    assert (table.document["total"], table.document["round"]) == (1, 1)


def test_a_gesture_that_belongs_to_the_next_step_goes_there_first(table: Match, taps: Taps) -> None:
    change = taps.tap(Thing("card", "purse"), "", 1.0)

    assert change
    assert change.step.line == "next; add 2"
    assert table.document["total"] == 3


def test_one_press_throws_all_dice_of_one_cause(table: Match, taps: Taps) -> None:
    change = taps.press("die", 1.0)

    assert change
    assert change.step.line == "add 0; roll die 1; roll die 1; roll die 1"
    rolled = taps.situation
    assert isinstance(rolled, ShowingRoll)
    assert (rolled.faces, rolled.throws) == (("1", "1", "1"), 3)
    page = page_of(table.game, table.history[-1], taps, 9.0)
    assert page.name == "die"


HURT = """game naufragos
seat red
seat blue
start
event none none
gain red.injuries 2
to end
"""


def test_a_script_says_what_the_dice_of_a_press_show() -> None:
    match = Script(f"{HURT}press dice 5 5 4 4\n", Path("dice.table")).play()

    assert match.steps[-1].line == "roll dice 5 5; roll dice 4 4"
    assert match.document["step"] == "done"


@pytest.mark.parametrize("shown", ["5", "5 5 5 5 5 5 5 5 5", "5 7 5 5"])
def test_a_script_that_says_other_dice_than_are_thrown_is_wrong(shown: str) -> None:
    with pytest.raises(ScriptError):
        Script(f"{HURT}press dice {shown}\n", Path("dice.table")).play()


def test_the_knob_leads_to_next_without_anything_that_is_proposed(table: Match, taps: Taps) -> None:
    taps.on_turn(-1, 1.0)
    newest = table.history[-1]
    assert str(page_of(table.game, newest, taps, 1.0).notice) == "NEXT: just go on"

    taps.press("next", 2.0)
    assert table.steps[-1].line == "next"


def test_who_leafs_through_the_pages_still_reads_what_next_takes(table: Match, taps: Taps) -> None:
    taps.press("info", 1.0)

    page = page_of(table.game, table.history[-1], taps, 1.0)
    assert str(page.notice) == "NEXT: five more"
