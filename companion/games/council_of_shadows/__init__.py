"""Council of Shadows: civilisations deliver energy to a council that is never satisfied."""

from typing import Any

from companion.games import Told
from companion.games.council_of_shadows.model import events
from companion.games.council_of_shadows.model.box import build
from companion.games.council_of_shadows.model.inputs import Input
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import SEATS
from companion.games.council_of_shadows.oled import pages
from companion.games.council_of_shadows.taps.layout import DECKS, drawn_from, printed
from companion.games.council_of_shadows.text import cards, inputs
from companion.games.shared.inputs import Correct
from companion.games.shared.replace import replace
from companion.games.shared.staged_game import StagedGame, card_guide, opened_by
from companion.i18n.message import say


def told(event: events.Event) -> Told | None:
    return Told(event.card.number, event.fields) if isinstance(event, events.CardTold) else None


def box_fact(state: State, given: Input) -> tuple[str, Any] | None:
    match given:
        case Correct(path, value) if path.startswith("facts."):
            return ".".join(events.in_the_box(state, tuple(path.split(".")))), value
    return None


class CouncilOfShadows(StagedGame[State, Input, events.Event]):
    """What the convention of ``StagedGame`` does not find."""

    id = "council_of_shadows"
    name = say("Council of Shadows")
    minutes = 90
    about = say("Plan in secret, gather energy, win the galaxies")
    beginnings = (events.RoundBegan, events.StageBegan, events.TurnBegan)
    seats = SEATS
    group = "players"
    secretive = True
    cards = card_guide(
        __name__,
        owners=SEATS,
        owner="seat",
        tags=cards.tag_words,
        decks=DECKS,
        deck_of=drawn_from,
        printed=printed,
        told=told,
    )
    headline = staticmethod(pages.headline)
    box = replace(opened_by(__name__, build), told=box_fact)
    redact = staticmethod(inputs.redact)


GAME = CouncilOfShadows()
