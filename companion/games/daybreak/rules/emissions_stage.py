"""The Emissions stage (rulebook pages 24 to 27): demand, carbon, sinks, Drawdown, temperature.

Each function is a step that NEXT carries out; ``outlook`` says what they would do now.
"""

from dataclasses import dataclass

from companion.games.daybreak.model.events import (
    CarbonEmitted,
    CarbonSequestered,
    CommunitiesAdded,
    DrawdownReached,
    EmissionsMoved,
    ThermometerCooled,
)
from companion.games.daybreak.model.state import State
from companion.games.daybreak.rules.consequences import Rule


def check_demand(state: State) -> Rule:
    """Dirty and clean energy together must meet demand; each missing token hits a community."""
    for seat in state.seats:
        state = yield from shortage_of(state, seat)
    return state


def shortage_of(state: State, seat: str) -> Rule:
    if shortage := state.powers[seat].shortage:
        state = yield CommunitiesAdded(seat, shortage, "shortage")
    return state


def add_emissions(state: State) -> Rule:
    """All dirty energy counts, even where clean energy alone would meet demand."""
    for seat in state.seats:
        state = yield CarbonEmitted(seat, state.powers[seat].carbon)
    return state


def sequester_carbon(state: State) -> Rule:
    """Sinks cover carbon; with none left and a sink uncovered, Drawdown is reached."""
    if covered := min(state.recent, state.sinks):
        state = yield CarbonSequestered(covered)
    if uncovered := 0 if state.recent else state.sinks - covered:
        state = yield DrawdownReached()
        if cooled := min(uncovered, state.thermometer.carbon):
            state = yield ThermometerCooled(cooled)
    return state


def adjust_temperature(state: State) -> Rule:
    """What is left warms the planet, cube by cube, and no further than the band that ends it."""
    if cubes := min(state.recent, state.thermometer.room):
        state = yield EmissionsMoved(cubes)
    return state


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the Emissions stage would do now."""

    emitted: int
    absorbed: int
    net: int
    """What the thermometer gains, carbon that waits in Recent Emissions included."""
    bands_after: int
    drawdown: bool


def outlook(state: State) -> Outlook:
    """The stage from here to its end; in the middle of it, what is left of it."""
    counted = state.stage == "emissions" and state.step in ("sequester", "temperature")
    absorbing = not (state.stage == "emissions" and state.step == "temperature")
    emitted = 0 if counted else sum(power.carbon for power in state.powers.values())
    carbon = state.recent + emitted
    sinks = state.sinks if absorbing else 0
    drawdown = sinks > carbon
    absorbed = min(sinks, carbon + state.thermometer.carbon) if drawdown else min(sinks, carbon)
    net = min(carbon - absorbed, state.thermometer.room)
    after = state.thermometer.with_carbon(state.thermometer.carbon + net)
    return Outlook(emitted, absorbed, net, after.bands, drawdown or state.drawdown)
