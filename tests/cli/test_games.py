"""``companion games``, ``export``, ``import``, ``backup`` and ``restore``, as people type them."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.games import list_games
from companion.cli.main import main
from companion.storage.saved_games import FILE, SavedGames, Titles

pytestmark = pytest.mark.usefixtures("tally_is_a_game")

Run = Callable[..., Result]
SCRIPT = "game daybreak\nseat china\nseat us\nstart\n"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def run(data: Path) -> Run:
    def run_command(*words: object) -> Result:
        arguments = ["--lang", "en", *map(str, words)]
        return CliRunner().invoke(main, arguments, env={"COMPANION_DATA": str(data)})

    return run_command


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "game.table"
    path.write_text(SCRIPT, encoding="utf-8")
    return path


def test_an_empty_shelf_says_so(run: Run) -> None:
    result = run("games")
    assert result.exit_code == 0
    assert "No games are kept" in result.stdout
    for command in ("export", "backup", "restore"):
        result = run(command)
        assert result.exit_code == 2
        assert "Traceback" not in result.output


def test_an_imported_game_is_listed_and_exported_again(run: Run, script: Path) -> None:
    assert run("import", script).stdout == f"{script} is game 1 now.\n"
    listed = run("games").stdout
    assert "Daybreak" in listed
    assert "4 entries, unfinished" in listed
    assert run("export").stdout == SCRIPT


def test_a_game_is_listed_by_the_name_that_it_was_given(run: Run, script: Path, data: Path) -> None:
    run("import", script)
    (kept,) = list_games(data)
    Titles(data, print).give(kept, "Sunday evening")
    assert "Sunday evening (Daybreak), begun" in run("games").stdout


def test_json_and_csv_go_to_a_file(run: Run, script: Path, tmp_path: Path) -> None:
    run("import", script)
    assert run("export", 1, "--as", "json", "--to", tmp_path / "game.json").stdout == ""
    assert json.loads((tmp_path / "game.json").read_text())["document"]["round"] == 1
    run("export", 1, "--as", "csv", "--to", tmp_path / "game.csv")
    assert (tmp_path / "game.csv").read_text().startswith("round,")
    assert run("import", tmp_path / "game.json").exit_code == 0


def test_an_import_leaves_the_game_on_the_table_where_it_is(
    run: Run, script: Path, data: Path
) -> None:
    with closing(SavedGames(data)) as saved_games:
        saved_games.resume_or_begin("tally").take("add 4")
    run("import", script)
    with closing(SavedGames(data)) as saved_games:
        assert saved_games.resume_or_begin("tally").document["total"] == 4
    assert run("games", "resume", 2).exit_code == 0
    with closing(SavedGames(data)) as saved_games:
        resumed = saved_games.unfinished()
        assert resumed
        assert resumed.document["seats"] == ["china", "us"]


def test_an_archived_game_is_not_resumed_but_stays(run: Run, script: Path, data: Path) -> None:
    run("import", script)
    run("games", "archive", 1)
    assert "archived" in run("games").stdout
    with closing(SavedGames(data)) as saved_games:
        assert saved_games.resume_or_begin("tally").document["game"] == "tally"
    assert run("export", 1).stdout == SCRIPT
    run("games", "resume", 1)
    assert "archived" not in run("games").stdout


def test_a_game_that_is_not_there_is_named(run: Run, script: Path) -> None:
    run("import", script)
    for words in (("games", "resume", 9), ("games", "archive", 9), ("export", 9)):
        result = run(*words)
        assert result.exit_code == 2
        assert result.stderr == "There is no game 9. [no_such_game]\n"


def test_the_data_folder_may_be_named_before_or_after_the_command(
    run: Run, script: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    run("import", script, "--data", elsewhere)
    assert run("games", "--data", elsewhere, "archive", 1).exit_code == 0
    assert run("games", "resume", 1, "--data", elsewhere).exit_code == 0
    assert run("games", "resume", 1).exit_code == 2


def test_games_can_be_listed_while_somebody_plays(run: Run, data: Path) -> None:
    with closing(SavedGames(data)) as saved_games:
        saved_games.resume_or_begin("daybreak").take("seat china")
        assert "2 entries" in run("games").stdout
        assert run("export").stdout == "game daybreak\nseat china\n"
        assert run("backup").exit_code == 0


def test_a_restore_goes_back_and_puts_the_present_aside(run: Run, script: Path, data: Path) -> None:
    run("import", script)
    run("backup")
    run("import", script)
    assert run("restore").exit_code == 0
    assert len(run("games").stdout.splitlines()) == 1
    [aside] = data.glob("replaced-*.sqlite3")
    run("restore", aside)
    assert len(run("games").stdout.splitlines()) == 2


def test_a_restore_waits_until_nobody_plays(run: Run, data: Path) -> None:
    with closing(SavedGames(data)) as saved_games:
        saved_games.resume_or_begin("daybreak")
        run("backup")
        before = (data / FILE).read_bytes()
        result = run("restore")
        assert result.exit_code == 2
        assert "Another companion" in result.stderr
        assert (data / FILE).read_bytes() == before


def test_backups_are_listed_by_the_names_that_restore_takes(run: Run, script: Path) -> None:
    run("import", script)
    run("backup")
    [name] = run("backup", "--list").stdout.split()
    assert run("restore", name).stdout == f"{name} is in force again.\n"
    assert run("restore", "backup-9").stderr == "There is no backup backup-9. [no_backup]\n"


def test_a_backup_can_be_written_anywhere_and_restored_on_another_machine(
    run: Run, script: Path, tmp_path: Path
) -> None:
    run("import", script)
    run("backup", tmp_path / "stick.sqlite3")
    elsewhere = tmp_path / "elsewhere"
    assert run("restore", tmp_path / "stick.sqlite3", "--data", elsewhere).exit_code == 0
    assert run("export", "--data", elsewhere).stdout == SCRIPT


def test_a_file_that_is_no_backup_is_not_restored(run: Run, script: Path, data: Path) -> None:
    run("import", script)
    before = (data / FILE).read_bytes()
    result = run("restore", script)
    assert result.exit_code == 2
    assert "damaged" in result.stderr
    assert (data / FILE).read_bytes() == before


def test_a_place_that_cannot_be_written_is_named(run: Run, script: Path, tmp_path: Path) -> None:
    run("import", script)
    for words in (
        ("export", "--to", tmp_path / "no" / "game.table"),
        ("backup", tmp_path / "no" / "all.sqlite3"),
        ("import", script, "--data", script / "data"),
    ):
        result = run(*words)
        assert result.exit_code == 2, words
        assert "cannot be written" in result.stderr, words


def test_every_command_says_what_its_options_are(run: Run) -> None:
    for command in ("games", "export", "import", "backup", "restore"):
        assert "--data" in run(command, "--help").stdout
