"""``crash`` in a table script: the power is cut, and the table stands as it stood."""

from pathlib import Path

import pytest

from companion.match.match import Match, Revision
from companion.match.script import Script
from companion.match.script_syntax import Line, lines
from tests.support.effort import SOAK
from tests.support.labels import redo_label, undo_label

TESTS = Path(__file__).parent.parent
SCRIPTS = sorted(
    path for folder in ("table", "scripts", "golden") for path in (TESTS / folder).glob("*.table")
)
EVERY = 9


def with_crashes(source: str, first: int) -> str:
    """A crash after some lines, each time others: each reads the whole game. Soaking, after all.

    ``refused`` speaks of the line before it, so no crash comes between the two.
    """
    told = [line.text for line in lines(source)]
    crashed = []
    for at, (line, following) in enumerate(zip(told, [*told[1:], ""], strict=True)):
        last = not following
        spared = following.startswith("refused") or not (SOAK or last or at % EVERY == first)
        crashed += [line] if spared else [line, "crash"]
    return "\n".join(crashed)


@pytest.mark.slow
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_crash_at_any_line_changes_nothing(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    without = Script(source, path).play()
    crashed = Script(with_crashes(source, SCRIPTS.index(path) % EVERY), path).play()
    assert crashed.document == without.document
    assert undo_label(crashed) == undo_label(without)
    assert redo_label(crashed) == redo_label(without)


def test_a_crash_opens_a_new_table_on_the_files_that_were_there() -> None:
    tables: list[Match] = []

    def watch(line: Line, table: Match, change: Revision | None) -> None:
        tables.append(table)

    source = 'game daybreak\nseat china\ncrash\nseat us\nexpect seats ["china", "us"]\n'
    Script(source, Path("crash.table")).play(watch)
    before, after, *_ = tables
    assert before is not after
    assert before.document == {**after.history[1].document}


def test_a_table_can_be_played_on_after_a_script_with_a_crash() -> None:
    table = Script("game daybreak\nseat china\ncrash\n", Path("crash.table")).play()
    table.take("start")
    assert table.document["round"] == 1
