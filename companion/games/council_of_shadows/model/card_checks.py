"""What must be true of a card beyond its types, field by field, and what an id alone says."""

from collections.abc import Iterator

from companion.games import Document
from companion.games.council_of_shadows.model.card import Card
from companion.games.council_of_shadows.model.terms import KINDS as KIND_OF
from companion.games.council_of_shadows.model.terms import SEATS, STATIONS
from companion.i18n.message import Message, say

STATION = "station-"
"""How the id of a station's card begins: stations have the names of other things."""


def kind_of(number: str) -> str | None:
    """What a card is by its id alone."""
    if number.removeprefix(STATION) in STATIONS and number.startswith(STATION):
        return "station"
    return KIND_OF.get(number)


def check_card(card: Card) -> Iterator[tuple[str, Message]]:
    """Everything that is wrong with a card."""
    kind = kind_of(card.number)
    if kind is None:
        yield "number", say("no card of this game has this id")
    elif kind != card.kind:
        yield "kind", say("{number} is of the kind {kind}", number=card.number, kind=kind)
    if not card.name.en.strip():
        yield "name.en", say("a card has a name; ? stands for one that nobody knows")
    if card.seat is not None and card.number.partition("-")[0] != card.seat:
        yield "seat", say("only starting cards belong to a seat, and their id says to which")
    if card.link and not card.link.startswith("https://"):
        yield "link", say("a link begins with https://")


def fresh_card(number: str) -> Document | None:
    """A card of which only the id is known, as a pack says it."""
    kind = kind_of(number)
    if kind is None:
        return None
    card: Document = {"number": number, "kind": kind, "name": {"en": "?"}, "known": "none"}
    seat = number.partition("-")[0]
    return {**card, "seat": seat} if seat in SEATS else card
