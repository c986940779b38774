"""A turn (rulebook, "Fases del turno"): four stages, their steps, what NEXT does."""

from companion.errors import Refusal
from companion.games.naufragos.model import events as e
from companion.games.naufragos.model.state import State, Task
from companion.games.naufragos.model.terms import STAGES
from companion.games.naufragos.rules.camp import all_pawns
from companion.games.naufragos.rules.consequences import Rule
from companion.games.naufragos.rules.ending import look_for_ships
from companion.games.naufragos.rules.exploring import searches
from companion.games.naufragos.rules.prompts import refuse_while_asking
from companion.games.naufragos.rules.survival import begin_end, pass_the_night
from companion.games.naufragos.rules.tasks import carry_on
from companion.games.shared.tasks import on_the_way
from companion.i18n.message import say


def begin_game(state: State) -> Rule:
    state = yield e.GameStarted()
    return (yield from begin_round(state, 1))


def begin_round(state: State, number: int) -> Rule:
    yield e.RoundBegan(number)
    yield e.StageBegan("event")
    return (yield e.StepBegan("event"))


def go_on(state: State) -> Rule:
    """NEXT: finish this step, and begin the next step, stage or turn."""
    refuse_while_asking(state)
    match state.stage, state.step:
        case "event", _:
            state = yield e.StageBegan("actions")
            state = yield e.StepBegan("place")
        case "actions", "place":
            state = yield from resolve(state)
        case "actions", _:
            state = yield e.TasksAdded((Task("feed"), Task("night")))
        case "survival", _:
            state = yield from end_night(state)
        case _:
            if state.round >= state.turns:
                return (yield e.GameEnded(won=False, reason="time"))
            state = yield from begin_round(state, state.round + 1)
    return (yield from carry_on(state))


def resolve(state: State) -> Rule:
    """First the lost look for the way home; then every pawn, from top to bottom."""
    if waiting := searches(state):
        state = yield e.StepBegan("lost")
        return (yield e.TasksAdded((*waiting, Task("step", what="place"))))
    state = yield e.StepBegan("resolve")
    return (yield e.TasksAdded(all_pawns(state)))


def end_night(state: State) -> Rule:
    state = yield from pass_the_night(state)
    if state.ending is not None and state.round >= state.ending:
        return (yield from look_for_ships(state))
    return (yield from begin_end(state))


def go_to(state: State, stage: str) -> Rule:
    """NEXT until that stage begins: this turn's, or the next turn's if this one is past it."""
    if stage not in STAGES:
        raise Refusal("unknown_stage", say("There is no stage {stage}.", stage=stage))
    began = state
    while state.stage != stage or (state.round, state.stage) == (began.round, began.stage):
        try:
            state = yield from go_on(state)
        except Refusal as refusal:
            raise refusal if state is began else on_the_way(refusal, STAGES[stage]) from None
    return state
