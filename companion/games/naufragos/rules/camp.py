"""Actions in camp (rulebook, "Víveres" to "Hoguera", "Descansar"): each as one task."""

from companion.games.naufragos.model import camp_events as c
from companion.games.naufragos.model import terms
from companion.games.naufragos.model.events import TasksChanged
from companion.games.naufragos.model.state import State, Task
from companion.games.naufragos.rules.consequences import Rule
from companion.games.naufragos.rules.people import gain, give_story, heal, spend
from companion.games.naufragos.rules.prompts import NONE, Question, has_materials

IN_VAIN = {"forage": "supply", "fish": "supply", "fire": "fire", "fire_roll": "fire"}


def tasks_of(action: str, seat: str, card: str | None = None) -> Task:
    """What a pawn on an action has to do."""
    if action == terms.CAMP:
        return Task(terms.FISH if card == terms.FISH else "by_hand", seat, card=card)
    return Task(action, seat)


def all_pawns(state: State) -> tuple[Task, ...]:
    """Every pawn's task in the board's order; rest spaces that it leaves out come at its end."""
    order = state.box.order
    rests = [f"{terms.REST}.{space + 1}" for space in range(len(state.actions[terms.REST]))]
    unnamed = (rest for rest in rests if rest not in order)
    tasks: list[Task] = []
    for entry in (*order[:-1], *unnamed):
        action, _, space = entry.partition(".")
        for at, pawn in state.pawns_on(action):
            if pawn != terms.WHITE and (not space or at == int(space) - 1):
                card = state.cards_used[at] if action == terms.CAMP else None
                tasks.append(tasks_of(action, pawn, card))
    return (*tasks, Task("explorers"), Task("expedition"), Task("step", what="done"))


def explorers(state: State) -> tuple[str, ...]:
    """Who sets out: those with a pawn there, as long as they are in camp."""
    return tuple(pawn for _, pawn in state.pawns_on(terms.EXPLORE) if state.place(pawn) == "camp")


def do_in_vain(state: State, task: Task) -> Rule:
    """Nothing was asked, because nothing can come of it."""
    return (yield c.NothingCame(task.seat, task.do, IN_VAIN.get(task.do, terms.BUILD)))


def do_rest(state: State, task: Task) -> Rule:
    """Where every face is worth the same, nobody rolls."""
    energy, _, healed = state.box.rest[str(state.constructions.shelter)]
    return (yield from rest(state, task.seat, energy, healed))


def rest(state: State, seat: str, energy: int, healed: int) -> Rule:
    """Energy first, as far as injuries let it rise; then they heal."""
    state = yield from gain(state, seat, energy, terms.REST)
    return (yield from heal(state, seat, healed))


def rest_after_roll(state: State, seat: str, *, low: bool) -> Rule:
    less, more, healed = state.box.rest[str(state.constructions.shelter)]
    return (yield from rest(state, seat, less if low else more, healed))


def worth_more(state: State, seat: str) -> bool:
    """Would a high roll give more energy than a low one has given?"""
    low, high, _ = state.box.rest[str(state.constructions.shelter)]
    one = state.castaways[seat]
    return min(high, one.cap - one.energy) > low


AT_ONCE = (terms.SHELTER, terms.RAFT)


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
    state = yield from spend(state, asked.seat, energy, terms.BUILD)
    if energy and task.what not in AT_ONCE:
        wood = energy if task.what == terms.BONFIRE else 0
        state = yield c.BuildingGrew(asked.seat, task.what, energy, wood)
    return state


def finish(state: State, task: Task) -> Rule:
    """Everybody was asked: it stands, or it does not."""
    if state.is_done(task.what):
        return state
    if task.what in AT_ONCE:
        enough = task.amount >= state.cost_of(task.what).energy
        if not (enough and has_materials(state, task.what)):
            return (yield c.BuildingFailed(task.seat, task.what))
        state = yield c.Built(task.seat, task.what)
    elif state.growing(task.what).progress >= state.full_size(task.what):
        state = yield c.BuildingFinished(task.seat, task.what)
    else:
        return state
    return (yield from give_story(state, task.seat, 1, terms.BUILD))
