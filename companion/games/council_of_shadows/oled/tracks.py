"""Both tracks as one picture: two tokens a seat on one scale, the gap between them named."""

from dataclasses import dataclass

from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import MOST_CONSUMPTION

LEFT, RIGHT, ROW, TOP = 66, 352, 46, 26


@dataclass(frozen=True, slots=True)
class Track:
    """One seat's two tokens, in the coordinates of the picture."""

    seat: str
    y: int
    energy: int
    consumption: int
    energy_x: float
    consumption_x: float
    needed: int
    level: int


def x_of(space: int, most: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * space / most, 1)


def tracks(state: State) -> list[Track]:
    """The seats by order token, from the top."""
    most = scale(state)
    return [
        Track(
            seat,
            TOP + ROW * at,
            player.energy,
            player.consumption,
            x_of(player.energy, most),
            x_of(player.consumption, most),
            player.needed,
            player.level,
        )
        for at, seat in enumerate(state.order)
        for player in (state.players[seat],)
    ]


def scale(state: State) -> int:
    """The last space: 100, or as far as somebody's energy has counted on."""
    return max(MOST_CONSUMPTION, *(player.energy for player in state.players.values()))
