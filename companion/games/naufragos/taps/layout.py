"""The table of Náufragos: which things have a tag, and where they lie all evening."""

from companion.errors import Refusal
from companion.games.layout import Layout, Mode, Row
from companion.games.naufragos.model import terms
from companion.games.naufragos.model.card import PRINTED, Card
from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import ACTIONS, DECKS, DICE, REST, SECTORS
from companion.games.naufragos.rules.cards import card_of
from companion.games.naufragos.text.names import card_called
from companion.games.shared.inputs import is_number
from companion.games.taps import Thing
from companion.i18n.message import Message, say

REST_SPACES = 6

LAYOUT = Layout(
    rows=(
        *(
            Row(action, name, REST_SPACES if action == REST else 1)
            for action, name in ACTIONS.items()
        ),
        *(Row(deck, SECTORS[deck], 1) for deck in DECKS),
    ),
    dice=DICE,
    modes={
        "other": Mode(
            say("OTHER WAY"),
            asks=say("OTHER WAY: tap who eats own food, or a pending exploration."),
            does=say("Tap this and who eats own food, or this and a pending exploration."),
        ),
        "discard": Mode(
            say("WHITE PAWN"),
            asks=say("WHITE PAWN: tap the camp card. Or tap an object that is gone."),
            does=say("Tap this and a camp card for the white pawn; or an object that is gone."),
        ),
    },
)


UNNUMBERED = "?"
"""How the id of a card begins that its owner has not numbered yet."""
PLACES = {row.id: row.places for row in LAYOUT.rows}


def thing_called(state: State, text: str) -> Thing | None:
    """By its name; the place of an action may be called by the action alone."""
    if text in terms.COLOURS:
        return Thing("seat", text)
    if text == terms.FISH:
        return Thing("card", terms.FISHING)
    where, _, number = text.partition(" ")
    if where in PLACES:
        if not number:
            return Thing("place", terms.REST if where == terms.REST else f"{where} 1")
        if is_number(number) and 1 <= int(number) <= PLACES[where]:
            return Thing("place", f"{where} {int(number)}")
        return None
    try:
        return Thing("card", card_of(state, text).number)
    except Refusal:
        return None


def thing_name(state: State, thing: Thing) -> Message:
    if thing.kind == "seat" and thing.name in terms.COLOURS:
        return terms.COLOURS[thing.name]
    where, _, number = thing.name.partition(" ")
    if thing.kind == "place" and where in terms.ACTIONS:
        if where == terms.REST and number:
            return say("Rest space {n}", n=number)
        return terms.ACTIONS[where]
    if thing.kind == "place" and where in terms.DECKS:
        return say("{deck} deck", deck=terms.SECTORS[where])
    if thing.name in terms.CHARACTERS:
        return terms.CHARACTERS[thing.name]
    called = card_called(state, thing.name)
    return Message("{name}", {"name": called})


def deck_of(state: State) -> list[str]:
    """Every card that can have a tag: what a box prints, in order, and what packs know besides."""
    basic = [
        f"{letter}{at}" if letter == "B" else f"{letter}{at:02}"
        for letter, (_, printed) in PRINTED.items()
        for at in range(1, printed + 1)
    ]
    known = sorted(number for number in state.cards if number not in (*basic, *terms.CHARACTERS))
    others = [number for number in known if not number.startswith(UNNUMBERED)]
    return [*basic, *terms.CHARACTERS, *others]


def drawn_from(card: Card) -> str:
    """The deck that a card is drawn from: a plot card is in that of its sector."""
    return "" if card.number.startswith(UNNUMBERED) else card.deck or card.kind
