"""A table with phones around it: the real application, asked without a network."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.match import worker
from tests.support.phone import Job, Room


@pytest.fixture(autouse=True)
def quick_start(compiled_templates: None) -> None:
    """Of every server of these tests."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is worked out beside the requests is there before they are answered."""
    monkeypatch.setattr(worker, "in_a_thread", lambda work: work())


@pytest.fixture
def jobs(at_once: None, monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """Work that was begun beside the requests, and is done when the test says so."""
    begun: list[Job] = []
    monkeypatch.setattr(worker, "in_a_thread", begun.append)
    return begun


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """Nobody sits at the table yet."""
    made = Room(tmp_path)
    yield made
    made.session.close()
