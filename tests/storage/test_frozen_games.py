"""Games that earlier versions kept: this one still reads them, and they stand as they stood.

``make frozen`` freezes games of this version; what an earlier one left is never written again.
"""

import json
import lzma
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games import game
from companion.match.match import Match
from companion.match.script import Script
from companion.storage.journal import MemoryJournal
from companion.storage.schema import STEPS
from companion.storage.sqlite import SqliteJournal, Store, connect
from companion.storage.transfer import as_json, read_game
from tests.support.documents import check_every_way_back, still_there, without_revision

HERE = Path(__file__).parent / "frozen"
TESTS = Path(__file__).parents[1]
FROZEN = sorted(HERE.glob("*.sqlite3.xz"))
PLAYED = {
    "daybreak": (
        "golden/four_powers_by_cards",
        "golden/four_powers_drawdown",
        "scripts/a_hand_that_was_told_loses_what_is_laid",
        "storage/frozen/what_else_happens",
    ),
    "naufragos": (
        "golden/naufragos_four_rescued",
        "scripts/naufragos/acciones_salvage_takes_the_cube_away",
        "scripts/naufragos/cartas_an_event_by_its_card",
        "scripts/naufragos/construir_too_little_energy_is_gone",
        "scripts/naufragos/dificil_no_story_tokens_for_rolls",
        "scripts/naufragos/energia_clara_and_her_injuries",
        "scripts/naufragos/fin_de_turno_the_mark_passes_to_who_is_there",
        "scripts/naufragos/supervivencia_what_would_rot",
    ),
    "council_of_shadows": (
        "scripts/council_of_shadows/flexible_raises_only_the_slots_below",
        "scripts/council_of_shadows/r10_the_ai_takes_no_card_and_gives_no_gems",
        "scripts/council_of_shadows/r14_a_simple_majority_is_strictly_more",
        "scripts/council_of_shadows/r21_nobody_with_a_cube_shares",
        "scripts/council_of_shadows/r24_sixteen_automa_cards_and_two_more",
        "scripts/council_of_shadows/three_players_leave_two_galaxies_covered",
        "storage/frozen/what_else_happens_in_council",
    ),
}
"""Table scripts with, together, every kind of event."""
NOON = "2025-06-01T12:00:00.000+00:00"


def played(name: str) -> Iterator[Match]:
    files = (TESTS / f"{script}.table" for script in PLAYED[name])
    return (Script(file.read_text(encoding="utf-8"), file).play() for file in files)


def frozen(name: str) -> Path:
    """A file for each version of the companion, and of the journal file."""
    return HERE / f"{name}-{version('table-companion')}-journal-{len(STEPS)}.sqlite3.xz"


def freeze(name: str) -> None:
    """Plays the games into a journal file, and writes beside it how they stand."""
    path = frozen(name)
    kept = path.with_suffix("")
    documents = []
    with closing(connect(kept)) as connection:
        store = Store(connection)
        for table in played(name):
            # Frozen twice, a file is the same to the byte.
            store.add(name, NOON, (replace(entry, at=NOON) for entry in table.entries()))
            documents.append(table.document)
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")
    path.write_bytes(lzma.compress(kept.read_bytes()))
    kept.unlink()
    written = json.dumps(documents, ensure_ascii=False, indent=1)
    expected(path).write_text(f"{written}\n", encoding="utf-8")


def expected(path: Path) -> Path:
    return path.with_name(path.name.replace(".sqlite3.xz", ".json"))


@pytest.mark.parametrize("name", PLAYED)
def test_games_of_this_version_are_frozen(name: str, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--regenerate"):
        freeze(name)

    assert frozen(name).exists(), "run: make frozen"


@pytest.fixture(params=FROZEN, ids=lambda path: path.name)
def tables(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Match]]:
    """The tables of one frozen file, each with its journal."""
    path = tmp_path / "journal.sqlite3"
    path.write_bytes(lzma.decompress(request.param.read_bytes()))
    with closing(connect(path)) as connection:
        store = Store(connection)
        store.check()
        games = sorted((kept.number, kept.name) for kept in store.games())
        tables = [Match(game(name), SqliteJournal(store, number)) for number, name in games]
        stood = json.loads(expected(request.param).read_text(encoding="utf-8"))
        for table, before in zip(tables, stood, strict=True):
            assert still_there(before, table.document) == before
        yield tables


def test_kept_games_can_be_taken_back_and_done_again(tables: list[Match]) -> None:
    for table in tables:
        start = Match(table.game, MemoryJournal([*table.entries()][:1])).document
        check_every_way_back(table, without_revision(start), len(table.steps) - 1)


@pytest.mark.slow
def test_kept_games_can_be_exported_and_imported(tables: list[Match], tmp_path: Path) -> None:
    for table in tables:
        file = tmp_path / "game.json"
        file.write_text(as_json(table, created=""), encoding="utf-8")
        imported = Match(table.game, MemoryJournal(read_game(file).entries))
        assert imported.document == table.document


@pytest.mark.parametrize("name", PLAYED)
def test_every_kind_of_event_is_in_a_frozen_game(name: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    path.write_bytes(lzma.decompress(frozen(name).read_bytes()))
    with closing(Store(connect(path))) as store:
        kept = {
            kind
            for each in store.games()
            for entry in store.entries(each.number)
            for kind, _ in entry.events
        }

    assert game(name).events.keys() - kept == set(), "run: make frozen"
