"""Exact counts of all sequences of the Planetary Effects die, by dynamic programming.

A planet is one whole number with a field of bits for each thing that rolls change: a roll is an
addition, and ways that lead to the same planet are one planet with more ways. Lost Trees and Oceans
are counted as the tokens asked for, so that what is there, and what was missing, can be worked out
afterwards: whether communities or the heat ended the game does not depend on it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import BANDS_TO_LOSE, EFFECTS
from companion.games.shared.replace import replace

Planets = dict[int, int]
"""Planets, and the ways that lead to each."""
Tracks = tuple[tuple[bool, ...], ...]
"""In the order of the effects: is a space a Tipping Point? An effect left aside has no space."""

FIELD = 12
MASK = (1 << FIELD) - 1
ROLLS, CARBON, WAITING, TREES, OCEANS, CARDS, FIRST_TRACK = range(0, 7 * FIELD, FIELD)
WITHOUT_TRACKS = (1 << FIRST_TRACK) - 1
FACES = len(EFFECTS)
MOST_ROLLS = 12
"""A thermometer calls for seven at most; only a correction by hand asks for more."""


@dataclass(frozen=True, slots=True)
class Climate:
    """What does not change while the die is rolled."""

    players: int
    row: int
    tracks: Tracks

    @property
    def too_hot(self) -> int:
        """Carbon on the thermometer that ends the game."""
        return BANDS_TO_LOSE * self.row

    def only(self, effects: Iterable[str]) -> tuple["Climate", int]:
        """The same with every other effect left aside, and the mask that forgets their tracks."""
        kept = [at for at, effect in enumerate(EFFECTS) if effect in effects]
        tracks = tuple(track if at in kept else () for at, track in enumerate(self.tracks))
        mask = sum(MASK << (FIRST_TRACK + at * FIELD) for at in kept)
        return replace(self, tracks=tracks), WITHOUT_TRACKS | mask


def climate_of(state: State) -> Climate:
    tracks = tuple(state.box.tracks[effect] for effect in EFFECTS)
    return Climate(state.players, state.thermometer.row, tracks)


def planet_of(state: State) -> int:
    """The planet as it is now, with nothing asked for yet."""
    planet = pack(state.dice.rolls_due, state.thermometer.carbon, state.recent)
    for at, effect in enumerate(EFFECTS):
        planet |= state.planetary[effect] << (FIRST_TRACK + at * FIELD)
    return planet


def pack(rolls: int, carbon: int, waiting: int) -> int:
    return rolls << ROLLS | carbon << CARBON | waiting << WAITING


def field(planet: int, name: int) -> int:
    return planet >> name & MASK


@lru_cache(maxsize=16)
def tips(climate: Climate) -> dict[str, tuple[int, tuple[int, ...]]]:
    """For each face that counts: its track's place, and what a roll adds by the token's space."""
    each = climate.players
    acts = {
        "weather": 2 << CARDS,
        "desertification": each << TREES,
        "amazon": each << WAITING | each << TREES,
        "arctic": 2 * each << CARBON,
        "permafrost": 2 * each << WAITING,
        "acidification": each << OCEANS,
    }
    found = {}
    for at, (effect, track) in enumerate(zip(EFFECTS, climate.tracks, strict=True)):
        if track:
            shift = FIRST_TRACK + at * FIELD
            adds = [(1 << shift) + (acts[effect] if tipping else 0) for tipping in track]
            found[effect] = shift, (*adds, acts[effect])
    return found


def roll_out(climate: Climate, planets: Mapping[int, int], keep: int = -1) -> tuple[Planets, int]:
    """Rolls until no roll is due: how things end, and the number of all ways.

    ``keep`` masks the fields that are of interest at the end; others are merged.
    """
    others = tips(climate).copy()
    arctic = others.pop("arctic")
    moves = tuple(others.values())
    idle = FACES - 1 - len(moves)
    row, too_hot = climate.row, climate.too_hot
    longest = max(
        field(planet, ROLLS) + BANDS_TO_LOSE - field(planet, CARBON) // row for planet in planets
    )
    ended: Planets = {}
    going: Planets = {}
    for planet, ways in planets.items():
        if field(planet, ROLLS):
            going[planet] = ways
        else:
            add(ended, planet & keep, ways * FACES**longest)
    rolled = 0
    while going:
        rolled += 1
        scale = FACES ** (longest - rolled)
        after: Planets = {}
        for planet, ways in going.items():
            for shift, adds in moves:
                add(after, planet + adds[planet >> shift & MASK] - 1, ways)
            if idle:
                add(after, planet - 1, ways * idle)
            add(after, after_arctic(planet, arctic, row, too_hot), ways)
        going = {}
        for planet, ways in after.items():
            if planet & MASK:
                going[planet] = ways
            else:
                add(ended, planet & keep, ways * scale)
    return ended, FACES**longest


def after_arctic(planet: int, arctic: tuple[int, tuple[int, ...]], row: int, too_hot: int) -> int:
    """Loss of Arctic Sea Ice: a band that it adds brings a roll; the last band ends the rolling."""
    shift, adds = arctic
    carbon = planet >> CARBON & MASK
    after = planet + adds[planet >> shift & MASK] - 1
    warmer = after >> CARBON & MASK
    if warmer >= too_hot:
        return after - (warmer - too_hot << CARBON) - (after & MASK)
    return after + warmer // row - carbon // row


def add(planets: Planets, planet: int, ways: int) -> None:
    planets[planet] = planets.get(planet, 0) + ways


@lru_cache(maxsize=64)
def ends_of_stage(climate: Climate, planet: int) -> tuple[Planets, int]:
    """How one Crisis stage's rolls may end, the tracks left aside; kept, as it costs the most."""
    return roll_out(climate, {planet: 1}, WITHOUT_TRACKS)
