"""Cards as pictures: which illustration, and what their owner has written of them."""

from companion.games.capabilities import Face
from companion.games.naufragos.model.card import Card
from companion.i18n.message import Message

WEATHER = {"sun": "sunny", "storm": "storm"}


def face(card: Card) -> Face:
    art = WEATHER.get(card.weather or "", card.kind)
    return Face(art, Message("{note}", {"note": card.note}) if card.note else None)
