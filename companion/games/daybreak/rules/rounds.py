"""A round (rulebook pages 18 to 32): five stages, their steps, what NEXT does."""

from collections.abc import Callable

from companion.errors import Refusal
from companion.games.daybreak.model.card_events import BandsReturned
from companion.games.daybreak.model.events import (
    CrisisCardsCalled,
    DemandGrew,
    GameEnded,
    GameStarted,
    RoundBegan,
    StageBegan,
    StepBegan,
)
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import LAST_ROUND, STAGES
from companion.games.daybreak.rules.crisis_stage import (
    begin_crisis_stage,
    refuse_while_rolls_are_due,
)
from companion.games.daybreak.rules.emissions_stage import (
    add_emissions,
    adjust_temperature,
    check_demand,
    sequester_carbon,
)
from companion.games.daybreak.rules.rule import Rule
from companion.games.kit import running
from companion.message import say

nothing: Callable[[State], Rule] = running.nothing
STEPS: dict[str, tuple[str, ...]] = {
    "global": ("crises", "project"),
    "local": ("draw", "play"),
    "emissions": ("demand", "emit", "sequester", "temperature"),
    "crisis": ("crises",),
    "growth": ("demand",),
}


def begin_game(state: State) -> Rule:
    state = yield GameStarted()
    return (yield from begin_round(state, 1))


def begin_round(state: State, number: int) -> Rule:
    state = yield RoundBegan(number)
    return (yield from begin_stage(state, "global"))


def begin_stage(state: State, stage: str) -> Rule:
    state = yield StageBegan(stage)
    state = yield StepBegan(STEPS[stage][0])
    return (yield from AT_THE_START.get(stage, nothing)(state))


def add_crisis_cards(state: State) -> Rule:
    """As many Crisis cards as the thermometer says: the first face up, the others unknown."""
    return (yield CrisisCardsCalled(state.crisis_cards(state.thermometer.bands)))


def check_for_victory(state: State) -> Rule:
    """Won if the marker is flipped, lost after the last round; no rule goes on after the end."""
    if state.drawdown:
        return (yield GameEnded(won=True, reason="drawdown"))
    if state.round == LAST_ROUND:
        return (yield GameEnded(won=False, reason="time"))
    return state


def check_for_victory_and_grow(state: State) -> Rule:
    """Growth: the game ends, or demand grows."""
    state = yield from check_for_victory(state)
    for seat in state.seats:
        state = yield DemandGrew(seat, state.powers[seat].growth)
    if state.borrowed_bands:
        state = yield BandsReturned(state.borrowed_bands)
    return state


AT_THE_START: dict[str, Callable[[State], Rule]] = {
    "global": add_crisis_cards,
    "crisis": begin_crisis_stage,
    "growth": check_for_victory_and_grow,
}
AT_NEXT: dict[tuple[str, str], Callable[[State], Rule]] = {
    ("emissions", "demand"): check_demand,
    ("emissions", "emit"): add_emissions,
    ("emissions", "sequester"): sequester_carbon,
    ("emissions", "temperature"): adjust_temperature,
}


def go_on(state: State) -> Rule:
    """NEXT: finish this step, and begin the next step, stage or round."""
    refuse_while_rolls_are_due(state)
    state = yield from AT_NEXT.get((state.stage, state.step), nothing)(state)
    steps, stages = STEPS[state.stage], list(STAGES)
    if state.step != steps[-1]:
        return (yield StepBegan(steps[steps.index(state.step) + 1]))
    if state.stage != stages[-1]:
        return (yield from begin_stage(state, stages[stages.index(state.stage) + 1]))
    # Once more: somebody may have put the round or the marker right meanwhile.
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
