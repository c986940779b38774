"""Every table script in tests/scripts holds: each is one example of the rules."""

from pathlib import Path

import pytest

from companion.match.script import Script

SCRIPTS = sorted((Path(__file__).parents[1] / "scripts").rglob("*.table"))


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.stem)
def test_the_script_holds(file: Path) -> None:
    Script(file.read_text(encoding="utf-8"), file).play()
