"""What every test may ask for, and what is the same for all of them."""

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import settings

from companion.games import game
from companion.match.match import Match
from companion.match.script import Script
from companion.storage.journal import MemoryJournal
from tests.support.effort import examples

settings.register_profile("usual", examples(30))
settings.load_profile("usual")

SetTable = Callable[..., Match]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="write the golden files anew")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "other_programs" in getattr(item, "fixturenames", ()):
            item.add_marker("programs")


def pytest_collection_finish() -> None:
    """What was imported and collected stays: nobody need look through it for garbage again.

    Nor need anybody look as often as usual: what a test leaves behind is gone with its last name.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session")
def other_programs() -> None:
    """For tests and fixtures that run more than Python; ``make check`` does without them."""


@pytest.fixture
def daybreak() -> SetTable:
    """A table of Daybreak on which these powers have started, and these lines were played."""

    def set_table(*lines: str, seats: str = "china us") -> Match:
        table = Match(game("daybreak"), MemoryJournal())
        for line in (*(f"seat {seat}" for seat in seats.split()), "start", *lines):
            table.submit(line)
        return table

    return set_table


@pytest.fixture(scope="session")
def compiled_templates() -> Iterator[None]:
    """Templates are compiled once for all: that is most of what the start of a server costs.

    Only who asks for it imports a server.
    """
    from companion.web import server
    from tests.support.phone import take_compiled

    with patch.object(server, "compile_all", take_compiled):
        yield


@pytest.fixture
def play(tmp_path: Path) -> Callable[[str], Match]:
    """Plays a table script that the test holds as text."""
    return lambda source: Script(source, tmp_path / "test.table").play()
