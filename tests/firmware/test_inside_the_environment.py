"""What the installer lets a new environment run, run by the environment of the tests."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.devices.board import profile
from tests.support.programs import run_program

FILES = Path(__file__).parents[2] / "firmware_config"
RunInside = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run_inside() -> RunInside:
    return lambda program, argument: run_program([sys.executable, FILES / program, argument])


@pytest.mark.parametrize("name", profile.names())
def test_the_new_environment_tells_what_a_board_needs(name: str, run_inside: RunInside) -> None:
    done = run_inside("boot_lines.py", name)
    assert tuple(done.stdout.split()) == profile.load(name).boot_lines()


def test_a_board_that_cannot_work_is_told_without_a_traceback(
    run_inside: RunInside, tmp_path: Path
) -> None:
    board = tmp_path / "wrong.toml"
    board.write_text("readers = 1\n", encoding="utf-8")
    done = run_inside("boot_lines.py", str(board))
    assert done.returncode == 1
    assert done.stderr.strip() == f"{board.name}: readers = 1: a list belongs here."


@pytest.mark.slow
def test_a_first_game_can_begin_and_end(run_inside: RunInside, tmp_path: Path) -> None:
    assert run_inside("first_game.py", str(tmp_path / "games")).returncode == 0
    assert (tmp_path / "games/journal.sqlite3").exists()


@pytest.mark.slow
def test_a_folder_that_keeps_nothing_is_no_place_for_a_first_game(
    run_inside: RunInside, tmp_path: Path
) -> None:
    (tmp_path / "games").write_text("a file", encoding="utf-8")
    done = run_inside("first_game.py", str(tmp_path / "games"))
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_doctor_answers_in_the_form_that_the_health_check_reads() -> None:
    found = CliRunner().invoke(main, ["doctor", "--json", "--profile", "simulator"])
    assert json.loads(found.stdout)["profile"] == "simulator"
