"""The cards that people move themselves when something happens."""

from companion.games.council_of_shadows.model import board_events as b
from companion.games.council_of_shadows.model import events as e


def cards_moved(event: e.Event) -> tuple[str, ...]:
    match event:
        case b.Planned(card=str(card)) | b.DarkTaken(card=card) | b.BonusCounted(card=card):
            return (card,)
        case b.Bought(kind="ai", id=card):
            return (card,)
    return ()
