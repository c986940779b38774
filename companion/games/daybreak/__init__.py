"""Daybreak (e-Mission): up to four World Powers stop climate change together."""

from collections.abc import Mapping

from companion.games import ANYBODY, CardGuide, Document, Fact, Odds, Recap, Told, Viewer
from companion.games.daybreak.model import card_events, crisis_events, events
from companion.games.daybreak.model.box import build
from companion.games.daybreak.model.card import Card
from companion.games.daybreak.model.card_checks import check_card, fresh_card, rules_read, tags_read
from companion.games.daybreak.model.events import Event
from companion.games.daybreak.model.inputs import Input, read
from companion.games.daybreak.model.pieces_moved import cards_moved, movements
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import POWERS
from companion.games.daybreak.odds.document import more_document, odds_cache_key, odds_document
from companion.games.daybreak.odds.text import chance_of_losing, describe_outlook
from companion.games.daybreak.oled.icons import ICONS
from companion.games.daybreak.oled.pages import headline, now, page, pages
from companion.games.daybreak.oled.prompts import rolled, rolling
from companion.games.daybreak.oled.result_page import came
from companion.games.daybreak.phone import Page as Phone
from companion.games.daybreak.recap.chart import draw_panels, draw_story
from companion.games.daybreak.recap.recap import story_document, tell_story
from companion.games.daybreak.recap.text import describe_story
from companion.games.daybreak.rules.decisions import decide
from companion.games.daybreak.rules.document import document
from companion.games.daybreak.taps.layout import LAYOUT
from companion.games.daybreak.taps.taps import DaybreakHands
from companion.games.daybreak.text.card_fields import CARD_BLANKS
from companion.games.daybreak.text.cards import KINDS as CARD_KINDS
from companion.games.daybreak.text.cards import OWNERS, describe, printed_tags, tag_words
from companion.games.daybreak.text.events import tell
from companion.games.daybreak.text.inputs import label
from companion.games.daybreak.text.instructions import glance, guide
from companion.games.daybreak.text.names import derived
from companion.games.daybreak.text.tutorial import ADVICE, GLOSSARY, lesson
from companion.games.display import Page
from companion.games.shared.events import event_kinds
from companion.games.shared.inputs import OpenBox, TellCard
from companion.games.shared.staged_game import StagedGame
from companion.i18n.message import Message, say

TAG_FIELDS = ("tags", "tags_known", "tags_counted")


def told(event: Event) -> Told | None:
    """The card of which somebody has said something, for the owner's pack."""
    match event:
        case card_events.CardTagged(number):
            return Told(number, TAG_FIELDS)
        case card_events.CardTold(card, fields):
            return Told(card.number, fields)
    return None


class Daybreak(StagedGame[State, Input, Event]):
    """The rules of Daybreak, as the companion asks for them."""

    id = "daybreak"
    name = say("Daybreak")
    legacy_default = True
    minutes = 90
    beginnings = (
        *(events.GameStarted, events.RoundBegan, events.StageBegan),
        *(events.CrisisCardsCalled, events.RollsChanged),
    )
    events = event_kinds(Event, events, card_events, crisis_events)
    blank = State()
    seats = POWERS
    group = "powers"
    layout = LAYOUT
    icons = ICONS
    cards = CardGuide(
        type=Card,
        kinds=CARD_KINDS,
        owners=OWNERS,
        owner="power",
        check=check_card,
        fresh=fresh_card,
        tags=tag_words,
        describe=describe,
        in_force=lambda state: state.cards,
        decks={kind: CARD_KINDS[kind] for kind in ("local", "global", "crisis")},
        printed=printed_tags,
        told=told,
        tell=TellCard,
        tags_read=tags_read,
        rules_read=rules_read,
        tagged=lambda tags: {**dict.fromkeys(TAG_FIELDS), "tags": list(tags)},
        rules=CARD_BLANKS,
    )
    odds = Odds(
        cache_key=odds_cache_key,
        document=odds_document,
        more=more_document,
        chance=chance_of_losing,
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

    tap_handler_type = DaybreakHands
    read = staticmethod(read)
    decide = staticmethod(decide)
    movements = staticmethod(movements)
    cards_moved = staticmethod(cards_moved)
    label = staticmethod(label)
    tell = staticmethod(tell)
    lesson = staticmethod(lesson)
    guide = staticmethod(guide)
    glance = staticmethod(glance)
    headline = staticmethod(headline)
    pages = staticmethod(pages)
    page = staticmethod(page)
    now_page = staticmethod(now)
    came_page = staticmethod(came)
    phone = staticmethod(Phone)

    def open_box(self, box: str, facts: Mapping[str, Fact], cards: Mapping[str, Card]) -> Input:
        return OpenBox(build(box, facts), cards)

    def view(self, state: State, viewer: Viewer = ANYBODY) -> Document:
        return document(state)

    def begins(self, state: State, event: Event) -> bool:
        """Crisis cards that heat has added in the midst of a round are news."""
        more = isinstance(event, events.CrisisCardsCalled) and bool(state.crises.by_bands)
        return super().begins(state, event) and not more

    def name_of(self, state: State, path: str) -> Message:
        return derived(path) or super().name_of(state, path)

    def advice(self, players: int) -> Message | None:
        return ADVICE.get(players)

    def rolling_page(self, state: State, die: str, frame: int) -> Page:
        return rolling(state, die, frame)

    def rolled_page(self, state: State, die: str, faces: tuple[str, ...]) -> Page:
        assert state.dice.last, "whoever asks has seen the roll taken"
        return rolled(state, state.dice.last)


GAME = Daybreak()
