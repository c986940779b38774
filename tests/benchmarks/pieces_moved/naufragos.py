"""What people would move by hand, piece by piece, if nobody counted for them; and which cards they
move anyway."""

from companion.games.naufragos.model import camp_events as c
from companion.games.naufragos.model import events as e
from companion.games.naufragos.model import people_events as p
from companion.games.naufragos.model.state import State

PER_CASTAWAY = 2
"""The cube on the scale of energy, and the one on the track."""
FOR_ALL = 4
"""The cubes of weather and difficulty, the first player's mark and the white pawn."""


def movements(state: State, event: e.Event, fewest: bool = False) -> int:
    """From the state before the event; no piece stands for several, so the fewest are all."""
    match event:
        case e.GameStarted():
            after = event.after(state)
            lying = after.wreck.left + after.store.food + after.store.wood + after.supply.forage
            return PER_CASTAWAY * len(after.seats) + FOR_ALL + lying
        case e.WeatherMoved(by):
            return min(1, abs(by))
        case e.WreckCameAshore() | e.FireWentOut():
            return 1
        case e.FirstPlayerPassed():
            return 2  # the mark and the white pawn
        case e.Changed(_, by):
            return abs(by)
        case e.Corrected(path, value):
            return corrected(state, path, value)
        case p.MovedOn() | p.WayBackGrew() | p.WaySought() | p.NightFellOnTheLost():
            return 1
        case p.CameHome(members) | p.GotLost(members):
            return len(members)
        case p.ExpeditionOver():
            return 1  # the difficulty goes back to where it begins
    return in_camp(state, event) + to_people(event)


def placed_anyway(state: State, event: e.Event) -> int:
    """Pawns on the board, tiles and story tokens that are drawn without looking, and what somebody
    has moved before they told of it."""
    match event:
        case c.PawnPlaced() | p.StoryGained() | p.StorySpent() | e.Corrected():
            return movements(state, event)
        case c.FoodFound():
            return 1  # the tile; the cubes of the meal are the companion's
    return 0


def in_camp(state: State, event: e.Event) -> int:
    match event:
        case c.PawnPlaced():
            return 2  # and back, when its action is done
        case c.FoodFound(_, _, units):
            return 1 + units  # a tile, and as many cubes for the meal
        case c.WoodFound() | c.WreckSalvaged() | c.FireLit() | c.FireFed() | c.WoodBurned():
            return 1
        case c.Built(_, building):
            cost = state.cost_of(building)
            return 1 + cost.wood + cost.ropes + cost.sails
        case c.BuildingGrew(_, _, by):
            return by
        case c.BuildingFinished():
            return 1
        case c.Ate(_, perishable, food, own):
            return perishable + food + own
        case c.FoodRotted(units):
            return units
    return 0


def to_people(event: e.Event) -> int:
    match event:
        case (
            p.EnergySpent(energy=energy)
            | p.EnergyLost(energy=energy)
            | p.EnergyGained(energy=energy)
        ):
            return min(1, energy)  # a cube slides along its scale
        case p.Injured() | p.TraumaCame() | p.Died() | p.StorySpent():
            return 1
        case p.InjuryWorsened():
            return 2  # a white cube makes way for a black one
        case p.Healed(_, injuries):
            return injuries
        case p.StoryGained(_, tokens):
            return tokens
    return 0


def corrected(state: State, path: str, value: object) -> int:
    """Pieces that somebody moved, and then told of; a cube on a scale is one, however far."""
    if isinstance(value, bool) or not isinstance(value, int):
        return 0
    *_, last = steps = tuple(path.split("."))
    moved = abs(value - state.number(steps))
    return min(1, moved) if last in ON_A_SCALE else moved


ON_A_SCALE = ("energy", "track", "position", "difficulty", "round", "progress", "score", "max")
