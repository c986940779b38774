"""Every revision of a game stays there, also those that are kept in a few bytes only."""

from random import Random

import pytest

from companion.errors import Refusal
from companion.match import revisions
from companion.match.match import Match, Revision
from companion.storage.journal import MemoryJournal
from tests.support.tally import TALLY

LINES = ("add 1", "roll 3", "next", "undo", "undo", "redo")


@pytest.fixture
def few_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revisions, "GROUP_SIZE", 4)
    monkeypatch.setattr(revisions, "GROUPS_CACHED", 2)


def played(seed: int, many: int = 90) -> tuple[Match, list[Revision]]:
    """A table, and every change as it was answered."""
    table, random = Match(TALLY, MemoryJournal()), Random(seed)
    answered = list(table.history)
    while len(answered) < many:
        try:
            answered.append(table.take(random.choice(LINES)))
        except Refusal:
            continue
    return table, answered


@pytest.mark.usefixtures("few_at_hand")
@pytest.mark.parametrize("seed", range(8))
def test_each_revision_is_what_was_answered_when_it_came(seed: int) -> None:
    table, answered = played(seed)

    assert list(table.history) == answered
    assert [table.history[at] for at in reversed(range(90))] == answered[::-1]
    for now, then in zip(table.history, answered, strict=True):
        assert (now.undoes, now.redoes) == (then.undoes, then.redoes)
        assert now.document == then.document


@pytest.mark.usefixtures("few_at_hand")
@pytest.mark.parametrize("seed", range(8))
def test_undo_leads_back_to_the_opening_through_what_is_long_past(seed: int) -> None:
    table, _ = played(seed)
    steps = list(table.steps)
    while len(table.steps) > 1:
        assert table.submit("undo") == steps.pop()

    assert table.state == table.history[0].state
    with pytest.raises(Refusal):
        table.submit("undo")


@pytest.mark.usefixtures("few_at_hand")
def test_the_branch_of_any_revision_is_known() -> None:
    table, answered = played(3)
    live, taken_back = list[int](), list[int]()
    for change in answered:
        if change.kind == "undo":
            taken_back.append(live.pop())
        elif change.kind == "redo":
            live.append(taken_back.pop())
        else:
            live.append(change.revision)
            taken_back.clear()
        assert list(table.history.branch(change.revision)) == live


@pytest.mark.usefixtures("few_at_hand")
def test_the_inputs_that_turn_a_round_are_known() -> None:
    table, answered = played(5)

    assert table.history.turns == {
        change.revision
        for change in answered[1:]
        if change.kind == "input" and change.step.before.round != change.step.after.round
    }


@pytest.mark.usefixtures("few_at_hand")
def test_the_same_input_again_gets_its_answer_also_when_that_is_long_past() -> None:
    table = Match(TALLY, MemoryJournal())
    first = table.take("add 7", id="phone-1")
    for _ in range(30):
        table.take("add 1")

    assert table.take("add 7", id="phone-1") == first
    assert table.revision == 32


@pytest.mark.usefixtures("few_at_hand")
def test_little_is_kept_of_what_is_long_past() -> None:
    table, _ = played(1)
    _, newest = table.history._now

    assert len(newest) < 8


def test_a_part_of_it_is_a_sequence_like_any_other() -> None:
    table, answered = played(2, 9)

    assert table.history[3:] == answered[3:]
    assert table.history[3:][1:3] == answered[4:6]
    assert table.history[-2] == answered[-2]
    assert len(table.history[5:5]) == 0
    assert table.steps[1:][0] == table.steps[1]
    with pytest.raises(IndexError):
        table.history[9]
    with pytest.raises(IndexError):
        table.history[-10]
