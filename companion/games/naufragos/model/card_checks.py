"""What must be true of a card beyond its types, field by field: see docs/naufragos.md.

Each check yields the field that is wrong, and why.
"""

import re
from collections.abc import Iterator

from companion.games import Document
from companion.games.capabilities import Told
from companion.games.naufragos.model.card import (
    ALLOWED,
    EFFECTS,
    MOST_AT_ONCE,
    TEXT,
    Card,
    kind_by_number,
)
from companion.games.naufragos.model.events import Event, MarksLearned
from companion.games.naufragos.model.terms import MOST_SCORE, MOST_WRECK
from companion.i18n.message import Message, say

PROVISIONAL = re.compile(r"\?\.[a-z0-9-]+")
Flaws = Iterator[tuple[str, Message]]

MARKS = tuple(dict.fromkeys(mark for marks in ALLOWED.values() for mark in marks))
READ = ("weather", "wreck", "sector", "advance", "difficulty", "story")
"""Marks that people tell when a card turns up: those of events and of exploration cards."""
RANGES = {
    "wreck": (0, MOST_WRECK),
    "difficulty": (0, 11),
    "story": (0, MOST_SCORE),
    "strength": (-9, 9),
    "return_": (-9, 9),
    "energy": (0, 12),
}


def check_card(card: Card) -> Flaws:
    """Everything that is wrong with a card."""
    by_number = kind_by_number(card.number)
    if PROVISIONAL.fullmatch(card.number):
        pass  # a card whose owner has not numbered it yet
    elif by_number is None:
        yield "number", say("a card is called E07, C03, I12, H09, W05, B2, T33, T0a or the like")
    elif by_number != card.kind:
        yield "kind", say("{number} is another kind of card", number=card.number)
    if not card.name.en.strip():
        yield "name.en", say("a card has a name; ? stands for one that nobody knows")
    for mark in MARKS:
        value = getattr(card, mark)
        field = mark.removesuffix("_")
        if value is None:
            continue
        if mark not in ALLOWED[card.kind]:
            yield field, say("a card of the kind {kind} has no such mark", kind=card.kind)
        elif type(value) is int and not RANGES[mark][0] <= value <= RANGES[mark][1]:
            low, high = RANGES[mark]
            yield field, say("a number from {low} to {high}", low=low, high=high)
    for field in TEXT:
        for effect, by in (getattr(card, field) or {}).items():
            if effect not in EFFECTS:
                yield field, say("no text gives or takes {effect}", effect=effect)
            elif not 1 <= by <= MOST_AT_ONCE:
                yield field, say("a number from {low} to {high}", low=1, high=MOST_AT_ONCE)
    if card.sector and card.deck != card.sector:
        yield "sector", say("it lies in the deck of its kind")
    if card.kind == "wreck" and type(card.story) is bool:
        yield "story", say("an object has story points: a number")
    if card.kind != "wreck" and type(card.story) is int:
        yield "story", say("true or false: is there a story token on it?")


def told(event: Event) -> Told | None:
    """The card whose marks somebody has read, for the owner's pack."""
    if not isinstance(event, MarksLearned):
        return None
    return Told(event.card.number, event.fields or READ)


def fresh_card(number: str) -> Document | None:
    """A card of which only the id is known, as a pack says it."""
    kind = kind_by_number(number)
    return {"number": number, "kind": kind, "name": {"en": "?"}} if kind else None
