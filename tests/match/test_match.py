"""A table over a journal: what it takes, what it refuses, and what can be taken back."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.errors import Malformed, Refusal, Unreadable
from companion.match.match import Match
from companion.storage.journal import Entry, Journal, MemoryJournal
from companion.storage.sqlite import SqliteJournal, Store, connect
from tests.support.labels import redo_label, undo_label
from tests.support.tally import TALLY

NOON = datetime(2025, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(params=["memory", "sqlite"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    if request.param == "memory":
        yield MemoryJournal()
    else:
        with closing(Store(connect(tmp_path / "journal.sqlite3"))) as store:
            yield SqliteJournal(store, store.begin("tally", at=""))


@pytest.fixture
def table(journal: Journal) -> Match:
    return Match(TALLY, journal, now=lambda: NOON)


def again(journal: Journal) -> Match:
    return Match(TALLY, journal)


def test_an_input_changes_the_document_and_the_revision(table: Match) -> None:
    table.take("add 4")
    assert table.document == {
        "game": "tally",
        "revision": 2,
        "round": 0,
        "total": 4,
        "face": None,
        "outcome": None,
    }


def test_a_table_that_is_opened_again_shows_the_same(table: Match, journal: Journal) -> None:
    for line in ("add 4", "roll 6", "undo", "add 1", "undo"):
        table.take(line)
    later = again(journal)
    assert later.document == table.document
    assert undo_label(later) == undo_label(table)
    assert redo_label(later) == redo_label(table)
    assert later.history == table.history


def test_a_refusal_changes_nothing(table: Match, journal: Journal) -> None:
    before = table.document
    with pytest.raises(Refusal, match="Thirteen"):
        table.take("add 13")
    assert table.document == before
    assert len(list(journal.entries())) == 1


@pytest.mark.parametrize("line", ["", "# only a comment", "add 1\nadd 2", "add 1\u2028", "\ud800"])
def test_an_input_is_one_line_of_text(table: Match, line: str) -> None:
    with pytest.raises(Malformed):
        table.take(line if line != "add 1\u2028" else "add 1\u2028add 2")
    assert table.revision == 1


def test_rules_that_stumble_leave_the_journal_as_it_was(table: Match, journal: Journal) -> None:
    with pytest.raises(TypeError):
        table.take("stumble")
    assert len(list(journal.entries())) == 1
    table.take("add 1")
    assert again(journal).document == table.document


def test_undo_says_before_and_after_what_it_takes_back(table: Match) -> None:
    table.take("add 4")
    assert str(undo_label(table)) == "4 more"
    assert str(table.take("undo").label) == "Undone: 4 more"
    assert table.document["total"] == 0
    assert str(redo_label(table)) == "4 more"
    assert str(table.take("redo").label) == "Redone: 4 more"
    assert table.document["total"] == 4


def test_an_undone_die_shows_the_same_face_when_it_is_redone(table: Match) -> None:
    table.take("roll 5")
    table.take("undo")
    assert table.document["face"] is None
    table.take("redo")
    assert table.document["face"] == 5


def test_an_input_after_an_undo_starts_a_new_branch_and_keeps_the_old(
    table: Match, journal: Journal
) -> None:
    for line in ("add 4", "undo", "add 1"):
        table.take(line)
    assert redo_label(table) is None
    assert [step.line for step in table.steps] == ["game tally", "add 1"]
    assert [entry.line for entry in journal.entries()] == ["game tally", "add 4", "", "add 1"]


def test_the_opening_of_a_game_cannot_be_undone(table: Match) -> None:
    with pytest.raises(Refusal, match="nothing to undo"):
        table.take("undo")
    with pytest.raises(Refusal, match="nothing to redo"):
        table.take("redo")


def test_undo_leads_back_through_the_end_of_the_game(table: Match, journal: Journal) -> None:
    table.take("add 100")
    assert [entry.over for entry in journal.entries()] == [False, True]
    with pytest.raises(Refusal, match="over"):
        table.take("add 1")
    later = again(journal)
    later.take("undo")
    assert later.document["outcome"] is None
    assert [entry.over for entry in journal.entries()] == [False, True, False]


def test_the_same_id_counts_once_and_gets_the_same_answer(table: Match, journal: Journal) -> None:
    first = table.take("add 4", id="phone-1")
    table.take("add 1")
    assert table.take("add 4", id="phone-1") is first
    assert table.document["total"] == 5
    assert again(journal).take("add 4", id="phone-1") == first


def test_an_undo_that_is_repeated_by_a_dropped_connection_takes_back_one_step(
    table: Match, journal: Journal
) -> None:
    for line, id in (("add 4", ""), ("add 2", ""), ("undo", "u"), ("undo", "u")):
        table.take(line, id)
    assert table.document["total"] == 4
    assert again(journal).take("undo", "u").revision == 4


def test_a_refused_id_may_be_sent_again(table: Match) -> None:
    with pytest.raises(Refusal):
        table.take("add 13", id="a")
    table.take("add 12", id="a")
    assert table.document["total"] == 12


def test_two_who_undo_the_same_mistake_take_back_one_step(table: Match) -> None:
    for line in ("add 1", "add 2"):
        table.take(line)
    seen = table.revision
    table.take("undo", seen=seen)
    with pytest.raises(Refusal, match="moved on"):
        table.take("undo", seen=seen)
    assert table.document["total"] == 1


def test_every_revision_can_be_looked_at_again(table: Match) -> None:
    for line in ("add 1", "add 2", "undo"):
        table.take(line)
    assert [change.document["total"] for change in table.history] == [0, 1, 3, 1]
    assert [change.revision for change in table.history] == [1, 2, 3, 4]


def test_times_come_from_the_clock_that_was_handed_in(table: Match) -> None:
    table.take("add 1")
    assert table.history[-1].at == "2025-06-01T12:00:00.000+00:00"


def test_a_line_that_the_rules_no_longer_know_keeps_its_effect(journal: Journal) -> None:
    Match(TALLY, journal)
    journal.append(Entry(2, "input", "plus 7", (("Added", {"points": 7}),)))
    table = again(journal)
    assert table.document["total"] == 7
    assert str(undo_label(table)) == "plus 7"


def test_an_event_of_another_version_is_named(journal: Journal) -> None:
    Match(TALLY, journal)
    journal.append(Entry(2, "input", "add 7", (("Multiplied", {}),)))
    with pytest.raises(Unreadable, match="Entry 2"):
        again(journal)
