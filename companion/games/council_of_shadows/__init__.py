"""Council of Shadows: civilisations deliver energy to a council that is never satisfied."""

from collections.abc import Mapping
from typing import Any

from companion.games import (
    ANYBODY,
    CardGuide,
    Document,
    Fact,
    Game,
    Hindsight,
    Lesson,
    Told,
    Viewer,
)
from companion.games.council_of_shadows.hands.hands import CouncilHands
from companion.games.council_of_shadows.hands.layout import LAYOUT
from companion.games.council_of_shadows.model import board_events, events, token_events
from companion.games.council_of_shadows.model.box import build
from companion.games.council_of_shadows.model.card import Card
from companion.games.council_of_shadows.model.events import CardTold, Event, in_the_box
from companion.games.council_of_shadows.model.inputs import Correct, Input, OpenBox, read
from companion.games.council_of_shadows.model.movements import cards_moved, movements
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import SEATS
from companion.games.council_of_shadows.rules.decisions import decide
from companion.games.council_of_shadows.rules.document import document
from companion.games.council_of_shadows.screens.pages import now, page, pages
from companion.games.council_of_shadows.screens.phone import Page as Phone
from companion.games.council_of_shadows.story.account import story_document, tell_story
from companion.games.council_of_shadows.story.picture import draw_panels, draw_story
from companion.games.council_of_shadows.story.words import describe_story
from companion.games.council_of_shadows.words.card_blanks import CARD_BLANKS
from companion.games.council_of_shadows.words.cards import KINDS as CARD_KINDS
from companion.games.council_of_shadows.words.cards import (
    check_card,
    describe,
    fresh_card,
    tag_words,
)
from companion.games.council_of_shadows.words.guidance import glance, guide
from companion.games.council_of_shadows.words.labels import label, veil
from companion.games.council_of_shadows.words.lessons import GLOSSARY, lesson
from companion.games.council_of_shadows.words.telling import tell
from companion.games.display import Page
from companion.games.hands import Hands
from companion.games.kit.kinds import event_kinds
from companion.games.kit.told_cards import TellCard
from companion.message import Message, say


class CouncilOfShadows(Game[State, Input, Event]):
    """The rules of Council of Shadows, as the companion asks for them."""

    id = "council_of_shadows"
    name = say("Council of Shadows")
    minutes = 90
    beginnings = (events.RoundBegan, events.StageBegan, events.TurnBegan)
    events = event_kinds(Event, events, token_events, board_events)
    blank = State()
    seats = SEATS
    group = "players"
    secretive = True
    layout = LAYOUT
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
        told=lambda event: (
            Told(event.card.number, event.fields) if isinstance(event, CardTold) else None
        ),
        tell=TellCard,
        rules=CARD_BLANKS,
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
        self._hands = CouncilHands(self)

    @property
    def hands(self) -> Hands:
        return self._hands

    def read(self, line: str) -> Input:
        return read(line)

    def open_box(self, box: str, facts: Mapping[str, Fact], cards: Mapping[str, Card]) -> Input:
        return OpenBox(build(box, facts), cards)

    def box_fact(self, state: State, given: Input) -> tuple[str, Any] | None:
        match given:
            case Correct(path, value) if path.startswith("facts."):
                return ".".join(in_the_box(state, tuple(path.split(".")))), value
        return None

    def decide(self, state: State, given: Input) -> tuple[Event, ...]:
        return decide(state, given)

    def evolve(self, state: State, event: Event) -> State:
        return event.after(state)

    def movements(self, state: State, event: Event, fewest: bool = False) -> int:
        return movements(state, event)

    def cards_moved(self, event: Event) -> tuple[str, ...]:
        return cards_moved(event)

    def view(self, state: State, viewer: Viewer = ANYBODY) -> Document:
        return document(state, viewer)

    def label(self, state: State, given: Input) -> Message:
        return label(state, given)

    def tell(self, state: State, event: Event) -> Message | None:
        return tell(state, event)

    def veil(self, now: State, before: State, given: Input, viewer: Viewer) -> Message | None:
        return veil(now, before, given, viewer)

    def seated(self, state: State) -> tuple[str, ...]:
        return state.seats

    def round_of(self, state: State) -> int:
        return state.round

    def stage_of(self, state: State) -> str:
        return state.stage

    def over(self, state: State) -> bool:
        return state.outcome is not None

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

    def phone(self, state: State) -> Phone:
        return Phone(state)


GAME = CouncilOfShadows()
