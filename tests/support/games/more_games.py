"""Puts a game of the tests among those that are installed."""

from importlib.metadata import EntryPoint

import pytest

from companion.games import registry


def install(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """As if a package had offered it: ``value`` is its module and the name in it."""
    there = {**registry.offered(), name: EntryPoint(name, value, registry.GROUP)}
    monkeypatch.setattr(registry, "offered", lambda: there)
    for kept in (registry.load, registry.broken, registry.first):
        kept.cache_clear()
