"""``companion check``: a sound game is called so, a fault is named in the reader's language."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.main import main
from companion.testing import problems
from tests.support.games.outside import TOYS, as_it_was


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    with as_it_was():
        yield


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(TOYS / "ladder", tmp_path / "ladder")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "ladder" / "__init__.py"


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.mark.slow
def test_a_sound_game_is_called_so(ladder: Path) -> None:
    done = run("--lang", "en", "check", "ladder", "--games", "1")

    assert (done.exit_code, done.output) == (0, "19 checks: nothing is wrong.\n")


@pytest.mark.slow
def test_a_fault_is_named_with_file_line_and_check_in_the_readers_language(ladder: Path) -> None:
    change(ladder, "range(1, 4), 5", "range(1, 5), 5")
    done = run("--lang", "es", "check", "ladder", "--games", "1")

    assert done.exit_code == 1
    line = "ladder/__init__.py:73: pueden jugar 4, y hay 3 asientos [declarations]"
    assert done.output.splitlines() == [line, "Se encontró 1 problema."]


def test_a_game_that_cannot_be_loaded_is_named_with_the_line_that_stops_it(ladder: Path) -> None:
    change(ladder, "ROUNDS = 3", "ROUNDS = THREE")
    done = run("--lang", "en", "check", "ladder", "--games", "1")

    assert done.output.startswith("ladder/__init__.py:18: The game ladder cannot be used")


def test_a_test_may_ask_for_some_checks(ladder: Path) -> None:
    change(ladder, 'say("{who} climbs {n}.", who=SEATS[seat], n=face)', 'say("{who} climbs.")')

    assert problems("ladder", "nothing_breaks") == []
    assert problems("ladder", "everything_can_be_said") == [
        "ladder/__init__.py:134: nothing fills in {who} in: {who} climbs."
    ]
