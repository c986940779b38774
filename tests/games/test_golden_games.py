"""Golden playthroughs: whole games printed state by state; ``make golden`` prints them anew."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import Document
from companion.match.match import Match, Revision
from companion.match.script import Script
from companion.match.script_syntax import Line

GAMES = sorted((Path(__file__).parents[1] / "golden").glob("*.table"))


def flat(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every path of a document and what is there."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(inner, f"{path}.{key}" if path else key)
    else:
        yield path, value


def printed(file: Path) -> str:
    """The game as it went: each line, its label, what was told, and what changed."""
    pages: list[str] = []
    seen: Document = {}

    def watch(line: Line, table: Match, change: Revision | None) -> None:
        pages.append(f"> {line.text}")
        if change is None:
            return
        step = change.step
        pages.append(f"  {step.label}")
        state = step.before
        for event in step.events:
            if told := table.game.tell(state, event):
                pages.append(f"  - {told}")
            state = table.game.evolve(state, event)
        now = dict(flat(table.document))
        pages.extend(
            f"    {path} = {json.dumps(value, ensure_ascii=False)}"
            for path, value in now.items()
            if path not in seen or seen[path] != value
        )
        seen.clear()
        seen.update(now)

    Script(file.read_text(encoding="utf-8"), file).play(watch)
    return "\n".join(pages) + "\n"


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_the_game_goes_as_it_was_printed(file: Path, pytestconfig: pytest.Config) -> None:
    golden = file.with_suffix(".txt")
    if pytestconfig.getoption("--regenerate"):
        golden.write_text(printed(file), encoding="utf-8")

    assert printed(file) == golden.read_text(encoding="utf-8")


def test_there_are_at_least_three_golden_games() -> None:
    assert len(GAMES) >= 3
