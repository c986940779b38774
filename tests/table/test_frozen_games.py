"""Games that earlier versions kept: this one still reads them, and they stand as they stood.

``make frozen`` freezes games of this version; what an earlier one left is never written again.
"""

import json
import lzma
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest

from companion.games import game
from companion.table.keeping.export import as_json
from companion.table.keeping.imports import read_game
from companion.table.keeping.journal import MemoryJournal
from companion.table.keeping.store import SqliteJournal, Store, connect
from companion.table.script import Script
from companion.table.table import Table
from tests.documents import check_every_way_back, still_there, without_revision

HERE = Path(__file__).parent / "frozen"
GOLDEN = Path(__file__).parents[1] / "golden"
FROZEN = sorted(HERE.glob("daybreak-*.sqlite3.xz"))
PLAYED = (
    GOLDEN / "four_powers_by_cards.table",
    GOLDEN / "four_powers_drawdown.table",
    HERE / "what_else_happens.table",
)
NOON = "2025-06-01T12:00:00.000+00:00"


def played() -> Iterator[Table]:
    return (Script(file.read_text(encoding="utf-8"), file).play() for file in PLAYED)


def freeze(path: Path) -> None:
    """Plays the games into a journal file, and writes beside it how they stand."""
    kept = path.with_suffix("")
    documents = []
    with closing(connect(kept)) as connection:
        store = Store(connection)
        for table in played():
            # Frozen twice, a file is the same to the byte.
            store.add("daybreak", NOON, (replace(entry, at=NOON) for entry in table.entries()))
            documents.append(table.document)
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")
    path.write_bytes(lzma.compress(kept.read_bytes()))
    kept.unlink()
    written = json.dumps(documents, ensure_ascii=False, indent=1)
    expected(path).write_text(f"{written}\n", encoding="utf-8")


def expected(path: Path) -> Path:
    return path.with_name(path.name.replace(".sqlite3.xz", ".json"))


def test_games_of_this_version_are_frozen(request: pytest.FixtureRequest) -> None:
    path = HERE / f"daybreak-{version('table-companion')}.sqlite3.xz"
    if request.config.getoption("--regenerate"):
        freeze(path)

    assert path.exists(), "run: make frozen"


@pytest.fixture(params=FROZEN, ids=lambda path: path.name)
def tables(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Table]]:
    """The tables of one frozen file, each with its journal."""
    path = tmp_path / "journal.sqlite3"
    path.write_bytes(lzma.decompress(request.param.read_bytes()))
    with closing(connect(path)) as connection:
        store = Store(connection)
        store.check()
        numbers = sorted(kept.number for kept in store.games())
        tables = [Table(game("daybreak"), SqliteJournal(store, number)) for number in numbers]
        stood = json.loads(expected(request.param).read_text(encoding="utf-8"))
        for table, before in zip(tables, stood, strict=True):
            assert still_there(before, table.document) == before
        yield tables


def test_kept_games_can_be_taken_back_and_done_again(tables: list[Table]) -> None:
    for table in tables:
        start = Table(table.game, MemoryJournal([*table.entries()][:1])).document
        check_every_way_back(table, without_revision(start), len(table.steps) - 1)


def test_kept_games_can_be_exported_and_imported(tables: list[Table], tmp_path: Path) -> None:
    for table in tables:
        file = tmp_path / "game.json"
        file.write_text(as_json(table, created=""), encoding="utf-8")
        imported = Table(table.game, MemoryJournal(read_game(file).entries))
        assert imported.document == table.document


def test_every_kind_of_event_is_in_a_frozen_game() -> None:
    kept = {name for table in played() for entry in table.entries() for name, _ in entry.events}

    assert game("daybreak").events.keys() - kept == set()
