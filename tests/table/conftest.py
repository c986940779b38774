"""The toy game is one of the games wherever the table is tested: the table must not mind which."""

import sys
from datetime import UTC, datetime, timedelta

import pytest

from companion import games
from companion.clock import WallClock
from tests.table import tally


@pytest.fixture(autouse=True)
def tally_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, "tally"))
    monkeypatch.setitem(sys.modules, "companion.games.tally", tally)


@pytest.fixture
def now() -> WallClock:
    """A clock that goes on by a minute whenever somebody looks at it."""
    time = datetime(2025, 6, 1, 12, tzinfo=UTC)

    def look() -> datetime:
        nonlocal time
        time += timedelta(minutes=1)
        return time

    return look
