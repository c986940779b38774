"""The cards that people move themselves when something happens."""

from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import crisis_events as k
from companion.games.daybreak.model import events as e


def cards_moved(event: e.Event) -> tuple[str, ...]:
    match event:
        case (
            c.CardPlayed(card=card)
            | c.CardTucked(card=card)
            | c.CardTuckedUnder(card=card)
            | c.CardDiscarded(card=card)
            | c.ProjectChosen(card=str(card))
            | c.ProjectDiscarded(card=card)
            | k.CrisisSeen(card=card)
            | k.CrisisBegan(card=card)
        ):
            return (card,)
    return ()
