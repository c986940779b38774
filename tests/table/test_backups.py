"""Backups: when they are made, how many are kept, and what they hold."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from companion.table.clerk import Clerk
from companion.table.keeping import schema
from companion.table.keeping.backups import KEPT
from companion.table.keeping.shelf import FILE
from companion.table.keeping.store import Store, connect
from tests.table.tally import OpenShelf, played


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


def test_a_file_of_the_owner_among_the_backups_is_left_alone(
    folder: Path, shelf: OpenShelf
) -> None:
    played(shelf, "add 1")
    shelf()
    own = folder / "backups" / "backup-before-the-holidays.sqlite3"
    own.touch()
    played(shelf, "add 2")
    shelf()
    assert own.exists()
    assert len(list((folder / "backups").iterdir())) == 3


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
    assert str(opened.warnings[0]).startswith("No backup could be made")


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
