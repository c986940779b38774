"""Before the start: who sits where, what is played with, who has which leader."""

from companion.errors import Refusal
from companion.games.council_of_shadows.model import events as e
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import AUTOMA, DETAILS, LEADERS, SEATS
from companion.games.council_of_shadows.rules.checks import no_module
from companion.games.council_of_shadows.rules.consequences import Rule
from companion.games.council_of_shadows.rules.rounds import begin_round
from companion.games.shared.corrections import impossible, no_such_number
from companion.games.shared.replace import replace
from companion.i18n.message import say


def take_seat(state: State, seat: str, automa: bool) -> Rule:
    if seat not in SEATS:
        raise Refusal(
            "unknown_seat",
            say("There is no seat {seat}; there is {all}.", seat=seat, all=", ".join(SEATS)),
        )
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
