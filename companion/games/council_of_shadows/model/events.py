"""Everything that can happen on the table: plain facts, each of which knows the state after it.

A journal keeps events for ever, so a class may gain a field with a default and never loses one.
Here are the set-up, rounds and corrections; ``board_events`` has the rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.council_of_shadows.model.box import Box
from companion.games.council_of_shadows.model.card import Card
from companion.games.council_of_shadows.model.changes import (
    arrived,
    fitted,
    starting_galaxies,
    starting_player,
)
from companion.games.council_of_shadows.model.state import Modules, Outcome, Player, State, Task
from companion.games.council_of_shadows.model.terms import PURCHASES
from companion.games.shared.events import Event as Event
from companion.games.shared.replace import replace

# --- before the start ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoxOpened(Event):
    box: Box
    cards: Mapping[str, Card] = field(default_factory=dict)

    def after(self, state: State) -> State:
        return replace(state, facts=self.box, cards=self.cards)


@dataclass(frozen=True, slots=True)
class CardTold(Event):
    """Somebody has a card in their hand and says what it prints, as a pack would."""

    card: Card
    fields: tuple[str, ...]

    def after(self, state: State) -> State:
        return replace(state, cards={**state.cards, self.card.number: self.card})


@dataclass(frozen=True, slots=True)
class Seated(Event):
    seat: str
    automa: bool = False

    def after(self, state: State) -> State:
        return replace(
            state,
            seats=(*state.seats, self.seat),
            order=(*state.order, self.seat),
            players={**state.players, self.seat: Player(automa=self.automa)},
        )


@dataclass(frozen=True, slots=True)
class DetailChosen(Event):
    detail: str

    def after(self, state: State) -> State:
        return replace(state, detail=self.detail)


@dataclass(frozen=True, slots=True)
class ModulesChosen(Event):
    """Which modules are played; without leaders nobody keeps one."""

    modules: Modules

    def after(self, state: State) -> State:
        kept = self.modules.leaders
        players = {
            seat: player if kept else replace(player, leader=None)
            for seat, player in state.players.items()
        }
        return replace(state, modules=self.modules, players=players)


@dataclass(frozen=True, slots=True)
class LeaderChosen(Event):
    seat: str
    leader: str

    def after(self, state: State) -> State:
        return state.with_player(self.seat, leader=self.leader)


@dataclass(frozen=True, slots=True)
class OrderDealt(Event):
    order: tuple[str, ...]

    def after(self, state: State) -> State:
        return replace(state, order=self.order)


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """Boards, tokens and gems lie as the set-up says; on 0 the highest token came first."""

    def after(self, state: State) -> State:
        came = {seat: at for at, seat in enumerate(reversed(state.order), start=1)}
        return replace(
            state,
            players={seat: starting_player(state, seat, came[seat]) for seat in state.seats},
            galaxies=starting_galaxies(state),
            arrivals=len(state.seats),
        )


# --- rounds, stages, turns -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    round: int

    def after(self, state: State) -> State:
        return replace(state, round=self.round)


@dataclass(frozen=True, slots=True)
class StageBegan(Event):
    stage: str

    def after(self, state: State) -> State:
        return replace(state, stage=self.stage, step=self.stage, turn=None)


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """Whoever is on turn; in the stage ``buy`` with three purchases."""

    seat: str
    step: str

    def after(self, state: State) -> State:
        changed = replace(state, turn=self.seat, step=self.step)
        if state.stage == "buy":
            return changed.with_player(self.seat, purchases_left=PURCHASES)
        return changed.with_player(self.seat, final=0) if state.stage == "final" else changed


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    seat: str

    def after(self, state: State) -> State:
        return state.with_player(self.seat, purchases_left=None, scored=())


@dataclass(frozen=True, slots=True)
class StepBegan(Event):
    """Another step of the turn; what a Dark Tech card lets people do starts with nothing scored."""

    step: str

    def after(self, state: State) -> State:
        changed = replace(state, step=self.step)
        if self.step == "effect" and state.turn:
            return changed.with_player(state.turn, scored=())
        return changed


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    winners: tuple[str, ...]
    reason: str

    def after(self, state: State) -> State:
        outcome = Outcome(self.winners, self.reason)
        return replace(state, stage="end", step="end", turn=None, outcome=outcome)


@dataclass(frozen=True, slots=True)
class TasksChanged(Event):
    """The first task is done, and these come in its place; or more come after all the others."""

    tasks: tuple[Task, ...] = ()
    added: bool = False

    def after(self, state: State) -> State:
        if self.added:
            return replace(state, tasks=(*state.tasks, *self.tasks))
        return replace(state, tasks=(*self.tasks, *state.tasks[1:]))


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    path: str
    value: str | int | bool | None

    def after(self, state: State) -> State:
        match self.path.split("."):
            case ["facts", *_] as path:
                box = state.box.corrected(
                    in_the_box(state, tuple(path)), self.value, both_sides=not state.round
                )
                return fitted(replace(state, facts=box))
            case path:
                known = tuple(each for each in state.doubtful if each != self.path)
                changed = replace(state.with_value(tuple(path), self.value), doubtful=known)
        if path[0] == "players" and path[2] == "bonus":
            return changed.with_player(path[1], swapped=False)
        if path[0] == "players" and path[2] == "energy":
            moved = changed.players[path[1]].energy != state.players[path[1]].energy
            return arrived(changed, path[1]) if moved else changed
        return fitted(changed, tuple(path)) if path[0] == "galaxies" else changed


def in_the_box(state: State, path: tuple[str, ...]) -> tuple[str, ...]:
    """A fact's path in the box: ``galaxies`` of the document are those of the side in play."""
    if state.round and path[1] == "galaxies":
        return ("facts", state.side, *path[2:])
    return path
