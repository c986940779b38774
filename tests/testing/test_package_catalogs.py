"""``companion catalogs``, and what a package may add to what people read."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.main import main
from companion.games import game
from companion.i18n.catalogs import Language
from companion.i18n.message import say
from companion.i18n.po_files import compile_mo, new_catalog
from companion.testing.packages import NoPackage, find_package
from tests.support.games.outside import METADATA, TOYS, as_it_was
from tests.support.programs import run_program


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    with as_it_was():
        yield


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["--lang", "en", *map(str, words)])


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(TOYS / "ladder", tmp_path / "ladder")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "ladder"


def test_sentences_are_collected_and_listed_with_their_places(ladder: Path) -> None:
    told = run("catalogs", "ladder").output

    assert "locale/es/LC_MESSAGES/ladder.po: 10 sentences, 10 without a translation" in told
    assert "  ladder/__init__.py:16: Ant" in told


def test_what_is_translated_is_said_and_stays(ladder: Path) -> None:
    run("catalogs", "ladder")
    file = ladder / "locale" / "es" / "LC_MESSAGES" / "ladder.po"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"Ant"\nmsgstr ""', '"Ant"\nmsgstr "Hormiga"'), encoding="utf-8")

    assert "10 sentences, 9 without" in run("catalogs", "ladder").output
    assert Language("es", "ladder").say(say("Ant")) == "Hormiga"
    assert Language("pt", "ladder").say(say("Ant")) == "Ant"
    assert Language("es", "daybreak").say(say("Ant")) == "Ant", "no game speaks with another's"


def test_one_more_language_is_begun_and_stays(ladder: Path) -> None:
    assert "locale/de/LC_MESSAGES/ladder.po" in run("catalogs", "ladder", "--add", "de").output
    assert "locale/de/LC_MESSAGES/ladder.po" in run("catalogs", "ladder").output


def test_a_project_says_which_game_it_offers(tmp_path: Path) -> None:
    shutil.copytree(TOYS / "ladder", tmp_path / "src" / "ladder")
    (tmp_path / "pyproject.toml").write_text(
        '[project.entry-points."table_companion.games"]\nladder = "ladder:GAME"\n',
        encoding="utf-8",
    )

    assert find_package(str(tmp_path)).folder == tmp_path / "src" / "ladder"
    assert game("ladder").id == "ladder"


@pytest.mark.parametrize("text", ["", "[project]\nname = 'x'\n", "= ="])
def test_what_has_no_game_is_told(tmp_path: Path, text: str) -> None:
    with pytest.raises(NoPackage):
        find_package(str(tmp_path / "nowhere"))
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    assert "[no_package]" in run("catalogs", tmp_path).output


@pytest.mark.slow
def test_a_package_adds_a_language_to_the_companion_and_its_games(tmp_path: Path) -> None:
    for domain, texts in {
        "companion": {"English": "Deutsch", "NEXT": "WEITER", "Usage": "Aufruf"},
        "daybreak": {"Majority World": "Globaler Süden"},
    }.items():
        catalog = new_catalog("de")
        catalog.said = {(text, ""): (said,) for text, said in texts.items()}
        folder = tmp_path / "companion_de" / "locale" / "de" / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{domain}.mo").write_bytes(compile_mo(catalog))
    (tmp_path / "companion_de" / "__init__.py").touch()
    info = tmp_path / "companion_de-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA.format(name="companion-de"), encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[table_companion.languages]\nde = companion_de\n", encoding="utf-8"
    )
    said = (
        "from companion.i18n.catalogs import *; from companion.i18n.message import say;"
        "print(LANGUAGES, language_name('de'), language_name('es'));"
        "print(Language('de', 'daybreak').say(say('Majority World')));"
        "print(Language('de', 'naufragos').say(say('NEXT')))"
    )
    where = {"PYTHONPATH": f"{tmp_path}:{Path(__file__).parents[2]}", "PYTHONIOENCODING": "utf-8"}
    done = run_program([sys.executable, "-c", said], env=where)

    assert done.stdout.splitlines() == [
        "('en', 'es', 'pt', 'de') Deutsch Español",
        "Globaler Süden",
        "WEITER",
    ], done.stderr
