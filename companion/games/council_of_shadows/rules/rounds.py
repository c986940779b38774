"""A round: buy, plan, act; whose turn it is, and what NEXT does."""

from companion.games.council_of_shadows.model.board_events import CardsSlid
from companion.games.council_of_shadows.model.events import (
    RoundBegan,
    StageBegan,
    StepBegan,
    TasksChanged,
    TurnBegan,
    TurnEnded,
)
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.rules.checks import nothing_asked
from companion.games.council_of_shadows.rules.consequences import Rule
from companion.games.council_of_shadows.rules.ending import accounts, close_account, open_account
from companion.games.council_of_shadows.rules.levels import raise_levels
from companion.games.council_of_shadows.rules.planning import reveal
from companion.games.council_of_shadows.rules.scoring import income_of

FIRST_STEP = {"buy": "buy", "act": "actions"}


def begin_round(state: State, number: int) -> Rule:
    state = yield RoundBegan(number)
    state = yield StageBegan("buy")
    return (yield from next_turn(state, ""))


def players_of(state: State) -> tuple[str, ...]:
    """Who has a turn in this stage; the AI buys nothing."""
    return tuple(
        seat for seat in state.order if state.stage != "buy" or not state.players[seat].automa
    )


def next_turn(state: State, done: str) -> Rule:
    """The turn after that of ``done``, or what comes after the last one."""
    seats = players_of(state)
    after = seats.index(done) + 1 if done else 0
    if after < len(seats):
        return (yield TurnBegan(seats[after], FIRST_STEP[state.stage]))
    if state.stage == "buy":
        return (yield StageBegan("plan"))
    if state.last_round:
        state = yield StageBegan("final")
        return (yield from open_account(state, accounts(state)[0]))
    return (yield from begin_round(state, state.round + 1))


def end_turn(state: State) -> Rule:
    """Levels, one by one; a card that is chosen comes first, and then this again."""
    seat = state.turn
    assert seat is not None
    state = yield from raise_levels(state, seat)
    if state.tasks:
        return state
    state = yield TurnEnded(seat)
    return (yield from next_turn(state, seat))


def go_on(state: State) -> Rule:
    """NEXT: the next step, the next seat, the next stage."""
    nothing_asked(state)
    match state.stage, state.step:
        case "plan", _:
            state = yield from reveal(state)
            state = yield StageBegan("act")
            return (yield from next_turn(state, ""))
        case "act", "actions":
            return (yield from end_actions(state))
        case "final", _:
            return (yield from close_account(state))
    return (yield from end_turn(state))


def end_actions(state: State) -> Rule:
    """The cards slide; then comes the scoring, where there is anything to enter in it."""
    seat = state.turn
    assert seat is not None
    if state.players[seat].slots:
        state = yield CardsSlid(seat)
    income = tuple(income_of(state, seat))
    if not income and state.galaxies is None:
        return (yield from end_turn(state))
    state = yield StepBegan("score")
    return (yield TasksChanged(income, added=True)) if income else state
