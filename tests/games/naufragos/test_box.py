"""Box facts of Náufragos: what a box must say, and what it cannot."""

from typing import Any

import pytest

from companion.errors import BadFact
from companion.games import Fact, game
from companion.games.naufragos.model.box import build, flaw_of, limits, paths
from companion.games.naufragos.text.names import fact_name
from companion.storage.packs.box_facts import load_box

_, FACTS = load_box(game("naufragos"), "standin")


def built(**changes: Any) -> None:
    own = {f"facts.{path.replace('__', '.')}": value for path, value in changes.items()}
    build("own", {**FACTS, **{path: Fact(value, "us", "owner") for path, value in own.items()}})


def test_the_shipped_box_is_whole_and_says_what_nobody_verified() -> None:
    box = build("standin", FACTS)

    assert box.turns == {"1": 21, "2": 18, "3": 15, "4": 12}
    assert "facts.weather" in box.standins
    assert "facts.wrecks" not in box.standins
    assert box.story_of(99) == box.track_story[-1]


def test_a_fact_that_is_missing_or_strange_is_named() -> None:
    left = {path: fact for path, fact in FACTS.items() if path != "facts.wrecks"}
    with pytest.raises(BadFact, match=r"facts\.wrecks"):
        build("own", left)
    with pytest.raises(BadFact, match=r"facts\.gold"):
        built(gold=3)
    with pytest.raises(BadFact, match=r"facts\.wrecks"):
        built(wrecks=True)
    with pytest.raises(BadFact, match=r"difficulty\.start"):
        built(difficulty__min=5)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("weather", ["hot"]),
        ("weather", "sunny"),
        ("actions.wood", []),
        ("actions.wood", [1, -1]),
        ("order", ["forage", "explore"]),
        ("track", ["coast", "jungle", "promontory"]),
        ("track", ["promontory", "coast"]),
        ("track", ["coast", "promontory", "promontory"]),
        ("track_story", [41]),
        ("rest.1", [1, 2]),
        ("rest.1", [1, 2, -1]),
        ("turns.1", 0),
        ("characters.cook.energy", 3),
        ("characters.cook.return_bonus", 10),
        ("difficulty.max", 41),
        ("bonfire", 0),
        ("raft.wood", 41),
    ],
)
def test_a_value_that_cannot_be_is_told(path: str, value: object) -> None:
    assert flaw_of(tuple(path.split(".")), value) is not None


def test_numbers_stay_within_what_can_be_printed() -> None:
    assert limits(("turns", "1")) == (1, 99)
    assert limits(("characters", "cook", "energy")) == (4, 12)
    assert limits(("characters", "cook", "return_bonus")) == (-9, 9)
    assert limits(("raft", "energy")) == (0, 40)


def test_every_fact_has_a_name() -> None:
    names = [str(fact_name(path)) for path in paths()]

    assert len(names) == len(set(names))
    assert all(name.strip() for name in names)
