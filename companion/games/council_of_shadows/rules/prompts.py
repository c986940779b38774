"""What the table asks, and what an answer brings about: the task at the head of the queue."""

from companion.errors import Refusal
from companion.games.council_of_shadows.model.events import GameEnded, StepBegan, TasksChanged
from companion.games.council_of_shadows.model.state import State, Task
from companion.games.council_of_shadows.rules import ending, scoring
from companion.games.council_of_shadows.rules.checks import one_of
from companion.games.council_of_shadows.rules.consequences import Rule
from companion.games.council_of_shadows.rules.rounds import (
    done_by_people,
    end_turn,
    free_techs,
    take_tech,
)
from companion.games.shared import tasks as queue
from companion.games.shared.inputs import is_number
from companion.i18n.message import say

Question = tuple[str, tuple[str, ...]]
SHARED = "shared"
NUMBERS = ("colonies", "majorities", "systems", "count")
"""Questions that are answered with a number."""
MOST = 99


def question(state: State) -> Question | None:
    """The kind of the question that is open, and what can be answered; None if none is."""
    if not state.tasks:
        return None
    task = state.tasks[0]
    match task.do:
        case "dark_tech":
            assert task.number is not None
            return "dark_tech", free_techs(state, task.number)
        case "bonus":
            asked = ending.number_asked(state, task)
            return (asked, ending.RANKS if asked == "rank" else ()) if asked else None
        case "score":
            spaces = scoring.spaces_to_take(state, task)
            return ("cube", spaces) if spaces else None
        case "winner":
            return "winner", (*ending.tied_first(state), SHARED)
    return (task.do, ()) if scoring.known_income(state, task) is None else None


def carry_on(state: State) -> Rule:
    """Carries out tasks from the head of the queue until one has a question."""
    return (yield from queue.carry_on(state, question, TasksChanged, do))


def do(state: State, task: Task) -> Rule:
    match task.do:
        case "score":
            return (yield from scoring.score_galaxy(state, task))
        case "bonus":
            return (yield from ending.count_bonus(state, task))
    return (yield from scoring.pay_income(state, task, scoring.known_income(state, task) or 0))


def choose(state: State, given: str) -> Rule:
    """Takes an answer to the open prompt; what then needs none is carried out with it."""
    asked = question(state)
    if asked is None:
        raise Refusal("nothing_to_choose", say("Nothing is to be chosen now."))
    kind, options = asked
    if kind not in NUMBERS:
        one_of(given, options)
    elif not is_number(given) or int(given) > MOST:
        raise Refusal("no_such_choice", say("A number from 0 to {most} is asked.", most=MOST))
    task = state.tasks[0]
    state = yield TasksChanged()
    return (yield from answer(state, kind, task, given))


def answer(state: State, kind: str, task: Task, given: str) -> Rule:
    match kind:
        case "dark_tech":
            return (yield from answer_tech(state, task, given))
        case "cube":
            taken = Task("score", task.seat, galaxy=task.galaxy, number=int(given))
            return (yield from scoring.score_galaxy(state, taken))
        case "count" | "rank":
            return (yield from ending.count_bonus(state, task, given))
        case "winner":
            winners = ending.tied_first(state) if given == SHARED else (given,)
            return (yield GameEnded(winners, SHARED if given == SHARED else "cubes"))
    return (yield from scoring.pay_income(state, task, int(given)))


def answer_tech(state: State, task: Task, card: str) -> Rule:
    """The card that was taken; then people do what it says, or the levels are tested again."""
    state = yield from take_tech(state, task.seat, card)
    if done_by_people(state, card):
        return (yield StepBegan("effect"))
    return (yield from end_turn(state))
