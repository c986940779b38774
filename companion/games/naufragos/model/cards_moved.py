"""The cards that people move themselves when something happens."""

from companion.games.naufragos.model import events as e
from companion.games.naufragos.model import people_events as p


def cards_moved(event: e.Event) -> tuple[str, ...]:
    match event:
        case p.CardDrawn(card=str(card)) | e.EventSeen(card=str(card)):
            return (card,)
        case p.CardTaken(card=card) | p.CardGone(card=card):
            return (card,)
    return ()
