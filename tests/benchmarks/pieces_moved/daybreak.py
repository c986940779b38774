"""What people would move by hand, piece by piece, if nobody counted for them; and which cards they
move anyway."""

from collections.abc import Callable
from functools import partial

from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import events as e
from companion.games.daybreak.model.stacks import card_of
from companion.games.daybreak.model.state import CUBES_PER_COLUMN, State
from companion.games.daybreak.model.terms import EFFECTS

LARGE = 5
ROUND_MARKER = 1
Pieces = Callable[[int], int]
"""So many cubes as pieces."""


def movements(state: State, event: e.Event, fewest: bool = False) -> int:
    """From the state before the event; ``fewest``: five cubes are one large one (page 26)."""
    pieces = partial(cubes_moved, large=LARGE if fewest else 1)
    bands = partial(bands_changed, state, event, pieces)
    match event:
        case e.GameStarted():
            return laid_out(event.after(state), pieces)
        case e.RoundBegan() | e.DrawdownReached() | e.DemandGrew() | e.TrackAdvanced():
            return 1  # the round marker, the same turned over, a marker on its track
        case e.CommunitiesAdded(power):
            before, after = (each.powers[power] for each in (state, event.after(state)))
            return after.communities - before.communities
        case e.CarbonEmitted(_, cubes) | e.CarbonReleased(cubes, _):
            return pieces(cubes)
        case e.CarbonSequestered(cubes):
            return 2 * pieces(cubes)  # onto the sinks, then back to the supply
        case e.ThermometerCooled(cubes):
            return 2 * pieces(cubes) + bands()
        case e.EmissionsMoved(cubes) | e.ThermometerHeated(cubes, _):
            return pieces(cubes) + bands()
        case e.SinksLost(_, tokens):
            return pieces(tokens)
        case e.ResilienceLost(_, _, tokens):
            return tokens
        case e.Corrected(path, value):
            return corrected(state, path, value, pieces)
        case c.TokensChanged(_, token, by):
            return 1 if token == "demand" else abs(by)
        case c.ActionTaken(_, card):
            # A cube on the card keeps the count of a limited action, till the stage ends (page 23).
            action = card_of(state, card).action
            return 2 if action and action.limit else 0
        case c.BandsRemoved() | c.BandsReturned():
            return bands()
    return 0


def placed_anyway(state: State, event: e.Event) -> int:
    """Only what somebody has moved before they told of it."""
    return movements(state, event) if isinstance(event, e.Corrected) else 0


def cubes_moved(carbon: int, large: int) -> int:
    return carbon // large + carbon % large


def bands_changed(state: State, event: e.Event, pieces: Pieces) -> int:
    """For each band a row of cubes leaves the thermometer, or comes back to it."""
    after: State = event.after(state)
    bands = abs(after.thermometer.bands - state.thermometer.bands)
    return bands * (1 + pieces(CUBES_PER_COLUMN * state.players))


def laid_out(state: State, pieces: Pieces) -> int:
    """The tokens of every board when the game begins."""
    tokens = ROUND_MARKER + len(EFFECTS) + pieces(state.trees) + pieces(state.oceans)
    for power in state.powers.values():
        tokens += 1 + power.dirty + power.clean + power.communities
        tokens += sum(power.emissions.values()) + sum(power.resilience.values())
    return tokens


def corrected(state: State, path: str, value: object, pieces: Pieces) -> int:
    """Tokens that somebody moved, and then told of."""
    *_, last = steps = tuple(path.split("."))
    if isinstance(value, bool) or not isinstance(value, int) or last in NO_TOKENS:
        return 0
    moved = abs(value - state.number(steps))
    if last in ("demand", "round"):
        return min(1, moved)
    return pieces(moved) if last in ("recent", "cubes") else moved


NO_TOKENS = ("due", "rolls_due", "draw", "growth", "emitted", "absorbed")
"""Numbers that nobody has a token for."""
