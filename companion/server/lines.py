"""From what a form holds to a line for the table.

A form has a pattern such as ``play {card} north 2`` and fields to fill it with, ``{gains,}`` with a
comma between several: the game's own templates say what can be done, and the server knows none of
its words.
"""

import re
import secrets
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.errors import Malformed, Refusal
from companion.games import AnyGame, Document
from companion.message import say
from companion.table.line import one_line
from companion.table.packs.boxes import BUILT_IN, built_in
from companion.table.packs.loading import NAMELESS, Collection
from companion.table.paths import look_up

PLACEHOLDER = re.compile(r"{(\w+)(,?)}")
IF_GIVEN = re.compile(r"\[([^][{}]*{(\w+)}[^][{}]*)]")
"""``[ paying {cards}]``: left out where nobody fills it in."""
LONGEST = 500
NOTHING = object()


def line_of(form: "MultiDict[str, str]", cards: Collection | None) -> str:
    """The line that a form's fields make."""

    def fill(found: re.Match[str]) -> str:
        field = found[1]
        values = [value.strip() for value in form.getlist(field) if value.strip()]
        if field in form.getlist("draw"):
            values = [drawn(form)]
        if not values:
            raise Malformed(say("Something is missing: please fill in every field."))
        if field.startswith("card") and cards:
            values = [card_number(value, cards) for value in values]
        return (found[2] or " ").join(
            value.replace('"', "”").replace("\\", "/") for value in values
        )

    def keep(found: re.Match[str]) -> str:
        return found[1] if any(map(str.strip, form.getlist(found[2]))) else ""

    pattern = IF_GIVEN.sub(keep, " ".join(form.get("line", "").split()))
    return PLACEHOLDER.sub(fill, pattern)


def drawn(form: "MultiDict[str, str]") -> str:
    """A die that the companion rolls for people: one of the faces, each as likely as any other."""
    faces = form.getlist("of")
    if not faces:
        raise Malformed(say("There is nothing to roll."))
    return secrets.choice(faces)


def card_number(text: str, cards: Collection) -> str:
    """A card by its number, or by a name that no other card has, in any language."""
    first = text.split()[0]
    if text == "?" or first in cards.entries or first in cards.formerly:
        return first
    wanted = text.casefold()
    found = [
        number
        for number, entry in cards.entries.items()
        if wanted in (name.casefold() for name in names(entry.card))
    ]
    if len(found) > 1:
        raise Refusal(
            "several_cards",
            say("Several cards are called {name}: {cards}", name=text, cards=", ".join(found)),
        )
    return found[0] if found else first


def names(card: Any) -> list[str]:
    """What a card is called, in every language it is printed in."""
    return [
        name for name in (card.name.en, card.name.es, card.name.pt) if name not in ("", NAMELESS)
    ]


def check_line(game: AnyGame, line: str) -> str:
    """A line that a phone may send: one of reasonable length that names no file."""
    if len(line) > LONGEST:
        raise Malformed(say("An input has at most {n} letters.", n=LONGEST))
    line = one_line(line)
    match line.split():
        case ["box", *names_] if names_ not in [[name] for name in (BUILT_IN, *built_in(game))]:
            raise Refusal("no_files", say("A phone cannot name a box file: use the set-up form."))
    return line


def value_at(document: Document, path: str, group: str) -> object:
    """What the document says at a path; ``NOTHING`` where it says nothing."""
    try:
        return look_up(document, path, group)
    except LookupError:
        return NOTHING
