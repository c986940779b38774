"""Pages of a small screen as data: a title and a few parts, the most important first.

A part says what it means, never how it looks: ``companion.devices.drawing.pages`` lays it out.
Numbers are text, because a game may mark those that nobody has verified.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from companion.games.shared.replace import replace
from companion.i18n.message import Message

Words = Message | str


@dataclass(frozen=True, slots=True)
class Gauge:
    """A label, a bar, and ``3/12``."""

    label: Words
    value: int
    most: int
    mark: str = ""
    alarm: bool = False


@dataclass(frozen=True, slots=True)
class Chance:
    """A probability: a label, a bar, and ``12 %``.

    A page is shown with a placeholder first, since the odds take a while: see ``with_chance``.
    """

    label: Words
    odds: Fraction | None = None
    text: str = "…"


@dataclass(frozen=True, slots=True)
class Prose:
    """A sentence or two, in the largest letters that fit."""

    text: Words


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that is read from a metre away, with one or two gauges beside it."""

    value: Words
    beside: tuple[Gauge, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A number above what it counts; ``alarm`` for one that asks for help."""

    value: Words
    label: Words
    alarm: bool = False


@dataclass(frozen=True, slots=True)
class Cells:
    """Numbers side by side."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A label, and a number at the end of the line: large where it stands alone."""

    label: Words
    value: str
    alarm: bool = False


@dataclass(frozen=True, slots=True)
class Rows:
    """Lines of a count."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer: the word that the game takes, and what people read."""

    answer: str
    text: Words
    drawn: tuple["Choice", ...] = ()
    """If there are any, one of these is taken at random, as when people draw lots."""


@dataclass(frozen=True, slots=True)
class Choices:
    """A menu with a mark at one of the choices."""

    choices: tuple[Choice, ...]
    marked: int = 0


@dataclass(frozen=True, slots=True)
class Dice:
    """What one or more dice show: a number, or the name of a face, each.

    A single die may have a picture of its face beside the name, in rows of ``#`` and ``.``.
    """

    faces: tuple[Words, ...]
    picture: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Code:
    """An address as a QR code, and in letters."""

    address: str


@dataclass(frozen=True, slots=True)
class Headline:
    """The one figure that is read from across a hall: ``1.4 °C``.

    A number stays a number, so that each reader's language writes it, and a lamp can follow it.
    """

    figure: int | float | str
    unit: Words = ""
    alarm: bool = False
    of: Words = ""
    """What it is, where its unit does not say so."""


Changed = TypeVar("Changed")
Part = Gauge | Chance | Prose | Figure | Cells | Row | Rows | Choices | Dice | Code


@dataclass(frozen=True, slots=True)
class Page:
    """One picture: ``corner`` stands opposite the title, ``notice`` lies over the bottom."""

    name: str
    title: Words
    parts: tuple[Part, ...]
    corner: Words = ""
    notice: Words = ""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be chosen on this page."""
        return next((part.choices for part in self.parts if isinstance(part, Choices)), ())

    def with_mark(self, at: int) -> "Page":
        """The same page with the mark at this choice; it wraps around."""

        def marked(menu: Choices) -> Choices:
            return replace(menu, marked=at % len(menu.choices)) if menu.choices else menu

        return self._with(Choices, marked)

    def with_more_choices(self, more: tuple[Choice, ...]) -> "Page":
        """The same page with these choices before its own."""
        return self._with(Choices, lambda menu: replace(menu, choices=(*more, *menu.choices)))

    def with_chance(self, chance: Chance) -> "Page":
        """The same page with its placeholder replaced by this chance."""
        return self._with(Chance, lambda placeholder: chance)

    def _with(self, kind: type[Changed], change: Callable[[Changed], Any]) -> "Page":
        """The same page with every part of a kind changed."""
        parts = (change(part) if isinstance(part, kind) else part for part in self.parts)
        return replace(self, parts=tuple(parts))

    def with_notice(self, notice: Words) -> "Page":
        """The same page with a line over the bottom: a refusal, or a fault."""
        return replace(self, notice=notice)
