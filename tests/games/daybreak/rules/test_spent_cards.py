"""A card that was spent cannot be spent again before somebody has drawn."""

import pytest

from companion.errors import Refusal
from companion.match.match import Match
from tests.conftest import SetTable

LOCAL = ("to local", "next")
COOL = ("set trees 60", "to crisis")
SAFE = ("set crises.due 1", "set drawdown false")
"""So another round follows, with no roll in between."""
TAGS = ("tags 1.205 grid", "tags 1.206 regulation")
AGAIN = (
    "act china 2 paying 1.112",
    "play 1.112 china 3",
    "tuck 1.112 china 3",
    "tuck 1.112 under 1.309 by us",
    "tuck 1.112 under 1.444 by us",
    "discard 1.112 us",
)
"""Everything that a card of a hand can be used for."""


def refusal(table: Match, line: str) -> Refusal:
    before = table.revision
    with pytest.raises(Refusal) as refused:
        table.submit(line)
    assert table.revision == before
    return refused.value


@pytest.mark.parametrize("line", AGAIN)
def test_a_card_that_has_paid_cannot_be_used_again(daybreak: SetTable, line: str) -> None:
    table = daybreak("crisis 1.444", "project 1.309", *LOCAL, *TAGS, "act china 1 paying 1.112")

    refused = refusal(table, line)

    assert refused.code == "discarded"
    assert "1.112" in str(refused)


@pytest.mark.parametrize("line", AGAIN)
def test_a_card_that_waits_to_pay_cannot_be_used_besides(daybreak: SetTable, line: str) -> None:
    table = daybreak("crisis 1.444", "project 1.309", *LOCAL, "act china 1 paying 1.112")
    assert table.document["prompt"]["kind"] == "tags"

    assert refusal(table, line).code == "already_there"


def test_a_card_that_waits_to_be_tucked_cannot_pay_besides(daybreak: SetTable) -> None:
    table = daybreak("project 1.309", *LOCAL, *TAGS, "tuck 1.035 under 1.309 by us")
    assert table.document["prompt"]["kind"] == "tags"

    assert refusal(table, "act china 1 paying 1.035").code == "already_there"


def test_what_waited_is_free_again_once_it_was_not_done_after_all(daybreak: SetTable) -> None:
    table = daybreak(*LOCAL, "act china 1 paying 1.112", "play 1.035 china 1", "choose 1")
    assert not table.document["prompt"]["options"]

    table.submit("play 1.112 china 3")

    assert table.document["powers"]["china"]["stacks"][2]["cards"][0] == "1.112"


def test_a_question_that_is_answered_pays_once(daybreak: SetTable) -> None:
    table = daybreak(*LOCAL, "act china 1 paying 1.112", "choose 1")

    assert refusal(table, "act china 2 paying 1.112").code == "discarded"


def test_cards_that_were_tucked_under_an_ended_crisis_are_discarded(daybreak: SetTable) -> None:
    tucked = ("tags 1.035 society", "tags 1.094 society")
    under = ("tuck 1.035 under 1.444 by china", "tuck 1.094 under 1.444 by us")
    forecast = ("crisis 1.444", *COOL, "crisis 1.444", *SAFE, "to local")
    table = daybreak(*forecast, "next", *tucked, *under)
    assert table.document["crises"]["ongoing"] == []

    assert refusal(table, "play 1.035 china 3").code == "discarded"


def test_once_somebody_has_drawn_any_card_may_have_been_drawn(daybreak: SetTable) -> None:
    paid = (*LOCAL, *TAGS, "act china 1 paying 1.112")
    drawn = ("play 1.113 us 1", "tags 1.113 solar", "act us 1")

    later = daybreak(*paid, *COOL, *SAFE, "to local")
    meanwhile = daybreak(*paid, *drawn)

    for table in (later, meanwhile):
        table.submit("play 1.112 china 3")


def test_what_was_discarded_before_everybody_draws_may_be_drawn(daybreak: SetTable) -> None:
    table = daybreak("discard 1.112 china", *LOCAL)

    table.submit("play 1.112 china 3")


def test_a_card_without_a_tag_can_always_pay(daybreak: SetTable) -> None:
    table = daybreak(*LOCAL, *TAGS, "act china 1 paying ?", "act china 1 paying ?")

    assert table.document["powers"]["china"]["clean"]


def test_undo_puts_the_card_back_into_the_hand(daybreak: SetTable) -> None:
    table = daybreak(*LOCAL, *TAGS, "act china 1 paying 1.112", "undo")

    table.submit("act china 2 paying 1.112")


def test_in_the_global_stage_nobody_has_drawn_yet(daybreak: SetTable) -> None:
    around = ("set trees 60", "to crisis", "set dice.rolls_due 0", "set crises.due 0", *SAFE[1:])
    table = daybreak(*LOCAL, *TAGS, "act china 1 paying 1.112", *around, "to global")
    assert table.document["round"] == 2

    assert refusal(table, "discard 1.112 us").code == "discarded"
    table.submit("to local")
    table.submit("play 1.112 us 3")
