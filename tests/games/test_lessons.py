"""For people in their first game: every step of every game is explained, and its words."""

from importlib import import_module
from pathlib import Path

import pytest

from companion.devices.drawing.pages import drawing
from companion.games import game
from companion.i18n.catalogs import LANGUAGES, Language
from companion.match.match import Match, Revision
from companion.match.script import Script
from companion.match.script_syntax import Line
from companion.match.taps import common_pages
from tests.support.devices.simulated_controller import GOLDEN


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.table")), ids=lambda file: file.stem)
def test_every_step_of_every_game_is_explained(file: Path) -> None:
    """From the set-up to the end, whatever the game."""

    def look(line: Line, table: Match, change: Revision | None) -> None:
        rules, state = table.game, table.state
        assert (rules.teaching.lesson(state) is None) is rules.over(state)

    Script(file.read_text(encoding="utf-8"), file).play(look)


def test_every_game_of_ours_has_a_glossary_with_each_word_once() -> None:
    for name in ("daybreak", "naufragos", "council_of_shadows"):
        for language in LANGUAGES:
            speak = Language(language, name).say
            words = [speak(term.name) for term in game(name).teaching.glossary]
            assert len(words) > 5
            assert len(set(words)) == len(words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["daybreak", "naufragos", "council_of_shadows"])
def test_the_small_screen_has_room_for_each_sentence(name: str, language: str) -> None:
    lessons = import_module(f"companion.games.{name}.text.tutorial").LESSONS
    for told in lessons.values():
        for page in common_pages.lesson(told):
            assert drawing(page, Language(language, name)).lost == ()


def test_numbers_that_nobody_sets_have_a_name_too() -> None:
    rules = game("daybreak")
    state = Script("game daybreak\nseat us\nseat china\nstart\n", Path("a.table")).play().state
    assert {path: str(rules.name_of(state, path)) for path in NAMED} == NAMED


NAMED = {
    "round": "round",
    "carbon.emitted": "carbon emitted",
    "powers.us.carbon": "United States: carbon of a round",
    "powers.us.clean": "United States: Clean Energy",
    "outlook.net": "expected: carbon onto the Thermometer",
    "outlook.drawdown": "outlook, drawdown",
}


def test_the_rulebook_advises_who_plays() -> None:
    assert [game("daybreak").teaching.advice(n) is not None for n in range(6)] == [
        *(False, True, True, True, True, False)
    ]
    assert game("naufragos").teaching.advice(2) is None
