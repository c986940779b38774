"""What every test may ask for."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games import game
from companion.table.keeping.journal import MemoryJournal
from companion.table.script import Script
from companion.table.table import Table

SetTable = Callable[..., Table]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="write the golden files anew")


@pytest.fixture
def daybreak() -> SetTable:
    """A table of Daybreak on which these powers have started, and these lines were played."""

    def set_table(*lines: str, seats: str = "china us") -> Table:
        table = Table(game("daybreak"), MemoryJournal())
        for line in (*(f"seat {seat}" for seat in seats.split()), "start", *lines):
            table.submit(line)
        return table

    return set_table


@pytest.fixture
def play(tmp_path: Path) -> Callable[[str], Table]:
    """Plays a table script that the test holds as text."""
    return lambda source: Script(source, tmp_path / "test.table").play()
