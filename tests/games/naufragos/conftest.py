"""A table of Náufragos with phones around it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table import background
from tests.server.phone import Room


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """Nobody sits at the table yet."""
    monkeypatch.setattr(background, "in_a_thread", lambda work: work())
    made = Room(tmp_path, "naufragos")
    yield made
    made.session.close()
