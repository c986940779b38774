"""Cards as pictures: which illustration, and what the card does."""

from companion.games.capabilities import Face
from companion.games.council_of_shadows.model.card import Card
from companion.games.council_of_shadows.model.terms import ACTIONS
from companion.i18n.message import name


def face(card: Card) -> Face:
    action = card.number.rpartition("-")[2]
    art = action if card.kind == "action" and action in ACTIONS else card.kind
    text = name(card.text.en, es=card.text.es, pt=card.text.pt) if card.text.en else None
    return Face(art, text)
