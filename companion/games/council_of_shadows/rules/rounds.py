"""Set-up and rounds: seats and leaders; buy, plan, act; levels and their Dark Tech."""

from companion.errors import Refusal
from companion.games.council_of_shadows.model import board_events as b
from companion.games.council_of_shadows.model import events as e
from companion.games.council_of_shadows.model.state import State, Task
from companion.games.council_of_shadows.model.terms import (
    AUTOMA,
    DARK,
    DETAILS,
    FARTHEST,
    LEADERS,
    SAVED,
    SEATS,
    SURGE,
)
from companion.games.council_of_shadows.rules.checks import no_module, nothing_asked
from companion.games.council_of_shadows.rules.consequences import Rule
from companion.games.council_of_shadows.rules.ending import (
    account_order,
    close_account,
    open_account,
)
from companion.games.council_of_shadows.rules.energy import receive
from companion.games.council_of_shadows.rules.planning import consumption_steps, reveal
from companion.games.council_of_shadows.rules.scoring import income_of
from companion.games.shared.corrections import impossible, no_such_number
from companion.games.shared.replace import replace
from companion.i18n.message import say

FIRST_STEP = {"buy": "buy", "act": "actions"}


def begin_round(state: State, number: int) -> Rule:
    state = yield e.RoundBegan(number)
    state = yield e.StageBegan("buy")
    return (yield from next_turn(state, ""))


def next_turn(state: State, done: str) -> Rule:
    """The turn after that of ``done``, or what comes after the last one; the AI buys nothing."""
    buyers = tuple(seat for seat in state.order if not state.players[seat].automa)
    seats = buyers if state.stage == "buy" else state.order
    after = seats.index(done) + 1 if done else 0
    if after < len(seats):
        return (yield e.TurnBegan(seats[after], FIRST_STEP[state.stage]))
    if state.stage == "buy":
        return (yield e.StageBegan("plan"))
    if state.last_round:
        state = yield e.StageBegan("final")
        return (yield from open_account(state, account_order(state)[0]))
    return (yield from begin_round(state, state.round + 1))


def end_turn(state: State) -> Rule:
    """Levels, one by one; a card that is chosen comes first, and then this again."""
    seat = state.turn
    assert seat is not None
    state = yield from raise_levels(state, seat)
    if state.tasks:
        return state
    state = yield e.TurnEnded(seat)
    return (yield from next_turn(state, seat))


def go_on(state: State) -> Rule:
    """NEXT: the next step, the next seat, the next stage."""
    nothing_asked(state)
    match state.stage, state.step:
        case "plan", _:
            state = yield from reveal(state)
            state = yield e.StageBegan("act")
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
        state = yield b.CardsSlid(seat)
    income = tuple(income_of(state, seat))
    if not income and state.galaxies is None:
        return (yield from end_turn(state))
    state = yield e.StepBegan("score")
    return (yield e.TasksChanged(income, added=True)) if income else state


DONE_BY_PEOPLE = ("science", "resources", "expedition", "information", "dominant", "settlement")
"""Cards after which people do something and enter what came of it."""
GEMS_AT_ONCE = {
    "stargate": {"gold": 1},
    "gemcraft": {"clear": 1},
    "traveller": {"clear": 1},
    "information": {"clear": 1},
}


def raise_levels(state: State, seat: str) -> Rule:
    """Level after level while energy reaches consumption; each is whole before the next one."""
    while state.players[seat].energy >= state.players[seat].consumption:
        reached = state.players[seat].level + 1
        state = yield b.LevelReached(seat, reached)
        if state.players[seat].automa or reached not in DARK:
            continue
        state = yield from compensate(state, seat, reached)
        if free_techs(state, reached):
            state = yield e.StepBegan("dark_tech")
            return (yield e.TasksChanged((Task("dark_tech", seat, number=reached),), added=True))
    return state


def compensate(state: State, seat: str, reached: int) -> Rule:
    """Whoever is behind gets gems; not in a game against the AI."""
    if state.automa:
        return state
    printed = state.box.tree["compensation"][str(reached)]
    for other in state.order:
        level = state.players[other].level
        if other != seat and level < reached and any(printed[str(level)].values()):
            state = yield b.GemsChanged(other, dict(printed[str(level)]), f"level {reached}")
    return state


def free_techs(state: State, level: int) -> tuple[str, ...]:
    """The cards of a deck that nobody owns."""
    taken = {card for player in state.players.values() for card in player.dark}
    return tuple(card for card in DARK.get(level, ()) if card not in taken)


def take_tech(state: State, seat: str, card: str) -> Rule:
    """The card works at once; some let people do something first."""
    state = yield b.DarkTaken(seat, card)
    if gems := GEMS_AT_ONCE.get(card):
        state = yield b.GemsChanged(seat, gems, card)
    match card:
        case "surge":
            state = yield from receive(state, seat, card, energy=SURGE)
        case "information":
            state = yield from receive(state, seat, card, bonus=1)
        case "saver":
            by = -consumption_steps(state.players[seat], -SAVED)
            state = yield b.ConsumptionLowered(seat, by)
        case "flexible" if state.tracks("cards"):
            state = yield from raise_reach(state, seat)
    return state


def done_by_people(state: State, card: str) -> bool:
    """Does a step follow in which people enter what the card let them do?"""
    return card in DONE_BY_PEOPLE or (card == "flexible" and not state.tracks("cards"))


def raise_reach(state: State, seat: str) -> Rule:
    """Every slot to parsec 2, then to parsec 3: a cube and an energy each time."""
    for parsec in range(2, FARTHEST + 1):
        for slot, reach in enumerate(state.players[seat].reach, start=1):
            if reach < parsec:
                state = yield b.ReachRaised(seat, f"range-{slot}-{parsec}")
                state = yield from receive(state, seat, "flexible", energy=1)
    return state


def take_seat(state: State, seat: str, automa: bool) -> Rule:
    if seat not in SEATS:
        words = say("There is no seat {seat}; there is {all}.", seat=seat, all=", ".join(SEATS))
        raise Refusal("unknown_seat", words)
    if seat in state.seats:
        raise Refusal("seat_taken", say("{seat} sits at the table already.", seat=SEATS[seat]))
    if automa and seat != AUTOMA:
        raise automa_seats()
    return (yield e.Seated(seat, automa))


def automa_seats() -> Refusal:
    return Refusal("automa_seats", say("The AI has the blue seat, and plays against one person."))


def deal_order(state: State, order: tuple[str, ...]) -> Rule:
    if sorted(order) != sorted(state.seats):
        raise Refusal("bad_order", say("The order names every seat at the table once."))
    return (yield e.OrderDealt(order))


def choose_setup(state: State, path: tuple[str, ...], value: object) -> Rule:
    """``set detail full``, ``set modules.leaders true``, ``set red.leader buteo``."""
    match path:
        case ("detail",):
            if value not in DETAILS:
                raise impossible(path, value, say("one of {words}", words=", ".join(DETAILS)))
            return (yield e.DetailChosen(str(value)))
        case ("modules", "stations" | "leaders" as module):
            if not isinstance(value, bool):
                raise impossible(path, value, say("true or false"))
            return (yield e.ModulesChosen(replace(state.modules, **{module: value})))
        case ("players", seat, "leader") if seat in state.players:
            return (yield from choose_leader(state, path, seat, value))
    raise no_such_number(path)


def choose_leader(state: State, path: tuple[str, ...], seat: str, value: object) -> Rule:
    if value not in LEADERS or state.players[seat].automa:
        raise impossible(path, value, say("one of {words}", words=", ".join(LEADERS)))
    leader = str(value)
    if not state.modules.leaders:
        raise no_module()
    others = (player.leader for other, player in state.players.items() if other != seat)
    if leader in others:
        raise Refusal("leader_taken", say("Somebody else has {leader}.", leader=LEADERS[leader]))
    return (yield e.LeaderChosen(seat, leader))


def start(state: State) -> Rule:
    if len(state.seats) < 2:
        raise Refusal("too_few_seats", say("At least two seats play; one may be the AI's."))
    if state.automa and len(state.seats) != 2:
        raise automa_seats()
    humans = (player for player in state.players.values() if not player.automa)
    if state.modules.leaders and any(player.leader is None for player in humans):
        raise Refusal("leaders_due", say("Everybody needs a leader first."))
    state = yield e.GameStarted()
    return (yield from begin_round(state, 1))
