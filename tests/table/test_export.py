"""A game taken away and brought back: as a script, as JSON, and as a spreadsheet."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.games import game
from companion.table.export import as_csv, as_json, as_script, replays
from companion.table.imports import BadExport, Imported, read_game
from companion.table.journal import MemoryJournal
from companion.table.script import ScriptError
from companion.table.table import Table
from tests.table.tally import TALLY

FROZEN = sorted((Path(__file__).parent / "frozen").glob("export-*.json"))
BRANCHES = ("add 4", "undo", "roll 6", "next", "undo", "redo", "add 9", "undo")


def played(*lines: str, name: str = "tally", folder: Path | None = None) -> Table:
    table = Table(game(name), MemoryJournal(), folder)
    for line in lines:
        table.take(line)
    return table


def brought_back(text: str, path: Path) -> Table:
    path.write_text(text, encoding="utf-8")
    imported = read_game(path)
    return Table(game(imported.game), MemoryJournal(imported.entries))


def without_revision(table: Table) -> dict[str, object]:
    return {key: value for key, value in table.document.items() if key != "revision"}


def test_a_script_tells_the_game_as_it_stands_without_what_was_undone() -> None:
    assert as_script(played(*BRANCHES)) == "game tally\nroll 6\nnext\n"


def test_a_script_replays_to_the_identical_document(tmp_path: Path) -> None:
    table = played(*BRANCHES)
    again = brought_back(as_script(table), tmp_path / "game.table")
    assert without_revision(again) == without_revision(table)


def test_json_brings_back_everything_that_was_ever_done(tmp_path: Path) -> None:
    table = played(*BRANCHES)
    again = brought_back(as_json(table, created=""), tmp_path / "game.json")
    assert again.document == table.document
    assert again.history == table.history


def test_json_holds_the_document_for_whoever_wants_only_that() -> None:
    table = played(*BRANCHES)
    assert json.loads(as_json(table, created="noon"))["document"] == table.document


def test_a_game_with_an_owners_box_replays_where_the_box_file_is_not(tmp_path: Path) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    box = 'id = "the \\"blue\\" box # 2"\n[powers.us]\ndemand = 14\n'
    (home / "ours.toml").write_text(box, encoding="utf-8")
    lines = ("box ours.toml", "seat us", "seat china", "start")
    table = played(*lines, name="daybreak", folder=home)
    assert table.document["box"] == 'the "blue" box # 2'
    again = brought_back(as_script(table), elsewhere / "game.table")
    assert without_revision(again) == without_revision(table)
    assert str(again.steps[1].label) == 'Box facts: the "blue" box # 2'


def test_a_text_with_a_number_sign_survives_as_a_script(tmp_path: Path) -> None:
    table = played("add 4   # four", "roll 6")
    assert as_script(table) == "game tally\nadd 4\nroll 6\n"


def test_a_game_under_other_rules_is_noticed() -> None:
    table = played("add 4", "add 5")
    assert replays(table, as_script(table))
    assert not replays(table, "game tally\nadd 4\n")


def test_csv_has_a_row_for_every_round_as_it_ended() -> None:
    table = played("add 4", "next", "add 10", "next", "roll 6", "add 50", "undo")
    rows = list(csv.DictReader(StringIO(as_csv(table))))
    assert [(row["round"], row["total"], row["face"]) for row in rows] == [
        ("0", "5", ""),
        ("1", "16", ""),
        ("2", "22", "6"),
    ]


def test_csv_names_every_number_by_its_path_in_the_document(tmp_path: Path) -> None:
    table = played("seat china", "start", name="daybreak")
    header, *_ = as_csv(table).splitlines()
    columns = header.split(",")
    assert columns[0] == "round"
    assert {"powers.china.emissions.industry", "thermometer.celsius", "drawdown"} <= set(columns)
    assert not [column for column in columns if column.startswith("facts.tracks")]


@pytest.mark.parametrize("frozen", FROZEN, ids=lambda path: path.stem)
def test_an_export_of_every_version_can_be_imported(frozen: Path) -> None:
    imported = read_game(frozen)
    table = Table(TALLY, MemoryJournal(imported.entries))
    assert table.document == json.loads(frozen.read_text(encoding="utf-8"))["document"]
    assert imported.created == "2025-06-01T12:00:00.000+00:00"
    assert str(table.redo_label) == "9 more"


def export(**changes: object) -> str:
    return json.dumps({**json.loads(FROZEN[-1].read_text(encoding="utf-8")), **changes})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "truncated"),
        ("{}", "missing required field"),
        (export(table_companion=999), "newer companion"),
        (export(history=[{"revision": 2, "kind": "undo"}]), "revisions are missing"),
        (export(history=[{"revision": 1, "kind": "dance"}]), "Invalid enum value"),
        (export(history=[{"revision": 1, "kind": "undo"}]), "nothing to undo"),
        (export(game="chess"), "no game chess"),
        (
            export(history=[{"revision": 1, "kind": "input", "events": [["Won", {}]]}]),
            "another version",
        ),
    ],
)
def test_what_is_no_export_says_why(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(CompanionError, match=why):
        brought_back(text, tmp_path / "bad.json")


def test_events_that_cannot_have_happened_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    events = [["Seated", {"power": "mars"}], ["GameStarted", {}]]
    history = [{"revision": 1, "kind": "input", "events": events}]
    path.write_text(export(game="daybreak", history=history), encoding="utf-8")
    with pytest.raises(BadExport, match="cannot have happened"):
        read_game(path)


def test_a_script_that_does_not_hold_is_not_imported(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="line 2"):
        brought_back("game tally\nadd 13\n", tmp_path / "game.table")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadExport, match=r"nowhere\.json cannot be imported"):
        read_game(tmp_path / "nowhere.json")


def test_an_import_keeps_when_the_game_was_begun(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(as_json(played("add 4"), created="noon"), encoding="utf-8")
    match read_game(path):
        case Imported(name, entries, created):
            assert (name, len(entries), created) == ("tally", 2, "noon")
