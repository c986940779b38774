"""Answers to what is asked: by a word, or by a number that is meant as it is said."""

from collections.abc import Callable

from companion.errors import Refusal
from companion.games.naufragos.model.camp_events import FireFed, FireLit, FoodFound
from companion.games.naufragos.model.events import TasksChanged
from companion.games.naufragos.model.people_events import StorySpent
from companion.games.naufragos.model.state import State, Task
from companion.games.naufragos.model.terms import COLOURS, FIRE, SURE_FIRE
from companion.games.naufragos.rules.camp import propose, share
from companion.games.naufragos.rules.consequences import Rule
from companion.games.naufragos.rules.ending import add_up, decide_ending, see_ship
from companion.games.naufragos.rules.energy import spend
from companion.games.naufragos.rules.exploring import pay_together
from companion.games.naufragos.rules.prompts import BACK, ENERGY, NUMBERED, YES, Question, question
from companion.games.naufragos.rules.rounds import due
from companion.games.naufragos.rules.tasks import accept, carry_on
from companion.games.shared.tasks import chosen
from companion.i18n.message import say

ROLLS = {"return": BACK, "lost": "search", "fire": "fire_roll", "injury": "injury"}
"""The task that rolls again."""


def choose(state: State, given: str) -> Rule:
    """Takes an answer, and goes on as far as no further one is needed."""
    asked = question(state)
    if asked is None:
        raise Refusal("nothing_to_choose", say("Nothing is to be chosen now."))
    if asked.kind not in ANSWERS:
        raise due(asked.kind)
    if asked.kind in NUMBERED:
        check_number(asked, given)
    else:
        given = chosen(given, asked.options)
    state = yield from ANSWERS[asked.kind](state, asked, given)
    return (yield from carry_on(state))


def check_number(asked: Question, given: str) -> None:
    """Numbers are values, never places in a list."""
    if asked.options and given not in asked.options:
        raise Refusal(
            "no_such_choice",
            say("{answer} cannot be; 0 to {most} can.", answer=given, most=asked.options[-1]),
        )


def find_food(state: State, asked: Question, given: str) -> Rule:
    yield TasksChanged()
    return (yield FoodFound(asked.seat, asked.kind, int(given)))


def light_fire(state: State, asked: Question, given: str) -> Rule:
    """The energy is declared and spent; six of it need no die."""
    energy = int(given)
    rolls = (Task("fire_roll", asked.seat, amount=energy),)
    state = yield TasksChanged(rolls if 0 < energy < SURE_FIRE else ())
    state = yield from spend(state, asked.seat, energy, FIRE)
    return (yield FireLit(asked.seat)) if energy == SURE_FIRE else state


def done_by_hand(state: State, asked: Question, given: str) -> Rule:
    return (yield TasksChanged())


def roll_again(state: State, asked: Question, given: str) -> Rule:
    """For energy, for a story token, or not at all."""
    task = state.tasks[0]
    if given != ENERGY and given not in COLOURS:
        state = yield TasksChanged()
        return (yield from accept(state, task))
    again = Task(
        ROLLS[task.what],
        task.seat,
        task.members,
        amount=task.amount,
        repeated=given != ENERGY,
    )
    state = yield TasksChanged((again,))
    if given == ENERGY:
        return (yield from pay_together(state, asked.members))
    return (yield StorySpent(given))


def answer_feed(state: State, asked: Question, given: str) -> Rule:
    state = yield TasksChanged()
    return (yield FireFed()) if given == YES else state


ANSWERS: dict[str, Callable[[State, Question, str], Rule]] = {
    "forage": find_food,
    "fish": find_food,
    "fire": light_fire,
    "share": share,
    "score": add_up,
    "build": propose,
    "by_hand": done_by_hand,
    "reroll": roll_again,
    "feed": answer_feed,
    "rescue": see_ship,
    "ending": decide_ending,
}
