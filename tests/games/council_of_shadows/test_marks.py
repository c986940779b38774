"""A number that rests on a stand-in has its mark; one that people have said has none."""

import pytest

from companion.games import game
from companion.match.match import Match
from companion.storage.journal import MemoryJournal

GAME = game("council_of_shadows")
START = ("set detail full", "seat red", "seat violet", "start", "play p1-04 blue 1")
LYING = (*START, "play p1-02 blue 2")


def red_after(*lines: str) -> str:
    """What a glance says of Red's energy and consumption."""
    table = Match(GAME, MemoryJournal())
    for line in lines:
        table.take(line)
    said = next(str(line) for line in GAME.glance(table.state) if str(line).startswith("Red: "))
    return said.split(", ")[1]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("gain red energy 3", "energy 3 of 20"),
        ("harvest red energy 1", "energy 1 of 20"),
        ("harvest red 1 blue 1", "energy 2* of 20"),
        ("harvest red 1 blue 2", "energy 0 of 20"),
        ("buy red energy 1 free", "energy 3* of 20"),
        ("buy red range 1 free", "energy 1 of 20"),
    ],
)
def test_energy_is_marked_where_a_stand_in_brought_it(line: str, shown: str) -> None:
    assert red_after(*LYING, line) == shown


@pytest.mark.parametrize("energy", [1, 2])
def test_a_yield_that_people_have_read_has_no_mark(energy: int) -> None:
    read = (f"set facts.tiles.p1-04.yield.energy {energy}",)
    gems = (f"set facts.tiles.p1-04.yield.{gem} 0" for gem in ("anthracite", "gold", "clear"))

    assert red_after(*LYING, *read, *gems, "harvest red 1 blue 1") == f"energy {energy} of 20"


def test_one_energy_of_a_stand_in_is_marked_as_well() -> None:
    assert red_after(*START, "play p1-01 blue 2", "harvest red 1 blue 2") == "energy 1* of 20"
