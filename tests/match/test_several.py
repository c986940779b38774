"""Several inputs in one line: taken together, refused together, taken back together."""

import pytest

from companion.errors import CompanionError, Malformed, Refusal
from companion.games import game, several
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from tests.support.tally import TALLY


def table() -> Match:
    return Match(TALLY, MemoryJournal())


def test_inputs_of_a_line_are_taken_one_after_the_other_as_one_step() -> None:
    match = table()
    change = match.take("add 3; next; roll 4")

    assert (match.document["total"], match.document["round"]) == (8, 1)
    assert str(change.label) == "3 more; next round; the die shows 4"
    assert match.revision == 2


def test_one_undo_takes_all_of_them_back_and_redo_brings_them_again() -> None:
    match = table()
    match.take("add 3; next")
    match.take("undo")
    assert match.document["total"] == 0
    match.take("redo")
    assert match.document["total"] == 4


@pytest.mark.parametrize(
    "line", ["add 3; add 13", "add 99; add 1; next", "add 3; juggle", "add 3;"]
)
def test_what_is_refused_of_a_line_refuses_all_of_it(line: str) -> None:
    match = table()
    with pytest.raises(CompanionError):
        match.take(line)
    assert (match.revision, match.document["total"]) == (1, 0)


@pytest.mark.parametrize("line", ["undo; add 1", "add 1; undo", "add 1; box plain"])
def test_what_is_the_tables_own_is_said_alone(line: str) -> None:
    with pytest.raises(Malformed):
        table().take(line)


def test_a_line_with_a_text_in_it_is_a_single_input() -> None:
    assert several.parts('challenge + "first; then"') == ('challenge + "first; then"',)


def test_it_comes_back_from_its_journal() -> None:
    match = table()
    match.take("add 3; next")

    again = Match(TALLY, MemoryJournal(match.entries()))
    assert again.document == match.document
    assert again.steps[-1].line == "add 3; next"


def test_of_a_secret_input_among_others_nothing_is_told() -> None:
    council = Match(game("council_of_shadows"), MemoryJournal())
    for line in ("seat red", "seat violet", "start", "to plan"):
        council.take(line)
    change = council.take("consume red 7; consume violet 9")

    assert "7" not in str(change.label)
    assert "9" not in str(change.label)


def test_the_state_that_was_worked_out_already_is_not_worked_out_again() -> None:
    match = Match(game("naufragos"), MemoryJournal())
    events = several.decide(match.game, match.state, "seat red; seat blue")

    after = several.state_after(match.game, match.state, events)
    assert after.seats == ("red", "blue")
    assert after is several.state_after(match.game, match.state, events)
    with pytest.raises(Refusal):
        several.decide(match.game, match.state, "seat red; seat red")
