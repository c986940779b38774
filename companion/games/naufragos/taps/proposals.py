"""What people will most likely do next, and steps that a gesture can only mean besides."""

from collections.abc import Iterator, Sequence

from companion.errors import Refusal
from companion.games.display import Choice
from companion.games.naufragos.model import terms
from companion.games.naufragos.model.inputs import read
from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import WHITE
from companion.games.naufragos.rules.decisions import decide
from companion.games.naufragos.rules.prompts import KEEP, YES, Question, kind_asked, question
from companion.games.naufragos.taps.meaning import kind_of, line_of
from companion.games.naufragos.text.instructions import hungry_tonight, white_is_free
from companion.games.several import together
from companion.games.shared.rules import fold
from companion.games.shared.text import joined
from companion.games.taps import Gesture
from companion.i18n.message import Message, count, say

NEXT = "next"


def proposals(state: State) -> Sequence[Choice]:
    """The likeliest first; each is taken as it stands."""
    if not state.round or state.outcome:
        return ()
    if asked := question(state):
        return tuple(answers(state, asked))
    match state.stage, state.step:
        case "actions", "place" if state.yesterday:
            return tuple(pawns(state))
        case "actions", "done":
            return tuple(wood_for_the_night(state))
    return ()


def then(state: State, line: str) -> State | None:
    """The state after an input; None if it is refused."""
    try:
        return fold(state, decide(state, read(line)))
    except Refusal:
        return None


# --- pawns ---------------------------------------------------------------------------------------


def pawns(state: State) -> Iterator[Choice]:
    """Those that are left: where they were yesterday, and at rest where they cannot; or all at
    rest."""
    for as_yesterday in (True, False):
        placed, resting = likely(state, as_yesterday=as_yesterday)
        if placed:
            on, _ = onward(taken(state, placed)[1])
            words = how_many(len(placed) - resting, resting)
            yield Choice(together(*placed, *on), then_on(words) if on else words)


def how_many(same: int, resting: int) -> Message:
    rests = count("{n} more rests", "{n} more rest", resting)
    if not same:
        return rests
    words = count("{n} pawn as yesterday", "{n} pawns as yesterday", same)
    return Message("{same}, {rests}", {"same": words, "rests": rests}) if resting else words


def then_on(words: Message) -> Message:
    return say("{what}, then on", what=words)


def with_pawns(state: State) -> tuple[str, ...]:
    return tuple(seat for seat in state.at_camp if state.castaways[seat].pawns)


def likely(state: State, *, as_yesterday: bool = True) -> tuple[list[str], int]:
    """Pawns that are left: those that stand as yesterday, those that rest, then the white one: what
    it does is asked at once. How many of them rest."""
    before = state.yesterday if as_yesterday else {}
    same = [f"place {seat} {at}" for seat in with_pawns(state) for at in before.get(seat, ())]
    placed, state = taken(state, same)
    people = state.castaways
    tired = [seat for seat in with_pawns(state) if people[seat].energy < people[seat].max]
    resting, state = taken(state, [f"place {seat} {terms.REST}" for seat in tired])
    white, _ = taken(state, [f"place {WHITE} {at}" for at in before.get(WHITE, ())])
    return [*placed, *resting, *white], len(resting)


def taken(state: State, lines: Sequence[str]) -> tuple[list[str], State]:
    """Those of the lines that can be, one after the other, until something is asked."""
    found = []
    for line in lines:
        if after := then(state, line):
            state = after
            found.append(line)
    return found, state


def onward(state: State) -> tuple[list[str], State]:
    """NEXT, where nobody has a pawn left to place."""
    if question(state) or with_pawns(state) or white_is_free(state):
        return [], state
    return taken(state, [NEXT])


# --- answers -------------------------------------------------------------------------------------


def answers(state: State, asked: Question) -> Iterator[Choice]:
    match asked.kind:
        case "share":
            yield from shares(state)
        case "forage" | "fish" | "fire":
            yield from numbers(state, asked)
        case "reroll" if state.tasks[0].what == terms.REST:
            yield from low_rolls(state)


def numbers(state: State, asked: Question) -> Iterator[Choice]:
    """What was told most often so far, of several the last. Where all pawns are placed with it, it
    goes on as well."""
    told = state.numbers_told.get(asked.kind, ())
    usual = str(max(reversed(told), key=told.count, default=asked.options[0]))
    at = asked.options.index(usual) if usual in asked.options else 0
    options = (*asked.options[at:], *asked.options[:at])
    after = then(state, f"choose {usual}") if state.step == "place" else None
    if after and onward(after)[0]:
        for number in options:
            yield Choice(together(f"choose {number}", NEXT), then_on(Message(number)))
    elif told:
        yield Choice(f"choose {usual}", usual)


def low_rolls(state: State) -> Iterator[Choice]:
    """Nobody who rests spends a story token."""
    lines, _ = rolls_left(state, (terms.REST,))
    if len(lines) > 1:
        yield Choice(together(*lines), say("leave all these rolls"))


def shares(state: State) -> Iterator[Choice]:
    """Everybody's energy for a building at once: the same from each who can, or nothing more."""
    for most in (None, 0):
        lines, given = [], []
        at: State | None = state
        while at and (asked := question(at)) and asked.kind == "share":
            gives = 0 if most == 0 else fair_share(at, asked)
            lines.append(f"choose {gives}")
            given.append((asked.seat, gives))
            at = then(at, lines[-1])
        if most == 0:
            yield Choice(together(*lines), say("nobody gives more"))
        elif any(gives for _, gives in given):
            yield Choice(together(*lines), each_gives(given))


def fair_share(state: State, asked: Question) -> int:
    """Of what is missing, as much as everybody behind would give as well; of what grows over many
    turns no more than half of what somebody has."""
    task = state.tasks[0]
    behind = [
        seat
        for seat in task.members[task.members.index(asked.seat) :]
        if state.here(seat) and state.castaways[seat].energy
    ]
    fair = -(-asked.missing // max(1, len(behind)))
    if asked.what in (terms.SAND_SIGN, terms.BONFIRE):
        fair = min(fair, state.castaways[asked.seat].energy // 2)
    return min(fair, int(asked.options[-1]))


def each_gives(given: Sequence[tuple[str, int]]) -> Message:
    parts: list[Message | str] = [
        Message("{who} {n}", {"who": terms.COLOURS[seat], "n": gives}) for seat, gives in given
    ]
    return joined(parts)


# --- the evening ---------------------------------------------------------------------------------


def wood_for_the_night(state: State) -> Iterator[Choice]:
    """What NEXT would ask first: a campfire that would go out."""
    after = then(state, NEXT)
    if after and kind_asked(after) == "feed":
        words = say("a wood for the campfire")
        yield Choice(together(NEXT, f"choose {YES}"), then_on(words))


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
        return together(*evening(state, until="event"))
    return together(*pawns_done(state, until="explore")) if kind in ISLAND else ""


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
    return together(*pawns_done(state, until="roll"), *evening(state, until="roll"))


# --- what is passed on the way -------------------------------------------------------------------


def pawns_done(state: State, until: str) -> Sequence[str]:
    """All pawns are placed, or low rolls for resting are left as they are, and this is asked."""
    if (state.stage, state.step) == ("actions", "place") and not question(state):
        lines, state = onward(state)
    elif (state.stage, state.step) == ("actions", "resolve"):
        lines, state = rolls_left(state)
    else:
        return ()
    return lines if lines and kind_asked(state) == until else ()


def evening(state: State, until: str) -> Sequence[str]:
    """A meal as it is proposed, and a night in which nobody decides anything."""
    lines: list[str] = []
    while state.step in QUIET and not (state.step == "eat" and hungry_tonight(state)):
        on, state = rolls_left(state) if question(state) else taken(state, [NEXT])
        lines += on
        if not on or kind_asked(state) == until:
            return lines if kind_asked(state) == until else ()
    return ()


def rolls_left(
    state: State, what: Sequence[str] = (terms.REST, "injury")
) -> tuple[list[str], State]:
    """Nobody spends a story token on a roll for resting or on an injury."""
    lines: list[str] = []
    while kind_asked(state) == "reroll" and state.tasks[0].what in what:
        on, state = taken(state, [f"choose {KEEP}"])
        lines += on
    return lines, state
