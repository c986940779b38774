"""Carries out what waits in the queue until something is asked, and takes the answers."""

from collections.abc import Callable

from companion.errors import Refusal
from companion.games.naufragos.model.camp_events import (
    FireFed,
    FireLit,
    FoodFound,
    WoodFound,
    WreckSalvaged,
)
from companion.games.naufragos.model.events import StepBegan, TasksChanged
from companion.games.naufragos.model.people_events import InjuryWorsened, StorySpent
from companion.games.naufragos.model.state import State, Task
from companion.games.naufragos.model.terms import COLOURS, DIARY, FIRE, SURE_FIRE
from companion.games.naufragos.rules import camp, exploring, prompts
from companion.games.naufragos.rules.consequences import Rule
from companion.games.naufragos.rules.ending import add_up, decide_ending, find_winner, see_ship
from companion.games.naufragos.rules.people import give_story, spend
from companion.games.naufragos.rules.prompts import question
from companion.games.naufragos.rules.survival import begin_survival, do_maintenance
from companion.games.shared import rules
from companion.games.shared import tasks as queue
from companion.games.shared.rules import happens
from companion.games.shared.tasks import chosen
from companion.i18n.message import say


def carry_on(state: State) -> Rule:
    """Whatever needs no answer happens now."""
    return (yield from queue.carry_on(state, question, TasksChanged, do))


def do(state: State, task: Task) -> Rule:
    """Nothing, where it was about somebody who has died since, or asks nothing more."""
    if task.do not in DOES or prompts.concerns_a_dead(state, task):
        return rules.nothing(state)
    return DOES[task.do](state, task)


def accept(state: State, task: Task) -> Rule:
    """A roll that failed, and is not repeated."""
    match task.what:
        case "return":
            return (yield from exploring.get_lost(state, task))
        case "lost":
            return (yield from exploring.search_failed(state, task))
        case "injury":
            one = state.castaways[task.seat]
            if one.alive and one.injuries:
                return (yield InjuryWorsened(task.seat, "dice"))
        case "rest" if state.castaways[task.seat].alive:
            return (yield from camp.rest_after_roll(state, task.seat, low=True))
    return state


DOES: dict[str, Callable[[State, Task], Rule]] = {
    "forage": camp.do_in_vain,
    "fish": camp.do_in_vain,
    "wood": lambda state, task: happens(WoodFound(task.seat)),
    "diary": lambda state, task: give_story(state, task.seat, 1, DIARY),
    "salvage": lambda state, task: happens(WreckSalvaged(task.seat)),
    "fire": camp.do_in_vain,
    "fire_roll": camp.do_in_vain,
    "rest": camp.do_rest,
    "build": camp.do_in_vain,
    "share": camp.finish,
    "explorers": exploring.set_out,
    "expedition": exploring.end_expedition,
    "step": lambda state, task: happens(StepBegan(task.what)),
    "seek": exploring.seek,
    "reroll": accept,
    "pay": exploring.pay_forced,
    "house": do_maintenance,
    "night": begin_survival,
    "winner": find_winner,
}


ROLLS = {
    "return": prompts.BACK,
    "lost": "search",
    "fire": "fire_roll",
    "injury": "injury",
    "rest": "rest",
}
"""The task that rolls again."""


def choose(state: State, given: str) -> Rule:
    """Takes an answer, and goes on as far as no further one is needed."""
    asked = question(state)
    if asked is None:
        raise Refusal("nothing_to_choose", say("Nothing is to be chosen now."))
    if asked.kind not in ANSWERS:
        raise prompts.due(asked.kind)
    if asked.kind in prompts.NUMBERED:
        check_number(asked, given)
    else:
        given = chosen(given, asked.options)
    state = yield from ANSWERS[asked.kind](state, asked, given)
    return (yield from carry_on(state))


def check_number(asked: prompts.Question, given: str) -> None:
    """Numbers are values, never places in a list."""
    if asked.kind == "pay":
        chosen(given, asked.options, by_place=False)
    elif asked.options and given not in asked.options:
        words = say("{answer} cannot be; 0 to {most} can.", answer=given, most=asked.options[-1])
        raise Refusal("no_such_choice", words)


def find_food(state: State, asked: prompts.Question, given: str) -> Rule:
    yield TasksChanged()
    return (yield FoodFound(asked.seat, asked.kind, int(given)))


def light_fire(state: State, asked: prompts.Question, given: str) -> Rule:
    """The energy is declared and spent; six of it need no die."""
    energy = int(given)
    rolls = (Task("fire_roll", asked.seat, amount=energy),)
    state = yield TasksChanged(rolls if 0 < energy < SURE_FIRE else ())
    state = yield from spend(state, asked.seat, energy, FIRE)
    return (yield FireLit(asked.seat)) if energy == SURE_FIRE else state


def roll_again(state: State, asked: prompts.Question, given: str) -> Rule:
    """For energy, for a story token, or not at all."""
    task = state.tasks[0]
    if given not in (prompts.ENERGY, prompts.DIVIDE, *COLOURS):
        state = yield TasksChanged()
        return (yield from accept(state, task))
    again = Task(
        ROLLS[task.what], task.seat, task.members, amount=task.amount, repeated=given in COLOURS
    )
    if given == prompts.DIVIDE:
        price = Task("pay", members=asked.members, amount=len(asked.members))
        return (yield TasksChanged((price, again)))
    state = yield TasksChanged((again,))
    if given == prompts.ENERGY:
        return (yield from exploring.pay_together(state, asked.members))
    return (yield StorySpent(given))


def pay(state: State, asked: prompts.Question, given: str) -> Rule:
    task = state.tasks[0]
    yield TasksChanged()
    return (yield from exploring.pay_part(state, task, int(given)))


def answer_feed(state: State, asked: prompts.Question, given: str) -> Rule:
    state = yield TasksChanged()
    return (yield FireFed()) if given == prompts.YES else state


ANSWERS: dict[str, Callable[[State, prompts.Question, str], Rule]] = {
    "forage": find_food,
    "fish": find_food,
    "fire": light_fire,
    "share": camp.share,
    "score": add_up,
    "build": camp.propose,
    "by_hand": lambda state, asked, given: happens(TasksChanged()),
    "reroll": roll_again,
    "pay": pay,
    "feed": answer_feed,
    "rescue": see_ship,
    "ending": decide_ending,
}
