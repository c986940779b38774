"""Cards as a spreadsheet: a row a card, a column for each field.

A sheet is read back whole or not at all; every mistake names its cell.
"""

import csv
import io
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from companion.errors import CompanionError
from companion.games import AnyGame, CardGuide, Document
from companion.i18n.message import Message, say
from companion.storage.packs.card_search import find_tag
from companion.storage.packs.load import Collection, Entry, guide_of, validate
from companion.storage.packs.toml_files import read_text, toml_value

NUMBER = "number"
REQUIRED = (NUMBER, "kind", "name.en")
"""What every card has: an empty cell takes none of it away."""
TAGS = "tags"
"""The column in which words may stand as the companion shows them, in any language."""
SEPARATORS = ",;\t"
"""Programs write what their country puts between cells."""
BOM = "\ufeff"
"""Stands at the beginning, for programs that know UTF-8 only by it."""


class BadSheet(CompanionError, ValueError):
    """A sheet that cannot be read back; nothing of it was taken."""

    code = "bad_sheet"

    def __init__(self, file: object, why: Message) -> None:
        super().__init__(say("Sheet {file}: {why}", file=file, why=why))


@dataclass(frozen=True, slots=True)
class Column:
    path: str
    """``name.en``, ``action.discard``: a field of a card, or of one of its parts."""
    type: Any


@dataclass(frozen=True, slots=True)
class Mistake:
    cell: str
    """As a program for sheets names it: F7."""
    column: str
    why: Message

    @property
    def message(self) -> Message:
        values = {"cell": self.cell, "column": self.column, "why": self.why}
        return Message("{cell}, {column}: {why}", values)


def columns(guide: CardGuide, kinds: Iterable[str]) -> Iterator[Column]:
    """Whatever cards of these kinds can say."""
    elsewhere = {blank.name for blanks in guide.rules.values() for blank in blanks}
    elsewhere -= {blank.name for kind in kinds for blank in guide.rules.get(kind, ())}
    for name, hint in typed_fields(guide.type):
        part = next((each for each in (hint, *get_args(hint)) if is_dataclass(each)), None)
        if name in elsewhere:
            continue
        if isinstance(part, type):
            yield from (Column(f"{name}.{inner}", each) for inner, each in typed_fields(part))
        else:
            yield Column(name, hint)


def typed_fields(kind: type) -> Iterator[tuple[str, Any]]:
    """The fields of a class as packs spell them, and their types."""
    types = get_type_hints(kind)
    return ((each.name.removesuffix("_"), types[each.name]) for each in fields(kind))


def as_sheet(guide: CardGuide, entries: Sequence[Entry]) -> str:
    """All that packs say of some cards."""
    stream = io.StringIO(newline="")
    across = list(columns(guide, {entry.card.kind for entry in entries}))
    sheet = csv.writer(stream)
    sheet.writerow(column.path for column in across)
    for entry in entries:
        sheet.writerow(cell_text(value_of(entry.raw, column.path)) for column in across)
    return BOM + stream.getvalue()


def value_of(raw: Document, path: str) -> Any:
    head, _, inner = path.partition(".")
    value = raw.get(head)
    return value.get(inner) if inner and isinstance(value, dict) else None if inner else value


def cell_text(value: Any) -> str:
    """A value as it stands in a cell: words as they are, parts as a pack writes them."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value) or "[]"
    return toml_value(value)


def parse_cell(cell: str, hint: Any) -> Any:
    """What a cell says in a column of this type; ``TOMLDecodeError`` if that is nothing."""
    kinds = set(nested_types(hint))
    if cell.startswith(("[", "{")):
        return tomllib.loads(f"cell = {cell}")["cell"]
    if get_origin(hint) is tuple or any(get_origin(each) is tuple for each in get_args(hint)):
        return [word for each in cell.split(",") if (word := " ".join(each.split()))]
    if bool in kinds and cell.lower() in ("true", "false"):
        return cell.lower() == "true"
    if int in kinds and cell.lstrip("+-−").isdecimal():
        return int(cell.replace("−", "-"))
    return cell


def nested_types(hint: Any) -> Iterator[Any]:
    yield hint
    for each in get_args(hint):
        yield from nested_types(each)


class Sheet:
    """A sheet as somebody has saved it: which cards it changes, and its mistakes."""

    def __init__(self, game: AnyGame, file: Path, cards: Collection) -> None:
        self.changed: dict[str, Document] = {}
        """The cards of which it says something new, by their numbers."""
        self.mistakes: list[Mistake] = []
        self._game = game
        self._cards = cards
        self._rows: dict[str, int] = {}
        header, *body = rows_of(file)
        self._names = [name.strip() for name in header]
        if NUMBER not in self._names:
            why = say(
                "its first row should name the columns, and one of them is {name}", name=NUMBER
            )
            raise BadSheet(file, why)
        known = columns(guide_of(game), guide_of(game).kinds)
        self._types = {column.path: column.type for column in known}
        for name in filter(None, self._names):
            if name not in self._types:
                self._wrong(1, name, say("no card has such a field"))
        for row, cells in enumerate(body, 2):
            if any(cell.strip() for cell in cells):
                self._read(
                    row, dict(zip(self._names, (each.strip() for each in cells), strict=False))
                )

    def _wrong(self, row: int, name: str, why: Message) -> None:
        at = self._names.index(name) if name in self._names else self._names.index(NUMBER)
        self.mistakes.append(Mistake(f"{column_letters(at)}{row}", name, why))

    def _read(self, row: int, cells: Mapping[str, str]) -> None:
        number = cells[NUMBER]
        if number in self._rows:
            why = say("this card is in row {row} already", row=self._rows[number])
            return self._wrong(row, NUMBER, why)
        self._rows[number] = row
        entry = self._cards.entries.get(number)
        before = entry.raw if entry else guide_of(self._game).fresh(number)
        if before is None:
            why = say("there is no such card")
            if now := self._cards.formerly.get(number):
                why = say("this card has the number {number} now", number=now)
            return self._wrong(row, NUMBER, why)
        after = self._said(row, cells, before)
        for field, why in validate(self._game, after)[1]:
            self._wrong(row, self._column(field), why)
        if after != before or entry is None:
            self.changed[number] = after
        return None

    def _said(self, row: int, cells: Mapping[str, str], before: Document) -> Document:
        """A card with what its row says; what has no column stays as it is."""
        after: Document = deepcopy(before)
        for name, cell in cells.items():
            if name not in self._types or (name in REQUIRED and not cell):
                continue
            head, _, inner = name.partition(".")
            within = after.setdefault(head, {}) if inner else after
            try:
                said = parse_cell(cell, self._types[name]) if cell else None
            except tomllib.TOMLDecodeError as error:
                self._wrong(row, name, say("it is not TOML ({why})", why=error))
                continue
            if name == TAGS and isinstance(said, list):
                said = [find_tag(self._game, tag) for tag in said]
            within.pop(inner or head, None)
            if said is not None:
                within[inner or head] = said
            elif inner and not within:
                del after[head]
        return after

    def _column(self, field: str) -> str:
        """The column that says a field, or what it is a part of."""
        head, _, rest = field.partition(".")
        inner = re.split(r"[.\[]", rest)[0]
        head = head.partition("[")[0]
        return f"{head}.{inner}" if f"{head}.{inner}" in self._names else head


def rows_of(file: Path) -> list[list[str]]:
    text = read_text(file, BadSheet).lstrip(BOM)
    first = text.partition("\n")[0]
    between = max(SEPARATORS, key=first.count)
    try:
        return [*csv.reader(io.StringIO(text, newline=""), delimiter=between)] or [[]]
    except csv.Error as error:
        raise BadSheet(file, say("it is no sheet ({why})", why=error)) from None


def column_letters(at: int) -> str:
    """A column as programs for sheets name it: A to Z, then AA."""
    head, last = divmod(at, 26)
    return (column_letters(head - 1) if head else "") + chr(ord("A") + last)
