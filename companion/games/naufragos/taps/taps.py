"""The tap handler of Náufragos: its things, its dice, what it asks and what it waits for."""

from collections.abc import Sequence

from companion.games import several
from companion.games.display import Choice
from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import CAMP, COLOURS, DICE, MOST_SCORE
from companion.games.naufragos.rules.dice import FACES
from companion.games.naufragos.rules.prompts import KEEP, Question, question
from companion.games.naufragos.taps.layout import deck_of, thing_called, thing_name
from companion.games.naufragos.taps.meaning import (
    EVENT,
    EXPLORE,
    ask_event,
    ask_exploration,
    meaning,
)
from companion.games.naufragos.taps.proposals import before_roll, implied, then
from companion.games.naufragos.text.inputs import WOODEN
from companion.games.naufragos.text.instructions import asks, hungry_tonight, white_is_free
from companion.games.naufragos.text.names import answer_words, people
from companion.games.taps import Do, Ending, Gesture, TapHandler, Throw, Wait
from companion.i18n.message import Message, say


def ending(state: State) -> Ending | None:
    """None where nothing is left to do, or where a question comes first."""
    if state.outcome or question(state):
        return None
    match state.stage, state.step:
        case "actions", "place" if left := unplaced(state):
            return Ending(say("NEXT again carries out the actions without them."), left)
        case "survival", _ if hungry := hungry_tonight(state):
            words = say("NEXT again ends the meal for everybody.")
            return Ending(words, (say("Hungry: {who}.", who=people(hungry)),))
    return None


def unplaced(state: State) -> tuple[Message, ...]:
    """Who has pawns that stand nowhere yet."""
    left = tuple(seat for seat in state.at_camp if state.castaways[seat].pawns)
    if not left:
        return ()
    white = (say("{who} has the white pawn.", who=COLOURS[state.first]),)
    return (say("Pawns not placed: {who}.", who=people(left)), *white[: white_is_free(state)])


BY_OTHER_MEANS = ("roll", "event", "explore")
"""Questions that a list of words does not answer."""
ONE_AFTER_THE_OTHER = ("rest", "injury")
"""Rolls that several people make in a row, and that nobody decides on in between."""
STAKED, TILES = ("fire", "explore", "reroll"), ("forage", "fish")
"""Questions that are about what is rolled for next; and those that are often followed by a roll."""
CAMP_PLACE = f"{CAMP} 1"
NEAREST, LIGHTS = 3, 8


class Taps(TapHandler):
    thing = staticmethod(thing_called)
    name = staticmethod(thing_name)
    deck = staticmethod(deck_of)
    meaning = staticmethod(meaning)
    implied = staticmethod(implied)
    ending = staticmethod(ending)

    def lying(self, state: State, place: str) -> Sequence[str]:
        """Camp cards on which somebody has a pawn."""
        used = state.cards_used if place == CAMP_PLACE else ()
        return tuple(dict.fromkeys(card for card in used if card))

    def before(self, state: State, whose: str) -> Sequence[str]:
        """Everybody's character and objects; this turn's event in the middle."""
        if not whose:
            return (state.event.card,) if state.event and state.event.card else ()
        one = state.castaways[whose]
        return (*((one.character,) if one.character else ()), *one.objects)

    def question(self, state: State) -> Wait | None:
        if not state.round:
            return super().question(state)
        asked = question(state)
        if asked is None or asked.kind in BY_OTHER_MEANS:
            return None
        return Wait(asks(state, asked), choices=tuple(choices_of(state, asked)))

    def next(self, state: State) -> Do | Wait:
        """Marks are asked one after the other; an explorer chooses where to."""
        if not state.round:
            return Do("start")
        asked = question(state)
        if asked and asked.kind == "event":
            return ask_event(state, Gesture((EVENT,), zones=("",)))
        if asked and asked.kind == "explore":
            return ask_exploration(state, Gesture((EXPLORE,), zones=("",)))
        return Do("next")

    def throw(self, state: State, die: str) -> Throw | None:
        if die not in DICE:
            return None
        faces = tuple(Choice(face, face) for face in FACES)
        on = before_roll(state) if die != "strength" else ""
        for line in several.parts(on) if on else ():
            state = then(state, line) or state
        asked = question(state)
        if die == "strength" or asked is None or asked.kind != "roll":
            return Throw(die, faces, dice=1 if die == "strength" else 2)
        cause = asked.what if asked.what in ONE_AFTER_THE_OTHER else ""
        return Throw(die, faces, asked.dice, asks(state, asked), entries(asked), cause, on)

    def rolls_after(self, state: State, answer: str, *, turned: bool) -> str:
        """Whoever rolls has staked energy on the campfire, goes back, or spends a token; a tile's
        number only if somebody has chosen it.
        """
        asked = question(state)
        if asked is None or (asked.kind in TILES and not turned):
            return ""
        led = then(state, answer) if asked.kind in (*STAKED, *TILES) else None
        due = question(led) if led and answer != f"choose {KEEP}" else None
        return "dice" if due and due.kind == "roll" else ""

    def due(self, state: State) -> str:
        if state.outcome or not (state.round or state.seats):
            return ""
        asked = question(state)
        if asked and asked.kind == "roll":
            return "die:dice"
        return "next" if asked is None or asked.kind in BY_OTHER_MEANS else ""

    def level(self, state: State) -> int:
        """How far away the furthest people are."""
        far = state.furthest_away
        return min(LIGHTS, (LIGHTS * (far - NEAREST) + 11) // 12) if far else 0


def choices_of(state: State, asked: Question) -> Sequence[Choice]:
    options = asked.options or tuple(str(points) for points in range(MOST_SCORE + 1))
    return [
        Choice(f"choose {option}", answer_words(state, asked.kind, option)) for option in options
    ]


def entries(asked: Question) -> tuple[Choice, ...]:
    """Wooden dice: two are entered as a total, injuries as a 1 or no 1, one die as it is."""
    if asked.what == "injury":
        return tuple(Choice(f"roll dice {word}", text) for word, text in WOODEN.items())
    if asked.dice == 2:
        return tuple(Choice(f"roll dice total {n}", str(n)) for n in range(2, 13))
    return ()
