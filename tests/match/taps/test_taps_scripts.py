"""Table scripts that are played with hands only: each is one example of the tap grammar."""

from pathlib import Path

import pytest

from companion.match.script import Script
from companion.match.script_syntax import lines
from companion.match.taps.script_gestures import read_movement
from companion.storage.transfer import as_script

SCRIPTS = sorted((Path(__file__).parents[2] / "taps").glob("*.table"))
each_script = pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.stem)


@each_script
def test_the_taps_hold(file: Path) -> None:
    Script(file.read_text(encoding="utf-8"), file).play()


@each_script
def test_what_was_tapped_can_be_told_without_taps(file: Path) -> None:
    table = Script(file.read_text(encoding="utf-8"), file).play()
    told = as_script(table)

    assert not any(read_movement(line.text) for line in lines(told))
    retold = Script(told, file).play().document
    assert {**retold, "revision": table.revision} == table.document
