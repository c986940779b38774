"""Daybreak played by tapping: its things and dice, what it asks, and what NEXT would end."""

from collections.abc import Iterator, Sequence

from companion.errors import Refusal
from companion.games import several
from companion.games.daybreak.model.stacks import card_of, in_play, printed_numbers, promised
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import ANY_CARD, EFFECTS, POWERS
from companion.games.daybreak.rules.answers import COUNTED, ON_BOARD, check_change
from companion.games.daybreak.rules.face_up_crises import due_face_up
from companion.games.daybreak.rules.projects import slot_of
from companion.games.daybreak.rules.prompts import BY_HAND, question, waiting
from companion.games.daybreak.rules.rounds import unjudged
from companion.games.daybreak.taps.layout import AtCrisis, InSlot, InStack, place, spot_of
from companion.games.daybreak.taps.meaning import alone, answered, look_at, take_seat, together
from companion.games.daybreak.text.instructions import (
    answer,
    crises_left,
    guide,
    reminders,
    unseen_forecast,
    unused_actions,
)
from companion.games.daybreak.text.names import named, number
from companion.games.daybreak.text.short_words import POWERS as SHORT
from companion.games.display import Choice, Part, Prose, Row, Rows
from companion.games.taps import THEN, Do, Ending, Gesture, TapHandler, Thing, Throw, Wait
from companion.i18n.message import Message, count, say

LATER = {"global": ("play", "tuck", "discard", "act"), "crisis": ("project", "crisis")}
"""By stage, the first words of lines that belong in the next one only."""
ENDS: dict[str, Message] = {
    "local": say("NEXT again ends the Local stage for everybody."),
    "crisis": say("NEXT again ends the Crisis stage for everybody."),
}
IN_HAND = say("Cards in hand can still be played, tucked or pay.")
MOST_ROWS = 3
"""As many lines as a small screen has room for above its notice."""
MOST = 9
STEPS = (*range(1, MOST + 1), *range(-MOST, 0))
"""The knob goes round: one step back from +1 is −1."""
THAT_IS_ALL = say("That is all")


class Taps(TapHandler):
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
        return say("{power}, stack {n}", power=POWERS[where], n=int(number))

    def lying(self, state: State, place: str) -> Sequence[str]:
        match spot_of(state, Thing("place", place)):
            case InStack(power, stack) if power in state.powers:
                return state.powers[power].stacks[stack - 1]
            case InSlot(str(project)):
                return project, *slot_of(state, project).tucked
            case AtCrisis(str(crisis)):
                return crisis, *state.crises.tucked.get(crisis, ())
        return ()

    def before(self, state: State, whose: str) -> Sequence[str]:
        """What a seat has laid down to pay with, while a question is open."""
        elsewhere = {*in_play(state), ANY_CARD}
        return [card for card in promised(state, whose) if card not in elsewhere]

    def deck(self, state: State) -> Sequence[str]:
        return sorted(printed_numbers(state))

    def meaning(self, state: State, gesture: Gesture) -> Do | Wait:
        if not state.round:
            return take_seat(state, gesture.things[-1])
        first, *others = gesture.things
        if first.kind == "answer":
            if gesture.things[-1].kind == "answer":
                return result(state, gesture)
            return self.meaning(state, gesture.last_alone())
        if not others:
            return answered(state, gesture) or alone(state, gesture, first)
        return together(state, gesture, first, others[0], tuple(others[1:]))

    def implied(self, state: State, gesture: Gesture) -> str:
        """A card that is played, tucked or used begins the Local stage, and a Global Project or a
        forecast the next round, where nobody has anything left to do or to see before.
        """
        later, on = LATER.get(state.stage, ()), self.through(state)
        if not (later and on) or self.ending(state) or self._fits(state, gesture):
            return ""
        try:
            events = several.decide(self._game, state, on)
        except Refusal:
            return ""
        after = several.state_after(self._game, state, events)
        return on if self._fits(after, gesture, later) else ""

    def _fits(self, state: State, gesture: Gesture, words: Sequence[str] = ()) -> bool:
        """Does a gesture mean something here, or wait for more? A line begins with one of the
        ``words``, if there are any.
        """
        try:
            meant = self.meaning(state, gesture)
            if isinstance(meant, Do):
                several.decide(self._game, state, meant.line)
        except Refusal:
            return False
        return isinstance(meant, Wait) or not words or meant.line.split()[0] in words

    def question(self, state: State) -> Wait | None:
        if not state.round:
            return super().question(state)
        asked = question(state) if state.tasks and not state.outcome else None
        if asked is None or asked[0] == "roll":
            return None
        if entering(state):
            return Wait(guide(state)[0], choices=what_changed(state))
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
        """Past what is counted for people: NEXT goes on to what they do, or are asked, next."""
        if state.outcome or waiting(state):
            return ""
        match state.stage, state.step:
            case "global", "crises" if state.project_chosen and not any(unseen_forecast(state)):
                return "to local"
            case ("local", "play") | ("emissions", _):
                return "to crisis"
            case "crisis", _ if not unjudged(state):
                return "to global"
        return ""

    def ending(self, state: State) -> Ending | None:
        """None where NEXT only counts, or where the dice and a question come first."""
        if state.outcome or waiting(state):
            return None
        match state.stage, state.step:
            case "global", "project" if not state.project_chosen:
                without = say("NEXT again goes on without a Global Project.")
                return Ending(without, (say("Nobody has kept a Global Project yet."),))
            case "local", "play":
                left = (*unseen_forecast(state), *reminders(state)) or (IN_HAND,)
                return Ending(ENDS[state.stage], left, local_parts(state))
            case "crisis", _ if left_over := crises_left(state):
                cards = count(
                    "{n} Crisis card is left: tap it.",
                    "{n} Crisis cards are left: tap them.",
                    left_over,
                )
                rows = Rows((Row(say("Crisis cards left"), str(left_over), alarm=True),))
                return Ending(ENDS[state.stage], (cards,), (rows,))
        return None

    def throw(self, state: State, die: str) -> Throw | None:
        cause = die if self.due(state) == f"die:{die}" else ""
        if die == "planetary":
            effects = tuple(Choice(face, words) for face, words in EFFECTS.items())
            return Throw(die, effects, cause=cause)
        if die == "geoengineering":
            faces = state.box.geoengineering
            return Throw(die, tuple(Choice(str(face), str(face)) for face in faces), cause=cause)
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


def local_parts(state: State) -> tuple[Part, ...]:
    """Actions that nobody took, and who lacks energy: a line each."""
    rows = []
    if unused := sum(1 for seat in state.seats for _ in unused_actions(state, seat)):
        rows.append(Row(say("Actions not used"), str(unused)))
    for seat, power in state.powers.items():
        if power.shortage:
            short = say("{power}: energy short", power=SHORT[seat])
            rows.append(Row(short, str(power.shortage), alarm=True))
    if len(rows) > MOST_ROWS:
        rows[MOST_ROWS - 1 :] = [Row(say("and others"), f"+{len(rows) - MOST_ROWS + 1}")]
    shown: list[Part] = [Rows(tuple(rows))] if rows else []
    if len(rows) < MOST_ROWS:
        shown += map(Prose, unseen_forecast(state))
    return tuple(shown)


# --- the result of a card that people carried out -------------------------------------------------
# What was chosen stays in the gesture: ``clean``, ``+2``, ``dirty``, ``-1``.


def entering(state: State) -> bool:
    """Does the table wait for such a result?"""
    return bool(state.tasks) and state.tasks[0].do == BY_HAND


def what_changed(state: State, done: str = "next") -> tuple[Choice, ...]:
    """Everything that may have changed, after the answer that nothing (else) has."""
    kinds = (Choice(f"{THEN}{token}", called(token)) for token in (*COUNTED, *ON_BOARD))
    return Choice(done, THAT_IS_ALL), *(kind for kind in kinds if any(by_how_much(state, kind)))


def by_how_much(state: State, kind: Choice) -> Iterator[Choice]:
    token = kind.answer.removeprefix(THEN)
    for by in STEPS:
        try:
            check_change(state, state.tasks[0].power, token, by)
        except Refusal:
            continue
        yield Choice(f"{THEN}{by:+d}", f"{by:+d}")


def result(state: State, gesture: Gesture) -> Do | Wait:
    """What is asked after each answer."""
    if not entering(state):
        raise Refusal("nothing_to_choose", say("Nothing is to be chosen now."))
    said = [thing.name for thing in gesture.things]
    if len(said) % 2:
        kind = Choice(f"{THEN}{said[-1]}", called(said[-1]))
        words = say("{what}: by how much?", what=kind.text)
        return Wait(words, gesture, choices=tuple(by_how_much(state, kind)))
    changes = list(zip(said[::2], said[1::2], strict=True))
    token, by = changes[-1]
    words = say("{what} {by}. Anything else?", what=called(token), by=by)
    done = f"choose {','.join(map(''.join, changes))}"
    return Wait(words, gesture, choices=what_changed(state, done))


def called(token: str) -> Message:
    return number(token.rpartition(".")[2])
