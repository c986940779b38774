"""TOML files that people write, card packs above all.

A file is read whole, or refused with a sentence that names it. Where the companion puts a card into
a pack, what people wrote around their cards, comments too, stays as it is.
"""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import lru_cache
from importlib.resources.abc import Traversable
from typing import Any

from companion.errors import CompanionError
from companion.games import Document
from companion.i18n.message import Message, say

Wrong = Callable[[object, Message], CompanionError]
"""What makes an error of a file and of what is wrong in it."""


def read_text(file: Traversable, wrong: Wrong) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise wrong(file, say("it cannot be read ({why})", why=error.strerror)) from None
    except UnicodeDecodeError:
        raise wrong(file, say("it is not UTF-8 text")) from None


@lru_cache(maxsize=8)
def _parse(text: str) -> dict[str, Any]:
    return tomllib.loads(text)


def parse_cached(text: str) -> dict[str, Any]:
    """What a text says, kept for whoever reads it again in a moment; each may change theirs."""
    return deepcopy(_parse(text))


def parse_toml(text: str, file: object, wrong: Wrong) -> dict[str, Any]:
    try:
        return parse_cached(text)
    except (ValueError, RecursionError) as error:  # numbers and nestings beyond all measure, too
        raise wrong(file, say("it is not TOML ({why})", why=error)) from None


CARD = re.compile(r"^(?:#[^\n]*\n)*\[\[cards\]\]", re.MULTILINE)
BARE = re.compile(r"[A-Za-z0-9_-]+")
MAX_WIDTH = 100


def write_card(raw: Document) -> str:
    """A card as the shipped packs have it: short fields first, then its parts as tables."""
    parts = {key: value for key, value in raw.items() if is_part(value)}
    lines = ["[[cards]]", *(toml_field(key, raw[key]) for key in raw if key not in parts)]
    for key, part in parts.items():
        lines += ["", f"[cards.{toml_key(key)}]", *(toml_field(*each) for each in part.items())]
    return "\n".join(lines) + "\n"


def is_part(value: Any) -> bool:
    return isinstance(value, dict) and any(isinstance(x, list | dict) for x in value.values())


def toml_field(key: str, value: Any) -> str:
    line = f"{toml_key(key)} = {toml_value(value)}"
    if len(line) <= MAX_WIDTH or not isinstance(value, list):
        return line
    rows = "".join(f"  {toml_value(each)},\n" for each in value)
    return f"{toml_key(key)} = [\n{rows}]"


def toml_key(key: str) -> str:
    return key if BARE.fullmatch(key) else toml_value(key)


def toml_value(value: Any) -> str:
    if isinstance(value, dict):
        inside = ", ".join(f"{toml_key(key)} = {toml_value(each)}" for key, each in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    # JSON writes strings, numbers, true and false as TOML does, but for one control character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def card_text(pack: str, number: str) -> str:
    """A card as it stands in a pack, with the comment above it."""
    raws = cards_of(pack)
    at = [raw.get("number") for raw in raws].index(number)
    pieces = split_cards(pack)
    if len(pieces) - 1 == len(raws) and cards_of(pieces[at + 1]) == [raws[at]]:
        return pieces[at + 1].strip("\n") + "\n"
    return write_card(raws[at])


def put_card(pack: str, number: str, text: str) -> str:
    """A pack with a card's text in the place of the card of this number, or at its end."""
    return put_cards(pack, {number: text})


def put_cards(pack: str, texts: Mapping[str, str]) -> str:
    """A pack with the texts of some cards, each in the place of the card of its number."""
    after, pieces = [*cards_of(pack)], split_cards(pack)
    numbers = [raw.get("number") for raw in after]
    for number, text in texts.items():
        at = numbers.index(number) if number in numbers else len(numbers)
        numbers[at : at + 1] = [number]
        after[at : at + 1] = cards_of(text)
        pieces[at + 1 : at + 2] = [text.strip("\n") + "\n\n"]
    put = "\n\n".join(piece.strip("\n") for piece in pieces if piece.strip()) + "\n"
    # A pack can be laid out in ways that cannot be cut apart like this; then it is written anew.
    return put if contains_cards(put, after) else "\n".join(map(write_card, after))


def without_card(pack: str, number: str) -> str:
    """A pack without the card of this number."""
    before = cards_of(pack)
    at = [raw.get("number") for raw in before].index(number)
    after = [*before[:at], *before[at + 1 :]]
    pieces = split_cards(pack)
    del pieces[at + 1]
    cut = "\n\n".join(piece.strip("\n") for piece in pieces if piece.strip())
    cut = f"{cut}\n" if cut else ""
    return cut if contains_cards(cut, after) else "\n".join(map(write_card, after))


def split_cards(pack: str) -> list[str]:
    """What stands before the first card, and then each card with the comment above it."""
    starts = [found.start() for found in CARD.finditer(pack)]
    return [pack[a:b] for a, b in zip([0, *starts], [*starts, len(pack)], strict=True)]


def cards_of(pack: str) -> list[Document]:
    found: list[Document] = parse_cached(pack).get("cards", [])
    return found


def contains_cards(pack: str, cards: list[Document]) -> bool:
    try:
        return cards_of(pack) == cards
    except tomllib.TOMLDecodeError:
        return False
