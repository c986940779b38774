"""What several events do to the state: tokens that arrive, cubes that come and go."""

from companion.games.council_of_shadows.model.state import Player, State
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
