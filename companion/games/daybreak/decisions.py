"""Decides what each input brings about, or refuses it: the door to all the rules."""

from companion.errors import Refusal
from companion.games.daybreak.corrections import correct, full_path
from companion.games.daybreak.crisis_stage import (
    find_target,
    lose_resilience,
    lose_sinks,
    roll_effect,
    roll_for_tie,
)
from companion.games.daybreak.events import BoxOpened, Event, FreelyRolled, Seated
from companion.games.daybreak.inputs import (
    Choose,
    Correct,
    GoTo,
    Input,
    Lose,
    Next,
    OpenBox,
    RollDie,
    Seat,
    Start,
    Target,
)
from companion.games.daybreak.paths import look_up
from companion.games.daybreak.rounds import begin_game, go_on, go_to
from companion.games.daybreak.rule import Rule, carry_out
from companion.games.daybreak.state import Power, State
from companion.games.daybreak.terms import DICE, EFFECTS, POWERS, RESILIENCES, STAGES
from companion.message import say

BEFORE_THE_START = (OpenBox, Seat, Start)


def decide(state: State, given: Input) -> tuple[Event, ...]:
    if state.outcome:
        raise Refusal("game_over", say("The game has ended. UNDO takes the last step back."))
    if isinstance(given, BEFORE_THE_START):
        if state.round:
            raise Refusal("already_started", say("The game has started already."))
    elif not state.round:
        raise Refusal("not_started", say("The game has not started: take seats, then start."))
    return carry_out(rule_for(state, given), state)


def rule_for(state: State, given: Input) -> Rule:
    match given:
        case OpenBox(box):
            return happens(state, BoxOpened(box))
        case Seat(power):
            return take_seat(state, power)
        case Start():
            return start(state)
        case Next():
            return go_on(state)
        case GoTo(stage):
            return go_to(state, stage)
        case RollDie(die, face):
            return roll(state, die, face)
        case Correct(path, value):
            return correct(state, path, value)
        case Target(extreme, total):
            return target(state, extreme, total)
        case Lose(path, tokens):
            return lose(state, path, tokens)
        case Choose():
            raise Refusal("nothing_to_choose", say("Nothing is to be chosen now."))


def happens(state: State, event: Event) -> Rule:
    return (yield event)


def take_seat(state: State, power: str) -> Rule:
    if power not in POWERS:
        raise Refusal(
            "unknown_power",
            say("There is no power {power}; there is {all}.", power=power, all=", ".join(POWERS)),
        )
    if power in state.seats:
        raise Refusal("seat_taken", say("{power} sits at the table already.", power=POWERS[power]))
    return (yield Seated(power))


def start(state: State) -> Rule:
    if not state.seats:
        raise Refusal("nobody_seated", say("Nobody sits at the table yet."))
    return (yield from begin_game(state))


def roll(state: State, die: str, face: str) -> Rule:
    """A die shows a face: a roll that was due, or a free one that changes nothing."""
    if die not in DICE:
        raise Refusal("unknown_die", say("There is no die {die}.", die=die))
    faces = EFFECTS if die == "planetary" else [str(face) for face in state.box.geoengineering]
    if face not in faces:
        raise Refusal(
            "unknown_face",
            say("The {die} has no face {face}.", die=DICE[die], face=face),
        )
    if die == "planetary":
        if state.dice.rolls_due:
            return (yield from roll_effect(state, face))
        return (yield FreelyRolled(die, face))
    if state.dice.tie:
        return (yield from roll_for_tie(state, int(face)))
    return (yield FreelyRolled(die, int(face)))


def target(state: State, extreme: str, total: str) -> Rule:
    """Whom a crisis hits that is resolved by hand: lowest or highest of one of the totals."""
    only_in(state, "crisis")
    path = tuple(total.split("."))

    def measure(power: Power) -> int:
        found = look_up(power, path)
        if not isinstance(found, int):
            raise LookupError(total)
        return found

    try:
        measure(next(iter(state.powers.values())))
    except LookupError:
        raise Refusal(
            "unknown_path", say("Powers cannot be compared by {total}.", total=total)
        ) from None
    if extreme not in ("lowest", "highest"):
        raise Refusal("unknown_target", say("A crisis hits the lowest or the highest."))
    return (yield from find_target(state, min if extreme == "lowest" else max, measure))


def lose(state: State, path: str, tokens: int) -> Rule:
    """A crisis that is resolved by hand takes tokens, or communities where there are none."""
    only_in(state, "crisis")
    match full_path(path):
        case ("trees" | "oceans" as sink,):
            return (yield from lose_sinks(state, sink, tokens))
        case ("powers", seat, "resilience", kind) if seat in state.seats and kind in RESILIENCES:
            return (yield from lose_resilience(state, seat, kind, tokens))
    raise Refusal(
        "unknown_path", say("{path} cannot be lost: trees, oceans or a resilience can.", path=path)
    )


def only_in(state: State, stage: str) -> None:
    if state.stage != stage:
        raise Refusal(
            "not_your_stage",
            say(
                "That belongs to the {stage}; this is the {now}.",
                stage=STAGES[stage],
                now=STAGES[state.stage],
            ),
        )
