"""What is read out: golden texts in three languages, and no sign that a voice stumbles over."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.i18n.catalogs import SHIPPED, Language
from companion.i18n.spoken import spoken
from companion.match.commentary import Commentary, comment, instructions
from companion.match.match import Match, Revision
from companion.match.script import read_script
from companion.match.script_syntax import Line
from tests.conftest import SetTable

GOLDEN = Path(__file__).parents[1] / "golden"
SPOKEN = sorted((GOLDEN / "spoken").glob("*.table"))
WHOLE_GAMES = sorted(GOLDEN.glob("*.table"))
IN_WORDS = re.compile(r"(?:[\w'’]|(?<=\w)-(?=\w)|[.,:?!¿¡](?!\w)|(?<=\d)[.,](?=\d)|[¿¡]| (?=\S))+")
"""Letters, digits, and pauses where they belong."""
INITIALS = re.compile(r"\b[A-Z]{2,}\b")
ENGLISH = Language("en")


def commented(file: Path) -> Iterator[tuple[str, Revision, dict[str, Commentary]]]:
    """A script, line by line, and what is read out of each in every language."""
    found: list[tuple[str, Revision, dict[str, Commentary]]] = []

    def watch(line: Line, table: Match, change: Revision | None) -> None:
        if change:
            made = {code: comment([change], Language(code, table.game.id)) for code in SHIPPED}
            found.append((line.text, change, made))

    read_script(file).play(watch)
    yield from found


def printed(file: Path) -> str:
    pages: list[str] = []
    for line, _, made in commented(file):
        pages.append(f"> {line}" + "".join(f" ♪ {each}" for each in made["en"].moments))
        for code, told in made.items():
            pages.append(f"  {code}  {' '.join((*told.happened, '/', *told.to_do)).rstrip(' /')}")
    return "\n".join(pages) + "\n"


@pytest.mark.parametrize("file", SPOKEN, ids=lambda file: file.stem)
def test_it_is_said_as_it_was_printed(file: Path, pytestconfig: pytest.Config) -> None:
    golden = file.with_suffix(".txt")
    if pytestconfig.getoption("--regenerate"):
        golden.write_text(printed(file), encoding="utf-8")

    assert printed(file) == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("file", WHOLE_GAMES, ids=lambda file: file.stem)
def test_a_whole_game_is_read_out_in_words(file: Path) -> None:
    for line, _, made in commented(file):
        for code, told in made.items():
            for sentence in (*told.happened, *told.to_do):
                assert IN_WORDS.fullmatch(sentence), (line, code, sentence)
                assert not INITIALS.search(sentence), (line, code, sentence)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("−3 Dirty Energy, China now 6.", "Minus 3 Dirty Energy, China now 6."),
        ("Level II: 55 − 51 = 4 energy.", "Level 2: 55 minus 51 makes 4 energy."),
        ("China draws 5*.", "China draws 5."),
        ("It prints 2 × Grid", "It prints 2 Grid."),
        ("2.0 °C, odds 12 %", "2.0 degrees, odds 12 percent."),
        ("Global R&D Fund (3/6)", "Global R and D Fund, 3 of 6."),
        ("NEXT when the AI is done …", "Next when the A I is done."),
        ("Challenge −: No Geoengineering", "Challenge minus: No Geoengineering."),
        ("", ""),
    ],
)  # fmt: skip
def test_signs_are_read_out_as_words(written: str, said: str) -> None:
    assert spoken(written, ENGLISH) == said


def test_who_begins_to_listen_hears_what_to_do(daybreak: SetTable) -> None:
    told = instructions(daybreak().history[-1], ENGLISH)

    assert not told.happened
    assert "Draw 3 Crisis cards: the first face up as the Forecast." in told.to_do


def test_instructions_that_have_not_changed_are_not_said_again(daybreak: SetTable) -> None:
    table = daybreak("to local")
    change = table.take("set china.demand 3")

    assert comment([change], ENGLISH).happened
    assert "Play, tuck and act" not in " ".join(comment([change], ENGLISH).to_do)


def test_of_much_that_was_missed_only_the_newest_is_said(daybreak: SetTable) -> None:
    table = daybreak("to local", *(f"set china.demand {n}" for n in range(1, 10)))

    told = comment(table.history[:], ENGLISH).happened

    assert len(told) == 3
    assert told[-1].endswith("9.")


def test_a_plan_that_is_secret_is_never_said_aloud() -> None:
    from companion.games import game
    from companion.storage.journal import MemoryJournal

    table = Match(game("council_of_shadows"), MemoryJournal())
    for line in ("set detail cards", "seat red", "seat violet", "start", "to plan"):
        table.take(line)
    change = table.take("play red-tower red 1")

    said = comment([change], Language("en", "council_of_shadows"))

    assert "tower" not in " ".join(said.happened).lower()
