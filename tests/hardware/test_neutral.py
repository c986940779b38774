"""Boards know no game: their folders use no game's words, and show them where a game is named."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.games import first, game

ROOT = Path(__file__).parents[2]
FOLDERS = ("companion/devices", "companion/simulator", "firmware_config", "hardware")
TEXT = {".py", ".toml", ".md", ".scad", ".svg", ".txt", ".service"}
GAME = game(first())
WORDS = [
    word
    for word in (*GAME.seats, *GAME.layout.dice, *GAME.layout.modes, "band", "bands")
    if len(word) > 2
]


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_word_of_a_game_is_in_what_belongs_to_the_boards(folder: str) -> None:
    # What follows a dot is a method of Python's own.
    word = re.compile(rf"(?<![.\w])({'|'.join(WORDS)})(?!\w)", re.IGNORECASE)
    found = [
        (str(file), match.group())
        for file in (ROOT / folder).rglob("*")
        if file.suffix in TEXT
        for match in word.finditer(file.read_text(encoding="utf-8"))
    ]
    assert found == []


def wiring(*options: str) -> str:
    done = CliRunner().invoke(main, ["--lang", "en", "wiring", "full_table", *options])
    assert done.exit_code == 0, done.output
    return done.output


def test_the_wiring_has_neutral_words_until_a_game_is_named() -> None:
    plain, named = wiring(), wiring("--game", GAME.id)
    for part, neutral in (("mode:1", "Mode 1"), ("die:2", "Die 2")):
        word = str(GAME.layout.name(part))
        assert neutral in plain
        assert word not in plain
        assert word in named
        assert neutral not in named
