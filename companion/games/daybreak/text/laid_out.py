"""What lies where on the central board and on the player boards."""

from collections.abc import Iterator
from typing import Any

from companion.games.capabilities import LaidPlace
from companion.games.daybreak.model.state import Challenge, Slot, State
from companion.games.daybreak.model.terms import EFFECTS, EMISSIONS, POWERS, RESILIENCES, SINKS
from companion.games.daybreak.text.names import ANSWERS, NUMBERS, marked, named
from companion.games.shared.laid_out import ALWAYS, Words, below, place
from companion.games.shared.text import joined
from companion.i18n.message import Message, say

CENTRAL_BOARD: dict[str, Message] = {
    "round": NUMBERS["round"],
    "thermometer.bands": NUMBERS["bands"],
    "thermometer.cubes": NUMBERS["cubes"],
    **SINKS,
    "recent": NUMBERS["recent"],
    **{f"planetary.{effect}": name for effect, name in EFFECTS.items()},
    "drawdown": NUMBERS["drawdown"],
    "globals": say("Global Projects"),
    "challenges": say("Challenges"),
    "crises.due": NUMBERS["due"],
    "crises.forecast": say("Forecast"),
    "crises.face_up": say("Crisis cards face up"),
    "crises.resolving": say("Crisis card that is being resolved"),
    "crises.ongoing": say("ongoing crises"),
    "crises.tucked": say("cards tucked under crises"),
}
PLAYER_BOARD: dict[str, Message] = {
    ALWAYS + "demand": NUMBERS["demand"],
    "dirty": NUMBERS["dirty"],
    "clean": NUMBERS["clean"],
    **{f"emissions.{kind}": name for kind, name in EMISSIONS.items()},
    **{f"resilience.{kind}": name for kind, name in RESILIENCES.items()},
    "communities": NUMBERS["communities"],
}


def laid_out(state: State) -> tuple[LaidPlace, ...]:
    if not state.round:
        return ()

    def words(path: str, value: Any) -> Words:
        return marked(state, value, path) if type(value) is int else in_words(state, value)

    central = place(say("Central board"), state, CENTRAL_BOARD.items(), words)
    boards = (
        place(POWERS[seat], state, player_board(state, seat), words, seat) for seat in state.seats
    )
    return central, *boards


def player_board(state: State, seat: str) -> Iterator[tuple[str, Message]]:
    yield from below(f"powers.{seat}", PLAYER_BOARD.items())
    for n in range(len(state.powers[seat].stacks)):
        yield f"powers.{seat}.stacks.{n}", say("stack {n}, the front card first", n=n + 1)


def in_words(state: State, value: Any) -> Message | str:
    match value:
        case bool():
            return ANSWERS["yes"]
        case Slot(number, tucked, active):
            shown = [named(state, number), *([say("active")] if active else ())]
            if tucked:
                shown.append(say("under it: {cards}", cards=cards(state, tucked)))
            return joined(shown)
        case Challenge(sign, text):
            return Message("{sign} {text}", {"sign": sign, "text": text})
        case tuple() if value and isinstance(value[0], str):
            return cards(state, value)
        case tuple():
            return joined([in_words(state, each) for each in value], between="; ")
        case dict():
            under = ((crisis, tucked) for crisis, tucked in value.items() if tucked)
            return joined([under_it(state, *each) for each in under], between="; ")
    return named(state, value)


def cards(state: State, numbers: tuple[str, ...]) -> Message:
    return joined([named(state, number) for number in numbers])


def under_it(state: State, crisis: str, tucked: tuple[str, ...]) -> Message:
    under = {"crisis": named(state, crisis), "cards": cards(state, tucked)}
    return say("under {crisis}: {cards}", **under)
