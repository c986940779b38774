"""Náufragos (Castaways): up to four people survive on an island, and hope for a ship."""

from collections.abc import Mapping

from companion.games import ANYBODY, CardGuide, Document, Fact, Odds, Recap, Viewer
from companion.games.display import Page
from companion.games.naufragos.model import camp_events, events, people_events
from companion.games.naufragos.model.box import build
from companion.games.naufragos.model.card import Card
from companion.games.naufragos.model.card_checks import check_card, fresh_card, told
from companion.games.naufragos.model.events import Event
from companion.games.naufragos.model.inputs import Input, read
from companion.games.naufragos.model.pieces_moved import cards_moved, movements
from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import COLOURS, DECKS
from companion.games.naufragos.odds.document import more_document, odds_cache_key, odds_document
from companion.games.naufragos.odds.text import chance_of_home, describe_outlook
from companion.games.naufragos.oled.icons import ICONS
from companion.games.naufragos.oled.pages import now, page, pages
from companion.games.naufragos.oled.prompts import rolled, rolling
from companion.games.naufragos.phone import Page as Phone
from companion.games.naufragos.recap.chart import draw_panels, draw_story
from companion.games.naufragos.recap.recap import story_document, tell_story
from companion.games.naufragos.recap.text import describe_story
from companion.games.naufragos.rules.decisions import decide
from companion.games.naufragos.rules.document import document
from companion.games.naufragos.taps.layout import LAYOUT
from companion.games.naufragos.taps.spots import drawn_from
from companion.games.naufragos.taps.taps import NaufragosHands
from companion.games.naufragos.text.card_fields import CARD_BLANKS
from companion.games.naufragos.text.cards import KINDS as CARD_KINDS
from companion.games.naufragos.text.cards import describe, mark_words, printed_marks
from companion.games.naufragos.text.events import tell
from companion.games.naufragos.text.inputs import label
from companion.games.naufragos.text.instructions import glance, guide
from companion.games.naufragos.text.names import correctable
from companion.games.naufragos.text.tutorial import GLOSSARY, lesson
from companion.games.shared.events import event_kinds
from companion.games.shared.inputs import OpenBox, TellCard
from companion.games.shared.staged_game import StagedGame
from companion.i18n.message import say


class Naufragos(StagedGame[State, Input, Event]):
    """The rules of Náufragos, as the companion asks for them."""

    id = "naufragos"
    name = say("Náufragos")
    minutes = 120
    beginnings = (events.GameStarted, events.RoundBegan, events.StageBegan)
    events = event_kinds(Event, events, people_events, camp_events, people_events)
    blank = State()
    seats = COLOURS
    group = "castaways"
    layout = LAYOUT
    icons = ICONS
    cards = CardGuide(
        type=Card,
        kinds=CARD_KINDS,
        owners={},
        owner="",
        check=check_card,
        fresh=fresh_card,
        tags=mark_words,
        describe=describe,
        in_force=lambda state: state.cards,
        decks={kind: CARD_KINDS[kind] for kind in ("event", *DECKS, "wreck")},
        deck_of=lambda state, card: drawn_from(card),
        printed=printed_marks,
        told=told,
        tell=TellCard,
        rules=CARD_BLANKS,
    )

    odds = Odds(
        cache_key=odds_cache_key,
        document=odds_document,
        more=more_document,
        chance=chance_of_home,
        describe=describe_outlook,
    )

    glossary = GLOSSARY
    recap = Recap(
        story=tell_story,
        document=story_document,
        describe=describe_story,
        draw=draw_story,
        panels=draw_panels,
    )

    tap_handler_type = NaufragosHands
    read = staticmethod(read)
    decide = staticmethod(decide)
    cards_moved = staticmethod(cards_moved)
    label = staticmethod(label)
    tell = staticmethod(tell)
    lesson = staticmethod(lesson)
    guide = staticmethod(guide)
    glance = staticmethod(glance)
    pages = staticmethod(pages)
    page = staticmethod(page)
    now_page = staticmethod(now)
    rolling_page = staticmethod(rolling)
    numbers = staticmethod(correctable)

    def open_box(self, box: str, facts: Mapping[str, Fact], cards: Mapping[str, Card]) -> Input:
        return OpenBox(build(box, facts), cards)

    def movements(self, state: State, event: Event, fewest: bool = False) -> int:
        return movements(state, event)

    def view(self, state: State, viewer: Viewer = ANYBODY) -> Document:
        return document(state)

    def rolled_page(self, state: State, die: str, faces: tuple[str, ...]) -> Page:
        assert state.dice.last, "whoever asks has seen the roll taken"
        return rolled(state, state.dice.last)

    def phone(self, state: State) -> Phone:
        due = self.tap_handler.due(state)
        return Phone(state, self.tap_handler.throw(state, "dice") if due == "die:dice" else None)


GAME = Naufragos()
