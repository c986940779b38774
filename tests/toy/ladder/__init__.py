"""Ladder: in turn everybody rolls a die and climbs; after three rounds the highest has won."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.errors import Refusal
from companion.games import ANYBODY, Document, Game, Viewer
from companion.games.display import Choice
from companion.games.layout import Layout
from companion.games.shared.corrections import Corrections
from companion.games.shared.events import kinds
from companion.games.shared.inputs import not_an_input, value_in, words_of
from companion.games.taps import TapHandler, Throw
from companion.i18n.message import Message, say

SEATS = {"ant": say("Ant"), "bee": say("Bee"), "cricket": say("Cricket")}
FACES = ("1", "2", "3", "4", "5", "6")
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class State:
    seats: tuple[str, ...] = ()
    heights: Mapping[str, int] = field(default_factory=dict)
    round: int = 0
    turn: int = 0
    won: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SatDown:
    seat: str


@dataclass(frozen=True, slots=True)
class RoundBegan:
    round: int


@dataclass(frozen=True, slots=True)
class Climbed:
    seat: str
    face: int


@dataclass(frozen=True, slots=True)
class Corrected:
    seat: str
    height: int


@dataclass(frozen=True, slots=True)
class Won:
    seats: tuple[str, ...]


Event = SatDown | RoundBegan | Climbed | Corrected | Won


CORRECTIONS: Corrections[State] = Corrections(shown=frozenset({"heights"}))


class LadderHands(TapHandler):
    def throw(self, state: State, die: str) -> Throw | None:
        return Throw("d6", tuple(Choice(face, face) for face in FACES)) if die == "d6" else None

    def due(self, state: State) -> str:
        return "" if state.won or not state.round else "die:d6"


class Ladder(Game[State, str, Event]):
    id, name = "ladder", say("Ladder")
    players, minutes = range(1, 4), 5
    events = kinds(SatDown, RoundBegan, Climbed, Corrected, Won)
    seats, group, blank = SEATS, "heights", State()
    layout = Layout(dice={"d6": say("Die")})

    @property
    def tap_handler(self) -> TapHandler:
        return LadderHands(self)

    def read(self, line: str) -> str:
        match words_of(line):
            case ["seat", _] | ["start"] | ["next"] | ["roll", "d6", _] | ["set", _, _, *_]:
                return line
        raise not_an_input(line)

    def decide(self, state: State, line: str) -> tuple[Event, ...]:
        if state.won:
            raise Refusal("game_over", say("The game has ended."))
        match words_of(line):
            case ["seat", seat] if not state.round and seat in SEATS and seat not in state.seats:
                return (SatDown(seat),)
            case ["start"] if state.seats and not state.round:
                return (RoundBegan(1),)
            case ["roll", _, face] if state.round and face in FACES:
                climbed = Climbed(state.seats[state.turn], int(face))
                return climbed, *what_follows(self.evolve(state, climbed))
            case ["set", path, *_] if state.round:
                place, height = CORRECTIONS.full_path(path), value_in(line)
                CORRECTIONS.check(state, place, height, CORRECTIONS.current(state, place))
                return (Corrected(place[1], int(str(height))),)
        raise Refusal("not_now", say("That cannot be done now."))

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case SatDown(seat):
                seats = (*state.seats, seat)
                return replace(state, seats=seats, heights=dict.fromkeys(seats, 0))
            case RoundBegan(number):
                return replace(state, round=number, turn=0)
            case Climbed(seat, face):
                heights = {**state.heights, seat: state.heights[seat] + face}
                return replace(state, heights=heights, turn=state.turn + 1)
            case Corrected(seat, height):
                return replace(state, heights={**state.heights, seat: height})
            case Won(winners):
                return replace(state, won=winners)

    def view(self, state: State, viewer: Viewer = ANYBODY) -> Document:
        outcome = {"won": True, "winners": list(state.won)} if state.won else None
        heights = {"heights": dict(state.heights), "turn": state.turn}
        return {"seats": list(state.seats), "round": state.round, **heights, "outcome": outcome}

    def numbers(self, state: State) -> Mapping[str, Message]:
        return {f"heights.{seat}": SEATS[seat] for seat in state.seats}

    def label(self, state: State, line: str) -> Message:
        return say("{line}", line=line)

    def tell(self, state: State, event: Event) -> Message | None:
        match event:
            case Climbed(seat, face):
                return say("{who} climbs {n}.", who=SEATS[seat], n=face)
            case Won(seats):
                return say("{who} has won.", who=", ".join(str(SEATS[seat]) for seat in seats))
        return None


def what_follows(state: State) -> Iterator[Event]:
    """When all have climbed, the next round begins; after the last one somebody has won."""
    if state.turn == len(state.seats) and state.round < ROUNDS:
        yield RoundBegan(state.round + 1)
    elif state.turn == len(state.seats):
        highest = max(state.heights.values())
        yield Won(tuple(seat for seat in state.seats if state.heights[seat] == highest))


GAME = Ladder()
