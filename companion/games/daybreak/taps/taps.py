"""Daybreak with hands only: its things, its dice, what it asks and what it waits for."""

from collections.abc import Sequence

from companion.errors import Refusal
from companion.games.daybreak.model.stacks import card_of
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import EFFECTS, POWERS
from companion.games.daybreak.rules.face_up_crises import due_face_up
from companion.games.daybreak.rules.projects import slot_of
from companion.games.daybreak.rules.prompts import question
from companion.games.daybreak.taps.ending import ending, through
from companion.games.daybreak.taps.meaning import alone, answered, look_at, take_seat, together
from companion.games.daybreak.taps.results import entering, result, what_changed
from companion.games.daybreak.taps.spots import AtCrisis, InSlot, InStack, place, spot_of
from companion.games.daybreak.text.answers import answer
from companion.games.daybreak.text.instructions import guide
from companion.games.daybreak.text.names import named
from companion.games.daybreak.text.short_words import QUESTIONS
from companion.games.display import Choice
from companion.games.taps import Do, Ending, Gesture, TapHandler, Thing, Throw, Wait
from companion.i18n.message import Message, say

LAST_PRINTED = {"1.0": "1.133", "1.2": "1.224", "1.3": "1.323", "1.4": "1.447"}
"""The highest number of each kind of card that anybody has seen."""


class DaybreakHands(TapHandler):
    def thing(self, state: State, text: str) -> Thing | None:
        if text in POWERS:
            return Thing("seat", text)
        try:
            card_of(state, text)
        except Refusal:
            return place(text)
        return Thing("card", text)

    def name(self, state: State, thing: Thing) -> Message:
        if thing != self.thing(state, thing.name):
            return Message("{name}", {"name": thing.name})
        if thing.kind == "seat":
            return POWERS[thing.name]
        if thing.kind == "card":
            return Message("{card}", {"card": named(state, thing.name)})
        where, number = thing.name.split()
        if where == "global":
            return say("Global Project slot {n}", n=number)
        if where == "crisis":
            return say("Crisis slot {n}", n=number)
        return stack_name(where, int(number))

    def lying(self, state: State, place: str) -> Sequence[str]:
        match spot_of(state, Thing("place", place)):
            case InStack(power, stack) if power in state.powers:
                return state.powers[power].stacks[stack - 1]
            case InSlot(str(project)):
                return project, *slot_of(state, project).tucked
            case AtCrisis(str(crisis)):
                return crisis, *state.crises.tucked.get(crisis, ())
        return ()

    def deck(self, state: State) -> Sequence[str]:
        """Every number that may be printed, whether a pack has the card or not."""
        numbers = {
            f"1.{number:03}"
            for first, last in LAST_PRINTED.items()
            for number in range(int(first[2:]) * 100, int(last[2:]) + 1)
        }
        return sorted(numbers | {number for number in state.cards if number[0].isdecimal()})

    def meaning(self, state: State, gesture: Gesture) -> Do | Wait:
        if not state.round:
            return take_seat(state, gesture.things[-1])
        first, *others = gesture.things
        if first.kind == "answer":
            last = gesture.things[-1]
            return (
                result(state, gesture)
                if last.kind == "answer"
                else self.meaning(state, gesture.last_alone())
            )
        if not others:
            return answered(state, gesture) or alone(state, gesture, first)
        return together(state, gesture, first, others[0], tuple(others[1:]))

    def question(self, state: State) -> Wait | None:
        if not state.round:
            start = (Choice("start", say("Start")),) if state.seats else ()
            free = (power for power in POWERS if power not in state.seats)
            choices = (*start, *(Choice(f"seat {power}", POWERS[power]) for power in free))
            return Wait(say("Who plays?"), choices=choices)
        asked = question(state) if state.tasks and not state.outcome else None
        if asked is None or asked[0] == "roll":
            return None
        if entering(state):
            return Wait(QUESTIONS["by_hand"], choices=what_changed(state))
        answers = ((option, answer(state, state.tasks[0], option)) for option in asked[1])
        choices = tuple(Choice(f"choose {option}", words) for option, words in answers)
        return Wait(guide(state)[0], choices=choices)

    def next(self, state: State) -> Do | Wait:
        """In the Crisis stage NEXT shows what lies face up, one by one; else it goes on."""
        if not state.round:
            return Do("start")
        if state.stage == "crisis" and not state.tasks and self.due(state) == "next":
            for card in due_face_up(state)[:1]:
                return look_at(state, Gesture().then(Thing("card", card)), AtCrisis(card))
        return Do("next")

    def through(self, state: State) -> str:
        return through(state)

    def ending(self, state: State) -> Ending | None:
        return ending(state)

    def throw(self, state: State, die: str) -> Throw | None:
        if die == "planetary":
            return Throw(die, tuple(Choice(face, words) for face, words in EFFECTS.items()))
        if die == "geoengineering":
            faces = state.box.geoengineering
            return Throw(die, tuple(Choice(str(face), str(face)) for face in faces))
        return None

    def due(self, state: State) -> str:
        if state.outcome or not (state.round or state.seats):
            return ""
        if state.tasks and (asked := question(state)):
            kind, options = asked
            if kind == "roll":
                return "die:geoengineering"
            return "" if options or kind == "crisis" else "next"
        if state.dice.tie:
            return "die:geoengineering"
        return "die:planetary" if state.dice.rolls_due else "next"

    def level(self, state: State) -> int:
        return state.thermometer.bands


def stack_name(power: str, stack: int) -> Message:
    return say("{power}, stack {n}", power=POWERS[power], n=stack)
