"""Fixtures of a hall: a real broker, real publishers, and no network beyond this machine."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.mqtt import topics
from tests.support.hall.brokers import Around

Open = Callable[..., Around]


@pytest.fixture
def quick_start(compiled_templates: None) -> None:
    """Of every server of these tests."""


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broker on this machine has told what it kept in no time."""
    monkeypatch.setattr(topics, "SETTLE_S", 0.03)


@pytest.fixture
def around(other_programs: None, tmp_path: Path) -> Iterator[Around]:
    """A broker that everybody may use."""
    made = Around(tmp_path)
    yield made
    made.close()


@pytest.fixture
def settings(other_programs: None, tmp_path: Path) -> Iterator[Open]:
    """A broker with other settings."""
    made: list[Around] = []

    def open_with(text: str) -> Around:
        made.append(Around(tmp_path, text))
        return made[-1]

    yield open_with
    for each in made:
        each.close()
