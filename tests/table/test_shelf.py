"""Sitting down at a table, on good days and bad: there is always a game, and nothing is lost."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from companion.clock import WallClock
from companion.errors import NewerJournal
from companion.table import schema
from companion.table.backups import KEPT, Backups
from companion.table.clerk import Clerk
from companion.table.lock import AlreadyRunning
from companion.table.shelf import FILE, Shelf, data_folder
from companion.table.store import Store, connect

OpenShelf = Callable[[], Shelf]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def shelf(folder: Path, now: WallClock) -> Iterator[OpenShelf]:
    """Opens the shelf anew, after closing it if it was open."""
    with ExitStack() as stack:

        def open_shelf() -> Shelf:
            stack.close()
            opened = Shelf(folder, now)
            stack.callback(opened.close)
            return opened

        yield open_shelf


def said(shelf: Shelf) -> list[str]:
    return [str(warning) for warning in shelf.warnings]


def played(shelf: OpenShelf, *lines: str) -> None:
    table = shelf().sit_down("tally")
    for line in lines:
        table.take(line)


def damage(path: Path) -> None:
    """Scribbles over the pages behind the first, as a dying memory card does."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))


def test_a_start_resumes_the_unfinished_game(shelf: OpenShelf) -> None:
    played(shelf, "add 4", "add 5", "undo")
    table = shelf().sit_down("tally")
    assert table.document["total"] == 4
    assert str(table.redo_label) == "5 more"
    assert table.warnings == []


def test_a_start_after_the_end_of_a_game_begins_another(shelf: OpenShelf) -> None:
    played(shelf, "add 100")
    opened = shelf()
    assert opened.sit_down("tally").document["total"] == 0
    assert [kept.over for kept in opened.games()] == [False, True]


def test_a_finished_game_whose_end_was_undone_is_resumed(shelf: OpenShelf) -> None:
    played(shelf, "add 99", "add 1", "undo")
    assert shelf().sit_down("tally").document["total"] == 99


def test_an_earlier_game_can_be_resumed_and_stays_on_the_table(shelf: OpenShelf) -> None:
    opened = shelf()
    opened.begin("tally").take("add 1")
    opened.begin("tally").take("add 2")
    assert opened.resume(1).document["total"] == 1
    assert shelf().sit_down("tally").document["total"] == 1


def test_a_second_companion_is_told_that_another_plays(folder: Path, shelf: OpenShelf) -> None:
    shelf()
    script = (
        "import sys; from pathlib import Path; from companion.table.shelf import Shelf;"
        "Shelf(Path(sys.argv[1]))"
    )
    second = subprocess.run(
        [sys.executable, "-c", script, str(folder)], capture_output=True, text=True, check=False
    )
    assert second.returncode != 0
    assert f"AlreadyRunning: Another companion (process {os.getpid()})" in second.stderr


def test_the_lock_is_free_again_when_a_companion_has_left(folder: Path, shelf: OpenShelf) -> None:
    opened = shelf()
    with pytest.raises(AlreadyRunning):
        Shelf(folder)
    opened.close()
    Shelf(folder).close()


def test_a_folder_that_cannot_be_made_gives_a_game_in_memory_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with closing(Shelf(tmp_path / "file" / "data")) as shelf:
        table = shelf.sit_down("tally")
        table.take("add 4")
        shelf.back_up()
        assert table.document["total"] == 4
        assert [str(warning) for warning in table.warnings] == said(shelf)
        [warning] = said(shelf)
    assert "cannot be written (Not a directory)" in warning
    assert "lost when the power goes off" in warning


def test_a_read_only_folder_goes_on_from_the_game_that_was_kept(
    folder: Path, shelf: OpenShelf
) -> None:
    """A folder in the lock's place cannot be opened for writing, not even by root."""
    played(shelf, "add 4")
    shelf().close()
    (folder / "lock").unlink()
    (folder / "lock").mkdir()
    before = (folder / FILE).read_bytes()
    opened = shelf()
    table = opened.sit_down("tally")
    assert table.document["total"] == 4
    table.take("add 1")
    assert len(said(opened)) == 1
    assert (folder / FILE).read_bytes() == before


def test_a_read_only_folder_with_a_damaged_file_starts_a_new_game(
    folder: Path, shelf: OpenShelf
) -> None:
    (folder / "lock").mkdir(parents=True)
    (folder / FILE).write_bytes(b"no database at all" * 500)
    assert shelf().sit_down("tally").document["total"] == 0


def test_a_damaged_file_is_put_aside_and_the_newest_good_backup_is_used(
    folder: Path, shelf: OpenShelf
) -> None:
    played(shelf, "add 4")
    played(shelf, "add 5")
    shelf().close()
    damage(folder / FILE)
    damaged = (folder / FILE).read_bytes()
    opened = shelf()
    table = opened.sit_down("tally")
    assert table.document["total"] == 9
    [aside] = folder.glob("damaged-*.sqlite3")
    assert aside.read_bytes() == damaged
    [warning] = said(opened)
    assert warning.startswith(f"The journal was damaged: it was put aside as {aside.name}")
    table.take("add 1")


@pytest.mark.parametrize("spoil", [damage, lambda path: path.write_bytes(b"nothing" * 999)])
def test_a_backup_that_is_damaged_too_is_passed_over(
    folder: Path, shelf: OpenShelf, now: WallClock, spoil: Callable[[Path], None]
) -> None:
    played(shelf, "add 4")
    played(shelf, "add 5")
    shelf().close()
    newest, older = Backups(folder, now).newest_first()
    for path in (folder / FILE, newest):
        spoil(path)
    opened = shelf()
    assert opened.sit_down("tally").document["total"] == 4
    assert older.name in said(opened)[0]


def test_without_a_good_backup_a_new_game_begins_and_the_old_file_stays(
    folder: Path, shelf: OpenShelf
) -> None:
    folder.mkdir()
    (folder / FILE).write_bytes(b"no database at all" * 500)
    opened = shelf()
    assert opened.sit_down("tally").document["total"] == 0
    assert "there is no good backup" in said(opened)[0]
    assert len(list(folder.glob("damaged-*"))) == 1


def test_damage_that_only_a_checksum_finds_leads_to_the_backup_too(
    folder: Path, shelf: OpenShelf
) -> None:
    played(shelf, "add 4")
    shelf().close()
    with closing(connect(folder / FILE)) as connection:
        connection.execute("DROP TRIGGER entry_never_changes")
        connection.execute("UPDATE entry SET events = replace(events, '4', '5')")
    # The backup of this start has the same damage, so the one before it is used.
    opened = shelf()
    assert opened.sit_down("tally").document["total"] == 4
    assert "damaged" in said(opened)[0]


def test_a_journal_that_was_deleted_comes_back_from_its_backup(
    folder: Path, shelf: OpenShelf
) -> None:
    played(shelf, "add 4")
    shelf().close()
    (folder / FILE).unlink()
    opened = shelf()
    assert opened.sit_down("tally").document["total"] == 4
    assert "missing" in said(opened)[0]


def test_a_newer_journal_is_refused_and_the_folder_is_free_again(
    folder: Path, shelf: OpenShelf
) -> None:
    shelf().close()
    with closing(connect(folder / FILE)) as connection:
        connection.execute("PRAGMA user_version = 999")
    for _ in range(2):
        with pytest.raises(NewerJournal):
            Shelf(folder)


def test_a_journal_without_room_to_open_it_is_played_in_memory(
    folder: Path, shelf: OpenShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path | str) -> sqlite3.Connection:
        connection = connect(path)
        if path != ":memory:":
            connection.execute("PRAGMA max_page_count = 1")
        return connection

    monkeypatch.setattr("companion.table.shelf.connect", full)
    opened = shelf()
    opened.sit_down("tally").take("add 1")
    assert "The disk is full" in said(opened)[0]


def test_every_start_keeps_a_backup_if_something_has_changed(
    folder: Path, shelf: OpenShelf
) -> None:
    played(shelf, "add 4")
    for _ in range(3):
        shelf()
    assert len(list((folder / "backups").iterdir())) == 1


def test_the_last_ten_backups_are_kept(folder: Path, shelf: OpenShelf) -> None:
    for _ in range(KEPT + 3):
        played(shelf, "add 1")
    names = sorted(path.name for path in (folder / "backups").iterdir())
    assert len(names) == KEPT
    assert names[0].startswith("backup-000003-20250601T")
    assert names[-1].startswith("backup-000012-")


def test_the_end_of_a_game_is_backed_up(folder: Path, shelf: OpenShelf) -> None:
    opened = shelf()
    with closing(Clerk(opened.sit_down("tally"), when_over=opened.back_up)) as clerk:
        clerk.ask("add 99")
        assert not (folder / "backups").exists()
        clerk.ask("add 1")
    [backup] = (folder / "backups").iterdir()
    with closing(connect(backup)) as connection:
        assert Store(connection).games()[0].over


def test_a_backup_that_cannot_be_made_is_told_and_stops_nothing(
    folder: Path, shelf: OpenShelf
) -> None:
    played(shelf, "add 4")
    (folder / "backups").touch()
    opened = shelf()
    assert opened.sit_down("tally").document["total"] == 4
    assert said(opened)[0].startswith("No backup could be made")


def test_an_old_file_is_backed_up_as_it_was_before_its_upgrade(
    folder: Path, shelf: OpenShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir()
    frozen = Path(__file__).parent / "frozen" / "journal-1.sqlite3"
    shutil.copyfile(frozen, folder / FILE)
    step = ("ALTER TABLE game ADD COLUMN place TEXT NOT NULL DEFAULT ''",)
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, step))
    shelf()
    [backup] = (folder / "backups").iterdir()
    with closing(connect(backup)) as connection:
        assert schema.version(connection) == 1


def test_the_data_folder_can_be_chosen_by_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", "/somewhere/else")
    assert data_folder() == Path("/somewhere/else")
    monkeypatch.delenv("COMPANION_DATA")
    assert data_folder().name == "table-companion"
