"""What cards do, one task after the other: the executor of card effects.

A task that needs no answer is carried out at once; one that does waits at the head of the queue,
see ``prompts`` and ``answers``.
"""

from collections.abc import Callable, Iterable

from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import events as e
from companion.games.daybreak.model.card import Effect
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.model.terms import CENTRAL, KINDS_OF_ANY
from companion.games.daybreak.rules.consequences import Rule
from companion.games.daybreak.rules.crisis_stage import lose_resilience, lose_sinks
from companion.games.daybreak.rules.emissions_stage import shortage_of
from companion.games.daybreak.rules.prompts import question
from companion.games.shared import tasks as shared
from companion.games.shared.rules import nothing


def queue(state: State, tasks: Iterable[Task]) -> Rule:
    """Adds what a card does, and carries out all of it that needs no answer."""
    waiting = bool(state.tasks)
    state = yield c.TasksQueued(tuple(tasks))
    return state if waiting else (yield from carry_on(state))


def carry_on(state: State) -> Rule:
    """Carries out tasks from the head of the queue until one has a question."""
    return (yield from shared.carry_on(state, question, c.TaskChanged, do))


def do(state: State, task: Task) -> Rule:
    return (yield from DOING[task.do](state, task))


def effect_task(power: str, card: str, effect: Effect, amount: int, tags: int = 0) -> Task:
    return Task(effect.do, power, card, effect, amount, tags=tags)


def change(state: State, power: str, token: str, by: int, card: str) -> Rule:
    """Tokens come or go; of what is not there, none can go."""
    if token == "communities" and by > 0:
        return (yield e.CommunitiesAdded(power, by, card))
    if by := max(by, -state.owned(power, token)):
        state = yield c.TokensChanged("" if token in CENTRAL else power, token, by, card)
    return state


def change_tokens(state: State, task: Task) -> Rule:
    if task.token in KINDS_OF_ANY:  # nothing of the kind is there to go
        return state
    return (yield from change(state, task.power, task.token, task.amount, task.card))


def move(state: State, task: Task, to: str, token: str) -> Rule:
    """Tokens go from one power to another, as many as are there."""
    moved = min(task.amount, state.owned(task.power, token))
    state = yield from change(state, task.power, token, -moved, task.card)
    return (yield from change(state, to, token, moved, task.card))


def lose_tokens(state: State, task: Task) -> Rule:
    """A crisis takes tokens; where there are none, communities suffer."""
    token = task.token
    if token in ("trees", "oceans"):
        return (yield from lose_sinks(state, token, -task.amount))
    if token == "resilience.any" and task.amount:
        return (yield e.CommunitiesAdded(task.power, -task.amount, task.card))
    if token.startswith("resilience.") and token not in KINDS_OF_ANY:
        kind = token.split(".")[1]
        return (yield from lose_resilience(state, task.power, kind, -task.amount))
    return (yield from change_tokens(state, task))


def draw_cards(state: State, task: Task) -> Rule:
    if (effect := task.effect) and task.amount:
        kept = (effect.keep, effect.keep_tags)
        state = yield c.CardsDrawn(task.power, task.amount, task.card, *kept)
    return state


def draw_next_round(state: State, task: Task) -> Rule:
    return (yield c.DrawChanged(task.power, task.amount, task.card)) if task.amount else state


def pass_communities(state: State, task: Task) -> Rule:
    """Communities move to the power on the right: the one that sat down before."""
    right = state.seats[state.seats.index(task.power) - 1]
    return state if right == task.power else (yield from move(state, task, right, "communities"))


def no_more(state: State, task: Task) -> Rule:
    """Nothing is left of this: nobody to ask, or nothing to do it to."""
    return nothing(state)


DOING: dict[str, Callable[[State, Task], Rule]] = {
    "change": change_tokens,
    "lose": lose_tokens,
    "move": lambda state, task: move(state, task, task.options[0], task.token),
    "draw": draw_cards,
    "draw_next": draw_next_round,
    "pass_communities": pass_communities,
    "shortage": lambda state, task: shortage_of(state, task.power),
    **dict.fromkeys(
        ("give", "take", "give_card", "reveal", "die", "discard", "discard_project"), no_more
    ),
}
