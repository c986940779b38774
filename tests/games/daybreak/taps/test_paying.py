"""Daybreak's actions by hands: what is tapped after a card in play pays for it."""

import json

import pytest

from companion.errors import Refusal
from companion.games.taps import Thing
from companion.match.match import Match
from companion.match.taps.prompts import asked_by
from companion.match.taps.situations import Idle, Pending
from tests.conftest import SetTable
from tests.support.taps import Taps

LOCAL = ("to local", "next", "tags 1.205 grid")
DEAR = {
    "number": "1.134",
    "kind": "local",
    "name": {"en": "Dear"},
    "tags": ["grid"],
    "action": {"discard": 2, "effects": [{"token": "clean", "by": 1}]},
}
PROJECT = (
    "project 1.315",
    "set china.emissions.industry 0",
    "to local",
    "set us.emissions.industry 3",
)


class TapHandler:
    """Somebody who takes a second for everything."""

    def __init__(self, table: Match) -> None:
        self.table, self.now = table, 100.0
        self.taps = Taps(table)

    def tap(self, *names: str, zone: str = "") -> None:
        for name in names:
            self.now += 1
            thing = self.table.game.tap_handler.thing(self.table.state, name)
            assert thing, name
            self.taps.tap(thing, zone, self.now)

    def press(self, *roles: str) -> None:
        for role in roles:
            self.now += 1
            self.taps.press(role, self.now)

    @property
    def asked(self) -> str:
        return str(asked_by(self.table.history[-1], self.taps).asked[0])

    @property
    def line(self) -> str:
        return self.table.history[-1].step.line

    def cards(self, power: str, stack: int) -> list[str]:
        cards: list[str] = self.table.document["powers"][power]["stacks"][stack - 1]["cards"]
        return cards


@pytest.fixture
def hands(daybreak: SetTable) -> TapHandler:
    return TapHandler(daybreak(*LOCAL))


@pytest.fixture
def dear(daybreak: SetTable) -> TapHandler:
    """A card in front that costs two."""
    return TapHandler(daybreak(*LOCAL, f"card {json.dumps(DEAR)}", "play 1.134 china 1"))


def test_a_card_after_one_in_front_pays_for_its_action(hands: TapHandler) -> None:
    hands.tap("1.205", "1.068")

    assert hands.line == "act china 1 paying 1.068"
    assert hands.table.document["powers"]["china"]["clean"] == 4


def test_discard_after_one_in_front_pays_with_a_card_without_a_tag(hands: TapHandler) -> None:
    hands.tap("1.205")
    hands.press("discard")

    assert hands.line == "act china 1 paying ?"


def test_the_look_says_how_it_is_paid_and_no_button_shines(hands: TapHandler) -> None:
    hands.tap("1.205")

    assert hands.asked == "Tap 1 card to pay, or press DISCARD."
    assert asked_by(hands.table.history[-1], hands.taps).due == ""


def test_a_card_before_one_in_front_is_played_there(hands: TapHandler) -> None:
    hands.tap("1.068", "1.205")

    assert hands.cards("china", 1) == ["1.068", "1.205"]


def test_the_tag_of_a_place_is_where_a_card_goes_in_either_order(hands: TapHandler) -> None:
    hands.tap("china 1", "1.068", "1.133", "china 1")

    assert hands.cards("china", 1) == ["1.133", "1.068", "1.205"]


def test_after_tuck_a_card_is_tucked_and_pays_nothing(hands: TapHandler) -> None:
    hands.press("tuck")
    hands.tap("1.205", "1.068")

    assert hands.cards("china", 1) == ["1.205", "1.068"]


def test_who_presses_next_first_still_pays_afterwards(hands: TapHandler) -> None:
    hands.tap("1.205")
    hands.press("next")
    assert hands.asked == "Tap 1 card to pay, or press DISCARD."
    hands.tap("1.068")

    assert hands.line == "act china 1 paying 1.068"


def test_several_cards_are_paid_one_after_the_other(dear: TapHandler) -> None:
    dear.tap("1.134", "1.068")
    assert dear.asked.startswith("Tap 1 card to pay")
    dear.press("discard")

    assert dear.line == "act china 1 paying 1.068 ?"


def test_who_has_paid_in_part_is_not_hurried(dear: TapHandler) -> None:
    dear.tap("1.134")
    dear.press("discard")
    dear.now += 3600
    assert not dear.taps.pass_time(dear.now)
    dear.tap("1.068")

    assert dear.line == "act china 1 paying ? 1.068"


@pytest.mark.parametrize(("role", "code"), [("tuck", "incomplete"), ("next", "cost")])
def test_what_is_paid_in_part_turns_into_nothing_else(
    dear: TapHandler, role: str, code: str
) -> None:
    dear.tap("1.134", "1.068")
    with pytest.raises(Refusal) as refused:
        dear.press(role)

    assert refused.value.code == code
    assert isinstance(dear.taps.situation, Pending)
    dear.tap("1.035")
    assert dear.line == "act china 1 paying 1.068 1.035"


def test_undo_drops_a_payment_and_nothing_else(dear: TapHandler) -> None:
    before = dear.table.revision
    dear.tap("1.134", "1.068")
    dear.press("undo")

    assert dear.taps.situation == Idle()
    assert dear.table.revision == before


def test_where_the_action_cannot_be_taken_no_card_is_paid_or_played(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*LOCAL, "tags 1.206 society"))
    hands.table.take("tags 1.213 society")  # Research and Development needs an Innovation tag
    hands.tap("1.213")
    assert hands.asked == "To play a card, tap it first."
    with pytest.raises(Refusal):
        hands.tap("1.068")
    with pytest.raises(Refusal):
        hands.press("discard")

    assert hands.cards("us", 4) == ["1.213"]
    hands.press("undo")
    hands.tap("1.068", "1.213")
    assert hands.cards("us", 4) == ["1.068", "1.213"]


def test_after_a_front_card_whose_action_is_free_a_card_is_played(hands: TapHandler) -> None:
    hands.tap("1.208")
    assert hands.asked == "NEXT takes its action."
    hands.tap("1.068")

    assert hands.cards("china", 4) == ["1.068", "1.208"]


def test_a_crisis_or_a_project_after_a_front_card_pays_nothing(hands: TapHandler) -> None:
    hands.tap("1.205", "1.415")

    assert hands.line == "crisis 1.415"


def test_an_active_project_is_paid_after_it_and_tucked_under_before_it(
    daybreak: SetTable,
) -> None:
    hands = TapHandler(daybreak(*PROJECT))
    hands.tap("1.315", zone="us")
    assert hands.asked.startswith("Tap 1 card to pay")
    hands.tap("1.068", zone="us")
    assert hands.line == "act us 1.315 paying 1.068"

    hands.tap("1.035", "1.315", zone="us")
    assert hands.line == "tuck 1.035 under 1.315 by us"


def test_who_pays_for_a_project_is_asked_where_nobody_knows(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*PROJECT))
    hands.tap("1.315")
    hands.press("discard")
    with pytest.raises(Refusal, match="paid already"):
        hands.tap("1.068")
    hands.taps.tap(Thing("seat", "us"), "", hands.now + 1)

    assert hands.line == "act us 1.315 paying ?"
