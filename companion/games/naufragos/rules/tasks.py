"""Carries out what waits in the queue, until something is asked: that is the prompt."""

from collections.abc import Callable

from companion.games.naufragos.model.events import StepBegan, TasksChanged
from companion.games.naufragos.model.people_events import InjuryWorsened
from companion.games.naufragos.model.state import State, Task
from companion.games.naufragos.rules.camp import (
    do_diary,
    do_in_vain,
    do_rest,
    do_salvage,
    do_wood,
    finish,
)
from companion.games.naufragos.rules.consequences import Rule
from companion.games.naufragos.rules.ending import find_winner
from companion.games.naufragos.rules.exploring import (
    come_to_an_end,
    get_lost,
    search_in_vain,
    seek,
    set_out,
)
from companion.games.naufragos.rules.prompts import question
from companion.games.naufragos.rules.turn_end import begin_survival, keep_house
from companion.games.shared import rules
from companion.games.shared import tasks as queue


def carry_on(state: State) -> Rule:
    """Whatever needs no answer happens now."""
    return (yield from queue.carry_on(state, question, TasksChanged, do))


def do(state: State, task: Task) -> Rule:
    return (yield from DOES[task.do](state, task))


def do_nothing(state: State, task: Task) -> Rule:
    """It was about somebody who is not there any more, or asks nothing more."""
    return (yield from rules.nothing(state))


def begin_step(state: State, task: Task) -> Rule:
    return (yield StepBegan(task.what))


def accept(state: State, task: Task) -> Rule:
    """A roll that failed, and is not repeated."""
    match task.what:
        case "return":
            return (yield from get_lost(state, task))
        case "lost":
            return (yield from search_in_vain(state, task))
        case "injury":
            one = state.castaways[task.seat]
            if one.alive and one.injuries:
                return (yield InjuryWorsened(task.seat, "dice"))
    return state


DOES: dict[str, Callable[[State, Task], Rule]] = {
    "forage": do_in_vain,
    "fish": do_in_vain,
    "wood": do_wood,
    "diary": do_diary,
    "salvage": do_salvage,
    "fire": do_in_vain,
    "fire_roll": do_in_vain,
    "rest": do_rest,
    "by_hand": do_nothing,
    "build": do_in_vain,
    "share": finish,
    "explorers": set_out,
    "expedition": come_to_an_end,
    "step": begin_step,
    "return": do_nothing,
    "seek": seek,
    "search": do_nothing,
    "reroll": accept,
    "injury": do_nothing,
    "house": keep_house,
    "feed": do_nothing,
    "night": begin_survival,
    "score": do_nothing,
    "winner": find_winner,
}
