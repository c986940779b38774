"""Council of Shadows: civilisations deliver energy to a council that is never satisfied."""

from collections.abc import Mapping

from companion.games import ANYBODY, Document, Fact, Game, Viewer
from companion.games.council_of_shadows.model import events
from companion.games.council_of_shadows.model.box import build
from companion.games.council_of_shadows.model.card import Card
from companion.games.council_of_shadows.model.events import Event
from companion.games.council_of_shadows.model.inputs import Input, OpenBox, read
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import SEATS
from companion.games.council_of_shadows.rules.decisions import decide
from companion.games.council_of_shadows.rules.document import document
from companion.games.council_of_shadows.words.guidance import glance, guide
from companion.games.council_of_shadows.words.labels import label, veil
from companion.games.council_of_shadows.words.telling import tell
from companion.games.kit.kinds import event_kinds
from companion.message import Message, say


class CouncilOfShadows(Game[State, Input, Event]):
    """The rules of Council of Shadows, as the companion asks for them."""

    id = "council_of_shadows"
    name = say("Council of Shadows")
    minutes = 90
    events = event_kinds(Event, events)
    blank = State()
    seats = SEATS
    group = "players"
    secretive = True

    def read(self, line: str) -> Input:
        return read(line)

    def open_box(self, box: str, facts: Mapping[str, Fact], cards: Mapping[str, Card]) -> Input:
        return OpenBox(build(box, facts), cards)

    def decide(self, state: State, given: Input) -> tuple[Event, ...]:
        return decide(state, given)

    def evolve(self, state: State, event: Event) -> State:
        return event.after(state)

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

    def guide(self, state: State) -> tuple[Message, ...]:
        return guide(state)

    def glance(self, state: State) -> tuple[Message, ...]:
        return glance(state)


GAME = CouncilOfShadows()
