"""What lies where on the tracks, on the player boards and in the galaxies. Plans are in no list."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.capabilities import LaidPlace
from companion.games.council_of_shadows.model import terms
from companion.games.council_of_shadows.model.state import State, Station
from companion.games.council_of_shadows.text import names
from companion.games.council_of_shadows.text.names import NUMBERS
from companion.games.shared.laid_out import ALWAYS, Words, below, empty, place
from companion.games.shared.text import joined, pair
from companion.i18n.message import Message, say

BOARD: Mapping[str, Message] = {
    "round": NUMBERS["round"],
    "order": say("order of play"),
    "throne": say("throne"),
}
OWN: Mapping[str, Message] = {
    "leader": say("leader"),
    "level": NUMBERS["level"],
    ALWAYS + "energy": NUMBERS["energy"],
    ALWAYS + "consumption": NUMBERS["consumption"],
    "gems": say("gems"),
    "bonus.light": NUMBERS["light"],
    "bonus.dark": NUMBERS["dark"],
    "ai_cards": NUMBERS["ai_cards"],
    "board_cubes": NUMBERS["board_cubes"],
    "reach": say("reach of each slot"),
    "upgrades": say("upgrades"),
    "stations": say("stations"),
    "dark": say("technologies"),
    "hand": say("cards in hand"),
    "slots": say("slots from the left, the top card first"),
    "played": say("bonus cards that have counted"),
}


def laid_out(state: State) -> tuple[LaidPlace, ...]:
    if not state.round:
        return ()

    def words(path: str, value: Any) -> Words:
        if type(value) is int:
            return names.marked(state, value, path)
        return in_words(state, path, value)

    seats = (
        place(terms.SEATS[seat], state, below(f"players.{seat}", own(state, seat)), words, seat)
        for seat in state.seats
    )
    galaxies = (
        place(terms.GALAXIES[galaxy], state, in_galaxy(state, galaxy), words)
        for galaxy in state.galaxies or ()
    )
    board = place(say("Game board"), state, BOARD.items(), words)
    return board, *seats, *(each for each in galaxies if each.pieces)


def own(state: State, seat: str) -> Iterator[tuple[str, Message]]:
    """A slot that was added to those of the board is a piece itself, also while it is empty."""
    more_slots = len(state.players[seat].slots or ()) > terms.SLOTS
    for what, name in OWN.items():
        yield ALWAYS + what if what == "slots" and more_slots else what, name


def in_galaxy(state: State, galaxy: str) -> list[tuple[str, Message]]:
    """Cubes whose space is known stand there, all of them in the galaxy's number as well."""
    assert state.galaxies is not None
    at = f"galaxies.{galaxy}"
    found = [(f"{at}.colonies", say("cubes")), (f"{at}.station", say("station"))]
    for n in range(len(state.galaxies[galaxy].systems)):
        found.append((f"{at}.systems.{n}.tile", say("tile on space {n}", n=n + 1)))
        found.append((f"{at}.systems.{n}.colonies", say("cubes on space {n}", n=n + 1)))
    return found


def in_words(state: State, path: str, value: Any) -> Words:
    last = path.rpartition(".")[2]
    match value:
        case Station(seat, kind):
            return names.of_seat(seat, terms.STATIONS[kind])
        case dict() if last == "gems":
            return names.gems(value)
        case dict() if last == "stations":
            there = {kind: where for kind, where in value.items() if where}
            return joined(
                pair(terms.STATIONS[kind], terms.GALAXIES[where]) for kind, where in there.items()
            )
        case dict():
            there = {seat: n for seat, n in value.items() if not empty(n)}
            return joined(
                Message("{seat} {n}", {"seat": terms.SEATS[seat], "n": n})
                for seat, n in there.items()
            )
        case tuple() if last == "upgrades":
            return joined(map(names.upgrade, value))
        case tuple() if last == "reach":
            return joined(map(str, value))
        case tuple():
            between = "; " if last == "slots" else ", "
            return joined((one(state, each) for each in value), between)
        case str():
            return names.named(state, value)
    shown_value: Words = names.as_said(value)  # type: ignore[assignment]
    return shown_value


def one(state: State, value: Any) -> Message | str:
    if isinstance(value, tuple):
        return joined(names.named(state, each) for each in value) if value else "–"
    return names.named(state, value)
