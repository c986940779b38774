"""What a seat will most likely do next in its turn, and what a card goes on to because nothing else
can be meant by it."""

from collections.abc import Callable, Iterator, Sequence

from companion.errors import Refusal
from companion.games import several
from companion.games.council_of_shadows.model import terms
from companion.games.council_of_shadows.model.inputs import read
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.rules.decisions import decide
from companion.games.council_of_shadows.rules.scoring import payable
from companion.games.council_of_shadows.taps.counting import energy_after, for_sale, half_read
from companion.games.display import Choice
from companion.games.shared.rules import fold
from companion.games.taps import Gesture
from companion.i18n.message import Message, say

NEXT = "next"
USUAL_ENERGY = 12
"""As much as the actions of one turn usually yield: reached by turning the knob so far."""
ENDS, DONE = say("end the turn"), say("done buying")


def proposals(state: State) -> Sequence[Choice]:
    """Of the seat on turn. While it buys it is done, and the knob leads to what is for sale. In its
    actions all is scored, and the turn is over: to the right of that the knob counts the energy
    that comes first, to the left of NEXT it scores less."""
    if not state.round or state.outcome or state.turn is None or state.tasks:
        return ()
    if (state.stage, state.step) == ("buy", "buy") and not half_read(state):
        sold = (Choice(line, words) for line, words in for_sale(state, state.turn))
        return (Choice(NEXT, DONE), *(each for each in sold if then(state, each.answer)))
    if (state.stage, state.step) != ("act", "actions"):
        return ()
    first, *others = ends(state, state.turn)
    with_energy = (
        Choice(
            several.together(f"gain {state.turn} energy {n}", first.answer),
            Message("{a}; {b}", {"a": energy_after(state, state.turn, n), "b": first.text}),
        )
        for n in range(1, USUAL_ENERGY + 1)
    )
    return (first, *with_energy, *reversed(others))


def then(state: State, line: str) -> State | None:
    """The state after an input; None if it is refused."""
    try:
        return fold(state, decide(state, read(line)))
    except Refusal:
        return None


def taken(state: State, lines: Sequence[str]) -> State | None:
    """The state after all of them; None if one is refused."""
    after: State | None = state
    for line in lines:
        after = then(after, line) if after else None
    return after


def ends(state: State, seat: str) -> Iterator[Choice]:
    """Ways to end the turn; only NEXT, where something is asked before the scoring."""
    scoring = then(state, NEXT)
    if scoring is None or scoring.tasks or scoring.turn != seat or scoring.step != "score":
        yield Choice(NEXT, ENDS)
        return
    pays = payable(scoring, seat)
    if not pays:
        yield Choice(several.together(NEXT, NEXT), ENDS)
        return
    who = terms.SEATS[seat]
    larger = {name for name, pay in pays.items() if pay.majority}
    led = sum(pays[name].energy for name in larger)
    ways = {
        f"score {seat} all": say(
            "score everything, +{n}, and end the turn", n=sum(pay.energy for pay in pays.values())
        ),
        f"score {seat} majority": say("score what {who} leads, +{n}, and end", who=who, n=led),
    }
    if not taken(state, (NEXT, f"score {seat} all", NEXT)):
        yield Choice(NEXT, say("go on to the scoring"))
        return  # people choose which cube comes off
    for way, words in ways.items():
        if way.endswith("all") or 0 < len(larger) < len(pays):
            yield Choice(several.together(NEXT, way, NEXT), words)
    yield Choice(several.together(NEXT, NEXT), say("score nothing, end the turn"))


# --- implied -------------------------------------------------------------------------------------


def implied(state: State, gesture: Gesture) -> str:
    """The first planned card ends buying, once the last seat is on turn; what is tapped at the
    reader of somebody whose turn comes later ends the turns before it."""
    last, zone = gesture.things[-1], gesture.zones[-1:]
    if not state.round or state.outcome or state.tasks or last.kind != "card" or half_read(state):
        return ""
    kind = terms.KINDS[last.name]
    if state.stage == "buy" and state.step == "buy":
        if kind == "action" or (kind == "ai" and state.owner(last.name)):
            return on_to(state, lambda after: after.stage == "plan", most=1)
        if kind == "ai":
            return on_to(state, lambda after: after.stage == "buy" and after.turn in zone)
    if state.stage == "final" and kind == "bonus":
        return on_to(state, lambda after: after.stage == "final" and after.turn in zone)
    return ""


def on_to(state: State, there: Callable[[State], bool], most: int = 4) -> str:
    """NEXT until it is there; nothing where it is already, or where something is asked before."""
    lines: list[str] = []
    while not there(state):
        after = then(state, NEXT)
        if after is None or after.tasks or len(lines) == most:
            return ""
        state = after
        lines.append(NEXT)
    return several.together(*lines)
