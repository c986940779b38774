"""A table script of Náufragos told with hands: each of its lines as taps, presses and turns."""

from collections.abc import Iterator

from companion.games import game
from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import MARKS
from companion.games.naufragos.rules.prompts import open_decks
from companion.match.taps.situations import PLAIN, offer_of

BY_PHONE = ("gain", "lose", "set", "roll")
"""What no hand says: cards' texts are told, and dice show what they show."""


def turned(at: int) -> list[str]:
    """Moves the mark down to an answer, and takes it."""
    return [*([f"turn +{at}"] if at else []), "press next"]


def taking(state: State, answer: str) -> list[str]:
    """From what is likely to this answer; the plain one takes nothing of what is proposed."""
    offer = offer_of(game("naufragos"), state)
    if not offer.choices:
        return ["press next"]
    wanted = [choice.answer for choice in offer.choices].index(answer)
    return turned((wanted - offer.likely) % len(offer.choices))


def movements(state: State, line: str) -> list[str]:
    """What hands do for a line; the line itself where no hand can say it."""
    words = line.split()
    match words:
        case ["seat", seat]:
            return [f"tap {seat}", "press next"]
        case ["seat", seat, character]:
            return [f"tap {seat}", f"tap {character}"]
        case ["start"]:
            return ["press next"]
        case ["next"]:
            return taking(state, PLAIN)
        case ["event", weather, wreck]:
            numbers = ("none", *map(str, range(10)))
            marks = [*turned(list(MARKS).index(weather)), *turned(numbers.index(wreck))]
            return ["press next", *marks]
        case ["place", "white", "camp", card]:
            return ["press discard", f"tap {'B1' if card == 'fish' else card}"]
        case ["place", seat, "camp", card]:
            return [f"tap {seat}", f"tap {'B1' if card == 'fish' else card}"]
        case ["place", seat, action]:
            return [f"tap {action}", f"tap {seat}"]
        case ["explore", deck, difficulty, *icons]:
            return list(explored(state, deck, int(difficulty), icons))
        case ["return"]:
            return ["press next", "press next"]
        case ["return", *members]:
            return [*(f"tap {seat}" for seat in members), "press next"]
        case ["eat", seat, units]:
            return [f"tap {seat}"] * int(units)
        case ["feed"]:
            return ["tap fire", "press next"]
        case ["choose", _]:
            return taking(state, line)
    assert words[0] in BY_PHONE, line
    return [line]


def explored(state: State, deck: str, difficulty: int, icons: list[str]) -> Iterator[str]:
    """By the deck's place where it lies first, else through the list."""
    party = state.expedition
    assert party is not None
    if open_decks(state).index(deck) == 0:
        yield f"tap {deck}"
    else:
        partly = len(party.members) > 1
        yield "press next"
        yield from turned(1 + partly + open_decks(state).index(deck))
    yield from turned(0 if "advance" in icons else 1)
    yield from turned(difficulty)
    yield from turned(0 if "story" in icons else 1)
