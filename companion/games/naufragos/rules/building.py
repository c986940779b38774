"""Building (rulebook, "Construir"): in a single turn, or over several turns, always together."""

from companion.games.naufragos.model.camp_events import (
    BuildingFailed,
    BuildingFinished,
    BuildingGrew,
    Built,
)
from companion.games.naufragos.model.events import TasksChanged
from companion.games.naufragos.model.state import State, Task
from companion.games.naufragos.model.terms import BONFIRE, BUILD, RAFT, SHELTER
from companion.games.naufragos.rules.energy import give_story, spend
from companion.games.naufragos.rules.questions import NONE, Question, has_materials
from companion.games.naufragos.rules.rule import Rule

AT_ONCE = (SHELTER, RAFT)


def propose(state: State, asked: Question, given: str) -> Rule:
    """From the proposer clockwise, each says how much energy it gives."""
    if given == NONE:
        return (yield TasksChanged())
    together = state.clockwise(asked.seat)
    return (yield TasksChanged((Task("share", asked.seat, together, what=given),)))


def share(state: State, asked: Question, given: str) -> Rule:
    """Spent at once; on what grows over turns it is seen at once."""
    task, energy = state.tasks[0], int(given)
    behind = task.members[task.members.index(asked.seat) + 1 :]
    left = Task("share", task.seat, behind, what=task.what, amount=task.amount + energy)
    state = yield TasksChanged((left,))
    state = yield from spend(state, asked.seat, energy, BUILD)
    if energy and task.what not in AT_ONCE:
        wood = energy if task.what == BONFIRE else 0
        state = yield BuildingGrew(asked.seat, task.what, energy, wood)
    return state


def finish(state: State, task: Task) -> Rule:
    """Everybody was asked: it stands, or it does not."""
    if state.is_done(task.what):
        return state
    if task.what in AT_ONCE:
        enough = task.amount >= state.cost_of(task.what).energy
        if not (enough and has_materials(state, task.what)):
            return (yield BuildingFailed(task.seat, task.what))
        state = yield Built(task.seat, task.what)
    elif state.growing(task.what).progress >= state.full_size(task.what):
        state = yield BuildingFinished(task.seat, task.what)
    else:
        return state
    return (yield from give_story(state, task.seat, 1, BUILD))
