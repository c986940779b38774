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

MAX_DEPTH = 6
MAX_LENGTH = 600
MAX_VALUES = 16


def encode(words: Words) -> dict[str, Any]:
    """A message as data; plain words are their own id."""
    if isinstance(words, str):
        return {"id": words, "text": words}
    document: dict[str, Any] = {"id": words.text, "text": str(words)}
    if words.values:
        document["values"] = {name: encode_value(value) for name, value in words.values.items()}
    if words.plural:
        document["plural"] = words.plural
    if words.names is not None:
        document["names"] = dict(words.names)
    return document


def encode_value(value: object) -> Any:
    if isinstance(value, Message):
        return encode(value)
    return value if isinstance(value, int | float | str) else str(value)


class WireMessage(msgspec.Struct):
    """A message as it comes from the wire."""

    id: str
    text: str = ""
    values: dict[str, Any] = {}
    plural: str | None = None
    names: dict[str, str] | None = None


def decode(said: WireMessage, depth: int = 0) -> Message:
    """The message; what could not be filled in is shown as the text that came along."""
    if said.names is not None:
        return Message(said.id[:MAX_LENGTH], names=said.names)
    if not (is_harmless(said) and depth < MAX_DEPTH):
        return verbatim(said.text or said.id)
    try:
        values = {name: decode_value(value, depth) for name, value in said.values.items()}
    except msgspec.ValidationError:
        return verbatim(said.text or said.id)
    return Message(said.id, values, said.plural)


def verbatim(text: str) -> Message:
    return Message("{text}", {"text": text[:MAX_LENGTH]})


def decode_value(value: Any, depth: int) -> object:
    if isinstance(value, dict):
        return decode(msgspec.convert(value, WireMessage), depth + 1)
    return value if isinstance(value, int | float) else str(value)[:MAX_LENGTH]


def is_harmless(said: WireMessage) -> bool:
    """Does it ask for nothing but its own values, and for no width, attribute or item of them?"""
    if len(said.values) > MAX_VALUES or max(len(said.id), len(said.plural or "")) > MAX_LENGTH:
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
