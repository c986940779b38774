"""What NEXT would end for everybody and what is open before it does; and how far it leads."""

from collections.abc import Iterator

from companion.games.daybreak.model.state import State
from companion.games.daybreak.rules.crises import no_forecast
from companion.games.daybreak.rules.rounds import unjudged
from companion.games.daybreak.text.instructions import crises_left, reminders, unused_actions
from companion.games.daybreak.text.short_words import POWERS
from companion.games.display import Part, Prose, Row, Rows
from companion.games.taps import Ending
from companion.i18n.message import Message, count, say

ENDS: dict[str, Message] = {
    "local": say("NEXT again ends the Local stage for everybody."),
    "crisis": say("NEXT again ends the Crisis stage for everybody."),
}
MOST_ROWS = 3
"""As many lines as a small screen has room for above its notice."""


def ending(state: State) -> Ending | None:
    """None where NEXT only counts, or where the dice and a question come first."""
    if state.outcome or state.tasks or state.dice.tie or state.dice.rolls_due:
        return None
    match state.stage, state.step:
        case "global", "project" if not state.project_chosen:
            without = say("NEXT again goes on without a Global Project.")
            return Ending(without, (say("Nobody has kept a Global Project yet."),))
        case "local", "play":
            left = (*unseen_forecast(state), *reminders(state))
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


def through(state: State) -> str:
    """Where everything is counted for people, they only watch: NEXT goes on to what they do next,
    or what they are asked."""
    if state.outcome or state.tasks or state.dice.tie or state.dice.rolls_due:
        return ""
    match state.stage, state.step:
        case "global", "crises" if state.project_chosen and not any(unseen_forecast(state)):
            return "to local"
        case ("local", "play") | ("emissions", _):
            return "to crisis"
        case "crisis", _ if not unjudged(state):
            return "to global"
    return ""


def unseen_forecast(state: State) -> Iterator[Message]:
    if state.crises.due and not state.crises.forecast and not no_forecast(state):
        yield say("Nobody has seen the Forecast: tap it.")


def local_parts(state: State) -> tuple[Part, ...]:
    """Actions that nobody took, and who lacks energy: a line each."""
    rows = []
    if unused := sum(1 for seat in state.seats for _ in unused_actions(state, seat)):
        rows.append(Row(say("Actions not used"), str(unused)))
    for seat, power in state.powers.items():
        if power.shortage:
            short = say("{power}: energy short", power=POWERS[seat])
            rows.append(Row(short, str(power.shortage), alarm=True))
    if len(rows) > MOST_ROWS:
        rows[MOST_ROWS - 1 :] = [Row(say("and others"), f"+{len(rows) - MOST_ROWS + 1}")]
    shown: list[Part] = [Rows(tuple(rows))] if rows else []
    if len(rows) < MOST_ROWS:
        shown += map(Prose, unseen_forecast(state))
    return tuple(shown)
