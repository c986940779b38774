"""Form fields ("blanks") for the text of a card: a page renders them, a pack keeps the values.

A game lists the blanks of each kind of card in the order in which the card prints them. A blank is
a field of the card as a pack spells it; ``Rows`` and ``Inner`` have blanks of their own.
"""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from companion.i18n.message import Message


@dataclass(frozen=True, slots=True)
class Blank:
    name: str
    words: Message
    """The label."""
    _: KW_ONLY
    only: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    """Values that other fields must have for this one to matter."""
    rare: bool = False
    """Hidden until somebody asks for more."""
    copied: bool = True
    """Is it copied to a card with the same text?"""

    @property
    def kind(self) -> str:
        """The name of its widget."""
        return type(self).__name__.lower()

    @property
    def default(self) -> Any:
        """The value where a pack has none."""
        return None

    def matters(self, beside: Mapping[str, Any]) -> bool:
        return all(beside.get(name) in values for name, values in self.only.items())


@dataclass(frozen=True, slots=True)
class Choice(Blank):
    """One of some words, or a number."""

    choices: Mapping[Any, Message] = field(default_factory=dict)
    _: KW_ONLY
    """By what a pack says; ``None`` is the choice to say nothing."""
    usual: tuple[Any, ...] = ()
    """Choices shown as buttons; the others are in a list."""
    numbers: range | None = None
    """Numbers that may be typed besides."""
    otherwise: Any = None
    """The value where a pack has none."""

    @property
    def default(self) -> Any:
        return self.otherwise


@dataclass(frozen=True, slots=True)
class Flag(Blank):
    """A checkbox."""

    _: KW_ONLY
    says: bool = True
    """The value if it is checked."""


@dataclass(frozen=True, slots=True)
class Several(Blank):
    """Any number of some words."""

    choices: Mapping[str, Message]
    _: KW_ONLY
    others: Message | None = None
    """The label of a text field for what has no id, separated by commas."""
    none: Message | None = None
    """The label for "none of them", where that differs from saying nothing."""


@dataclass(frozen=True, slots=True)
class Counts(Blank):
    """A number for each of some words."""

    choices: Mapping[str, Message]
    _: KW_ONLY
    usual: tuple[str, ...] = ()
    most: int = 99


@dataclass(frozen=True, slots=True)
class Rows(Blank):
    """A list of parts of one kind."""

    of: tuple[Blank, ...]
    _: KW_ONLY
    shown: int = 0
    """Empty rows that are shown at first."""


@dataclass(frozen=True, slots=True)
class Inner(Blank):
    """A part with blanks of its own."""

    of: tuple[Blank, ...]


@dataclass(frozen=True, slots=True)
class Text(Blank):
    """Free text."""

    _: KW_ONLY
    translated: bool = False
    """Is there a text for each language?"""

    @property
    def default(self) -> Any:
        return None if self.translated else ""
