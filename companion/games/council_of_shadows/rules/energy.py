"""Energy, gems and bonus cards as they come: what ``gain`` and ``harvest`` say, and who gets it."""

from collections.abc import Mapping

from companion.errors import Refusal
from companion.games.council_of_shadows.model import board_events as b
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import BONUS_LIMIT, GEMS, TOWER
from companion.games.council_of_shadows.rules import checks
from companion.games.council_of_shadows.rules.consequences import Rule
from companion.i18n.message import say

DEARER = {"anthracite": "gold", "gold": "clear", "clear": "clear"}
MOVED = checks.Between(0, 199)
SOME = checks.Between(0, 99)
GEMS_MOVED = checks.Between(-99, 99)
TIMES = checks.Between(1, 9)


def limits(what: str, harvest: bool) -> checks.Between:
    """How much of something comes at once; gems may also be paid, but not out of a yield."""
    if what == "energy":
        return MOVED
    return GEMS_MOVED if what in GEMS and not harvest else SOME


def gain(state: State, seat: str, what: Mapping[str, int], harvest: bool) -> Rule:
    """``gain`` as it was said; of a yield Gemcraft makes every gem one dearer."""
    checks.known_seat(state, seat)
    checks.nothing_asked(state)
    if state.stage == "final":
        if harvest or set(what) != {"energy"}:
            raise checks.not_in_a_turn()
    else:
        checks.in_a_turn(state)
    checks.on_turn(state, seat)
    gems = {gem: n for gem, n in what.items() if gem in GEMS}
    if gems and state.players[seat].gems is None:
        raise checks.untracked("full")
    for name, n in what.items():
        limits(name, harvest).check(n)
    if harvest:
        gems = refined(state, seat, gems)
    purse = state.players[seat].gems or {}
    if any(purse[gem] + n < 0 for gem, n in gems.items()):
        raise Refusal("cost", say("So many gems are not in the purse."))
    why, energy, bonus = "harvest" if harvest else "", what.get("energy"), what.get("bonus", 0)
    return (yield from receive(state, seat, why, energy=energy, gems=gems, bonus=bonus))


def harvest_tile(state: State, seat: str, times: int, galaxy: str, space: int) -> Rule:
    """The yield of a tile that lies on the board, once for each cube."""
    checks.known_seat(state, seat)
    checks.known_galaxy(state, galaxy)
    checks.known_space(state, galaxy, space)
    tile = state.galaxies[galaxy].systems[space - 1].tile if state.galaxies else None
    if state.galaxies and tile is None:
        raise Refusal("no_such_space", say("Nobody has said which tile lies there."))
    checks.acts(state, seat)
    checks.tracked(state, "galaxies")
    TIMES.check(times)
    printed = state.box.tree["tiles"][tile]["yield"]
    gems = {gem: times * printed[gem] for gem in GEMS if printed[gem]}
    gems = refined(state, seat, gems) if state.players[seat].gems is not None else {}
    paths = (f"facts.tiles.{tile}.yield.{name}" for name in ("energy", *GEMS))
    doubtful = state.box.rests_on_a_stand_in(*paths)
    energy = times * printed["energy"]
    return (yield from receive(state, seat, "harvest", energy=energy, gems=gems, doubtful=doubtful))


def refined(state: State, seat: str, gems: Mapping[str, int]) -> dict[str, int]:
    """Gems of a yield; with Gemcraft each is one value higher."""
    if "gemcraft" not in state.players[seat].dark:
        return dict(gems)
    dearer = dict.fromkeys(GEMS, 0)
    for gem, n in gems.items():
        dearer[DEARER[gem]] += n
    return {gem: n for gem, n in dearer.items() if n}


def receive(
    state: State,
    seat: str,
    why: str,
    *,
    energy: int | None = None,
    gems: Mapping[str, int] | None = None,
    bonus: int = 0,
    doubtful: bool = False,
) -> Rule:
    """A seat gets these; a human's fifth bonus card is swapped, or put back."""
    if energy is not None:
        state = yield b.EnergyGained(seat, energy, why, doubtful and energy != 0)
    if gems and any(gems.values()):
        state = yield b.GemsChanged(seat, dict(gems), why)
    if bonus:
        player = state.players[seat]
        room = bonus if player.automa else max(0, BONUS_LIMIT - player.bonus_cards)
        state = yield b.BonusTaken(seat, bonus, min(bonus, room), why)
    return state


def settle(state: State, seat: str, cubes: int, galaxy: str, space: int | None) -> Rule:
    """``colony red 2 blue``: people have judged reach, adaptation and stacking."""
    checks.known_seat(state, seat)
    checks.known_galaxy(state, galaxy)
    checks.known_space(state, galaxy, space)
    checks.acts(state, seat)
    checks.tracked(state, "galaxies")
    checks.Between(1, TOWER).check(cubes)
    return (yield b.Colonized(seat, cubes, galaxy, space))


def lay_tile(state: State, tile: str, galaxy: str, space: int) -> Rule:
    """A discovered system lies on the board from here on."""
    checks.known_galaxy(state, galaxy)
    checks.known_space(state, galaxy, space)
    checks.nothing_asked(state)
    checks.in_a_turn(state)
    checks.tracked(state, "galaxies")
    assert state.galaxies is not None
    lying = {system.tile for each in state.galaxies.values() for system in each.systems}
    if tile in lying or state.galaxies[galaxy].systems[space - 1].tile is not None:
        raise Refusal("already_there", say("That tile, or another one there, lies already."))
    return (yield b.TileLaid(tile, galaxy, space))
