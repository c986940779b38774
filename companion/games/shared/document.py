"""State documents: plain data of frozen states."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from companion.games.capabilities import Document


def plain(value: Any) -> Any:
    """Lists for tuples, dictionaries for mappings and for data of any class."""
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    return value


def members(thing: Any, *names: str) -> Document:
    """Some of its members, by their names."""
    return {name: plain(getattr(thing, name)) for name in names}
