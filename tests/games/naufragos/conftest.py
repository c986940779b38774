"""A table of Náufragos with phones around it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.match import worker
from tests.support.phone import Room


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """Nobody sits at the table yet."""
    monkeypatch.setattr(worker, "in_a_thread", lambda work: work())
    made = Room(tmp_path, "naufragos")
    yield made
    made.session.close()
