"""A sentence on the wire: its id in the catalogs and what goes into it, so that whoever reads it
says it in their own language; and the English text for whoever has no catalog.

What comes from a wire may be anything: a pattern is only filled in where it asks for plain values.
"""

from collections.abc import Mapping
from string import Formatter
from typing import Any

import msgspec

from companion.games.display import Words
from companion.i18n.message import Message

DEEPEST = 6
LONGEST = 600
MOST_VALUES = 16


def written(words: Words) -> dict[str, Any]:
    """A message as data; plain words are their own id."""
    if isinstance(words, str):
        return {"id": words, "text": words}
    document: dict[str, Any] = {"id": words.text, "text": str(words)}
    if words.values:
        document["values"] = {name: plain(value) for name, value in words.values.items()}
    if words.plural:
        document["plural"] = words.plural
    if words.names is not None:
        document["names"] = dict(words.names)
    return document


def plain(value: object) -> Any:
    if isinstance(value, Message):
        return written(value)
    return value if isinstance(value, int | float | str) else str(value)


class Said(msgspec.Struct):
    """A message as it comes from the wire."""

    id: str
    text: str = ""
    values: dict[str, Any] = {}
    plural: str | None = None
    names: dict[str, str] | None = None


def read(said: Said, depth: int = 0) -> Message:
    """The message; what could not be filled in is shown as the text that came along."""
    if said.names is not None:
        return Message(said.id[:LONGEST], names=said.names)
    if not (is_harmless(said) and depth < DEEPEST):
        return as_it_is(said.text or said.id)
    try:
        values = {name: value_of(value, depth) for name, value in said.values.items()}
    except msgspec.ValidationError:
        return as_it_is(said.text or said.id)
    return Message(said.id, values, said.plural)


def as_it_is(text: str) -> Message:
    return Message("{text}", {"text": text[:LONGEST]})


def value_of(value: Any, depth: int) -> object:
    if isinstance(value, dict):
        return read(msgspec.convert(value, Said), depth + 1)
    return value if isinstance(value, int | float) else str(value)[:LONGEST]


def is_harmless(said: Said) -> bool:
    """Does it ask for nothing but its own values, and for no width, attribute or item of them?"""
    if len(said.values) > MOST_VALUES or max(len(said.id), len(said.plural or "")) > LONGEST:
        return False
    if said.plural and not isinstance(said.values.get("n"), int):
        return False
    return all(is_plain(each, said.values) for each in (said.id, said.plural or ""))


def is_plain(pattern: str, values: Mapping[str, Any]) -> bool:
    try:
        fields = list(Formatter().parse(pattern))
    except ValueError:
        return False
    return all(
        name is None or (name in values and not spec and not conversion)
        for _, name, spec, conversion in fields
    )
