"""Which Crisis cards are still to come, and what those that lie face up can take at the most."""

from dataclasses import replace

import pytest

from companion.games.daybreak.model.card import Crisis, Effect
from companion.games.daybreak.model.stacks import card_of
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import BANDS_TO_LOSE
from companion.games.daybreak.rules.face_up_crises import (
    boards_read,
    due_face_up,
    face_down,
    harmless,
    most_taken,
    most_taken_by_one,
    resolve,
)
from tests.conftest import SetTable

CARD = "1.415"


@pytest.mark.parametrize(
    ("crisis", "most"),
    [
        (Crisis(effects=(Effect(do="change", token="trees", by=-2),)), 2 * 2),
        (Crisis(effects=(Effect(do="change", token="oceans", by=-2),)), 0),
        (Crisis(target="lowest", effects=(Effect(do="change", token="trees", by=-2),)), 2),
        (Crisis(effects=(Effect(do="change", token="trees", by=-1, solo=-3),)), 2 * 3),
        (Crisis(effects=(Effect(do="change", token="trees", by=-3, solo=-1),)), 2 * 3),
        (
            Crisis(effects=(Effect(do="change", token="trees", by=-1, per_band=True),)),
            2 * BANDS_TO_LOSE,
        ),
        (Crisis(effects=(Effect(do="change", token="trees", by=-1),) * 2), 2 * 2),
    ],
)
def test_the_most_that_a_card_can_take(daybreak: SetTable, crisis: Crisis, most: int) -> None:
    state = with_crisis(daybreak().state, crisis)

    assert most_taken(state, (CARD,), "trees") == most


def test_no_card_takes_nothing(daybreak: SetTable) -> None:
    assert most_taken_by_one(daybreak().state, (), "trees") == 0


def test_cards_are_resolved_one_after_the_other(daybreak: SetTable) -> None:
    state = daybreak("set trees 31", "to emissions", "to crisis").state
    ends = list(resolve(state, ("1.439", "1.408", "1.401")))

    assert {end.crises.resolved for end, _ in ends} == {("1.439", "1.408", "1.401")}
    assert sum(odds for _, odds in ends) == 1


LOSES_TREES = Effect(do="change", token="trees", by=-1)


@pytest.mark.parametrize(
    ("crisis", "path", "read"),
    [
        (Crisis(effects=(Effect(do="shortage"),)), "demand", True),
        (Crisis(effects=(Effect(do="shortage"),)), "dirty", True),
        (Crisis(effects=(Effect(do="shortage"),)), "clean", True),
        (Crisis(effects=(LOSES_TREES,)), "clean", False),
        (Crisis(effects=(LOSES_TREES,)), "communities", True),
        (Crisis(target="lowest", of="clean", effects=(LOSES_TREES,)), "clean", True),
        (Crisis(effects=(Effect(do="change", token="clean", by=-1),)), "clean", True),
        (Crisis(reduced_by="social", effects=(LOSES_TREES,)), "resilience.social", True),
        (Crisis(reduced_by="social", effects=(LOSES_TREES,)), "resilience.ecological", False),
    ],
)
def test_what_a_card_reads_on_the_player_boards(
    daybreak: SetTable, crisis: Crisis, path: str, read: bool
) -> None:
    table = daybreak()
    before = boards_read(with_crisis(table.state, crisis), (CARD,))
    table.submit(f"set us.{path} 7")

    after = boards_read(with_crisis(table.state, crisis), (CARD,))

    assert (after[:-2] != before[:-2]) is read


@pytest.mark.parametrize(("of", "read"), [("tags.energy", True), ("clean", False)])
def test_a_card_that_counts_tags_reads_the_play_areas(
    daybreak: SetTable, of: str, read: bool
) -> None:
    crisis = Crisis(target="highest", of=of, effects=(LOSES_TREES,))
    table = daybreak()
    before = boards_read(with_crisis(table.state, crisis), (CARD,))
    table.submit("discard 1.210 us")

    after = boards_read(with_crisis(table.state, crisis), (CARD,))

    assert (after[:-2] != before[:-2]) is read


def with_crisis(state: State, crisis: Crisis) -> State:
    """The card says this."""
    card = replace(card_of(state, CARD), crisis=crisis)
    return replace(state, cards={**state.cards, CARD: card})


@pytest.mark.parametrize(
    ("due", "face_up", "resolving", "resolved", "open_", "hidden"),
    [
        (3, ("1.415", "1.432"), None, (), ("1.415", "1.432"), 1),
        (2, ("1.415", "1.432"), None, (), ("1.415", "1.432"), 0),
        (1, ("1.415", "1.432"), None, (), ("1.415",), 0),
        (2, ("1.415", "1.432"), "1.447", (), ("1.415",), 0),
        (3, ("1.415",), "1.447", ("1.401",), ("1.415",), 0),
        (3, ("1.415", "1.447"), "1.447", (), ("1.415",), 1),
        (0, (), None, ("1.401",), (), 0),
        (1, ("1.415",), None, ("1.401",), (), 0),
    ],
)
def test_which_cards_are_still_to_come(
    daybreak: SetTable,
    due: int,
    face_up: tuple[str, ...],
    resolving: str | None,
    resolved: tuple[str, ...],
    open_: tuple[str, ...],
    hidden: int,
) -> None:
    state = daybreak().state
    crises = replace(state.crises, due=due, face_up=face_up, resolving=resolving, resolved=resolved)
    state = replace(state, crises=crises)

    assert (due_face_up(state), face_down(state)) == (open_, hidden)


@pytest.mark.parametrize(
    ("effect", "does_nothing"),
    [
        (Effect(do="change", token="dac", by=-1), True),
        (Effect(do="change", token="trees", by=-1), False),
        (Effect(do="give", token="dac", by=1), False),
        (Effect(do="discard", by=1), True),
        (Effect(do="shortage"), False),
    ],
)
def test_what_costs_nobody_this_stage(effect: Effect, does_nothing: bool) -> None:
    assert harmless(Crisis(effects=(effect,))) is does_nothing
