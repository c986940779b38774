"""What a card's rules may say, as a sentence with blanks: a page offers them, a pack keeps them.

A game lists the blanks of each kind of card in the order in which the card prints them. A blank is
a field of the card as a pack spells it; ``Rows`` and ``Inner`` have blanks of their own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.i18n.message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Blank:
    name: str
    words: Message
    """What stands before it."""
    only: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    """Fields beside it, and what they must say for this one to mean anything."""
    rare: bool = False
    """Is it out of the way until somebody looks for more?"""
    copied: bool = True
    """Is it so on a card that does the same?"""

    @property
    def kind(self) -> str:
        """What a page shows it as."""
        return type(self).__name__.lower()

    @property
    def default(self) -> Any:
        """What is meant where a pack says nothing."""
        return None

    def matters(self, beside: Mapping[str, Any]) -> bool:
        return all(beside.get(name) in values for name, values in self.only.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Blank):
    """One of some words, or a number."""

    choices: Mapping[Any, Message] = field(default_factory=dict)
    """By what a pack says; ``None`` is the choice to say nothing."""
    usual: tuple[Any, ...] = ()
    """Those that are a touch away; the others are in a list."""
    numbers: range | None = None
    """Numbers that can be typed besides."""
    otherwise: Any = None
    """What is meant where a pack says nothing."""

    @property
    def default(self) -> Any:
        return self.otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag(Blank):
    """Something that a card says or does not say."""

    says: bool = True
    """What a pack says where the card says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Several(Blank):
    """Any of some words."""

    choices: Mapping[str, Message]
    others: Message | None = None
    """What else may be written, with commas, where the card names what has no id."""
    none: Message | None = None
    """How a card says that it is none of them, where that is not the same as saying nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts(Blank):
    """Some words, each with a number."""

    choices: Mapping[str, Message]
    usual: tuple[str, ...] = ()
    most: int = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows(Blank):
    """Parts of one kind, in an order."""

    of: tuple[Blank, ...]
    shown: int = 0
    """How many are there to be filled in before anybody asks for one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner(Blank):
    """A part with blanks of its own."""

    of: tuple[Blank, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Blank):
    """What somebody writes in words of their own."""

    translated: bool = False
    """Is it said in each language by itself?"""

    @property
    def default(self) -> Any:
        return None if self.translated else ""
