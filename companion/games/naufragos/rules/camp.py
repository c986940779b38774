"""Actions in camp (rulebook, "Víveres" to "Hoguera", "Descansar"): each as one task."""

from companion.games.naufragos.model.camp_events import NothingCame, WoodFound, WreckSalvaged
from companion.games.naufragos.model.state import State, Task
from companion.games.naufragos.model.terms import (
    BUILD,
    CAMP,
    DIARY,
    EXPLORE,
    FISH,
    REST,
    WHITE,
)
from companion.games.naufragos.rules.energy import gain, give_story, heal
from companion.games.naufragos.rules.rule import Rule

IN_VAIN = {"forage": "supply", "fish": "supply", "fire": "fire", "fire_roll": "fire"}


def tasks_of(action: str, seat: str, card: str | None = None) -> Task:
    """What a pawn on an action has to do."""
    if action == CAMP:
        return Task(FISH, seat, card=card) if card == FISH else Task("by_hand", seat, card=card)
    return Task(action, seat)


def all_pawns(state: State) -> tuple[Task, ...]:
    """Every pawn's task in the board's order; rest spaces that it leaves out come at its end."""
    order = state.box.order
    rests = [f"{REST}.{space + 1}" for space in range(len(state.actions[REST]))]
    unnamed = (rest for rest in rests if rest not in order)
    tasks: list[Task] = []
    for entry in (*order[:-1], *unnamed):
        action, _, space = entry.partition(".")
        for at, pawn in state.pawns_on(action):
            if pawn != WHITE and (not space or at == int(space) - 1):
                card = state.cards_used[at] if action == CAMP else None
                tasks.append(tasks_of(action, pawn, card))
    return (*tasks, Task("explorers"), Task("expedition"), Task("step", what="done"))


def explorers(state: State) -> tuple[str, ...]:
    """Who sets out: those with a pawn there, as long as they are in camp."""
    return tuple(pawn for _, pawn in state.pawns_on(EXPLORE) if state.place(pawn) == "camp")


def do_in_vain(state: State, task: Task) -> Rule:
    """Nothing was asked, because nothing can come of it."""
    if state.castaways[task.seat].alive:
        state = yield NothingCame(task.seat, task.do, IN_VAIN.get(task.do, BUILD))
    return state


def do_wood(state: State, task: Task) -> Rule:
    return (yield WoodFound(task.seat)) if state.castaways[task.seat].alive else state


def do_diary(state: State, task: Task) -> Rule:
    return (yield from give_story(state, task.seat, 1, DIARY))


def do_salvage(state: State, task: Task) -> Rule:
    return (yield WreckSalvaged(task.seat)) if state.castaways[task.seat].alive else state


def do_rest(state: State, task: Task) -> Rule:
    """Where every face is worth the same, nobody rolls."""
    energy, _, healed = state.box.rest[str(state.constructions.shelter)]
    if not state.castaways[task.seat].alive:
        return state
    return (yield from rest(state, task.seat, energy, healed))


def rest(state: State, seat: str, energy: int, healed: int) -> Rule:
    """Energy first, as far as injuries let it rise; then they heal."""
    state = yield from gain(state, seat, energy, REST)
    return (yield from heal(state, seat, healed))
