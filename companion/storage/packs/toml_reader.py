"""TOML files that people write: read whole, or refused with a sentence that names the file."""

import tomllib
from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache
from importlib.resources.abc import Traversable
from typing import Any

from companion.errors import CompanionError
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
def _kept(text: str) -> dict[str, Any]:
    return tomllib.loads(text)


def loaded(text: str) -> dict[str, Any]:
    """What a text says, kept for whoever reads it again in a moment; each may change theirs."""
    return deepcopy(_kept(text))


def parse_toml(text: str, file: object, wrong: Wrong) -> dict[str, Any]:
    try:
        return loaded(text)
    except (ValueError, RecursionError) as error:  # numbers and nestings beyond all measure, too
        raise wrong(file, say("it is not TOML ({why})", why=error)) from None
