"""The game's words as short as a small screen needs them."""

from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import roman
from companion.games.council_of_shadows.rules.scoring import Pay
from companion.games.shared.text import MARK
from companion.i18n.message import Message, say, signed

STAGES: dict[str, Message] = {
    "setup": say("Set-up"),
    "buy": say("Buy"),
    "plan": say("Plan"),
    "act": say("Act"),
    "final": say("Account"),
    "end": say("End"),
}
QUESTIONS: dict[str, Message] = {
    "dark_tech": say("Which card?"),
    "colonies": say("Colonies?"),
    "majorities": say("Galaxies led?"),
    "systems": say("Systems led?"),
    "count": say("How many?"),
    "rank": say("Who leads there?"),
    "cube": say("Cube off which space?"),
    "winner": say("Most cubes?"),
}


def heading(state: State) -> Message:
    return say("Round {n} {stage}", n=state.round, stage=STAGES[state.stage])


def moved(n: int) -> str:
    """How far a token goes: with its sign, unless it stays."""
    return signed(n) if n else "0"


def rank(state: State, seat: str) -> str:
    return roman(state.players[seat].level)


def pay_words(pay: Pay) -> str:
    """``8 −1`` is 8 energy, and a cube comes off."""
    mark = MARK if pay.doubtful else ""
    return f"{pay.energy}{mark} {moved(-pay.removes)}"
