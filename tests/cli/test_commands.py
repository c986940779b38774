"""The ``companion`` command, as a person types it."""

import json
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from tests.benchmarks import rules
from tests.support.programs import run_program

ROOT = Path(__file__).parents[2]


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, words)
    return result.exit_code, result.output


def test_the_demonstration_plays_a_whole_game_to_its_end() -> None:
    code, said = run("--lang", "en", "demo", "--words")

    assert code == 0
    assert "Round 4 of 6." in said
    assert "you win together!" in said


def test_the_demonstration_says_what_it_takes_back() -> None:
    _, said = run("--lang", "en", "demo", "--words")

    assert "▸ Undone: Europe acts: 1.090 Universal Basic Services\n▸" in said


@pytest.mark.parametrize(
    ("lang", "word"), [("es", "la etapa Local"), ("pt", "a etapa Local"), ("en", "Local stage")]
)
def test_the_demonstration_speaks_three_languages(lang: str, word: str) -> None:
    assert word in run("--lang", lang, "demo", "--words")[1]


def test_the_environment_chooses_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_LANG", raising=False)
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")

    assert "Emissões" in run("demo", "--words")[1]


def test_a_data_folder_stays_where_it_was_when_the_working_folder_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert str(tmp_path / "club") in run("--lang", "en", "games", "--data", "club")[1]


def test_box_show_marks_what_nobody_verified() -> None:
    _, said = run("--lang", "en", "box", "show")

    assert "* powers.us.demand = 9" in said
    assert "  powers.china.demand = 12" in said
    assert "facts are stand-ins" in said


def test_box_check_says_whether_a_file_is_in_order(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text("[powers.us]\ndemand = 14\n", encoding="utf-8")
    bad.write_text("[powers.us]\ndemand = -1\n", encoding="utf-8")

    assert "in order" in run("--lang", "en", "box", "check", str(good))[1]
    code, said = run("--lang", "en", "box", "check", str(bad))
    assert code == 2
    assert "powers.us.demand = -1" in said
    assert "[bad_box]" in said


def test_a_benchmark_prints_its_figures_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "PLAYED", 1)
    monkeypatch.setattr(rules, "ROUNDS_OF_EVENTS", 1)
    monkeypatch.setattr(rules, "HELD_AFTER", (1, 1))
    code, said = run("bench", "rules", "--json")
    printed = json.loads(said)

    assert code == 0
    assert printed["name"] == "rules"
    assert {"events_per_second", "games_per_second"} <= set(printed["figures"])


def test_a_benchmark_runs_as_a_module_and_from_any_folder(tmp_path: Path) -> None:
    done = run_program(
        [sys.executable, "-m", "companion", "bench", "rfid", "--json"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        check=True,
    )
    assert json.loads(done.stdout)["name"] == "rfid"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--lang", "es", "--help"), "Lleva la cuenta de un juego de mesa"),
        (("--lang", "es", "restore", "--help"), "Las partidas de ahora se apartan"),
        (("--lang", "pt", "cards", "list", "--help"), "Só cartas deste tipo."),
        (("--lang", "en", "cards", "list", "--help"), "Only cards of this kind."),
    ],
)
def test_help_is_in_the_readers_language(words: tuple[str, ...], said: str) -> None:
    assert said in run(*words)[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("dance",), "There is no such command."),
        (("run", "--loud"), "There is no option --loud."),
        (("run", "--port", "door"), "'--port' must be a number from 0 to 65535."),
        (("games", "resume", "one"), "'NUMBER' must be a whole number."),
        (("sheets", "--paper", "a0"), "'--paper' must be one of a4, letter."),
        (("games", "--data", __file__), "'--data' must be a folder."),
        (("export", "--to", "/"), "'--to' must be a file."),
        (("wiring", "--svg"), "--svg needs a value."),
        (("run", "--safe=yes"), "--safe takes no value."),
        (("play",), "'FILE' is missing."),
        (("tags", "forget"), "'UID' is missing."),
        (("sheets", "more"), "This is too much: more"),
        (("games", "dance"), "There is no such command."),
    ],
)
def test_what_is_mistyped_is_told_with_how_it_is_typed(words: tuple[str, ...], said: str) -> None:
    code, shown = run("--lang", "en", *words)

    assert code == 2
    assert shown.startswith("Usage: ")
    assert said in shown
    assert "--help” says more." in shown


def test_what_is_mistyped_is_told_in_the_reader_s_language() -> None:
    assert run("--lang", "pt", "run", "--loud")[1].startswith("Uso: ")
    assert "No existe la opción --loud." in run("--lang", "es", "run", "--loud")[1]


def test_an_option_that_nothing_has_is_no_traceback() -> None:
    code, shown = run("--loud")

    assert code == 2
    assert "--loud" in shown
