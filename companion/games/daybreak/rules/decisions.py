"""Decides what each input brings about, or refuses it: the door to all the rules."""

from companion.errors import Refusal
from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import events as e
from companion.games.daybreak.model import inputs as i
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.model.terms import DICE, EFFECTS, POWERS, RESILIENCES
from companion.games.daybreak.rules import crises, play_area, tucking
from companion.games.daybreak.rules.actions import local_action, take_action
from companion.games.daybreak.rules.answers import answer
from companion.games.daybreak.rules.consequences import Rule, carry_out
from companion.games.daybreak.rules.corrections import correct, full_path
from companion.games.daybreak.rules.crisis_dice import break_tie, roll_effect
from companion.games.daybreak.rules.crisis_stage import (
    lose_resilience,
    lose_sinks,
    refuse_while_asking,
    tie_first,
)
from companion.games.daybreak.rules.projects import act_on_project, choose_project
from companion.games.daybreak.rules.prompts import BY_HAND
from companion.games.daybreak.rules.rounds import begin_game, go_on, go_to
from companion.games.daybreak.rules.tasks import carry_on, queue
from companion.games.shared import inputs as common
from companion.games.shared.rules import happens
from companion.i18n.message import say


def decide(state: State, given: i.Input) -> tuple[e.Event, ...]:
    common.check_timing(state, given, i.SetUp)
    return carry_out(rule_for(state, given), state)


def rule_for(state: State, given: i.Input) -> Rule:
    match given:
        case common.OpenBox(box, cards):
            return happens(e.BoxOpened(box, cards))
        case i.Seat(power):
            return take_seat(state, power)
        case common.Start():
            return start(state)
        case common.Next():
            return press_next(state)
        case common.GoTo(stage):
            return go_to(state, stage)
        case i.RollDie(die, face):
            return roll(state, die, face)
        case common.Correct(path, value):
            return correct(state, path, value)
        case i.Target(extreme, total):
            return target(state, extreme, total)
        case i.Lose(path, tokens):
            return lose(state, path, tokens)
        case common.Choose(given_answer):
            return choose(state, given_answer)
        case common.TellCard(card, fields):
            return carried_on(happens(c.CardTold(card, fields)))
    if state.stage == "local" and state.step == "draw" and isinstance(given, i.FromHand):
        return begin_to_play(rule_with_cards(state, given))
    return rule_with_cards(state, given)


def begin_to_play(rule: Rule) -> Rule:
    """Whoever plays a card has drawn: nobody need say so."""
    yield e.StepBegan("play")
    return (yield from rule)


def rule_with_cards(state: State, given: i.WithCards) -> Rule:
    match given:
        case i.Play(card, power, stack):
            return play_area.play_card(state, card, power, stack)
        case i.Tuck(card, power, stack, behind):
            return play_area.tuck_card(state, card, power, stack, behind)
        case i.Support(card, under, power):
            return tucking.support(state, power, card, under)
        case i.Discard(card, power):
            return play_area.discard_card(state, card, power)
        case i.TellHand(power, cards):
            return play_area.tell_hand(state, power, cards)
        case i.Act(power, stack, paying):
            return take_action(state, local_action(state, power, stack), paying)
        case i.ActOnProject(power, project, paying):
            return act_on_project(state, power, project, paying)
        case i.KeepProject(kept, replacing):
            return choose_project(state, kept, replacing)
        case i.ShowCrisis(card):
            return crises.show_crisis(state, card)
        case i.EnterTags(card, tags):
            return carried_on(play_area.enter_tags(state, card, tags))
        case i.LayChallenge(sign, text):
            return happens(c.ChallengeLaid(sign, text))


def carried_on(rule: Rule) -> Rule:
    """What was said may be what a question waits for."""
    state = yield from rule
    return (yield from carry_on(state))


def choose(state: State, given: str) -> Rule:
    if not state.tasks:
        raise Refusal("nothing_to_choose", say("Nothing is to be chosen now."))
    return (yield from answer(state, given))


def press_next(state: State) -> Rule:
    """NEXT goes on, or says that a result entered by hand is complete."""
    if state.tasks and state.tasks[0].do == BY_HAND:
        return (yield from answer(state, "done"))
    return (yield from go_on(state))


def take_seat(state: State, power: str) -> Rule:
    if power not in POWERS:
        words = say(
            "There is no power {power}; there is {all}.", power=power, all=", ".join(POWERS)
        )
        raise Refusal("unknown_power", words)
    if power in state.seats:
        raise Refusal("seat_taken", say("{power} sits at the table already.", power=POWERS[power]))
    return (yield e.Seated(power))


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
            "unknown_face", say("The {die} has no face {face}.", die=DICE[die], face=face)
        )
    if die == "planetary":
        if state.dice.rolls_due:
            refuse_while_asking(state)
            return (yield from roll_effect(state, face))
        return (yield e.FreelyRolled(die, face))
    if state.dice.tie:
        return (yield from break_tie(state, int(face)))
    if state.tasks and state.tasks[0].do == "die":
        return (yield from answer(state, face))
    return (yield e.FreelyRolled(die, int(face)))


def target(state: State, extreme: str, total: str) -> Rule:
    """Whom a crisis hits that is resolved by hand: lowest or highest of one of the totals."""
    play_area.only_in(state, "crisis")
    if state.dice.tie:
        raise tie_first()
    if extreme not in ("lowest", "highest"):
        raise Refusal("unknown_target", say("A crisis hits the lowest or the highest."))
    try:
        comparable = all(type(crises.measure(state, seat, total)) is int for seat in state.seats)
    except LookupError:
        comparable = False
    if not comparable:
        raise Refusal("unknown_path", say("Powers cannot be compared by {total}.", total=total))
    if crises.unread_of_target(state, extreme, total):
        return (yield from queue(state, [Task("target", "", total, options=(extreme,))]))
    return (yield from crises.aim(state, extreme, total))


def lose(state: State, path: str, tokens: int) -> Rule:
    """A crisis that is resolved by hand takes tokens, or communities where there are none."""
    play_area.only_in(state, "crisis")
    match full_path(path):
        case ("trees" | "oceans" as sink,):
            return (yield from lose_sinks(state, sink, tokens))
        case ("powers", seat, "resilience", kind) if seat in state.seats and kind in RESILIENCES:
            return (yield from lose_resilience(state, seat, kind, tokens))
    raise Refusal(
        "unknown_path", say("{path} cannot be lost: trees, oceans or a resilience can.", path=path)
    )
