"""``companion new-game`` writes a package that runs, passes, and can be installed."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.main import main
from companion.match.script import Script
from companion.testing.packages import find_package
from tests.support.games.outside import as_it_was
from tests.support.programs import run_program

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    with as_it_was():
        yield tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["--lang", "en", *words])


@pytest.mark.slow
@pytest.mark.parametrize("options", [[], ["--cards"], ["--rounds"], ["--cards", "--rounds"]])
def test_what_is_written_is_sound_and_its_script_can_be_played(
    folder: Path, options: list[str]
) -> None:
    done = run("new-game", "tide_pool", *options, "--check")

    assert (done.exit_code, done.output) == (
        0,
        "tide_pool is a game now. Next: companion check tide_pool\n19 checks: nothing is wrong.\n",
    )
    script = folder / "tide_pool" / "tide_pool" / "demo.table"
    Script(script.read_text(encoding="utf-8"), script).play()


def test_its_words_are_there_in_three_languages(folder: Path) -> None:
    run("new-game", "pool", "--cards", "--rounds")

    told = run("catalogs", "pool").output.splitlines()
    assert [line.endswith(" 0 without a translation") for line in told] == [True, True]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("daybreak", "there is a game of that name"),
        ("Tide", "a name has small letters"),
        ("class", "a name has small letters"),
        ("2fast", "a name has small letters"),
        ("there", "there is a folder of that name"),
    ],
)
def test_a_name_that_cannot_be_is_refused(folder: Path, name: str, why: str) -> None:
    (folder / "there").mkdir()
    done = run("new-game", name)

    assert done.exit_code == 2
    assert why in done.output
    assert "[not_new]" in done.output


@pytest.mark.slow
def test_it_is_found_and_sound_once_it_is_installed_without_any_network(folder: Path) -> None:
    run("new-game", "lagoon", "--cards")
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    site = folder / "site"
    pip = [sys.executable, "-m", "pip", "install", "-q", *offline, "--target", site, "./lagoon"]
    done = run_program(pip, limit_s=100)
    assert done.returncode == 0, done.stderr

    where = {"PYTHONPATH": f"{site}:{ROOT}", "COMPANION_LANG": "en", "PATH": "/usr/bin:/bin"}
    check = [sys.executable, "-m", "companion", "check", "lagoon", "--games", "1"]
    done = run_program(check, env=where, cwd=site, limit_s=100)
    assert done.stdout == "19 checks: nothing is wrong.\n", done.stderr


def test_its_own_test_is_python_that_finds_the_game(folder: Path) -> None:
    run("new-game", "lagoon")
    written = (folder / "lagoon" / "tests" / "test_lagoon.py").read_text(encoding="utf-8")

    compile(written, "test_lagoon.py", "exec")
    assert 'problems("lagoon", check)' in written
    assert find_package(str(folder / "lagoon")).module == "lagoon"
