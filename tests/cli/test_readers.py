"""``companion readers``: which reader on the air lies where."""

from contextlib import closing
from pathlib import Path

from click.testing import CliRunner

from companion.cli.main import main
from companion.devices.readers.air.slot import Pairings
from companion.storage.data_folder import Lock

BOARD = """
[[readers]]
kind = "mqtt"
zone = "seat:1"

[[readers]]
kind = "mqtt"
zone = "seat:2"
name = "seat-2"

[[readers]]
kind = "mqtt"
zone = "centre"
topic = "tasmota/tag"
"""


def run(folder: Path, *words: str, board: str = BOARD) -> tuple[int, str]:
    profile = folder / "air.toml"
    profile.write_text(board, encoding="utf-8")
    told = ["--lang", "en", "readers", "--profile", str(profile), "--data", str(folder), *words]
    result = CliRunner().invoke(main, told)
    return result.exit_code, result.output


def test_each_place_says_which_reader_lies_there(tmp_path: Path) -> None:
    Pairings(tmp_path).pair("seat:1", "reader-1f")
    assert run(tmp_path) == (
        0,
        "Seat 1: reader-1f\nSeat 2: seat-2\nCentre: listens to tasmota/tag\n",
    )


def test_a_reader_that_was_let_go_is_waited_for_again(tmp_path: Path) -> None:
    Pairings(tmp_path).pair("seat:1", "reader-1f")
    code, said = run(tmp_path, "--forget", "seat:1")
    assert code == 0
    assert "Seat 1: waits for the first tap of its reader" in said


def test_what_was_never_paired_cannot_be_let_go(tmp_path: Path) -> None:
    assert run(tmp_path, "--forget", "seat:2")[1].endswith("[no_reader]\n")


def test_a_table_that_runs_keeps_its_readers(tmp_path: Path) -> None:
    Pairings(tmp_path).pair("seat:1", "reader-1f")
    with closing(Lock(tmp_path)):
        assert run(tmp_path, "--forget", "seat:1")[1].endswith("[already_running]\n")
    assert Pairings(tmp_path).names


def test_a_board_without_any_says_so(tmp_path: Path) -> None:
    assert run(tmp_path, board="")[1] == "This board has no reader on the air.\n"
