"""Decides what each input brings about, or refuses it: the door to all the rules."""

from companion.errors import Refusal
from companion.games.naufragos.model import inputs as i
from companion.games.naufragos.model.events import BoxOpened, Event, MarksLearned, Seated
from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import CHARACTERS, COLOURS
from companion.games.naufragos.rules.by_hand import change, drop_card, take_card, with_text
from companion.games.naufragos.rules.cards import see_event
from companion.games.naufragos.rules.consequences import Rule, carry_out
from companion.games.naufragos.rules.corrections import correct
from companion.games.naufragos.rules.dice import roll
from companion.games.naufragos.rules.exploring import draw, exploring, go_back
from companion.games.naufragos.rules.placing import feed, place
from companion.games.naufragos.rules.prompts import due, question
from companion.games.naufragos.rules.rounds import begin_game, go_on, go_to
from companion.games.naufragos.rules.survival import eat
from companion.games.naufragos.rules.tasks import carry_on, choose
from companion.games.shared import inputs as common
from companion.games.shared.rules import happens
from companion.i18n.message import say


def decide(state: State, given: i.Input) -> tuple[Event, ...]:
    common.check_timing(state, given, i.SetUp)
    return carry_out(rule_for(state, given), state)


def rule_for(state: State, given: i.Input) -> Rule:
    match given:
        case common.OpenBox(box, cards):
            return happens(BoxOpened(box, cards))
        case i.Seat(seat, character):
            return take_seat(state, seat, character)
        case common.Start():
            return start(state)
        case common.Correct(path, value):
            return correct(state, path, value)
        case i.Change(path, by):
            return change(state, path, by)
        case i.TakeCard(card, seat):
            return take_card(state, card, seat)
        case i.DropCard(card):
            return drop_card(state, card)
        case i.RollDice(die, shown):
            return roll(state, die, shown)
        case i.Feed():
            return feed(state)
        case common.Choose(answer):
            return choose(state, answer)
        case common.TellCard(told, fields):
            return happens(MarksLearned(told, fields))
        case common.Next():
            return go_on(state)
        case common.GoTo(stage):
            return go_to(state, stage)
        case i.SeeEvent(weather, wreck, event_card):
            seen = see_event(state, weather, wreck, event_card)
            return only_when_asked(state, "event", with_text(state, seen, event_card))
        case i.DrawCard(sector, difficulty, icons, drawn):
            exploring(state)
            turned = draw(state, sector, difficulty, icons, drawn)
            return only_when_asked(state, "explore", with_text(state, turned, drawn))
        case i.GoBack(members):
            exploring(state)
            return only_when_asked(state, "explore", go_back(state, members))
        case i.PlacePawn(pawn, action, where):
            return in_step(state, "actions", "place", place(state, pawn, action, where))
        case i.Eat(eater, units, own):
            return in_step(state, "survival", "eat", eat(state, eater, units, own=own))


def only_when_asked(state: State, kind: str, rule: Rule) -> Rule:
    """What answers one question of the game, and waits while another is open."""
    asked = question(state)
    if asked and asked.kind != kind:
        raise due(asked.kind)
    if asked is None:
        raise Refusal("event_seen", say("This turn's event is known already."))
    state = yield from rule
    return (yield from carry_on(state))


def in_step(state: State, stage: str, step: str, rule: Rule) -> Rule:
    """What belongs to one step, while nothing is asked."""
    if asked := question(state):
        raise due(asked.kind)
    if (state.stage, state.step) != (stage, step):
        raise Refusal("not_your_stage", say("That is not done now."))
    return (yield from rule)


def take_seat(state: State, seat: str, character: str | None) -> Rule:
    if seat not in COLOURS:
        words = say("There is no castaway {who}; there is {all}.", who=seat, all=", ".join(COLOURS))
        raise Refusal("unknown_castaway", words)
    if seat in state.seats:
        raise Refusal("seat_taken", say("{who} sits at the table already.", who=COLOURS[seat]))
    if character is not None and character not in CHARACTERS:
        words = say(
            "There is no character {who}; there is {all}.", who=character, all=", ".join(CHARACTERS)
        )
        raise Refusal("unknown_character", words)
    if character is not None and character in state.characters.values():
        raise Refusal(
            "character_taken", say("{who} is somebody else already.", who=CHARACTERS[character])
        )
    return (yield Seated(seat, character))


def start(state: State) -> Rule:
    if not state.seats:
        raise Refusal("nobody_seated", say("Nobody sits at the table yet."))
    return (yield from begin_game(state))
