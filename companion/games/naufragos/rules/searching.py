"""Those who are lost (rulebook, "Jugadores perdidos"): two tries a turn, a pawn each."""

from companion.games.naufragos.model.away_events import StillLost, WaySought
from companion.games.naufragos.model.events import TasksAdded
from companion.games.naufragos.model.state import State, Task
from companion.games.naufragos.rules.questions import lost_with
from companion.games.naufragos.rules.rule import Rule

TRIES = 2


def searches(state: State) -> tuple[Task, ...]:
    """The groups that have not looked for the way home this turn, in the order of their loss."""
    return tuple(Task("seek", members=group.members) for group in state.lost if not group.sought)


def seek(state: State, task: Task) -> Rule:
    """A pawn each, one space nearer, and a roll."""
    if members := lost_with(state, task):
        state = yield WaySought(members)
        state = yield TasksAdded((Task("search", members=members, amount=task.amount + 1),))
    return state


def search_in_vain(state: State, task: Task) -> Rule:
    """The second pawn is for a second try; after that they are lost until the next turn."""
    if not (members := lost_with(state, task)):
        return state
    if task.amount < TRIES:
        return (yield from seek(state, task))
    return (yield StillLost(members))
