"""What a game asks about a gesture, or before it goes on, and where that leads."""

from functools import cached_property

from companion.games.display import Choice
from companion.games.taps import Gesture, TapHandler, Thing, Wait
from companion.i18n.message import say
from companion.match.match import Match
from companion.match.taps.situations import Idle, Pending, ShowingResult
from companion.storage.journal import MemoryJournal
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


def test_an_answer_that_is_one_more_word_is_asked_about_in_its_turn() -> None:
    table, taps = sat_down()
    taps.press("next", 1.0)
    taps.turn(+1, 2.0)
    taps.press("next", 3.0)

    assert isinstance(taps.situation, Pending)
    assert taps.situation.wait.gesture.things == (Thing("answer", "think"),)
    assert table.document["total"] == 0
