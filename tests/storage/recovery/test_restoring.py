"""A restore that is cut short at any step: the old games are there, or the restored ones."""

import os
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.storage.recovery.recover import SWAP_PLAN
from companion.storage.saved_games import FILE, SavedGames
from tests.support.programs import LIMIT_S, run_program
from tests.support.tally import OpenShelf, played

SOAK = int(os.environ.get("SOAK", "1"))
KILLS = 20 * SOAK * SOAK  # 2,000 in a soak: 500 of them during an upgrade


class PowerCut(BaseException):
    """From here on nothing reaches the disk."""


@pytest.fixture
def cut_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """The power goes off before the step of that number: a rename, a removal, a sync."""
    left = 10**9

    def guarded(act: Callable[..., Any]) -> Callable[..., Any]:
        def step(*given: Any, **named: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise PowerCut
            return act(*given, **named)

        return step

    for name in ("rename", "replace", "unlink"):
        monkeypatch.setattr(Path, name, guarded(getattr(Path, name)))
    monkeypatch.setattr(os, "fsync", guarded(os.fsync))

    def cut(steps: int) -> None:
        nonlocal left
        left = steps

    return cut


def restore(folder: Path, *name: str) -> str:
    words = ["--lang", "en", "restore", *name, "--data", str(folder)]
    result = CliRunner().invoke(main, words)
    return result.output


@pytest.mark.parametrize("steps", range(14))
def test_a_restore_that_is_cut_short_leaves_the_old_games_or_the_restored_ones(
    folder: Path,
    saved_games: OpenShelf,
    cut_after: Callable[[int], None],
    steps: int,
    tmp_path: Path,
) -> None:
    played(saved_games, "add 4")
    saved_games().close()
    [backup] = (folder / "backups").iterdir()
    stick = backup.rename(tmp_path / "stick.sqlite3")
    played(saved_games, "add 5")
    saved_games().close()
    for each in (folder / "backups").iterdir():
        each.unlink()

    cut_after(steps)
    with suppress(PowerCut):
        restore(folder, str(stick))
    cut_after(10**9)

    with closing(SavedGames(folder)) as opened:
        assert opened.resume_or_begin("tally").document["total"] in (4, 9)
        assert opened.warnings == []
    left = sorted(path.name for path in folder.iterdir() if "new" in path.name)
    assert left == []
    assert not (folder / SWAP_PLAN).exists()


def test_the_list_of_games_finishes_what_was_cut_short(
    folder: Path, saved_games: OpenShelf, cut_after: Callable[[int], None]
) -> None:
    played(saved_games, "add 4")
    saved_games().close()
    steps = 0
    while not (folder / SWAP_PLAN).exists():
        cut_after(steps := steps + 1)
        with suppress(PowerCut):
            restore(folder)
        cut_after(10**9)
    listed = CliRunner().invoke(main, ["--lang", "en", "games", "--data", str(folder)])
    assert "2 entries" in listed.output
    assert not (folder / SWAP_PLAN).exists()


def test_the_journal_can_be_restored_onto_itself(folder: Path, saved_games: OpenShelf) -> None:
    played(saved_games, "add 4")
    saved_games().close()
    assert "in force again" in restore(folder, str(folder / FILE))
    assert saved_games().resume_or_begin("tally").document["total"] == 4


def test_a_copy_on_a_stick_stays_until_the_new_one_is_whole(
    folder: Path, saved_games: OpenShelf, tmp_path: Path, cut_after: Callable[[int], None]
) -> None:
    played(saved_games, "add 4")
    saved_games().close()
    stick = tmp_path / "stick.sqlite3"
    words = ["backup", str(stick), "--data", str(folder)]
    assert CliRunner().invoke(main, words).exit_code == 0
    before = stick.read_bytes()
    cut_after(0)
    with suppress(PowerCut):
        CliRunner().invoke(main, words)
    assert stick.read_bytes() == before


@pytest.mark.slow
def test_no_kill_during_an_upgrade_a_restore_a_backup_or_an_import_loses_anything(
    tmp_path: Path,
) -> None:
    """In a process of its own: it forks, which nothing with threads should."""
    done = run_program(
        [sys.executable, "-m", "tests.support.storage.cut_short", str(tmp_path), str(KILLS)],
        cwd=Path(__file__).parents[3],
        limit_s=LIMIT_S * SOAK * SOAK,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == f"{KILLS} kills, 0 wrong\n"


@pytest.mark.parametrize("words", [("games",), ("export", "1")])
def test_a_command_backs_up_an_old_file_before_it_brings_it_up_to_date(
    folder: Path, words: tuple[str, ...]
) -> None:
    from tests.support.storage.cut_short import OLD

    folder.mkdir()
    (folder / FILE).write_bytes(OLD.read_bytes())
    CliRunner().invoke(main, [*words, "--data", str(folder)])
    [backup] = (folder / "backups").iterdir()
    assert backup.name.startswith("backup-000001-")
