"""What NEXT would end for everybody, and what somebody could still do before it does."""

from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import COLOURS
from companion.games.naufragos.rules.prompts import question
from companion.games.naufragos.text.instructions import hungry_tonight, white_is_free
from companion.games.naufragos.text.names import people
from companion.games.taps import Ending
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
