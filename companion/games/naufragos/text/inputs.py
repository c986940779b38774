"""What people did, in a few words: the label of every input, by which it is undone and redone."""

from companion.games.naufragos.model import inputs as i
from companion.games.naufragos.model import terms
from companion.games.naufragos.model.state import State
from companion.games.naufragos.rules.corrections import current, full_path
from companion.games.naufragos.rules.placing import camp_card
from companion.games.naufragos.rules.prompts import question
from companion.games.naufragos.text.cards import WEATHER_MARKS
from companion.games.naufragos.text.names import (
    answer_words,
    as_said,
    card_called,
    number,
    pawn_of,
    people,
)
from companion.games.shared import inputs as common
from companion.games.shared.text import joined, pair
from companion.i18n.message import Message, say

WOODEN: dict[str, Message] = {"one": say("a 1"), "none": say("no 1")}


def label(state: State, given: i.Input) -> Message:
    """What an input does, in a few words."""
    match given:
        case i.Seat(seat, None):
            return say("{who} takes a seat", who=terms.COLOURS[seat])
        case i.Seat(seat, character):
            return say(
                "{who} takes a seat: {character}",
                who=terms.COLOURS[seat],
                character=terms.CHARACTERS[str(character)],
            )
        case common.Start():
            return say("The game starts")
        case common.Next():
            return say("Next: {stage}", stage=terms.STAGES[stage_after(state)])
        case common.GoTo(stage):
            return say("On to: {stage}", stage=terms.STAGES[stage])
        case i.RollDice(die, shown):
            return pair(terms.DICE[die], faces_shown(shown))
        case common.Correct(path, value):
            if current(state, full_path(path)) == value:
                return pair(number(path), as_said(value))
            return say(
                "{number} set from {was} to {value}",
                number=number(path),
                was=as_said(current(state, full_path(path))),
                value=as_said(value),
            )
        case common.Choose(answer):
            asked = question(state)
            kind = asked.kind if asked else ""
            if kind == "reroll" or not answer.isdecimal():
                return say("Chosen: {answer}", answer=answer_words(state, kind, answer))
            return pair(ASKED.get(kind, say("Chosen")), answer)
        case i.SeeEvent(weather, wreck, card):
            marks: tuple[Message, ...] = ()
            if weather:
                found = say("none") if wreck == "none" else wreck
                marks = (WEATHER_MARKS[weather], say("wreck number: {number}", number=found))
            called = (card_called(state, card),) if card else ()
            return pair(say("Event"), joined((*called, *marks)))
        case i.PlacePawn(pawn, action, where):
            does = terms.ACTIONS.get(action, action)
            on = (card_called(state, camp_card(state, where)),) if action == "camp" else ()
            return pair(pawn_of(pawn), joined((does, *(on or ((where,) if where else ())))))
        case i.Feed():
            return say("A wood for the campfire")
        case i.DrawCard(sector, difficulty, _, card):
            deck = (terms.SECTORS[sector], f"+{difficulty}") if sector else ()
            called = (card_called(state, card),) if card else ()
            return pair(say("Explored"), joined((*called, *deck)))
        case i.GoBack(members):
            who = people(members) if members else say("everybody")
            return pair(say("Back to camp"), who)
        case i.Eat(seat, units, own):
            owned = (say("own"),) if own else ()
            return pair(terms.COLOURS[seat], joined((say("eats {n}", n=units), *owned)))
        case i.Change(path, by):
            sign = "+" if by > 0 else "−"
            return Message(f"{{number}} {sign}{{n}}", {"number": number(path), "n": abs(by)})
        case i.TakeCard(card, seat):
            return say("{who} has {card}", who=terms.COLOURS[seat], card=card_called(state, card))
    assert isinstance(given, i.DropCard), "a box is told by the table itself"
    return say("{card} is gone", card=card_called(state, given.card))


ASKED: dict[str, Message] = {
    "forage": say("Forage tile"),
    "fish": say("Fish tile"),
    "fire": say("Energy for the campfire"),
    "share": say("Energy for the building"),
    "pay": say("Energy for another roll"),
    "score": say("Points"),
}


def stage_after(state: State) -> str:
    """The stage to which NEXT leads."""
    if state.stage == "actions":
        return "survival" if state.step == "done" else "actions"
    stages = list(terms.STAGES)
    return stages[(stages.index(state.stage) + 1) % len(stages)]


def faces_shown(shown: tuple[str, ...]) -> Message | str:
    if shown[0] in WOODEN:
        return WOODEN[shown[0]]
    return shown[1] if shown[0] == "total" else " ".join(shown)
