"""Survival and the end of a turn (rulebook, "Supervivencia", "Fin de turno"): the meal, hunger, the
fire, the night; what rots, who is nearer, who is first."""

from dataclasses import dataclass

from companion.errors import Refusal
from companion.games.naufragos.model import camp_events as c
from companion.games.naufragos.model import events as e
from companion.games.naufragos.model.people_events import NightFellOnTheLost
from companion.games.naufragos.model.state import State, Task
from companion.games.naufragos.model.terms import COLOURS
from companion.games.naufragos.rules.consequences import Rule
from companion.games.naufragos.rules.people import gain, injure, lose, present
from companion.i18n.message import say

HUNGER = "hunger"
INJURIES_OF_HUNGER = 2


@dataclass(slots=True)
class Portion:
    perishable: int = 0
    food: int = 0
    own: int = 0

    @property
    def units(self) -> int:
        return self.perishable + self.food

    @property
    def all(self) -> int:
        return self.units + self.own


def meal(state: State) -> dict[str, Portion]:
    """What is proposed: a unit each, perishable first; what would rot goes to whoever is weakest.

    Whoever an ``eat`` line named is left out.
    """
    portions = {seat: Portion() for seat in state.at_camp if seat not in state.told}
    perishable, food = state.store.perishable, state.store.food
    for seat, portion in portions.items():
        if perishable:
            portion.perishable, perishable = 1, perishable - 1
        elif food:
            portion.food, food = 1, food - 1
        elif state.castaways[seat].food:
            portion.own = 1

    def energy(seat: str) -> int:
        one = state.castaways[seat]
        return min(one.cap, one.energy + portions[seat].all)

    for _ in range(perishable):
        if hungry := [seat for seat in portions if energy(seat) < state.castaways[seat].cap]:
            portions[min(hungry, key=energy)].perishable += 1
    return portions


def eat(state: State, seat: str, units: int, *, own: bool) -> Rule:
    """What people say that somebody eats; nothing is said too."""
    present(state, seat)
    perishable = 0 if own else min(units, state.store.perishable)
    food = 0 if own else units - perishable
    counters = units if own else 0
    if food > state.store.food or counters > state.castaways[seat].food:
        raise Refusal("no_food", say("{who}: there is not so much.", who=COLOURS[seat]))
    if seat not in state.told:
        state = yield c.MealTold(seat)
    return (yield c.Ate(seat, perishable, food, counters)) if units else state


def pass_the_night(state: State) -> Rule:
    """Everybody eats, the hungry suffer, the fire burns down or goes out, the night passes."""
    for seat, portion in meal(state).items():
        if portion.all:
            state = yield c.Ate(seat, portion.perishable, portion.food, portion.own)
    for seat in state.at_camp:
        if not state.castaways[seat].eaten:
            state = yield c.WentHungry(seat)
            state = yield from lose(state, seat, 1, HUNGER)
            state = yield from injure(state, seat, INJURIES_OF_HUNGER, HUNGER)
    if state.fire.lit:
        state = yield c.WoodBurned() if state.fire.wood else e.FireWentOut("wood")
    for seat in state.at_camp:
        if state.fire.lit:
            state = yield from gain(state, seat, 1, "fire")
        else:
            state = yield from lose(state, seat, 1, "cold")
    return state


def begin_survival(state: State, task: Task) -> Rule:
    yield e.StageBegan("survival")
    return (yield e.StepBegan("eat"))


def begin_end(state: State) -> Rule:
    """Everybody with injuries rolls, lost or not; with nobody injured that step is left out."""
    state = yield e.StageBegan("end")
    if any(state.castaways[seat].injuries for seat in state.alive):
        state = yield e.StepBegan("injuries")
    injuries = (Task("injury", seat) for seat in state.clockwise())
    return (yield e.TasksAdded((*injuries, Task("house"))))


def do_maintenance(state: State, task: Task) -> Rule:
    """Maintenance, in its three steps."""
    if rotten := state.store.perishable:
        state = yield c.FoodRotted(rotten)
    for group in state.lost:
        state = yield NightFellOnTheLost(group.members)
    state = yield from pass_first_player(state)
    return (yield e.StepBegan("done"))


def pass_first_player(state: State) -> Rule:
    """To the next who is not lost, perhaps the same; if all are lost, nobody minds the fire."""
    first, *others = state.clockwise()
    around = (*others, first)
    if not state.at_camp and state.fire.lit:
        state = yield e.FireWentOut("nobody")
    willing = state.at_camp or state.alive
    then = next(seat for seat in around if seat in willing)
    return (yield e.FirstPlayerPassed(then)) if then != first else state
