"""Converts a card between a form with blanks and a pack.

A form is read into a *draft*: every blank that matters, also parts that nobody has filled in yet. A
pack has what was filled in, without defaults.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from companion.games import CardGuide, Document
from companion.games.card_fields import Blank, Choice, Counts, Flag, Inner, Rows, Several, Text
from companion.i18n.message import Message, say
from companion.storage.packs.card_json import default_of
from companion.storage.packs.load import Collection, field_of

FormData = Mapping[str, Sequence[str]]
"""A form as it was sent: under each name what was said there."""
OTHER = "~"
"""What a choice says that is not among the usual ones; behind its name, where it stands."""
MAX_TEXT_LENGTH = 400
"""Letters of a text of one's own."""
MAX_ROWS = 20
"""Rows of one kind: no card prints so many."""
NUMBER = re.compile(r"[-−+]?[0-9]{1,3}")
WHAT, HOW_MANY = "of", "n"
"""The two blanks of a word with a number."""
MAX_NEIGHBOURS, MAX_COMMON = 3, 3
"""How many cards are offered to begin with: neighbours, and those that say what most say."""


def text_of(value: object) -> str:
    """A value as a form sends it."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def count_row(counts: Counts) -> tuple[Blank, ...]:
    """A word and its number, as a row of a form."""
    numbers = {n: Message(str(n)) for n in range(1, 4)}
    return (
        Choice(name=WHAT, words=say("Which"), choices=counts.choices, usual=counts.usual),
        Choice(
            name=HOW_MANY,
            words=say("How many"),
            choices=numbers,
            usual=tuple(numbers),
            numbers=range(1, counts.most + 1),
            otherwise=1,
        ),
    )


class Reader:
    """Reads a form; ``wrong`` says which words of it cannot stand where they are."""

    def __init__(self, given: FormData, language: str) -> None:
        self.wrong: dict[str, Message] = {}
        self._given = given
        self._language = language

    def draft(self, blanks: Sequence[Blank], before: Document, path: str = "") -> Document:
        """``before`` is what the card says so far, for what is said in each language."""
        said: Document = {}
        for blank in blanks:
            if blank.matters(said):
                said[blank.name] = self._value(blank, f"{path}{blank.name}", before)
        return said

    def _value(self, blank: Blank, path: str, before: Document) -> Any:
        match blank:
            case Choice():
                return self._choice(blank, path)
            case Flag():
                return blank.says if path in self._given else None
            case Several():
                return self._several(blank, path)
            case Counts():
                return self._rows(count_row(blank), path)
            case Rows():
                return self._rows(blank.of, path)
            case Inner():
                return self.draft(blank.of, {}, f"{path}.")
            case Text():
                text = " ".join(self._text(path).split())[:MAX_TEXT_LENGTH]
                if not blank.translated:
                    return text
                said = {**(before.get(blank.name) or {}), self._language: text}
                said = {language: each for language, each in said.items() if each}
                return {"en": text, **said} if said else None
        raise TypeError(blank)

    def _text(self, path: str) -> str:
        return self._given.get(path, ("",))[-1].strip()

    def _choice(self, blank: Choice, path: str) -> Any:
        if path not in self._given:
            return blank.default
        text = self._text(path)
        if text == OTHER:
            text = self._text(path + OTHER)
        for value in blank.choices:
            if text_of(value) == text:
                return value
        if blank.numbers and NUMBER.fullmatch(text):
            number = int(text.replace("−", "-"))
            if number in blank.numbers:
                return number
        if not text:
            return blank.default
        self.wrong[path] = self._unfit(blank, text)
        return text

    def _unfit(self, blank: Choice, text: str) -> Message:
        if not blank.numbers:
            return say("{text} is not what can stand here", text=text)
        low, high = blank.numbers[0], blank.numbers[-1]
        return say("{text} is no number from {low} to {high}", text=text, low=low, high=high)

    def _several(self, blank: Several, path: str) -> list[str] | None:
        said = list(self._given.get(path, ()))
        for text in said:
            if text and text not in blank.choices:
                self.wrong[path] = say("{text} is not what can stand here", text=text)
        if blank.others:
            words = self._text(path + OTHER)[:MAX_TEXT_LENGTH].split(",")
            said += [" ".join(word.split()) for word in words]
        chosen = list(dict.fromkeys(word for word in said if word))
        return chosen or ([] if blank.none and "" in self._given.get(path, ()) else None)

    def _rows(self, blanks: Sequence[Blank], path: str) -> list[Document]:
        """Rows that nobody has filled in stay at the end, where they are waiting."""
        behind = re.compile(rf"{re.escape(path)}\.([0-9]{{1,2}})\.")
        numbers = {int(found[1]) for name in self._given if (found := behind.match(name))}
        rows = [self.draft(blanks, {}, f"{path}.{at}.") for at in sorted(numbers)[:MAX_ROWS]]
        filled = [at for at, row in enumerate(rows) if from_draft(blanks, row)]
        last = filled[-1] + 1 if filled else 0
        return [rows[at] for at in filled] + rows[last:]


def to_draft(blanks: Sequence[Blank], raw: Document) -> Document:
    """The draft of what a pack says."""
    said: Document = {}
    for blank in blanks:
        if blank.matters(said):
            said[blank.name] = blank_to_draft(blank, raw.get(blank.name, blank.default))
    return said


def blank_to_draft(blank: Blank, value: Any) -> Any:
    match blank:
        case Counts():
            return [{WHAT: word, HOW_MANY: n} for word, n in (value or {}).items()]
        case Rows():
            return [to_draft(blank.of, row) for row in value or ()]
        case Inner():
            return to_draft(blank.of, value or {})
        case Flag():
            return value if value is blank.says else None
    return value


def from_draft(blanks: Sequence[Blank], draft: Document) -> Document:
    """What a pack says of a draft."""
    said = (
        (blank, blank_from_draft(blank, draft.get(blank.name, blank.default))) for blank in blanks
    )
    return {blank.name: value for blank, value in said if value != blank.default}


def blank_from_draft(blank: Blank, value: Any) -> Any:
    match blank:
        case Counts():
            counted: dict[str, int] = defaultdict(int)
            for row in value or ():
                if row[WHAT] is not None:
                    counted[row[WHAT]] += row[HOW_MANY]
            return dict(counted) or None
        case Rows():
            return [said for row in value or () if (said := from_draft(blank.of, row))] or None
        case Inner():
            return from_draft(blank.of, value or {}) or None
    return value


@dataclass(frozen=True, slots=True)
class Example:
    """Another card, to begin with what it says."""

    card: Any
    lines: tuple[Message, ...]


def examples(guide: CardGuide, cards: Collection, number: str, kind: str) -> Iterator[Example]:
    """Cards that may say the same: of the same name, its neighbours, and what most of them say."""
    blanks, numbers = guide.rules[kind], list(cards.entries)
    place = sum(each < number for each in numbers)
    name = cards.entries[number].card.name.en if number in cards.entries else ""
    alike: dict[str, list[tuple[bool, int, str]]] = defaultdict(list)
    for at, (each, entry) in enumerate(cards.entries.items()):
        if each == number or guide.rules.get(entry.card.kind) is not blanks:
            continue
        # What says something of its own, such as that it is not all, is no example.
        said = copyable(blanks, entry.raw)
        if said and said == from_draft(blanks, to_draft(blanks, entry.raw)):
            far = (entry.card.name.en != name, abs(at - place), each)
            alike[json.dumps(said, sort_keys=True)].append(far)
    nearest = sorted(alike.values(), key=min)
    common = sorted(nearest, key=len, reverse=True)
    for _, _, each in sorted(
        {min(group) for group in (*nearest[:MAX_NEIGHBOURS], *common[:MAX_COMMON])}
    ):
        card = cards.entries[each].card
        yield Example(card, rule_lines(guide, card))


def rule_lines(guide: CardGuide, card: Any) -> tuple[Message, ...]:
    """What only a card's rules say of it, line by line."""
    names = {field_of(blank.name) for blank in guide.rules[card.kind]}
    usual = {each.name: default_of(each) for each in fields(card) if each.name in names}
    bare = guide.describe(replace(card, **usual))
    return tuple(line for line in guide.describe(card) if line not in bare)


def copyable(blanks: Sequence[Blank], raw: Document) -> Document:
    """What of a card's rules another one may say as well."""
    said = from_draft(blanks, to_draft(blanks, raw))
    return {
        blank.name: inside
        for blank in blanks
        if blank.copied
        and (value := said.get(blank.name)) is not None
        and (inside := copyable(blank.of, value) if isinstance(blank, Inner) else value)
    }
