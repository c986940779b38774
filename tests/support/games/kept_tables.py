"""The toy game is one of the games wherever the table is tested: the table must not mind which."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.clock import WallClock
from companion.storage.saved_games import SavedGames
from tests.support.games.more_games import install
from tests.support.tally import OpenShelf


@pytest.fixture
def tally_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "tally", "tests.support.tally:GAME")


@pytest.fixture
def now() -> WallClock:
    """A clock that goes on by a minute whenever somebody looks at it."""
    time = datetime(2025, 6, 1, 12, tzinfo=UTC)

    def look() -> datetime:
        nonlocal time
        time += timedelta(minutes=1)
        return time

    return look


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def saved_games(folder: Path, now: WallClock) -> Iterator[OpenShelf]:
    """Opens the shelf anew, after closing it if it was open."""
    with ExitStack() as stack:

        def open_shelf() -> SavedGames:
            stack.close()
            opened = SavedGames(folder, now)
            stack.callback(opened.close)
            return opened

        yield open_shelf
