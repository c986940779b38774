"""Daybreak (e-Mission): up to four World Powers stop climate change together."""

from collections.abc import Mapping

from companion.games import CardGuide, Document, Fact, Foresight, Hindsight
from companion.games.daybreak.box import build
from companion.games.daybreak.card import Card
from companion.games.daybreak.card_checks import check_card, fresh_card
from companion.games.daybreak.card_words import KINDS as CARD_KINDS
from companion.games.daybreak.card_words import OWNERS, describe, tag_words
from companion.games.daybreak.decisions import decide
from companion.games.daybreak.document import document
from companion.games.daybreak.event_kinds import KINDS
from companion.games.daybreak.events import Event
from companion.games.daybreak.guidance import glance, guide
from companion.games.daybreak.hands import DaybreakHands
from companion.games.daybreak.inputs import Input, OpenBox, read
from companion.games.daybreak.labels import label
from companion.games.daybreak.layout import LAYOUT
from companion.games.daybreak.outlook_document import more_document, odds_document, odds_gist
from companion.games.daybreak.outlook_words import chance_of_losing, describe_outlook
from companion.games.daybreak.screens import page, pages
from companion.games.daybreak.state import State
from companion.games.daybreak.story import story_document, tell_story
from companion.games.daybreak.story_svg import draw_panels, draw_story
from companion.games.daybreak.story_words import describe_story
from companion.games.daybreak.telling import tell
from companion.games.display import Page
from companion.games.hands import Hands
from companion.message import Message, say


class Daybreak:
    """The rules of Daybreak, as the companion asks for them."""

    id = "daybreak"
    name = say("Daybreak")
    events: Mapping[str, type] = KINDS
    blank = State()
    cards: CardGuide | None = CardGuide(
        type=Card,
        kinds=CARD_KINDS,
        powers=OWNERS,
        check=check_card,
        fresh=fresh_card,
        tags=tag_words,
        describe=describe,
        in_force=lambda state: state.cards,
    )
    hands: Hands | None = DaybreakHands()
    layout = LAYOUT
    foresight: Foresight | None = Foresight(
        gist=odds_gist,
        odds=odds_document,
        more=more_document,
        chance=chance_of_losing,
        describe=describe_outlook,
    )
    hindsight: Hindsight | None = Hindsight(
        story=tell_story,
        document=story_document,
        describe=describe_story,
        draw=draw_story,
        panels=draw_panels,
    )

    def read(self, line: str) -> Input:
        return read(line)

    def open_box(self, box: str, facts: Mapping[str, Fact], cards: Mapping[str, Card]) -> Input:
        return OpenBox(build(box, facts), cards)

    def decide(self, state: State, given: Input) -> tuple[Event, ...]:
        return decide(state, given)

    def evolve(self, state: State, event: Event) -> State:
        return event.after(state)

    def view(self, state: State) -> Document:
        return document(state)

    def over(self, state: State) -> bool:
        return state.outcome is not None

    def label(self, state: State, given: Input) -> Message:
        return label(state, given)

    def tell(self, state: State, event: Event) -> Message | None:
        return tell(state, event)

    def guide(self, state: State) -> tuple[Message, ...]:
        return guide(state)

    def glance(self, state: State) -> tuple[Message, ...]:
        return glance(state)

    def pages(self, state: State) -> tuple[Page, ...]:
        return pages(state)

    def page(self, state: State, name: str) -> Page | None:
        return page(state, name)


GAME = Daybreak()
