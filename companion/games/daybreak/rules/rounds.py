"""A round (rulebook pages 18 to 32): five stages, their steps, what NEXT does."""

from collections.abc import Callable

from companion.errors import Refusal
from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import events as e
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.model.terms import BANDS_TO_LOSE, LAST_ROUND, STAGES
from companion.games.daybreak.rules import emissions_stage
from companion.games.daybreak.rules.answers import ANSWERS
from companion.games.daybreak.rules.consequences import Rule
from companion.games.daybreak.rules.crisis_stage import (
    begin_crisis_stage,
    refuse_while_rolls_are_due,
)
from companion.games.daybreak.rules.prompts import NO, YES
from companion.games.daybreak.rules.tasks import DOING, queue
from companion.games.shared import rules
from companion.games.shared.rules import happens
from companion.i18n.message import say

nothing: Callable[[State], Rule] = rules.nothing
STEPS: dict[str, tuple[str, ...]] = {
    "global": ("crises", "project"),
    "local": ("draw", "play"),
    "emissions": ("demand", "emit", "sequester", "temperature"),
    "crisis": ("crises",),
    "growth": ("demand",),
}


def begin_game(state: State) -> Rule:
    state = yield e.GameStarted()
    return (yield from begin_round(state, 1))


def begin_round(state: State, number: int) -> Rule:
    state = yield e.RoundBegan(number)
    return (yield from begin_stage(state, "global"))


def begin_stage(state: State, stage: str) -> Rule:
    state = yield e.StageBegan(stage)
    state = yield e.StepBegan(STEPS[stage][0])
    return (yield from AT_THE_START.get(stage, nothing)(state))


def unjudged(state: State) -> str | None:
    """A Challenge card that stands between the flipped marker and victory, until people say."""
    if not state.drawdown or False in state.judged.values():
        return None
    return next((each.text for each in state.challenges if each.text not in state.judged), None)


def judge_first(state: State, challenge: str, then: str) -> Rule:
    """Is the condition of a Challenge card met? Only people can see that."""
    asks = Task("challenge", "", challenge, options=(YES, NO))
    return (yield from queue(state, [asks, Task(then, "", challenge)]))


def answer_challenge(state: State, task: Task, given: str) -> Rule:
    yield c.TaskChanged()
    return (yield c.ChallengeJudged(task.card, given == YES))


def check_for_victory(state: State) -> Rule:
    """Won if the marker is flipped and every Challenge is met, lost after the last round; no rule
    goes on after the end."""
    if state.drawdown and False not in state.judged.values():
        return (yield e.GameEnded(won=True, reason="drawdown"))
    if state.round == LAST_ROUND:
        return (yield e.GameEnded(won=False, reason="time"))
    return state


def check_for_victory_and_grow(state: State) -> Rule:
    """Growth: the game ends, or demand grows."""
    if challenge := unjudged(state):
        return (yield from judge_first(state, challenge, "growth"))
    state = yield from check_for_victory(state)
    for seat in state.seats:
        state = yield e.DemandGrew(seat, state.powers[seat].growth)
    if state.borrowed_bands:
        room = BANDS_TO_LOSE - state.thermometer.bands
        state = yield c.BandsReturned(min(state.borrowed_bands, room))
    return state


AT_THE_START: dict[str, Callable[[State], Rule]] = {
    "global": lambda state: happens(
        e.CrisisCardsCalled(state.crisis_cards(state.thermometer.bands))
    ),
    "crisis": begin_crisis_stage,
    "growth": check_for_victory_and_grow,
}
AT_NEXT: dict[tuple[str, str], Callable[[State], Rule]] = {
    ("emissions", "demand"): emissions_stage.check_demand,
    ("emissions", "emit"): emissions_stage.add_emissions,
    ("emissions", "sequester"): emissions_stage.sequester_carbon,
    ("emissions", "temperature"): emissions_stage.adjust_temperature,
}


def go_on(state: State) -> Rule:
    """NEXT: finish this step, and begin the next step, stage or round."""
    refuse_while_rolls_are_due(state)
    state = yield from AT_NEXT.get((state.stage, state.step), nothing)(state)
    steps, stages = STEPS[state.stage], list(STAGES)
    if state.step != steps[-1]:
        return (yield e.StepBegan(steps[steps.index(state.step) + 1]))
    if state.stage != stages[-1]:
        return (yield from begin_stage(state, stages[stages.index(state.stage) + 1]))
    return (yield from end_round(state))


def end_round(state: State) -> Rule:
    """Once more: somebody may have put the round or the marker right meanwhile."""
    if challenge := unjudged(state):
        return (yield from judge_first(state, challenge, "round"))
    state = yield from check_for_victory(state)
    return (yield from begin_round(state, state.round + 1))


def go_to(state: State, stage: str) -> Rule:
    """NEXT until that stage begins: this round's, or the next round's if this one is past it."""
    if stage not in STAGES:
        raise Refusal("unknown_stage", say("There is no stage {stage}.", stage=stage))
    start = (state.round, state.stage)
    while state.stage != stage or (state.round, state.stage) == start:
        state = yield from go_on(state)
    return state


DOING.update(
    growth=lambda state, task: check_for_victory_and_grow(state),
    round=lambda state, task: end_round(state),
)
ANSWERS["challenge"] = answer_challenge
