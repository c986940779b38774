"""A hall: a real broker, real publishers, and no network beyond this machine."""

import pytest

from tests.support.hall.hall_fixtures import around, at_once, quick_start, settings

__all__ = ("around", "at_once", "quick_start", "settings")


@pytest.fixture(autouse=True)
def quickly(quick_start: None, at_once: None) -> None:
    """Nobody waits for templates, nor for what a broker may still tell."""
