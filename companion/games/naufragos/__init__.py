"""Náufragos (Castaways): up to four people survive on an island, and hope for a ship."""

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
    Viewer,
)
from companion.games.display import Page
from companion.games.hands import Hands
from companion.games.kit.kinds import event_kinds
from companion.games.kit.told_cards import TellCard
from companion.games.naufragos.hands.hands import NaufragosHands
from companion.games.naufragos.hands.layout import LAYOUT
from companion.games.naufragos.model import away_events, camp_events, events, people_events
from companion.games.naufragos.model.box import build
from companion.games.naufragos.model.card import Card
from companion.games.naufragos.model.card_checks import check_card, fresh_card, told
from companion.games.naufragos.model.events import Event
from companion.games.naufragos.model.inputs import Input, OpenBox, read
from companion.games.naufragos.model.movements import cards_moved, movements
from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import COLOURS
from companion.games.naufragos.outlook.document import more_document, odds_document, odds_gist
from companion.games.naufragos.outlook.words import chance_of_home, describe_outlook
from companion.games.naufragos.rules.decisions import decide
from companion.games.naufragos.rules.document import document
from companion.games.naufragos.screens.pages import now, page, pages
from companion.games.naufragos.screens.phone import Page as Phone
from companion.games.naufragos.screens.prompts import rolled, rolling
from companion.games.naufragos.story.account import story_document, tell_story
from companion.games.naufragos.story.picture import draw_panels, draw_story
from companion.games.naufragos.story.words import describe_story
from companion.games.naufragos.words.card_blanks import CARD_BLANKS
from companion.games.naufragos.words.cards import KINDS as CARD_KINDS
from companion.games.naufragos.words.cards import describe, mark_words
from companion.games.naufragos.words.guidance import glance, guide
from companion.games.naufragos.words.labels import label
from companion.games.naufragos.words.lessons import GLOSSARY, lesson
from companion.games.naufragos.words.names import correctable
from companion.games.naufragos.words.telling import tell
from companion.message import Message, say


class Naufragos(Game[State, Input, Event]):
    """The rules of Náufragos, as the companion asks for them."""

    id = "naufragos"
    name = say("Náufragos")
    minutes = 120
    beginnings = (events.GameStarted, events.RoundBegan, events.StageBegan)
    events = event_kinds(Event, events, people_events, camp_events, away_events)
    blank = State()
    seats = COLOURS
    group = "castaways"
    layout = LAYOUT
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
        told=told,
        tell=TellCard,
        rules=CARD_BLANKS,
    )

    foresight = Foresight(
        gist=odds_gist,
        odds=odds_document,
        more=more_document,
        chance=chance_of_home,
        describe=describe_outlook,
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
        self._hands = NaufragosHands(self)

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
        return movements(state, event)

    def cards_moved(self, event: Event) -> tuple[str, ...]:
        return cards_moved(event)

    def view(self, state: State, viewer: Viewer = ANYBODY) -> Document:
        return document(state)

    def label(self, state: State, given: Input) -> Message:
        return label(state, given)

    def tell(self, state: State, event: Event) -> Message | None:
        return tell(state, event)

    def lesson(self, state: State) -> Lesson | None:
        return lesson(state)

    def guide(self, state: State) -> tuple[Message, ...]:
        return guide(state)

    def glance(self, state: State) -> tuple[Message, ...]:
        return glance(state)

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
        due = self.hands.due(state)
        return Phone(state, self.hands.throw(state, "dice") if due == "die:dice" else None)

    def numbers(self, state: State) -> Mapping[str, Message]:
        return correctable(state)

    def seated(self, state: State) -> tuple[str, ...]:
        return state.seats

    def round_of(self, state: State) -> int:
        return state.round

    def stage_of(self, state: State) -> str:
        return state.stage

    def over(self, state: State) -> bool:
        return state.outcome is not None


GAME = Naufragos()
