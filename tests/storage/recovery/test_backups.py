"""Backups: when they are made, how many are kept, and what they hold."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from companion.match.writer import MatchWriter
from companion.storage import schema
from companion.storage.recovery.backups import MAX_BACKUPS
from companion.storage.saved_games import FILE
from companion.storage.sqlite import Store, connect
from tests.support.tally import OpenShelf, played


def test_every_start_keeps_a_backup_if_something_has_changed(
    folder: Path, saved_games: OpenShelf
) -> None:
    played(saved_games, "add 4")
    for _ in range(3):
        saved_games()
    assert len(list((folder / "backups").iterdir())) == 1


def test_the_last_ten_backups_are_kept(folder: Path, saved_games: OpenShelf) -> None:
    for _ in range(MAX_BACKUPS + 3):
        played(saved_games, "add 1")
    names = sorted(path.name for path in (folder / "backups").iterdir())
    assert len(names) == MAX_BACKUPS
    assert names[0].startswith("backup-000003-20250601T")
    assert names[-1].startswith("backup-000012-")


def test_a_file_of_the_owner_among_the_backups_is_left_alone(
    folder: Path, saved_games: OpenShelf
) -> None:
    played(saved_games, "add 1")
    saved_games()
    own = folder / "backups" / "backup-before-the-holidays.sqlite3"
    own.touch()
    played(saved_games, "add 2")
    saved_games()
    assert own.exists()
    assert len(list((folder / "backups").iterdir())) == 3


def test_the_end_of_a_game_is_backed_up(folder: Path, saved_games: OpenShelf) -> None:
    opened = saved_games()
    with closing(MatchWriter(opened.resume_or_begin("tally"), when_over=opened.back_up)) as writer:
        writer.ask("add 99")
        assert not (folder / "backups").exists()
        writer.ask("add 1")
    [backup] = (folder / "backups").iterdir()
    with closing(connect(backup)) as connection:
        assert Store(connection).games()[0].over


def test_a_backup_that_cannot_be_made_is_told_and_stops_nothing(
    folder: Path, saved_games: OpenShelf
) -> None:
    played(saved_games, "add 4")
    (folder / "backups").touch()
    opened = saved_games()
    assert opened.resume_or_begin("tally").document["total"] == 4
    assert str(opened.warnings[0]).startswith("No backup could be made")


def test_an_old_file_is_backed_up_as_it_was_before_its_upgrade(
    folder: Path, saved_games: OpenShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir()
    frozen = Path(__file__).parents[1] / "frozen" / "journal-1.sqlite3"
    shutil.copyfile(frozen, folder / FILE)
    step = ("ALTER TABLE game ADD COLUMN place TEXT NOT NULL DEFAULT ''",)
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, step))
    saved_games()
    [backup] = (folder / "backups").iterdir()
    with closing(connect(backup)) as connection:
        assert schema.version(connection) == 1
