"""What people are asked when a card needs an answer, for every kind of question there is."""

import pytest

from companion.games.daybreak.model.events import Corrected
from companion.games.daybreak.text.instructions import QUESTIONS
from companion.match.match import Match
from companion.storage.journal import Entry, MemoryJournal, write_events
from tests.conftest import SetTable

BANDS = ("set thermometer.bands 2", "set trees 31")
TO_CRISIS = ("to emissions", "to crisis", "roll planetary weather", "roll planetary amazon")
CHALLENGED = ('challenge + "Nobody burns coal."', "set trees 90")
ASKED: dict[str, tuple[tuple[str, ...], list[str]]] = {
    "one_of": (
        ("to local", "tags 1.209 grid", "act china 5"),
        [
            "China, 1.209 Green Tech Exports: which of its effects?",
            "1: give 1 Clean Energy to another power",
            "2: give 2 Clean Energy to another power",
        ],
    ),
    "optional": (
        (
            *("to local", "tags 1.014 grid", "discard 1.207 china", "play 1.014 china 3"),
            "act china 3 paying ?",
        ),
        [
            "China, 1.014 Solar Plants: that too? (yes or no)",
            "−1 Dirty Energy if you like",
            "yes, no",
        ],
    ),
    "power": (
        ("to local", "play 1.050 us 1", "act us 1"),
        ["United States, 1.050 Resource Redistribution: which power?", "China"],
    ),
    "resilience": (
        ("to local", "act us 3 paying ?"),
        [
            "United States, 1.212 Civilian Climate Corps: which Resilience?",
            "Social Resilience, Ecological Resilience, Infrastructure Resilience",
        ],
    ),
    "crisis": (
        ("to local", "tags 1.102 innovation", "play 1.102 china 1", "act china 1 paying ?"),
        ["China, 1.102 Early Warning Systems: turn one Crisis card face up, and show it."],
    ),
    "roll": (
        (
            *("to local", "tags 1.126 geoengineering", "discard 1.205 china"),
            *("play 1.126 china 1", "act china 1"),
        ),
        [
            "China, 1.126 Stratospheric Sulfur: roll the Geoengineering die.",
        ],
    ),
    "discard": (
        (*BANDS, *TO_CRISIS, "crisis 1.401"),
        [
            "China, 1.401 Economic Recession: which card is lost, from the hand or the play area?",
            "a card from the hand, 1.205 Clean Electricity Plants, "
            "1.206 Dirty Electricity Phaseout, 1.207 Resilience Volunteers, "
            "1.208 Emissions Technology R+D, 1.209 Green Tech Exports",
        ],
    ),
    "project": (
        (*BANDS, "project 1.309", *TO_CRISIS, "crisis 1.442", "choose as_read"),
        ["1.442 Pledges Ignored: which Global Project is lost?", "1.309 Tax Haven Regulations"],
    ),
    "part": (
        (*BANDS, *TO_CRISIS, "crisis 1.417"),
        [
            "China, 1.417 Energy Crisis: "
            "the card says more than was read. "
            "How much of this happens: +2 Communities in Crisis?",
            "as read, less, nothing of it",
        ],
    ),
    "less": (
        (*BANDS, *TO_CRISIS, "crisis 1.417", "choose less"),
        [
            "China, 1.417 Energy Crisis: how much is left of it?",
            "as read: +2 Communities in Crisis",
        ],
    ),
    "tags": (
        ("to local", "act us 1 paying ?"),
        ["United States: how many Grid tags does 1.210 Clean Electricity Plants print?"],
    ),
    "challenge": (
        (*CHALLENGED, "to emissions", "to crisis", "to growth"),
        ["Is this Challenge met? Nobody burns coal.", "yes, no"],
    ),
    "by_hand": (
        ("to local", "act us 5"),
        [
            "United States, 1.214 Climate Debt Reparations: "
            "do what it says, and enter the result. Its text is not known here."
        ],
    ),
    "ignore": (
        (
            *(*BANDS, "to local", "tags 1.129 geoengineering", "play 1.129 china 1"),
            *("to emissions", "to crisis", "roll planetary arctic"),
        ),
        ["Loss of Arctic Sea Ice: ignore this result?", "no, 1.129 Marine Cloud Brightening"],
    ),
    "shield": (
        (
            *(*BANDS, "project 1.304", "to local", "tuck 1.035 under 1.304 by us"),
            *(*TO_CRISIS, "crisis 1.408"),
        ),
        [
            "1.304 Ecological Protection Service: who ignores this crisis?",
            "nobody, China, United States",
        ],
    ),
    "relief": (
        (
            *(*BANDS, "project 1.308", "to local", "tuck 1.035 under 1.308 by us"),
            *(*TO_CRISIS, "crisis 1.408"),
        ),
        [
            "1.308 Loss and Damage Fund: discard a stored card to soften the crisis?",
            "no, 1.035 Tree Farms",
        ],
    ),
}


@pytest.mark.parametrize("kind", ASKED)
def test_a_question_names_who_is_asked_the_card_and_the_answers(
    daybreak: SetTable, kind: str
) -> None:
    lines, asked = ASKED[kind]
    table = daybreak(*lines)

    assert table.document["prompt"]["kind"] == kind
    assert [str(line) for line in table.game.guide(table.state)] == asked


def test_no_kind_of_question_is_missing_but_the_one_that_no_shipped_card_asks() -> None:
    assert set(QUESTIONS) - set(ASKED) == {"emissions"}


def test_entering_tags_does_not_end_the_drawing_of_cards(daybreak: SetTable) -> None:
    table = daybreak("to local", "tags 1.035 ecology")

    assert table.document["step"] == "draw"
    table.submit("play 1.035 china 1")
    assert table.document["step"] == "play"


def test_a_kept_game_whose_question_lost_its_last_answer_goes_on_with_any(
    daybreak: SetTable,
) -> None:
    asking = ("play 1.108 china 1", "tags 1.108 society", "act china 1")
    table = daybreak("set us.communities 2", "to local", *asking)
    event = Corrected("powers.us.communities", 0)
    entry = Entry(table.revision + 1, "input", "set us.communities 0", write_events([event]))
    kept = Match(table.game, MemoryJournal([*table.entries(), entry]))
    assert kept.state.tasks

    kept.submit("choose us")

    assert not kept.state.tasks
    assert kept.document["powers"]["us"]["communities"] == 0
