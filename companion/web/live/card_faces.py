"""Cards as pictures: one view model for the virtual table, phones and the wall, of any game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import g

from companion.games import AnyGame, CardGuide
from companion.games.shared.seat_marks import shape
from companion.i18n.message import Message
from companion.match.session import Session
from companion.storage.packs.card_search import name_of
from companion.storage.packs.load import PROVISIONAL

NAMELESS = "?"


@dataclass(frozen=True, slots=True)
class CardFace:
    number: str
    """As it is printed; *?* where nobody knows that yet."""
    name: str
    """Empty where nobody knows it."""
    kind: Message
    icon: str
    look: int
    """The so-manyth kind of card: each has a colour and a shape."""
    art: str
    """Empty for a game that draws none."""
    tags: Sequence[tuple[str, Message]]
    does: Message | None
    cost: Message | None
    known: str
    """``all``, ``part`` or ``none``: what is unknown looks unknown."""


def card_face(game: AnyGame, guide: CardGuide, card: Any) -> CardFace:
    face, name = guide.face(card), name_of(card, g.language.code)
    return CardFace(
        number=PROVISIONAL if card.number.startswith(PROVISIONAL) else card.number,
        name="" if name == NAMELESS else name,
        kind=guide.kinds[card.kind],
        icon=f"kind:{card.kind}",
        look=list(guide.kinds).index(card.kind),
        art=face.art if face.art in game.art else "",
        tags=guide.printed(card),
        does=face.does,
        cost=face.cost,
        known=card.known,
    )


def face_of(session: Session) -> Callable[[str], CardFace | None]:
    """For templates: the face of a card by its number, as it is known at the table."""

    def found(number: str) -> CardFace | None:
        game, state = session.writer.match.game, session.writer.current.state
        card = game.cards.in_force(state).get(number) if game.cards else None
        return card_face(game, game.cards, card) if game.cards and card else None

    return found


@dataclass(frozen=True, slots=True)
class SeatMark:
    colour: str
    shape: str


def mark_of(session: Session) -> Callable[[str], SeatMark]:
    """For templates: the colour and the shape of a seat."""

    def found(seat: str) -> SeatMark:
        game = session.writer.match.game
        return SeatMark(game.colours[seat], shape(game.seats, game.icons, seat))

    return found
