"""The wiring that builders look at is what the companion draws from the profile it runs on."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from hardware.draw import HERE, boards


@pytest.mark.parametrize("name", boards())
def test_the_drawing_is_what_companion_wiring_draws(name: str, tmp_path: Path) -> None:
    drawing = tmp_path / "drawing.svg"
    result = CliRunner().invoke(main, ["--lang", "en", "wiring", name, "--svg", str(drawing)])

    assert result.exit_code == 0, result.output
    kept = (HERE / "wiring" / f"{name}.svg").read_text(encoding="utf-8")
    assert drawing.read_text(encoding="utf-8") == kept, "run: make hardware"


def test_there_is_no_drawing_of_a_board_that_is_no_more() -> None:
    assert {path.stem for path in (HERE / "wiring").glob("*.svg")} == set(boards())
