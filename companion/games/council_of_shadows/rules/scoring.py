"""Scoring of phase 3: income before it, majorities, what a galaxy pays, the cube that comes off."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.errors import Refusal
from companion.games.council_of_shadows.model.board_events import CubeRemoved, EnergyGained, Scored
from companion.games.council_of_shadows.model.events import TasksChanged
from companion.games.council_of_shadows.model.state import Galaxy, State, Station, Task
from companion.games.council_of_shadows.model.terms import MAJORITY_PAYS
from companion.games.council_of_shadows.rules import checks
from companion.games.council_of_shadows.rules.consequences import Rule
from companion.games.council_of_shadows.rules.energy import receive
from companion.i18n.message import say

EVERY = ("all", "majority")
DOMINANT_SCORES = 2
SAFE_COLONIES = 3
"""From so many colonies on, Casares takes no cube off."""


# --- who leads, and what it pays -----------------------------------------------------------------


def majority(galaxy: Galaxy, seat: str) -> bool:
    """Strictly more cubes than every other seat."""
    own = galaxy.cubes(seat)
    return all(own > galaxy.cubes(other) for other in galaxy.colonies if other != seat)


def leads(state: State, galaxy: Galaxy, seat: str) -> bool:
    """Does this seat get the larger reward? For Breish it is enough that nobody has more."""
    if state.players[seat].leader != "breish":
        return majority(galaxy, seat)
    return all(galaxy.cubes(seat) >= galaxy.cubes(other) for other in galaxy.colonies)


@dataclass(frozen=True, slots=True)
class Pay:
    """What scoring a galaxy now would do."""

    energy: int
    bonus: bool
    majority: bool
    removes: int
    doubtful: bool


def pays(state: State, name: str, seat: str) -> Pay | None:
    """None without an own colony, and where it was scored in this turn."""
    assert state.galaxies is not None
    galaxy = state.galaxies[name]
    if not galaxy.colonies[seat] or name in state.players[seat].scored:
        return None
    larger = leads(state, galaxy, seat)
    reward = "more" if larger else "less"
    safe = galaxy.station == Station(seat, "score") or (
        state.players[seat].leader == "casares" and galaxy.colonies[seat] >= SAFE_COLONIES
    )
    where = f"facts.{state.side}.{name}.{reward}"
    return Pay(
        state.printed(name, reward),
        bool(state.printed(name, f"{reward}_bonus")),
        larger,
        0 if safe else 1,
        state.box.rests_on_a_stand_in(where),
    )


def payable(state: State, seat: str) -> dict[str, Pay]:
    """Every galaxy that this seat could score now."""
    found = {name: pays(state, name, seat) for name in state.galaxies or ()}
    return {name: pay for name, pay in found.items() if pay}


# --- income --------------------------------------------------------------------------------------


def income_of(state: State, seat: str) -> Iterator[Task]:
    """What comes before the scoring, in the order of the rules."""
    player = state.players[seat]
    if player.leader == "s3e3":
        yield Task("colonies", seat, "s3e3")
    if "empire" in player.dark:
        yield Task("majorities", seat, "empire")
    if "feudalism" in player.dark:
        yield Task("systems", seat, "feudalism")


def known_income(state: State, task: Task) -> int | None:
    """What a task counts, where the table knows it."""
    if state.galaxies is None or task.do == "systems":
        return None
    galaxies = state.galaxies.values()
    if task.do == "colonies":
        return sum(galaxy.colonies[task.seat] for galaxy in galaxies)
    return sum(majority(galaxy, task.seat) for galaxy in galaxies)


def pay_income(state: State, task: Task, number: int) -> Rule:
    each = 1 if task.do == "colonies" else MAJORITY_PAYS
    return (yield EnergyGained(task.seat, each * number, task.card))


# --- scoring -------------------------------------------------------------------------------------


def score(state: State, seat: str, galaxy: str, space: int | None) -> Rule:
    """``score red blue``, or every galaxy that fits, one after the other."""
    player = checks.known_seat(state, seat)
    if galaxy not in EVERY:
        checks.known_galaxy(state, galaxy)
        checks.known_space(state, galaxy, space)
    checks.nothing_asked(state)
    dominant = state.step == "effect" and state.turn and state.players[state.turn].dark[-1:]
    if state.step != "score" and dominant != ("dominant",):
        raise Refusal("not_your_stage", say("Not now: that waits for the scoring."))
    checks.on_turn(state, seat)
    checks.tracked(state, "galaxies")
    chosen = galaxies_to_score(state, seat, galaxy, space)
    if dominant and len(player.scored) + len(chosen) > DOMINANT_SCORES:
        raise Refusal("limit_reached", say("Dominant Nation scores two galaxies."))
    tasks = tuple(Task("score", seat, galaxy=name, number=space) for name in chosen)
    return (yield TasksChanged(tasks, added=True))


def galaxies_to_score(state: State, seat: str, galaxy: str, space: int | None) -> list[str]:
    if galaxy in EVERY:
        found = payable(state, seat)
        chosen = [name for name, pay in found.items() if pay.majority or galaxy == "all"]
        if not chosen:
            raise no_colony()
        return chosen
    assert state.galaxies is not None
    if galaxy in state.players[seat].scored:
        raise Refusal("already_scored", say("That galaxy was scored in this turn."))
    there = state.galaxies[galaxy]
    if not there.colonies[seat] or (
        space is not None and not there.systems[space - 1].colonies[seat]
    ):
        raise no_colony()
    return [galaxy]


def no_colony() -> Refusal:
    return Refusal("no_colony", say("There is no own colony to score with."))


def spaces_to_take(state: State, task: Task) -> tuple[str, ...]:
    """The spaces among which somebody must say where the cube comes off; none where it is clear."""
    assert state.galaxies is not None
    seat, galaxy = task.seat, state.galaxies[task.galaxy]
    pay = pays(state, task.galaxy, seat)
    if pay is None or not pay.removes or task.number is not None or galaxy.unplaced(seat):
        return ()
    spaces = occupied(galaxy, seat)
    return spaces if len(spaces) > 1 else ()


def occupied(galaxy: Galaxy, seat: str) -> tuple[str, ...]:
    return tuple(
        str(at) for at, system in enumerate(galaxy.systems, start=1) if system.colonies[seat]
    )


def score_galaxy(state: State, task: Task) -> Rule:
    """The reward is counted before the cube comes off."""
    assert state.galaxies is not None
    seat, galaxy = task.seat, state.galaxies[task.galaxy]
    pay = pays(state, task.galaxy, seat)
    if pay is None:  # somebody has corrected the cubes meanwhile
        return state
    state = yield Scored(seat, task.galaxy, pay.majority)
    if pay.removes:
        space = task.number
        if space is None and not galaxy.unplaced(seat):
            space = int(occupied(galaxy, seat)[0])
        state = yield CubeRemoved(seat, task.galaxy, space)
    return (
        yield from receive(
            state,
            seat,
            f"galaxy {task.galaxy}",
            energy=pay.energy,
            bonus=int(pay.bonus),
            doubtful=pay.doubtful,
        )
    )
