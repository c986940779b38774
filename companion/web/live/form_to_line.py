"""From what a form holds to a line for the table.

A form has a pattern such as ``play {card} north 2`` and fields to fill it with, ``{gains,}`` with a
comma between several, ``{inputs;}`` with each as an input of its own; a button may have a pattern
of its own. The game's own templates say what can be done, and the server knows none of its words.
"""

import re
import secrets
from collections.abc import Iterator, Sequence

from flask import g
from werkzeug.datastructures import MultiDict

from companion.errors import Malformed, Refusal
from companion.games import AnyGame, Document, several
from companion.i18n.message import say
from companion.match.script_syntax import look_up, one_line
from companion.storage.packs.box_facts import BUILT_IN, shipped_boxes
from companion.storage.packs.card_search import find_numbers, name_of
from companion.storage.packs.load import Collection

PLACEHOLDER = re.compile(r"{(\w+)([,;]?)}")
IF_GIVEN = re.compile(r"\[([^][{}]*{(\w+)[,;]?}[^][{}]*)]")
"""``[ paying {cards}]``: left out where nobody fills it in."""
BETWEEN = {"": " ", ",": ",", ";": several.SEPARATOR}
"""What stands between several values of a field."""
ANY = "?"
"""A card that nobody names."""
FILL = re.compile(r"\?\*([1-9])")
MAX_LISTED = 8
MAX_LINE_LETTERS = 500
NOTHING = object()


def line_of(form: "MultiDict[str, str]", cards: Collection | None) -> str:
    """The line that a form's fields make."""

    def fill(found: re.Match[str]) -> str:
        field = found[1]
        values = [value.strip() for value in form.getlist(field) if value.strip()]
        values += changes(form, field)
        if field in form.getlist("draw"):
            values = [drawn(form)]
        if not values:
            raise Malformed(say("Something is missing: please fill in every field."))
        if field.startswith("card") and cards:
            kinds = form.getlist("kind")
            values = [card_number(value, cards, kinds) for value in filled_up(values)]
        return BETWEEN[found[2]].join(
            value.replace('"', "”").replace("\\", "/") for value in values
        )

    def keep(found: re.Match[str]) -> str:
        return found[1] if any(map(str.strip, form.getlist(found[2]))) else ""

    # That of the button that was pressed, where it has one, comes last.
    pattern = IF_GIVEN.sub(keep, " ".join((form.getlist("line") or [""])[-1].split()))
    return PLACEHOLDER.sub(fill, pattern)


def changes(form: "MultiDict[str, str]", field: str) -> Iterator[str]:
    """``answer:trees`` with 2 in it is ``trees+2`` among the answers; 0 is nothing."""
    for name, value in form.items():
        kind, _, of = name.partition(":")
        if kind == field and of and re.fullmatch(r"[+-]?[0-9]{1,3}", value) and int(value):
            yield f"{of}{int(value):+d}"


def drawn(form: "MultiDict[str, str]") -> str:
    """A die that the companion rolls for people: one of the faces, each as likely as any other."""
    faces = form.getlist("of")
    if not faces:
        raise Malformed(say("There is nothing to roll."))
    return secrets.choice(faces)


def card_number(text: str, cards: Collection, kinds: Sequence[str] = ()) -> str:
    """A card by its number, or by what finds no other one: last digits, a part of a name."""
    first = text.split()[0]
    if text == ANY or first in cards.entries or first in cards.formerly:
        return first
    known = {
        number: entry.card
        for number, entry in cards.entries.items()
        if not kinds or entry.card.kind in kinds
    }
    found = find_numbers(known, known, text)
    if len(found) > 1:
        shown = [known[number] for number in found[:MAX_LISTED]]
        told = [f"{card.number} {name_of(card, g.language.code)}" for card in shown]
        raise Refusal(
            "several_cards",
            say("Several cards are like {name}: {cards}", name=text, cards=", ".join(told)),
        )
    return found[0] if found else first


def filled_up(values: list[str]) -> list[str]:
    """``?*2``: so many cards in all, and any ones for those that nobody names."""
    named = [value for value in values if not FILL.fullmatch(value)]
    wanted = max((int(found[1]) for value in values if (found := FILL.fullmatch(value))), default=0)
    return named + [ANY] * (wanted - len(named))


def check_line(game: AnyGame, line: str) -> str:
    """A line that a phone may send: one of reasonable length that names no file."""
    if len(line) > MAX_LINE_LETTERS:
        raise Malformed(say("An input has at most {n} letters.", n=MAX_LINE_LETTERS))
    line = one_line(line)
    match line.split():
        case ["box", *names_] if names_ not in [
            [name] for name in (BUILT_IN, *shipped_boxes(game))
        ]:
            raise Refusal("no_files", say("A phone cannot name a box file: use the set-up form."))
    return line


def whole_number(text: str, most_digits: int = 9) -> int | None:
    """A number from 0 on, as an address or a form says it; None for anything else."""
    return int(text) if text.isdecimal() and len(text) <= most_digits else None


def value_at(document: Document, path: str, group: str) -> object:
    """What the document says at a path; ``NOTHING`` where it says nothing."""
    try:
        return look_up(document, path, group)
    except LookupError:
        return NOTHING
