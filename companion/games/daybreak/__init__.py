"""Daybreak (e-Mission): up to four World Powers stop climate change together."""

from collections.abc import Mapping

from companion.games import (
    ANYBODY,
    CardGuide,
    Document,
    Fact,
    Foresight,
    Game,
    Hindsight,
    Lesson,
    Told,
    Viewer,
)
from companion.games.daybreak.hands.hands import DaybreakHands
from companion.games.daybreak.hands.layout import LAYOUT
from companion.games.daybreak.model import card_events, crisis_events, events
from companion.games.daybreak.model.box import build
from companion.games.daybreak.model.card import Card
from companion.games.daybreak.model.card_checks import check_card, fresh_card, rules_read, tags_read
from companion.games.daybreak.model.events import Event
from companion.games.daybreak.model.inputs import Input, OpenBox, read
from companion.games.daybreak.model.movements import cards_moved, movements
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import POWERS
from companion.games.daybreak.outlook.document import more_document, odds_document, odds_gist
from companion.games.daybreak.outlook.trials import trials
from companion.games.daybreak.outlook.words import chance_of_losing, describe_outlook
from companion.games.daybreak.rules.decisions import decide
from companion.games.daybreak.rules.document import document
from companion.games.daybreak.screens.icons import ICONS
from companion.games.daybreak.screens.pages import headline, now, page, pages
from companion.games.daybreak.screens.phone import Page as Phone
from companion.games.daybreak.screens.prompts import rolled, rolling
from companion.games.daybreak.story.account import story_document, tell_story
from companion.games.daybreak.story.picture import draw_panels, draw_story
from companion.games.daybreak.story.words import describe_story
from companion.games.daybreak.words.card_blanks import CARD_BLANKS
from companion.games.daybreak.words.cards import KINDS as CARD_KINDS
from companion.games.daybreak.words.cards import OWNERS, describe, printed_tags, tag_words
from companion.games.daybreak.words.guidance import glance, guide
from companion.games.daybreak.words.labels import label
from companion.games.daybreak.words.lessons import ADVICE, GLOSSARY, lesson
from companion.games.daybreak.words.names import derived
from companion.games.daybreak.words.telling import tell
from companion.games.display import Headline, Page
from companion.games.hands import Hands
from companion.games.kit.kinds import event_kinds
from companion.games.kit.told_cards import TellCard
from companion.message import Message, say

TAG_FIELDS = ("tags", "tags_known", "tags_counted")


def told(event: Event) -> Told | None:
    """The card of which somebody has said something, for the owner's pack."""
    match event:
        case card_events.CardTagged(number):
            return Told(number, TAG_FIELDS)
        case card_events.CardTold(card, fields):
            return Told(card.number, fields)
    return None


class Daybreak(Game[State, Input, Event]):
    """The rules of Daybreak, as the companion asks for them."""

    id = "daybreak"
    name = say("Daybreak")
    original = True
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
        decks=("local", "global", "crisis"),
        printed=printed_tags,
        told=told,
        tell=TellCard,
        tags_read=tags_read,
        rules_read=rules_read,
        tagged=lambda tags: {**dict.fromkeys(TAG_FIELDS), "tags": list(tags)},
        rules=CARD_BLANKS,
    )
    foresight = Foresight(
        gist=odds_gist,
        odds=odds_document,
        more=more_document,
        chance=chance_of_losing,
        describe=describe_outlook,
        trials=trials,
    )
    glossary = GLOSSARY
    hindsight = Hindsight(
        story=tell_story,
        document=story_document,
        describe=describe_story,
        draw=draw_story,
        panels=draw_panels,
    )

    def __init__(self) -> None:
        self._hands = DaybreakHands(self)

    @property
    def hands(self) -> Hands:
        return self._hands

    def read(self, line: str) -> Input:
        return read(line)

    def open_box(self, box: str, facts: Mapping[str, Fact], cards: Mapping[str, Card]) -> Input:
        return OpenBox(build(box, facts), cards)

    def decide(self, state: State, given: Input) -> tuple[Event, ...]:
        return decide(state, given)

    def evolve(self, state: State, event: Event) -> State:
        return event.after(state)

    def movements(self, state: State, event: Event, fewest: bool = False) -> int:
        return movements(state, event, fewest)

    def cards_moved(self, event: Event) -> tuple[str, ...]:
        return cards_moved(event)

    def view(self, state: State, viewer: Viewer = ANYBODY) -> Document:
        return document(state)

    def seated(self, state: State) -> tuple[str, ...]:
        return state.seats

    def round_of(self, state: State) -> int:
        return state.round

    def stage_of(self, state: State) -> str:
        return state.stage

    def over(self, state: State) -> bool:
        return state.outcome is not None

    def label(self, state: State, given: Input) -> Message:
        return label(state, given)

    def tell(self, state: State, event: Event) -> Message | None:
        return tell(state, event)

    def name_of(self, state: State, path: str) -> Message:
        return derived(path) or super().name_of(state, path)

    def advice(self, players: int) -> Message | None:
        return ADVICE.get(players)

    def lesson(self, state: State) -> Lesson | None:
        return lesson(state)

    def guide(self, state: State) -> tuple[Message, ...]:
        return guide(state)

    def glance(self, state: State) -> tuple[Message, ...]:
        return glance(state)

    def headline(self, state: State) -> Headline:
        return headline(state)

    def pages(self, state: State) -> tuple[Page, ...]:
        return pages(state)

    def page(self, state: State, name: str) -> Page | None:
        return page(state, name)

    def now_page(self, state: State) -> Page:
        return now(state)

    def rolling_page(self, state: State, die: str, frame: int) -> Page:
        return rolling(state, die, frame)

    def rolled_page(self, state: State, die: str, faces: tuple[str, ...]) -> Page:
        assert state.dice.last, "whoever asks has seen the roll taken"
        return rolled(state, state.dice.last)

    def phone(self, state: State) -> Phone:
        return Phone(state)


GAME = Daybreak()
