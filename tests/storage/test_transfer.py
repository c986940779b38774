"""A game taken away and brought back: as a script, as JSON, and as a spreadsheet."""

import csv
import json
from io import StringIO
from pathlib import Path

import msgspec
import pytest

from companion.errors import BadPack, CompanionError, Refusal
from companion.games import game
from companion.i18n.catalogs import Language
from companion.match.match import Match
from companion.match.script import Script, ScriptError
from companion.storage.journal import MemoryJournal
from companion.storage.packs.load import FOLDER
from companion.storage.transfer import (
    BadExport,
    ImportedGame,
    as_csv,
    as_json,
    as_script,
    read_game,
    replays,
)
from tests.support.devices.simulated_controller import GOLDEN
from tests.support.documents import without_revision
from tests.support.labels import redo_label
from tests.support.tally import TALLY

FROZEN = sorted((Path(__file__).parent / "frozen").glob("export-*.json"))
BRANCHES = ("add 4", "undo", "roll 6", "next", "undo", "redo", "add 9", "undo")


def played(*lines: str, name: str = "tally", folder: Path | None = None) -> Match:
    table = Match(game(name), MemoryJournal(), folder)
    for line in lines:
        table.take(line)
    return table


def brought_back(text: str, path: Path) -> Match:
    path.write_text(text, encoding="utf-8")
    imported = read_game(path)
    return Match(game(imported.game), MemoryJournal(imported.entries))


def test_a_script_tells_the_game_as_it_stands_without_what_was_undone() -> None:
    assert as_script(played(*BRANCHES)) == "game tally\nroll 6\nnext\n"


def test_a_script_replays_to_the_identical_document(tmp_path: Path) -> None:
    table = played(*BRANCHES)
    again = brought_back(as_script(table), tmp_path / "game.table")
    assert without_revision(again.document) == without_revision(table.document)


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
    assert without_revision(again.document) == without_revision(table.document)
    assert str(again.steps[1].label) == 'Box facts: the "blue" box # 2'


OURS = """
[[cards]]
number = "1.101"
kind = "local"
name = { en = "Our \\"first\\" card # 1" }
tags = ["grid", "solar"]
[cards.action]
discard = 1
effects = [{ token = "clean", by = 2, per = "solar" }, { token = "resilience.any" }]
"""
WITH_OURS = (
    *("seat us", "seat china", "start", "to local"),
    *("discard 1.207 china", "play 1.101 china 3", "act china 3 paying ?", "choose social"),
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data folder with a pack of the owner's."""
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "ours.toml").write_text(OURS, encoding="utf-8")
    return tmp_path


def played_at(home: Path, *lines: str) -> Match:
    table = Match(game("daybreak"), MemoryJournal(), home, packs=home)
    for line in lines:
        table.take(line)
    return table


def test_a_script_tells_the_cards_of_the_owners_packs(home: Path) -> None:
    table = played_at(home, *WITH_OURS)
    first, cards, *_ = as_script(table).splitlines()
    assert first == "game daybreak"
    assert cards.startswith('cards [{"number": "1.101", "kind": "local", "name": {"en": "Our ')
    assert cards.count("number") == 1


@pytest.mark.parametrize("box", [(), ("box standin",), ('box {"powers": {"us": {"demand": 14}}}',)])
def test_a_game_with_an_owners_cards_replays_where_no_pack_is(
    home: Path, tmp_path: Path, box: tuple[str, ...]
) -> None:
    table = played_at(home, *box, *WITH_OURS)
    assert table.document["powers"]["china"]["clean"] == 5
    script = as_script(table)
    assert replays(table, script)
    again = brought_back(script, tmp_path / "game.table")
    assert without_revision(again.document) == without_revision(table.document)
    assert as_script(again) == script


def test_json_brings_an_owners_cards_along(home: Path, tmp_path: Path) -> None:
    table = played_at(home, *WITH_OURS)
    again = brought_back(as_json(table, created=""), tmp_path / "game.json")
    for each in (table, again):
        each.take("act china 3 paying ?")
    assert again.document == table.document


def test_a_pack_that_came_after_the_game_is_not_told(home: Path) -> None:
    table = Match(game("daybreak"), MemoryJournal())
    later = Match(game("daybreak"), MemoryJournal(table.entries()), packs=home)
    assert as_script(later) == "game daybreak\n"


def test_facts_and_cards_can_be_told_in_any_order(home: Path) -> None:
    [_, cards, *_] = as_script(played_at(home)).splitlines()
    box = 'box {"powers": {"us": {"demand": 14}}}'
    one = played(box, cards, *WITH_OURS, name="daybreak")
    other = played(cards, box, *WITH_OURS, name="daybreak")
    assert one.document == other.document
    assert str(one.steps[2].label) == "1 card of the owner's own"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("cards [{", "it is not JSON"),
        ("cards {}", "a list of cards"),
        ('cards [{"number": "1.101"}]', "card 1.101, kind: this is missing"),
    ],
)
def test_cards_that_cannot_be_are_refused_with_the_reason(line: str, why: str) -> None:
    with pytest.raises(BadPack, match=why):
        played(line, name="daybreak")


def test_cards_are_told_before_the_start(home: Path) -> None:
    [_, cards, *_] = as_script(played_at(home)).splitlines()
    with pytest.raises(Refusal, match="started already"):
        played("seat us", "start", cards, name="daybreak")


def test_a_script_that_other_rules_refuse_does_not_replay() -> None:
    assert not replays(played("add 4"), "game tally\nadd 13\n")


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


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["round", "United States: Clean Energy", "United States: carbon of a round"]),
        ("es", ["ronda", "Estados Unidos: Energía limpia", "Estados Unidos: Carbono por ronda"]),
    ],
)
def test_for_people_csv_says_beside_each_path_what_it_is_called(
    language: str, words: list[str]
) -> None:
    table = played("seat us", "seat china", "start", name="daybreak")
    ids, named, *rows = csv.reader(StringIO(as_csv(table, Language(language, "daybreak").say)))
    assert len(ids) == len(named)
    said = dict(zip(ids, named, strict=True))
    assert [said[path] for path in ("round", "powers.us.clean", "powers.us.carbon")] == words
    assert rows == list(csv.reader(StringIO(as_csv(table))))[1:]


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.table")), ids=lambda file: file.stem)
def test_every_number_of_every_game_has_a_name(file: Path) -> None:
    table = Script(file.read_text(encoding="utf-8"), file).play()
    _, named, *_ = csv.reader(StringIO(as_csv(table, str)))
    assert all(named)


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
    table = Match(TALLY, MemoryJournal(imported.entries))
    assert table.document == json.loads(frozen.read_text(encoding="utf-8"))["document"]
    assert imported.created == "2025-06-01T12:00:00.000+00:00"
    assert str(redo_label(table)) == "9 more"


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
        (export(document={"a": 1}).replace('{"a": 1}', "[" * 100_000), "got `array`|recursion"),
        (
            export().replace('"document": {', '"document": {"deep": ' + "[" * 100_000),
            "recursion|Stack overflow",
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


@pytest.mark.parametrize("line", ["", "next\nnext", "cards [[", "cards 7", "box {"])
def test_lines_that_nobody_can_have_said_are_refused(tmp_path: Path, line: str) -> None:
    opened = Match(game("daybreak"), MemoryJournal()).entries()
    history = [*map(msgspec.to_builtins, opened), {"revision": 2, "kind": "input", "line": line}]
    path = tmp_path / "bad.json"
    path.write_text(export(game="daybreak", history=history), encoding="utf-8")
    with pytest.raises(CompanionError):
        read_game(path)


def test_a_game_that_was_never_opened_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    history = [{"revision": 1, "kind": "input", "line": "game daybreak"}]
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
        case ImportedGame(name, entries, created):
            assert (name, len(entries), created) == ("tally", 2, "noon")
