"""Steps that a gesture goes on to by itself, because nothing else can be meant by it."""

from collections.abc import Callable, Sequence

from companion.games.naufragos.model import terms
from companion.games.naufragos.model.state import State
from companion.games.naufragos.rules.prompts import KEEP, question
from companion.games.naufragos.taps.meaning import kind_of, line_of
from companion.games.naufragos.taps.proposals import NEXT, onward, taken
from companion.games.naufragos.text.instructions import hungry_tonight
from companion.games.several import together
from companion.games.taps import Gesture

START = "start"
ISLAND = (*terms.DECKS, "plot")
QUIET = ("done", "eat", "injuries")
"""Steps that end by themselves where nobody is hungry, and nobody feeds a fire."""


def implied(state: State, gesture: Gesture) -> str:
    """The line that comes before a gesture: the start of the game, NEXT, or rolls that are left as
    they are."""
    last = gesture.things[-1]
    if state.outcome or last.kind in ("command", "answer"):
        return ""
    kind = kind_of(state, last)
    if not state.round:
        return START if kind == "event" and state.seats else ""
    if state.step == "effect":
        return NEXT if places_a_pawn(state, gesture) else ""
    if kind == "event":
        return together(*evening(state, until=begins_a_turn))
    return together(*pawns_done(state, until=draws)) if kind in ISLAND else ""


def places_a_pawn(state: State, gesture: Gesture) -> bool:
    """An action, or a card that is nothing but one."""
    return any(
        line_of(state, thing) and (thing.kind == "place" or kind_of(state, thing) == terms.CAMP)
        for thing in gesture.things
    )


def before_roll(state: State) -> str:
    """The same before the dice: once all pawns are placed, or for those who are injured."""
    if state.outcome or not state.round or question(state):
        return ""
    return together(*pawns_done(state, until=rolls), *evening(state, until=rolls))


# --- what is passed on the way -------------------------------------------------------------------


def begins_a_turn(state: State) -> bool:
    asked = question(state)
    return asked is not None and asked.kind == "event"


def draws(state: State) -> bool:
    asked = question(state)
    return asked is not None and asked.kind == "explore"


def rolls(state: State) -> bool:
    asked = question(state)
    return asked is not None and asked.kind == "roll"


def pawns_done(state: State, until: Callable[[State], bool]) -> Sequence[str]:
    """All pawns are placed, or low rolls for resting are left as they are, and it is there."""
    if (state.stage, state.step) == ("actions", "place") and not question(state):
        lines, state = onward(state)
    elif (state.stage, state.step) == ("actions", "resolve"):
        lines, state = rolls_left(state)
    else:
        return ()
    return lines if lines and until(state) else ()


def evening(state: State, until: Callable[[State], bool]) -> Sequence[str]:
    """A meal as it is proposed, and a night in which nobody decides anything."""
    lines: list[str] = []
    while state.step in QUIET and not (state.step == "eat" and hungry_tonight(state)):
        on, state = rolls_left(state) if question(state) else taken(state, [NEXT])
        lines += on
        if not on or until(state):
            return lines if until(state) else ()
    return ()


def rolls_left(state: State) -> tuple[list[str], State]:
    """Nobody spends a story token on a roll for resting or on an injury."""
    lines: list[str] = []
    while (asked := question(state)) and asked.kind == "reroll":
        if state.tasks[0].what not in (terms.REST, "injury"):
            break
        on, state = taken(state, [f"choose {KEEP}"])
        lines += on
    return lines, state
