"""Council of Shadows: civilisations deliver energy to a council that is never satisfied."""

from collections.abc import Mapping
from typing import Any

from companion.games import CardGuide, Fact, Recap, Told
from companion.games.council_of_shadows.model import board_events, events
from companion.games.council_of_shadows.model.box import build
from companion.games.council_of_shadows.model.card import Card
from companion.games.council_of_shadows.model.card_checks import check_card, fresh_card
from companion.games.council_of_shadows.model.events import CardTold, Event, in_the_box
from companion.games.council_of_shadows.model.inputs import Input, read
from companion.games.council_of_shadows.model.pieces_moved import cards_moved, movements
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import SEATS
from companion.games.council_of_shadows.oled.icons import ICONS
from companion.games.council_of_shadows.oled.pages import now, page, pages
from companion.games.council_of_shadows.phone import Page as Phone
from companion.games.council_of_shadows.recap.chart import draw_panels, draw_story
from companion.games.council_of_shadows.recap.recap import story_document, tell_story
from companion.games.council_of_shadows.recap.text import describe_story
from companion.games.council_of_shadows.rules.decisions import decide
from companion.games.council_of_shadows.rules.document import document
from companion.games.council_of_shadows.taps.layout import DECKS, LAYOUT, drawn_from, printed
from companion.games.council_of_shadows.taps.taps import CouncilHands
from companion.games.council_of_shadows.text.card_fields import CARD_BLANKS
from companion.games.council_of_shadows.text.cards import KINDS as CARD_KINDS
from companion.games.council_of_shadows.text.cards import describe, tag_words
from companion.games.council_of_shadows.text.events import tell
from companion.games.council_of_shadows.text.inputs import label, redact
from companion.games.council_of_shadows.text.instructions import glance, guide
from companion.games.council_of_shadows.text.tutorial import GLOSSARY, lesson
from companion.games.shared.events import event_kinds
from companion.games.shared.inputs import Correct, OpenBox, TellCard
from companion.games.shared.staged_game import StagedGame
from companion.i18n.message import say


class CouncilOfShadows(StagedGame[State, Input, Event]):
    """The rules of Council of Shadows, as the companion asks for them."""

    id = "council_of_shadows"
    name = say("Council of Shadows")
    minutes = 90
    beginnings = (events.RoundBegan, events.StageBegan, events.TurnBegan)
    events = event_kinds(Event, events, board_events, board_events)
    blank = State()
    seats = SEATS
    group = "players"
    secretive = True
    layout = LAYOUT
    icons = ICONS
    cards = CardGuide(
        type=Card,
        kinds=CARD_KINDS,
        owners=SEATS,
        owner="seat",
        check=check_card,
        fresh=fresh_card,
        tags=tag_words,
        describe=describe,
        in_force=lambda state: state.cards,
        decks=DECKS,
        deck_of=drawn_from,
        printed=printed,
        told=lambda event: (
            Told(event.card.number, event.fields) if isinstance(event, CardTold) else None
        ),
        tell=TellCard,
        rules=CARD_BLANKS,
    )

    glossary = GLOSSARY
    recap = Recap(
        story=tell_story,
        document=story_document,
        describe=describe_story,
        draw=draw_story,
        panels=draw_panels,
    )

    tap_handler_type = CouncilHands
    read = staticmethod(read)
    decide = staticmethod(decide)
    cards_moved = staticmethod(cards_moved)
    view = staticmethod(document)
    label = staticmethod(label)
    tell = staticmethod(tell)
    redact = staticmethod(redact)
    lesson = staticmethod(lesson)
    guide = staticmethod(guide)
    glance = staticmethod(glance)
    pages = staticmethod(pages)
    page = staticmethod(page)
    now_page = staticmethod(now)
    phone = staticmethod(Phone)

    def open_box(self, box: str, facts: Mapping[str, Fact], cards: Mapping[str, Card]) -> Input:
        return OpenBox(build(box, facts), cards)

    def box_fact(self, state: State, given: Input) -> tuple[str, Any] | None:
        match given:
            case Correct(path, value) if path.startswith("facts."):
                return ".".join(in_the_box(state, tuple(path.split(".")))), value
        return None

    def movements(self, state: State, event: Event, fewest: bool = False) -> int:
        return movements(state, event)


GAME = CouncilOfShadows()
