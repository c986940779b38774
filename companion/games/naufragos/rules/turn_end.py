"""The end of a turn (rulebook, "Fin de turno"): what rots, who is nearer, who is first."""

from companion.games.naufragos.model.away_events import NightFellOnTheLost
from companion.games.naufragos.model.camp_events import FoodRotted
from companion.games.naufragos.model.events import (
    FireWentOut,
    FirstPlayerPassed,
    StageBegan,
    StepBegan,
    TasksAdded,
)
from companion.games.naufragos.model.state import State, Task
from companion.games.naufragos.rules.consequences import Rule


def begin_survival(state: State, task: Task) -> Rule:
    yield StageBegan("survival")
    return (yield StepBegan("eat"))


def begin_end(state: State) -> Rule:
    """Everybody with injuries rolls, lost or not; with nobody injured that step is left out."""
    state = yield StageBegan("end")
    if any(state.castaways[seat].injuries for seat in state.alive):
        state = yield StepBegan("injuries")
    injuries = (Task("injury", seat) for seat in state.clockwise())
    return (yield TasksAdded((*injuries, Task("house"))))


def keep_house(state: State, task: Task) -> Rule:
    """Maintenance, in its three steps."""
    if rotten := state.store.perishable:
        state = yield FoodRotted(rotten)
    for group in state.lost:
        state = yield NightFellOnTheLost(group.members)
    state = yield from pass_first_player(state)
    return (yield StepBegan("done"))


def pass_first_player(state: State) -> Rule:
    """To the next who is not lost, perhaps the same; if all are lost, nobody minds the fire."""
    first, *others = state.clockwise()
    around = (*others, first)
    if not state.at_camp and state.fire.lit:
        state = yield FireWentOut("nobody")
    willing = state.at_camp or state.alive
    then = next(seat for seat in around if seat in willing)
    return (yield FirstPlayerPassed(then)) if then != first else state
