"""A number that is put right to 0 is 0, as if it had never been another one: nothing is no answer
that was left out."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.errors import CompanionError, Refusal
from companion.games import game
from companion.match.match import Match
from companion.match.script_syntax import lines
from companion.storage.journal import MemoryJournal
from tests.support.documents import without_revision
from tests.support.effort import many

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = {
    "daybreak": "four_powers_by_cards",
    "naufragos": "naufragos_four_rescued",
    "council_of_shadows": "council_two_in_full",
}


def halfway(game_id: str, part: float) -> Match:
    table = Match(game(game_id), MemoryJournal())
    told = list(lines((GOLDEN / f"{GAMES[game_id]}.table").read_text(encoding="utf-8")))
    for line in told[: int(len(told) * part)]:
        if line.words[0] not in ("game", "expect", "refused"):
            try:
                table.take(line.text)
            except Refusal:
                continue
    return table


def numbers(value: Any, path: str = "") -> Iterator[str]:
    """Paths of numbers other than 0."""
    if isinstance(value, dict | list):
        steps = value.items() if isinstance(value, dict) else enumerate(value)
        for step, inner in steps:
            yield from numbers(inner, f"{path}.{step}" if path else str(step))
    elif isinstance(value, int) and value and not isinstance(value, bool):
        yield path


def value_at(document: Any, path: str) -> Any:
    for step in path.split("."):
        document = document[int(step) if isinstance(document, list) else step]
    return document


def taken(table: Match, *inputs: str) -> bool:
    """All of them, or none."""
    for at, line in enumerate(inputs):
        try:
            table.take(line)
        except CompanionError:
            for _ in range(at):
                table.take("undo")
            return False
    return True


@pytest.mark.parametrize("part", [0.12, 0.45, 0.8])
@pytest.mark.parametrize("game_id", GAMES)
def test_zero_is_a_number(game_id: str, part: float) -> None:
    table = halfway(game_id, part)
    paths = list(numbers(table.document))
    tried = 0
    for path in Random(part).sample(paths, min(len(paths), many(40, soak=400))):
        if not taken(table, f"set {path} 0"):
            continue
        tried += 1
        at_once = without_revision(table.document)
        assert value_at(at_once, path) == 0, path
        table.take("undo")
        if taken(table, f"set {path} 1", f"set {path} 0"):
            by_another = without_revision(table.document)
            assert by_another == at_once or by_another["step"] != at_once["step"], path
            table.take("undo")
            table.take("undo")
    assert tried
