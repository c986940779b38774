"""The game that is played on a real kernel, on simulated parts beforehand."""

import json
from pathlib import Path

import pytest

from tests.kernel.drawn_game import draw_game


@pytest.mark.slow
def test_one_reader_is_enough_to_play_it_to_its_end(tmp_path: Path) -> None:
    draw_game(tmp_path / "board.toml", tmp_path / "tags.json", tmp_path / "game.json")

    steps = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert all(step["glass"] for step in steps)
