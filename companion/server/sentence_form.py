"""A card's blanks as a page shows them: what is a touch away, what is in a list, what is chosen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games import Document
from companion.games.blanks import Blank, Choice, Counts, Inner, Rows
from companion.message import Message
from companion.table.packs.sentences import opened, row_of, settled_blank, text_of


@dataclass(frozen=True, slots=True)
class Option:
    text: str
    words: Message
    chosen: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A blank in a form, with what stands in it."""

    blank: Blank
    path: str
    value: Any
    wrong: Message | None
    inside: tuple["Shown", ...] = ()
    rows: tuple[tuple["Shown", ...], ...] = ()

    @property
    def waits(self) -> bool:
        """Is a row there although nobody has asked for one?"""
        return isinstance(self.blank, Rows) and self.blank.shown > 0

    @property
    def usual(self) -> list[Option]:
        """The choices that are a touch away."""
        assert isinstance(self.blank, Choice)
        return [self._option(value) for value in self.blank.usual]

    @property
    def others(self) -> list[Option]:
        """The choices in a list."""
        assert isinstance(self.blank, Choice)
        rest = [value for value in self.blank.choices if value not in self.blank.usual]
        return [self._option(value) for value in rest]

    @property
    def typed(self) -> str:
        """What none of the usual choices says."""
        usual = any(option.chosen for option in self.usual)
        return "" if usual or self.value == self.blank.default else text_of(self.value)

    @property
    def filled(self) -> bool:
        """Does it say anything that would not be so anyway, or anything wrong?"""
        said = settled_blank(self.blank, self.value) != self.blank.default
        return said or any(each.wrong for each in every((self,)))

    def _option(self, value: object) -> Option:
        assert isinstance(self.blank, Choice)
        chosen = text_of(value) == text_of(self.value)
        return Option(text_of(value), self.blank.choices[value], chosen)


def show(
    blanks: Sequence[Blank], draft: Document, wrong: Mapping[str, Message], path: str = ""
) -> tuple[Shown, ...]:
    """Every blank that matters; a part that is to be filled in has a row that waits."""
    return tuple(
        shown(blank, draft[blank.name], wrong, f"{path}{blank.name}")
        for blank in blanks
        if blank.name in draft
    )


def shown(blank: Blank, value: Any, wrong: Mapping[str, Message], path: str) -> Shown:
    rows: tuple[tuple[Shown, ...], ...] = ()
    inside: tuple[Shown, ...] = ()
    if isinstance(blank, Rows | Counts):
        of = blank.of if isinstance(blank, Rows) else row_of(blank)
        rows = tuple(show(of, row, wrong, f"{path}.{at}.") for at, row in enumerate(value))
    elif isinstance(blank, Inner):
        inside = show(blank.of, value, wrong, f"{path}.")
    return Shown(blank, path, value, wrong.get(path), inside, rows)


def every(found: Sequence[Shown]) -> Iterator[Shown]:
    """All blanks of a form, the inner ones after what they are in."""
    for each in found:
        yield each
        yield from every(each.inside)
        for row in each.rows:
            yield from every(row)


def nearest(path: str, paths: Mapping[str, Any]) -> str:
    """The blank in which a pack's field stands: ``action.effects[0].by``, or what it is a part of.

    Empty for a field that no blank has.
    """
    here = path.replace("[", ".").replace("]", "")
    while here and here not in paths:
        here = here.rpartition(".")[0]
    return here


def reshape(blanks: Sequence[Blank], draft: Document, more: str, less: str, path: str = "") -> None:
    """One row more where somebody asks for it, or one less; and rows that wait to be filled in."""
    for blank in blanks:
        if blank.name not in draft:
            continue
        here, value = f"{path}{blank.name}", draft[blank.name]
        if isinstance(blank, Inner):
            reshape(blank.of, value, more, less, f"{here}.")
        elif isinstance(blank, Rows | Counts):
            of, shown = (blank.of, blank.shown) if isinstance(blank, Rows) else (row_of(blank), 0)
            value[:] = [row for at, row in enumerate(value) if f"{here}.{at}" != less]
            if more == here:
                value.append(opened(of, {}))
            value += [opened(of, {}) for _ in range(shown - len(value))]
            for at, row in enumerate(value):
                reshape(of, row, more, less, f"{here}.{at}.")
