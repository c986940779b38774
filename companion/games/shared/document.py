"""State documents: plain data of frozen states."""

from dataclasses import fields
from functools import cache
from typing import Any

from companion.games.capabilities import Document
from companion.games.shared.replace import MAPPINGS

ATOMS = frozenset((str, int, bool, float, type(None)))
"""Classes of what is plain already: by far the most, so it is looked at first."""


def plain(value: Any) -> Any:
    """Lists for tuples, dictionaries for mappings and for data of any class."""
    kind: Any = type(value)
    if kind in ATOMS:
        return value
    if kind is tuple:
        return [plain(each) for each in value]
    if isinstance(value, MAPPINGS):
        return {name: plain(each) for name, each in value.items()}
    return members(value, *names_in(kind))


def members(thing: Any, *names: str) -> Document:
    """Some of its members, by their names."""
    return {
        name: each if type(each := getattr(thing, name)) in ATOMS else plain(each) for name in names
    }


@cache
def names_in(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))
