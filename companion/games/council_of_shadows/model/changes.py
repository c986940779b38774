"""Changes that several events share: how a game begins, tokens that arrive, cubes that come and go,
spaces that fit what the box says."""

from companion.games.council_of_shadows.model import terms
from companion.games.council_of_shadows.model.state import Bonus, Galaxy, Player, State, System
from companion.games.shared.replace import replace


def arrived(state: State, seat: str) -> State:
    """The energy token came to its space just now."""
    now = state.arrivals + 1
    return replace(state, arrivals=now).with_player(seat, arrived=now)


def doubted(state: State, path: str) -> State:
    """A number rests on a stand-in from here on."""
    return replace(state, doubtful=tuple(sorted({*state.doubtful, path})))


def upgraded(player: Player, upgrade: str) -> Player:
    """One more cube on the own board; ``range-2-3`` is slot 2 to parsec 3."""
    reach = player.reach
    match upgrade.split("-"):
        case ["range", slot, parsec]:
            at = int(slot) - 1
            reach = (*reach[:at], int(parsec), *reach[at + 1 :])
    upgrades = (*player.upgrades, upgrade)
    return replace(player, reach=reach, upgrades=upgrades, board_cubes=player.board_cubes + 1)


def moved_cubes(state: State, seat: str, cubes: int, galaxy: str, space: int | None) -> State:
    assert state.galaxies is not None
    there = state.galaxies[galaxy]
    colonies = {**there.colonies, seat: there.colonies[seat] + cubes}
    changed = state.with_galaxy(galaxy, colonies=colonies)
    if space is None:
        return changed
    path = ("galaxies", galaxy, "systems", str(space - 1), "colonies", seat)
    return changed.with_value(path, changed.number(path) + cubes)


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


def starting_player(state: State, seat: str, came: int) -> Player:
    """A board as the set-up lays it; ``came`` is when its energy token was put on its space."""
    seated = state.players[seat]
    followed = state.tracks("cards")
    if seated.automa:
        none = () if followed else None
        return Player(automa=True, arrived=came, hand=none, slots=none)
    leader = seated.leader
    printed = state.box.tree["leaders"][leader] if leader else {}
    reach = (1,) * (terms.SLOTS + (leader == "ava"))
    return Player(
        leader=leader,
        energy=printed.get("energy", 0),
        consumption=printed.get("consumption", terms.LEAST_CONSUMPTION),
        gems=dict.fromkeys(terms.GEMS, 1) | {"clear": 0} if state.tracks("full") else None,
        bonus=Bonus(dark=1),
        board_cubes=1 if leader == "ava" else 0,
        reach=reach,
        hand=tuple(f"{seat}-{action}" for action in terms.ACTIONS) if followed else None,
        slots=((),) * len(reach) if followed else None,
        arrived=came,
    )


def starting_galaxies(state: State) -> dict[str, Galaxy] | None:
    if not state.tracks("galaxies"):
        return None
    nobody = dict.fromkeys(state.seats, 0)
    return {
        galaxy: Galaxy(
            nobody, systems=(System(None, nobody),) * max(0, state.printed(galaxy, "spaces"))
        )
        for galaxy in state.in_play
    }
