"""What follows where people correct the board: spaces as the box says, cubes that add up."""

from companion.games.council_of_shadows.model.state import Galaxy, State, System
from companion.games.shared.replace import replace


def fitted(state: State, path: tuple[str, ...] = ()) -> State:
    """Every galaxy with as many spaces as are printed, and not more cubes on them than it has.

    ``path`` is what was corrected: cubes on a space raise the galaxy's number, a galaxy's number
    that is lower than that of its spaces takes cubes off them.
    """
    if state.galaxies is None:
        return state
    by_space = path[2:3] == ("systems",)
    galaxies = {
        name: fitted_galaxy(state, galaxy, state.printed(name, "spaces"), by_space)
        for name, galaxy in state.galaxies.items()
    }
    return replace(state, galaxies=galaxies)


def fitted_galaxy(state: State, galaxy: Galaxy, spaces: int, by_space: bool) -> Galaxy:
    nobody = dict.fromkeys(state.seats, 0)
    more = tuple(System(None, nobody) for _ in range(len(galaxy.systems), spaces))
    fits = replace(galaxy, systems=(*galaxy.systems[: max(0, spaces)], *more))
    for seat in state.seats:
        over = -fits.unplaced(seat)
        if over <= 0:
            continue
        if by_space:
            total = fits.colonies[seat] + over
            fits = replace(fits, colonies={**fits.colonies, seat: total})
        else:
            fits = lifted(fits, seat, over)
    return fits


def lifted(galaxy: Galaxy, seat: str, cubes: int) -> Galaxy:
    """So many cubes come off the spaces, from the last one on."""
    systems = []
    for system in reversed(galaxy.systems):
        off = min(cubes, system.colonies[seat])
        cubes -= off
        left = {**system.colonies, seat: system.colonies[seat] - off}
        systems.append(replace(system, colonies=left))
    return replace(galaxy, systems=tuple(reversed(systems)))
