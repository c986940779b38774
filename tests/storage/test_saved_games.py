"""Session down at a table, on good days and bad: there is always a game, and nothing is lost."""

import errno
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.clock import WallClock
from companion.errors import NewerJournal
from companion.storage.data_folder import AlreadyRunning, data_folder
from companion.storage.journal import Entry
from companion.storage.recovery.backups import Backups
from companion.storage.saved_games import FILE, SavedGames
from companion.storage.sqlite import Store, connect
from tests.support.labels import redo_label
from tests.support.programs import run_program
from tests.support.tally import OpenShelf, played


def said(saved_games: SavedGames) -> list[str]:
    return [str(warning) for warning in saved_games.warnings]


def damage(path: Path) -> None:
    """Scribbles over the pages behind the first, as a dying memory card does."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))


def test_a_start_resumes_the_unfinished_game(saved_games: OpenShelf) -> None:
    played(saved_games, "add 4", "add 5", "undo")
    table = saved_games().resume_or_begin("tally")
    assert table.document["total"] == 4
    assert str(redo_label(table)) == "5 more"
    assert table.warnings == []


def test_a_start_after_the_end_of_a_game_begins_another(saved_games: OpenShelf) -> None:
    played(saved_games, "add 100")
    opened = saved_games()
    assert opened.resume_or_begin("tally").document["total"] == 0
    assert [kept.over for kept in opened.games()] == [False, True]


def test_a_finished_game_whose_end_was_undone_is_resumed(saved_games: OpenShelf) -> None:
    played(saved_games, "add 99", "add 1", "undo")
    assert saved_games().resume_or_begin("tally").document["total"] == 99


def test_an_earlier_game_can_be_resumed_and_stays_on_the_table(saved_games: OpenShelf) -> None:
    opened = saved_games()
    opened.begin("tally").take("add 1")
    opened.begin("tally").take("add 2")
    assert opened.resume(1).document["total"] == 1
    assert saved_games().resume_or_begin("tally").document["total"] == 1


def test_a_second_companion_is_told_that_another_plays(
    folder: Path, saved_games: OpenShelf
) -> None:
    saved_games()
    script = (
        "import sys; from pathlib import Path; "
        "from companion.storage.saved_games import SavedGames; "
        "SavedGames(Path(sys.argv[1]))"
    )
    second = run_program([sys.executable, "-c", script, str(folder)])
    assert second.returncode != 0
    assert f"AlreadyRunning: Another companion (process {os.getpid()})" in second.stderr


def test_the_lock_is_free_again_when_a_companion_has_left(
    folder: Path, saved_games: OpenShelf
) -> None:
    opened = saved_games()
    with pytest.raises(AlreadyRunning):
        SavedGames(folder)
    opened.close()
    SavedGames(folder).close()


def test_a_folder_that_cannot_be_made_gives_a_game_in_memory_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with closing(SavedGames(tmp_path / "file" / "data")) as saved_games:
        table = saved_games.resume_or_begin("tally")
        table.take("add 4")
        saved_games.back_up()
        assert table.document["total"] == 4
        assert [str(warning) for warning in table.warnings] == said(saved_games)
        [warning] = said(saved_games)
    assert "cannot be written (Not a directory)" in warning
    assert "lost when the power goes off" in warning


def test_a_read_only_folder_goes_on_from_the_game_that_was_kept(
    folder: Path, saved_games: OpenShelf
) -> None:
    """A folder in the lock's place cannot be opened for writing, not even by root."""
    played(saved_games, "add 4")
    saved_games().close()
    (folder / "lock").unlink()
    (folder / "lock").mkdir()
    before = (folder / FILE).read_bytes()
    opened = saved_games()
    table = opened.resume_or_begin("tally")
    assert table.document["total"] == 4
    table.take("add 1")
    assert len(said(opened)) == 1
    assert (folder / FILE).read_bytes() == before


def test_a_read_only_folder_with_a_damaged_file_starts_a_new_game(
    folder: Path, saved_games: OpenShelf
) -> None:
    (folder / "lock").mkdir(parents=True)
    (folder / FILE).write_bytes(b"no database at all" * 500)
    assert saved_games().resume_or_begin("tally").document["total"] == 0


def test_a_damaged_file_is_put_aside_and_the_newest_good_backup_is_used(
    folder: Path, saved_games: OpenShelf
) -> None:
    played(saved_games, "add 4")
    played(saved_games, "add 5")
    saved_games().close()
    damage(folder / FILE)
    damaged = (folder / FILE).read_bytes()
    opened = saved_games()
    table = opened.resume_or_begin("tally")
    assert table.document["total"] == 9
    [aside] = folder.glob("damaged-*.sqlite3")
    assert aside.read_bytes() == damaged
    [warning] = said(opened)
    assert warning.startswith(f"The journal was damaged: it was put aside as {aside.name}")
    table.take("add 1")


@pytest.mark.parametrize("spoil", [damage, lambda path: path.write_bytes(b"nothing" * 999)])
def test_a_backup_that_is_damaged_too_is_passed_over(
    folder: Path, saved_games: OpenShelf, now: WallClock, spoil: Callable[[Path], None]
) -> None:
    played(saved_games, "add 4")
    played(saved_games, "add 5")
    saved_games().close()
    newest, older = Backups(folder, now).newest_first()
    for path in (folder / FILE, newest):
        spoil(path)
    opened = saved_games()
    assert opened.resume_or_begin("tally").document["total"] == 4
    assert older.name in said(opened)[0]


def test_without_a_good_backup_a_new_game_begins_and_the_old_file_stays(
    folder: Path, saved_games: OpenShelf
) -> None:
    folder.mkdir()
    (folder / FILE).write_bytes(b"no database at all" * 500)
    opened = saved_games()
    assert opened.resume_or_begin("tally").document["total"] == 0
    assert "there is no good backup" in said(opened)[0]
    assert len(list(folder.glob("damaged-*"))) == 1


def test_damage_that_only_a_checksum_finds_leads_to_the_backup_too(
    folder: Path, saved_games: OpenShelf
) -> None:
    played(saved_games, "add 4")
    saved_games().close()
    with closing(connect(folder / FILE)) as connection:
        connection.execute("DROP TRIGGER entry_never_changes")
        connection.execute("UPDATE entry SET events = replace(events, '4', '5')")
    # The backup of this start has the same damage, so the one before it is used.
    opened = saved_games()
    assert opened.resume_or_begin("tally").document["total"] == 4
    assert "damaged" in said(opened)[0]


def test_a_journal_that_was_deleted_comes_back_from_its_backup(
    folder: Path, saved_games: OpenShelf
) -> None:
    played(saved_games, "add 4")
    saved_games().close()
    (folder / FILE).unlink()
    opened = saved_games()
    assert opened.resume_or_begin("tally").document["total"] == 4
    assert "missing" in said(opened)[0]


def test_a_newer_journal_is_refused_and_the_folder_is_free_again(
    folder: Path, saved_games: OpenShelf
) -> None:
    saved_games().close()
    with closing(connect(folder / FILE)) as connection:
        connection.execute("CREATE TABLE something_new (id INTEGER)")
        connection.execute("PRAGMA user_version = 999")
    for _ in range(2):
        with pytest.raises(NewerJournal):
            SavedGames(folder)


def test_a_journal_without_room_to_open_it_is_played_in_memory(
    folder: Path, saved_games: OpenShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path | str) -> sqlite3.Connection:
        connection = connect(path)
        if path != ":memory:":
            connection.execute("PRAGMA max_page_count = 1")
        return connection

    monkeypatch.setattr("companion.storage.saved_games.sqlite.connect", full)
    opened = saved_games()
    opened.resume_or_begin("tally").take("add 1")
    assert "The disk is full" in said(opened)[0]


def test_a_disk_without_room_for_the_backup_is_played_in_memory_from_it(
    folder: Path, saved_games: OpenShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(saved_games, "add 4")
    saved_games().close()
    damage(folder / FILE)

    def full(*given: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("companion.storage.recovery.recover.copy_backup", full)
        opened = saved_games()
        assert opened.resume_or_begin("tally").document["total"] == 4
        assert "No space left" in said(opened)[0]
    assert saved_games().resume_or_begin("tally").document["total"] == 4


def test_a_game_that_this_version_does_not_have_stays_where_it_is(saved_games: OpenShelf) -> None:
    opened = saved_games()
    with closing(connect(opened.folder / FILE)) as connection:
        Store(connection).begin("chess", at="")
    assert opened.resume_or_begin("tally").document["game"] == "tally"
    assert [kept.name for kept in opened.games()] == ["tally", "chess"]


def test_a_game_that_another_version_wrote_stays_where_it_is_and_is_told(
    saved_games: OpenShelf,
) -> None:
    played(saved_games, "add 4")
    opened = saved_games()
    with closing(connect(opened.folder / FILE)) as connection:
        entry = Entry(3, "input", "add many", (("Added", {"points": "many"}),))
        Store(connection).append(1, entry)

    assert opened.resume_or_begin("tally").document["total"] == 0
    assert said(opened)[0].startswith("Game 1 cannot be resumed: Entry 3 of this game")
    assert [(kept.number, kept.revision) for kept in opened.games()] == [(2, 1), (1, 3)]


def test_a_game_over_which_the_rules_stumble_stays_where_it_is_and_is_told(
    saved_games: OpenShelf, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    played(saved_games, "roll 3")
    monkeypatch.setattr("tests.support.tally.Rolled", int)  # so these rules know no die any more

    opened = saved_games()

    assert opened.resume_or_begin("tally").document["total"] == 0
    assert said(opened)[0].startswith("Game 1 cannot be resumed: ")
    assert "game 1" in caplog.text


def test_the_data_folder_can_be_chosen_by_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", "/somewhere/else")
    assert data_folder() == Path("/somewhere/else")
    monkeypatch.delenv("COMPANION_DATA")
    assert data_folder().name == "table-companion"
