"""Daybreak (e-Mission): up to four World Powers stop climate change together."""

from collections.abc import Mapping

from companion.games import Document, Fact
from companion.games.daybreak.box import build
from companion.games.daybreak.decisions import decide
from companion.games.daybreak.document import document
from companion.games.daybreak.events import KINDS, Event
from companion.games.daybreak.guidance import glance, guide
from companion.games.daybreak.inputs import Input, OpenBox, read
from companion.games.daybreak.state import State
from companion.games.daybreak.words import label, tell
from companion.message import Message, say


class Daybreak:
    """The rules of Daybreak, as the companion asks for them."""

    id = "daybreak"
    name = say("Daybreak")
    events: Mapping[str, type] = KINDS
    blank = State()

    def read(self, line: str) -> Input:
        return read(line)

    def open_box(self, box: str, facts: Mapping[str, Fact]) -> Input:
        return OpenBox(build(box, facts))

    def decide(self, state: State, given: Input) -> tuple[Event, ...]:
        return decide(state, given)

    def evolve(self, state: State, event: Event) -> State:
        return event.after(state)

    def view(self, state: State) -> Document:
        return document(state)

    def label(self, state: State, given: Input) -> Message:
        return label(state, given)

    def tell(self, state: State, event: Event) -> Message | None:
        return tell(state, event)

    def guide(self, state: State) -> tuple[Message, ...]:
        return guide(state)

    def glance(self, state: State) -> tuple[Message, ...]:
        return glance(state)


GAME = Daybreak()
