"""A box in the line that names it: what a journal keeps of an owner's file."""

from pathlib import Path

import pytest

from companion.errors import BadBox
from companion.games import game
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from companion.storage.packs.box_facts import inlined_box, load_box, shipped_boxes
from tests.support.tally import TALLY

DAYBREAK = game("daybreak")


def test_a_box_that_ships_keeps_its_name() -> None:
    assert inlined_box(DAYBREAK, "standin") == "standin"


def test_a_file_and_its_line_give_the_same_facts(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(
        "[powers.us]\n"
        'demand = { value = 14, source = "card # 3, \\"US\\"", confidence = "high" }\n',
        encoding="utf-8",
    )
    line = inlined_box(DAYBREAK, "ours.toml", tmp_path)
    assert load_box(DAYBREAK, line) == load_box(DAYBREAK, "ours.toml", tmp_path)
    assert "#" not in line
    assert inlined_box(DAYBREAK, line) == line


def test_the_journal_needs_no_file_any_more(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text("[powers.us]\ndemand = 14\n", encoding="utf-8")
    table = Match(DAYBREAK, MemoryJournal(), tmp_path)
    table.take("box ours.toml")
    file.unlink()
    kept = [entry.line for entry in table.entries()]
    assert kept[1] == 'box {"id": "ours", "powers": {"us": {"demand": 14}}}'
    again = Match(DAYBREAK, MemoryJournal())
    again.take(kept[1])
    assert again.document == table.document


@pytest.mark.parametrize("name", ["{", "{]", '{"powers": {"us": {"demand": -3}}}', "[1]"])
def test_a_line_that_is_no_box_is_refused(name: str) -> None:
    table = Match(DAYBREAK, MemoryJournal())
    with pytest.raises(BadBox):
        table.take(f"box {name}")
    assert table.revision == 1


def test_what_is_no_fact_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text("when = 2025-06-01\n", encoding="utf-8")
    with pytest.raises(BadBox, match="no fact"):
        inlined_box(DAYBREAK, "ours.toml", tmp_path)


def test_a_game_may_have_no_box_files_at_all() -> None:
    assert shipped_boxes(TALLY) == []
    assert load_box(TALLY, "standin") == ("standin", {})
