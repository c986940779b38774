"""A toy game that shares no word with a real one: a counter, a die, and an end at one hundred."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion.errors import Malformed, Refusal
from companion.games import ANYBODY, Box, Document, Game, Viewer
from companion.games.display import Figure, Page
from companion.i18n.message import Message, say
from companion.storage.saved_games import SavedGames

OpenShelf = Callable[[], SavedGames]


@dataclass(frozen=True, slots=True)
class State:
    round: int = 0
    total: int = 0
    face: int | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    pass


@dataclass(frozen=True, slots=True)
class Added:
    points: int


@dataclass(frozen=True, slots=True)
class Rolled:
    face: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    pass


Event = Opened | Added | Rolled | RoundEnded


@dataclass(frozen=True, slots=True)
class Given:
    events: tuple[Event, ...]
    label: Message


class Tally(Game[State, Given, Event]):
    id = "tally"
    name = say("Tally")
    events: Mapping[str, type] = {
        kind.__name__: kind for kind in (Opened, Added, Rolled, RoundEnded)
    }
    blank = State()
    box = Box(lambda box, facts, cards: Given((Opened(),), say("opened")))

    def read(self, line: str) -> Given:
        match line.split():
            case ["add", points] if points.isdecimal():
                return Given((Added(int(points)),), say("{n} more", n=points))
            case ["roll", face] if face.isdecimal():
                rolled = Rolled(int(face)), Added(int(face))
                return Given(rolled, say("the die shows {n}", n=face))
            case ["next"]:
                return Given((Added(1), RoundEnded()), say("next round"))
            case ["stumble"]:
                return Given((Added("a stone"),), say("a mistake in the rules"))  # type: ignore[arg-type]
            case ["stumble", over]:
                return Given((Added(int(over)),), say("a mistake in the rules"))
        raise Malformed(say("What is {line}?", line=line))

    def decide(self, state: State, given: Given) -> tuple[Event, ...]:
        if state.total >= 100:
            raise Refusal("game_over", say("It is over."))
        if Added(13) in given.events:
            raise Refusal("unlucky", say("Thirteen is not counted."))
        return given.events

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case Added(points):
                return replace(state, total=state.total + points)
            case Rolled(face):
                return replace(state, face=face)
            case RoundEnded():
                return replace(state, round=state.round + 1)
            case Opened():
                return state

    def view(self, state: State, viewer: Viewer = ANYBODY) -> Document:
        over = self.over(state)
        return {
            "round": state.round,
            "total": state.total,
            "face": state.face,
            "outcome": {"won": True} if over else None,
        }

    def over(self, state: State) -> bool:
        return state.total >= 100

    def label(self, state: State, given: Given) -> Message:
        return given.label

    def tell(self, state: State, event: Event) -> Message | None:
        return None

    def guide(self, state: State) -> tuple[Message, ...]:
        return ()

    def glance(self, state: State) -> tuple[Message, ...]:
        return ()

    def pages(self, state: State) -> tuple[Page, ...]:
        return (Page("home", self.name, (Figure(str(state.total)),)),)


TALLY = GAME = Tally()


def played(saved_games: OpenShelf, *lines: str) -> None:
    """A session: somebody sits down at what is there, and plays these."""
    table = saved_games().resume_or_begin("tally")
    for line in lines:
        table.take(line)
