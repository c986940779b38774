"""The page of a game that brings none: how a phone goes on where the NEXT of a panel asks."""

from typing import Any

import pytest

from companion.errors import Refusal
from companion.games import AnyGame
from companion.games.display import Choice
from companion.games.taps import NEXT, Do, Gesture, TapHandler, Thing, Wait
from companion.i18n.message import say
from companion.web.live.default_board import PlainBoard, plain_board
from tests.support.tally import TALLY

CARD = Gesture((Thing("card", "7"),))
HOW_MANY = Wait(
    say("How many?"),
    choices=(Choice("add 2", "Two"), Choice("then more", "More"), Choice("then less", "Less")),
)
MORE = Wait(say("How many more?"), choices=(Choice("add 5", "Five"), Choice("add 6", "Six")))
LOOK = Wait(say("Look at it."), CARD)


class Hands(TapHandler):
    """What NEXT leads to, and what an answer or another NEXT leads to after that."""

    def __init__(self, game: AnyGame, led: Wait, then: dict[str, Do | Wait]) -> None:
        super().__init__(game)
        self._led, self._then = led, then

    def next(self, state: Any) -> Do | Wait:
        return self._led

    def meaning(self, state: Any, gesture: Gesture) -> Do | Wait:
        if meaning := self._then.get(gesture.things[-1].name):
            return meaning
        raise Refusal("not_now", say("Not now."))


def board_with(
    monkeypatch: pytest.MonkeyPatch, led: Wait, then: dict[str, Do | Wait]
) -> PlainBoard:
    hands = Hands(TALLY, led, then)
    monkeypatch.setattr(type(TALLY), "tap_handler", property(lambda game: hands))
    state = TALLY.evolve(TALLY.blank, TALLY.read("next").events[-1])
    return plain_board(TALLY, state, TALLY.view(state), led)


def test_what_next_asks_can_be_answered_on_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_with(monkeypatch, HOW_MANY, {"more": MORE})

    assert board.asked
    assert board.asked.words == HOW_MANY.words
    assert [each.answer for each in board.asked.choices] == ["add 2", "add 5", "add 6"]
    assert str(board.asked.choices[1].text) == "More: Five"
    assert board.next == ""


def test_an_answer_that_leads_back_to_its_question_is_no_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = board_with(monkeypatch, HOW_MANY, {"more": HOW_MANY})

    assert board.asked
    assert [each.answer for each in board.asked.choices] == ["add 2"]


def test_what_next_only_shows_is_passed_on_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_with(monkeypatch, LOOK, {NEXT.name: Do("add 1")})

    assert board.asked
    assert (board.next, board.asked.choices) == ("add 1", ())


@pytest.mark.parametrize("then", [{}, {NEXT.name: LOOK}])
def test_where_next_waits_for_a_tap_a_phone_goes_on_if_the_rules_do(
    monkeypatch: pytest.MonkeyPatch, then: dict[str, Do | Wait]
) -> None:
    assert board_with(monkeypatch, LOOK, then).next == "next"
