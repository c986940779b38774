"""What people would move by hand, piece by piece, if nobody counted for them; and which cards they
move anyway."""

from companion.games.council_of_shadows.model import board_events as b
from companion.games.council_of_shadows.model import events as e
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import TOWER
from companion.games.shared.replace import look_up

AT_THE_START = 5
"""Of each seat: the tokens of energy, consumption and order, and two gems."""


def movements(state: State, event: e.Event, fewest: bool = False) -> int:
    """From the state before the event; no piece stands for several, so the fewest are all."""
    match event:
        case e.GameStarted():
            return AT_THE_START * len(state.seats)
        case b.Revealed(_, _, moved):
            return min(1, abs(moved))  # the consumption token
        case b.OrderFound(order):
            return sum(here != before for here, before in zip(order, state.order, strict=False))
        case b.Colonized(_, cubes):
            return cubes
        case b.TileLaid() | b.CubeRemoved() | b.ThroneTaken() | b.ReachRaised():
            return 1
        case b.EnergyGained(_, energy):
            return min(1, abs(energy))  # a token along its track
        case b.ConsumptionLowered(_, by):
            return min(1, by)
        case b.LevelReached():
            return 1
        case b.GemsChanged(_, gems):
            return sum(map(abs, gems.values()))
        case b.Bought(_, kind, id, paid):
            return sum((paid or {}).values()) + bought(kind, id)
        case e.Corrected(path, value):
            return corrected(state, path, value)
    return 0


def placed_anyway(state: State, event: e.Event) -> int:
    """Cubes, tiles and stations on the galaxies, the throne, and what somebody has moved before
    they told of it."""
    match event:
        case b.Colonized() | b.TileLaid() | b.CubeRemoved() | b.ThroneTaken() | e.Corrected():
            return movements(state, event)
        case b.Bought(_, kind, id):
            return bought(kind, id) if kind == "station" else 0
    return 0


def bought(kind: str, id: str) -> int:
    """A cube that marks an upgrade; a station, and the cubes on one that settles."""
    if kind == "ai":
        return 0
    return 1 + (TOWER if id == "settle" else 0)


def corrected(state: State, path: str, value: object) -> int:
    """Pieces that somebody moved, and then told of; a token on a track is one, however far."""
    if isinstance(value, bool) or not isinstance(value, int):
        return 0
    *_, last = steps = tuple(path.split("."))
    if steps[0] not in ON_THE_TABLE or last in NO_PIECES:
        return 0
    before = look_up(state, steps)
    if not isinstance(before, int):
        return 0
    moved = abs(value - before)
    return min(1, moved) if last in ON_A_TRACK else moved


ON_THE_TABLE = ("players", "galaxies")
ON_A_TRACK = ("energy", "consumption", "level")
NO_PIECES = ("round", "round_consumption", "purchases_left", "light", "dark", "ai_cards", "final")
"""Numbers that nobody has a piece for, and cards."""
