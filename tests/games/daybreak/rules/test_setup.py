"""Set-up: every combination of the rulebook's table."""

import pytest

from tests.conftest import SetTable

# seats; difficulty, Trees, Oceans: rulebook, page 35
OTHER_SETUPS = [
    ("majority_world china europe us", "standard", 24, 16),
    ("china europe us", "easier", 15, 10),
    ("majority_world europe us", "standard", 16, 12),
    ("majority_world china us", "harder", 19, 14),
    ("majority_world china europe", "harder", 20, 14),
    ("europe us", "easier", 8, 5),
    ("china us", "standard", 11, 7),
    ("china europe", "standard", 11, 8),
    ("majority_world us", "harder", 12, 9),
    ("majority_world europe", "harder", 13, 9),
    ("majority_world china", "extreme", 16, 11),
    ("china", "standard", 6, 4),
    ("us", "standard", 6, 4),
    ("europe", "standard", 6, 4),
    ("majority_world", "standard", 6, 4),
]


@pytest.mark.parametrize(("seats", "difficulty", "trees", "oceans"), OTHER_SETUPS)
def test_the_powers_decide_difficulty_trees_and_oceans(
    daybreak: SetTable, seats: str, difficulty: str, trees: int, oceans: int
) -> None:
    document = daybreak(seats=seats).document

    assert (document["difficulty"], document["trees"], document["oceans"]) == (
        difficulty,
        trees,
        oceans,
    )
    assert document["thermometer"]["row"] == 5 * len(seats.split())


def test_seats_stay_in_the_order_in_which_they_were_taken(daybreak: SetTable) -> None:
    assert daybreak(seats="us majority_world").document["seats"] == ["us", "majority_world"]


def test_one_power_alone_takes_the_solo_reference_card(daybreak: SetTable) -> None:
    alone = daybreak(seats="majority_world").document

    assert alone["powers"]["majority_world"]["growth"] == 2
    assert "powers.majority_world.demand" in alone["facts"]["standins"]


def test_what_nobody_verified_is_listed_by_its_path_in_the_document(daybreak: SetTable) -> None:
    standins = daybreak().document["facts"]["standins"]

    assert "powers.us.demand" in standins
    assert "facts.crisis_cards.5" in standins
    assert "facts.tracks.arctic" in standins
    assert "facts.geoengineering" in standins
    assert "powers.china.demand" not in standins
    assert "facts.crisis_cards.4" not in standins
    assert not [path for path in standins if "europe" in path or "solo" in path]
