"""Set-up: which World Powers play together, and the Trees and Oceans they start with.

The rulebook's "Other setups" table (page 35); one power alone plays the solo game.
"""

from dataclasses import dataclass

from companion.games.daybreak.model.terms import CHINA, EUROPE, MAJORITY_WORLD, US


@dataclass(frozen=True, slots=True)
class Setup:
    difficulty: str
    trees: int
    oceans: int


SOLO = Setup("standard", 6, 4)

SETUPS = {
    frozenset({MAJORITY_WORLD, CHINA, EUROPE, US}): Setup("standard", 24, 16),
    frozenset({CHINA, EUROPE, US}): Setup("easier", 15, 10),
    frozenset({MAJORITY_WORLD, EUROPE, US}): Setup("standard", 16, 12),
    frozenset({MAJORITY_WORLD, CHINA, US}): Setup("harder", 19, 14),
    frozenset({MAJORITY_WORLD, CHINA, EUROPE}): Setup("harder", 20, 14),
    frozenset({EUROPE, US}): Setup("easier", 8, 5),
    frozenset({CHINA, US}): Setup("standard", 11, 7),
    frozenset({CHINA, EUROPE}): Setup("standard", 11, 8),
    frozenset({MAJORITY_WORLD, US}): Setup("harder", 12, 9),
    frozenset({MAJORITY_WORLD, EUROPE}): Setup("harder", 13, 9),
    frozenset({MAJORITY_WORLD, CHINA}): Setup("extreme", 16, 11),
}


def setup_for(seats: tuple[str, ...]) -> Setup:
    return SOLO if len(seats) == 1 else SETUPS[frozenset(seats)]
