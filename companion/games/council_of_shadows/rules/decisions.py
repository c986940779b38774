"""Decides what each input brings about, or refuses it: the door to all the rules."""

from companion.errors import Refusal
from companion.games.council_of_shadows.model import inputs as i
from companion.games.council_of_shadows.model.events import BoxOpened, CardTold, Event
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import STAGES
from companion.games.council_of_shadows.rules.buying import buy, buy_station
from companion.games.council_of_shadows.rules.checks import known_card, wrong_kind
from companion.games.council_of_shadows.rules.consequences import Rule, carry_out
from companion.games.council_of_shadows.rules.corrections import correct
from companion.games.council_of_shadows.rules.ending import show_bonus
from companion.games.council_of_shadows.rules.energy import gain, harvest_tile, lay_tile, settle
from companion.games.council_of_shadows.rules.planning import lay_card, say_number, turn_automa_card
from companion.games.council_of_shadows.rules.prompts import carry_on, choose
from companion.games.council_of_shadows.rules.rounds import deal_order, go_on, start, take_seat
from companion.games.council_of_shadows.rules.scoring import score
from companion.games.shared import inputs as common
from companion.games.shared.rules import happens
from companion.games.shared.tasks import on_the_way
from companion.i18n.message import say


def decide(state: State, given: i.Input) -> tuple[Event, ...]:
    common.check_timing(state, given, i.SetUp, before=common.Correct | common.TellCard)
    return carry_out(in_full(rule_for(state, given)), state)


def in_full(rule: Rule) -> Rule:
    """A rule, and whatever it left to do that needs no answer."""
    state = yield from rule
    return (yield from carry_on(state))


def rule_for(state: State, given: i.Input) -> Rule:
    match given:
        case common.OpenBox(box, cards):
            return happens(BoxOpened(box, cards))
        case common.TellCard(told, fields):
            return happens(CardTold(told, fields))
        case i.Seat(seat, automa):
            return take_seat(state, seat, automa)
        case i.Deal(order):
            return deal_order(state, order)
        case common.Start():
            return start(state)
        case common.Next():
            return go_on(state)
        case common.GoTo(stage):
            return go_to(state, stage)
        case common.Correct(path, value):
            return correct(state, path, value)
        case common.Choose(answer):
            return choose(state, answer)
    return rule_of_play(state, given)


def rule_of_play(state: State, given: i.Turn | i.Planning) -> Rule:
    match given:
        case i.Gain(seat, what, harvest):
            return gain(state, seat, what, harvest)
        case i.Harvest(seat, times, galaxy, space):
            return harvest_tile(state, seat, times, galaxy, space)
        case i.Buy(seat, bought, number, paying, free):
            return buy(state, seat, bought, number, paying, free)
        case i.BuyStation(seat, kind, galaxy, paying, free):
            return buy_station(state, seat, kind, galaxy, paying, free)
        case i.Colony(seat, cubes, galaxy, space):
            return settle(state, seat, cubes, galaxy, space)
        case i.Score(seat, galaxy, space):
            return score(state, seat, galaxy, space)
        case i.Play(card, where, number):
            if card != i.NOTHING and known_card(card) == "tile":
                return lay_tile(state, card, where, number)
            return lay_card(state, card, where, number)
        case i.Show(card, seat):
            return show(state, card, seat)
        case i.Consume(seat, planned):
            return say_number(state, seat, planned)


def show(state: State, card: str, seat: str) -> Rule:
    """A card without a place: the AI's in the planning, a bonus card at the end."""
    match known_card(card):
        case "automa":
            return turn_automa_card(state, card, seat)
        case "bonus":
            return show_bonus(state, card, seat)
    raise wrong_kind(card)


def go_to(state: State, stage: str) -> Rule:
    """NEXT until that stage next begins; what is due first is refused, and nothing was done."""
    if stage not in STAGES:
        raise Refusal("unknown_stage", say("There is no stage {stage}.", stage=stage))
    began = state
    while state.stage != stage or (state.round, state.stage) == (began.round, began.stage):
        if state.stage == "final":
            raise Refusal("last_round", say("There is no further round."))
        try:
            state = yield from in_full(go_on(state))
        except Refusal as refusal:
            asked = state is not began and refusal.code == "choice_due"
            raise on_the_way(refusal, STAGES[stage]) if asked else refusal from None
    return state
