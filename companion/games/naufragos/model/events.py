"""Everything that can happen on the table: plain facts, each of which knows the state after it.

A journal keeps events for ever, so a class may gain a field with a default and never loses one.
Here are the game and its turns; ``people_events`` and ``camp_events`` have the rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.naufragos.model.box import Box
from companion.games.naufragos.model.card import Card
from companion.games.naufragos.model.state import (
    Castaway,
    Dice,
    Fire,
    LostGroup,
    Outcome,
    Roll,
    SeenEvent,
    State,
    Store,
    Supply,
    Task,
    Weather,
    Wreck,
    no_pawns,
)
from companion.games.naufragos.model.terms import NOBODY, PAWNS, SUNNY
from companion.games.shared.events import Event as Event
from companion.games.shared.events import StepBegan as StepBegan
from companion.games.shared.replace import replace

FISH_TILES = 14
"""All but the shark lie in the supply when the game begins."""


@dataclass(frozen=True, slots=True)
class BoxOpened(Event):
    box: Box
    cards: Mapping[str, Card] = field(default_factory=dict)

    def after(self, state: State) -> State:
        return replace(state, facts=self.box, standins=self.box.standins, cards=self.cards)


@dataclass(frozen=True, slots=True)
class Seated(Event):
    seat: str
    character: str | None = None

    def after(self, state: State) -> State:
        characters = {**state.characters, self.seat: self.character} if self.character else {}
        return replace(
            state, seats=(*state.seats, self.seat), characters=characters or state.characters
        )


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """The boards are laid out; whoever sat down first is the first player."""

    def after(self, state: State) -> State:
        box, players = state.box, len(state.seats)
        scales = {seat: box.characters[state.characters.get(seat, NOBODY)] for seat in state.seats}
        return replace(
            state,
            turns=box.turns[str(players)],
            first=state.seats[0],
            weather=Weather(box.weather.index(SUNNY)),
            wreck=Wreck(box.wrecks),
            store=Store(food=max(1, players - 1), wood=1),
            supply=Supply(forage=players, fish=FISH_TILES),
            castaways={
                seat: Castaway(
                    state.characters.get(seat), scale.energy, scale.energy, scale.return_bonus
                )
                for seat, scale in scales.items()
            },
        )


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    round: int

    def after(self, state: State) -> State:
        rested = {
            seat: replace(one, pawns=PAWNS if one.alive else 0, eaten=0)
            for seat, one in state.castaways.items()
        }
        return replace(
            state,
            round=self.round,
            yesterday=state.places(),
            castaways=rested,
            event=None,
            actions=no_pawns(state.box),
            cards_used=(),
            white="",
            told=(),
            lost=tuple(replace(group, sought=False) for group in state.lost),
        )


@dataclass(frozen=True, slots=True)
class StageBegan(Event):
    stage: str

    def after(self, state: State) -> State:
        away = tuple(member for group in state.lost for member in group.members)
        dawn = away if self.stage == "actions" else state.lost_at_dawn
        return replace(state, stage=self.stage, lost_at_dawn=dawn)


@dataclass(frozen=True, slots=True)
class TasksChanged(Event):
    """The first task is done, or has become these."""

    now: tuple[Task, ...] = ()

    def after(self, state: State) -> State:
        return replace(state, tasks=(*self.now, *state.tasks[1:]))


@dataclass(frozen=True, slots=True)
class TasksAdded(Event):
    """These are done first, whatever else waits."""

    tasks: tuple[Task, ...]

    def after(self, state: State) -> State:
        return replace(state, tasks=(*self.tasks, *state.tasks))


# --- the event card ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventSeen(Event):
    weather: str
    wreck: int | None
    card: str | None = None

    def after(self, state: State) -> State:
        seen = SeenEvent(self.weather, self.wreck, self.card)
        return replace(state, event=seen, turned=(*state.turned, self.card or ""))


@dataclass(frozen=True, slots=True)
class MarksLearned(Event):
    """Somebody has said what a card shows: nobody is asked again."""

    card: Card
    fields: tuple[str, ...] = ()
    """What was said of it; the marks that turn up in play, where nothing else is told."""

    def after(self, state: State) -> State:
        return replace(state, cards={**state.cards, self.card.number: self.card})


@dataclass(frozen=True, slots=True)
class WeatherMoved(Event):
    by: int

    def after(self, state: State) -> State:
        return replace(state, weather=Weather(state.weather.position + self.by))


@dataclass(frozen=True, slots=True)
class WreckCameAshore(Event):
    def after(self, state: State) -> State:
        return replace(state, wreck=Wreck(state.wreck.left - 1, ashore=True))


# --- dice, the end, and what people say ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    roll: Roll

    def after(self, state: State) -> State:
        return replace(state, dice=Dice(self.roll))


@dataclass(frozen=True, slots=True)
class FirstPlayerPassed(Event):
    to: str

    def after(self, state: State) -> State:
        return replace(state, first=self.to)


@dataclass(frozen=True, slots=True)
class EndingDecided(Event):
    """The promontory is reached: this turn is the last."""

    round: int

    def after(self, state: State) -> State:
        return replace(state, ending=self.round)


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    won: bool
    reason: str
    winners: tuple[str, ...] = ()

    def after(self, state: State) -> State:
        outcome = Outcome(self.won, self.reason, self.winners)
        return replace(state, outcome=outcome, tasks=())


def leave(state: State, seat: str) -> State:
    """Out of the expedition and of any lost group; a group of nobody is no group."""
    groups = (
        replace(group, members=tuple(each for each in group.members if each != seat))
        for group in state.lost
    )
    state = replace(state, lost=tuple(group for group in groups if group.members))
    party = state.expedition
    if party is None or seat not in party.members:
        return state
    turn = party.behind(seat) if party.turn == seat else party.turn
    left = tuple(each for each in party.members if each != seat)
    return replace(state, expedition=replace(party, members=left, turn=turn))


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """Somebody at the table set something by hand."""

    path: str
    value: int | bool | str | tuple[int | str | None, ...] | None

    def after(self, state: State) -> State:
        path = tuple(self.path.split("."))
        if path[0] == "castaways" and path[2] == "place":
            return self._placed(state, path[1])
        if path == ("actions", "cards"):
            path = ("cards_used",)
        verified = tuple(standin for standin in state.standins if standin != self.path)
        return replace(state.with_value(path, self.value), standins=verified)

    def _placed(self, state: State, seat: str) -> State:
        """To camp, or lost on one's own: as far away as the expedition is, or was to begin with."""
        if state.place(seat) == self.value:
            return state
        party = state.expedition
        away = party.difficulty if party else state.box.difficulty.start
        state = leave(state, seat)
        if self.value == "lost":
            return replace(state, lost=(*state.lost, LostGroup((seat,), away)))
        return state


@dataclass(frozen=True, slots=True)
class Changed(Event):
    """A card gave or took so many of something that no rule looks after."""

    path: str
    by: int

    def after(self, state: State) -> State:
        path = tuple(self.path.split("."))
        return state.with_value(path, state.number(path) + self.by)


@dataclass(frozen=True, slots=True)
class FireWentOut(Event):
    why: str

    def after(self, state: State) -> State:
        return replace(state, fire=Fire())
