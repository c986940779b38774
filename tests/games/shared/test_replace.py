"""The games' own ``replace``: the same as the standard library's, only sooner."""

from dataclasses import FrozenInstanceError, dataclass, field
from dataclasses import replace as standard

import pytest

from companion.games.shared.replace import replace
from companion.games.shared.rules import Happened
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from tests.benchmarks.table import GAME, demonstration


@dataclass(frozen=True, slots=True)
class Slotted:
    name: str
    numbers: tuple[int, ...] = ()
    more: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Plain:
    only: int


@dataclass(frozen=True, slots=True)
class Careful:
    number: int

    def __post_init__(self) -> None:
        assert self.number >= 0


def test_what_is_not_changed_stays_the_same_thing() -> None:
    before = Slotted("a", (1,), {"x": 1})
    after = replace(before, name="b")
    assert after == standard(before, name="b")
    assert after.more is before.more
    with pytest.raises(FrozenInstanceError):
        after.name = "c"  # type: ignore[misc]


def test_things_without_slots_or_with_an_opinion_are_made_as_usual() -> None:
    assert replace(Plain(1), only=2) == Plain(2)
    with pytest.raises(AssertionError):
        replace(Careful(1), number=-1)


def test_a_field_that_there_is_not_is_a_mistake() -> None:
    with pytest.raises(TypeError, match="Slotted has no field nmae"):
        replace(Slotted("a"), nmae="b")


def test_the_state_that_the_rules_reached_is_the_one_that_the_events_lead_to() -> None:
    table = Match(GAME, MemoryJournal())
    for line in demonstration():
        before = table.state
        events = GAME.decide(before, GAME.read(line)) if line not in ("undo", "redo") else ()
        table.take(line)
        if isinstance(events, Happened):
            state = before
            for event in events:
                state = GAME.evolve(state, event)
            assert events.after == state
