"""Things to tap on the virtual table: cards in the tray, and those that lie at their places."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games import AnyGame
from companion.games.layout import Row as PlacesInARow
from companion.games.taps import Thing
from companion.i18n.message import Message, say
from companion.i18n.negotiation import said
from companion.match.session import Session
from companion.match.taps.enrolment import named as name_of
from companion.match.taps.enrolment import thing_called
from companion.web.live.card_faces import CardFace, card_face


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing, with what people call it; a card with what is on it."""

    thing: Thing
    called: str
    """A card's name alone, where it has one."""
    face: CardFace | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Things of one kind in the tray."""

    title: Message
    pieces: Sequence[Piece]
    open: bool = False
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the table, and the cards there, the one on top first."""

    piece: Piece
    name: str
    cards: Sequence[Piece]


@dataclass(frozen=True, slots=True)
class Row:
    title: str
    place: str
    """What one of its places is called."""
    icon: str
    places: Sequence[Place]


class Pieces:
    """Makes them of the game that lies on the table."""

    def __init__(self, session: Session) -> None:
        active = session.active
        self.game: AnyGame = active.writer.match.game
        self.state: Any = active.writer.current.state
        self.cards = session.cards().cards if self.game.cards else {}
        self.in_force = self.game.cards.in_force(self.state) if self.game.cards else {}

    def piece(self, thing: Thing) -> Piece:
        called = said(name_of(self.game, self.state, thing))
        card = self.cards.get(thing.name) if thing.kind == "card" else None
        if card is None or self.game.cards is None:
            return Piece(thing, called)
        name = called.removeprefix(thing.name).strip()
        known = self.in_force.get(thing.name, card)
        return Piece(thing, name, card_face(self.game, self.game.cards, known))

    def known(self, things: Iterable[Thing]) -> Iterator[Piece]:
        """A pack may have cards that are never tapped."""
        game, state = self.game, self.state
        return (self.piece(it) for it in things if thing_called(game, state, it.name) == it)


def tray(session: Session, wanted: str = "", last: str = "") -> Iterator[Group]:
    """Seats, tag cards, and every card by its kind; or only what is wanted.

    A group is open if somebody looks for something in it, or has tapped something in it last.
    """
    pieces = Pieces(session)
    game = pieces.game

    def group(title: Message, things: Sequence[Thing], icon: str, open: bool) -> Iterator[Group]:
        named = pieces.known(things)
        looked = wanted.casefold()
        found = [it for it in named if looked in f"{it.thing.name} {it.called}".casefold()]
        if found:
            touched = last in [it.thing.name for it in found]
            yield Group(title, found, open or bool(wanted) or touched, icon)

    yield from group(say("Seats"), [Thing("seat", seat) for seat in game.seats], "", True)
    printed = [Thing("printed", each) for each in game.layout.printed]
    yield from group(say("Tag cards"), printed, "", False)
    if game.cards is None:
        tagged = [Thing("card", each) for each in game.tap_handler.deck(pieces.state)]
        yield from group(say("Cards"), tagged, "", True)
    for kind, title in (game.cards.kinds if game.cards else {}).items():
        numbers = [number for number, card in pieces.cards.items() if card.kind == kind]
        yield from group(title, [Thing("card", each) for each in numbers], f"kind:{kind}", False)


def rows(session: Session) -> Iterator[Row]:
    """The table: places in rows, with whatever lies there. Once somebody sits, only their rows."""
    pieces = Pieces(session)
    game, state = pieces.game, pieces.state
    begun = game.round_of(state) > 0
    seated = game.seated(state)
    for row in game.layout.rows:
        if not (begun and row.id in game.seats and row.id not in seated):
            title = said(row.owner or row.place)
            icon = "seat" if row.id in game.seats else "row"
            yield Row(title, said(row.place), f"{icon}:{row.id}", list(places(pieces, row)))


def places(pieces: Pieces, row: PlacesInARow) -> Iterator[Place]:
    named = [said(name) for name in row.names.values()] or [str(n + 1) for n in range(row.places)]
    for tag, name in zip(row.tags, named, strict=True):
        cards = [Thing("card", card) for card in pieces.game.tap_handler.lying(pieces.state, tag)]
        for piece in pieces.known([Thing("place", tag)]):
            yield Place(piece, name, [pieces.piece(card) for card in cards])


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards that somebody has drawn, or has before them."""

    title: str
    cards: Sequence[Piece]
    icon: str = ""


def before_them(session: Session) -> Iterator[Hand]:
    """What lies in the middle and before each seat, at no place that has a tag."""
    pieces = Pieces(session)
    game, state = pieces.game, pieces.state
    for whose in ("", *game.seated(state)) if game.round_of(state) else ():
        cards = [Thing("card", card) for card in game.tap_handler.before(state, whose)]
        if known := list(pieces.known(cards)):
            title = game.seats.get(whose) or say("In the middle")
            yield Hand(said(title), known, f"seat:{whose}")


def hands(session: Session, held: Mapping[str, Sequence[str]]) -> Iterator[Hand]:
    pieces = Pieces(session)
    for whose, cards in held.items():
        title = pieces.game.seats.get(whose) or say("For everybody")
        yield Hand(said(title), list(pieces.known(Thing("card", card) for card in cards)))


def laid(table: Iterable[Row], before: Iterable[Hand]) -> list[str]:
    """The cards that lie on the table, and so in nobody's tray."""
    return [
        *(card.thing.name for row in table for place in row.places for card in place.cards),
        *(card.thing.name for hand in before for card in hand.cards),
    ]
