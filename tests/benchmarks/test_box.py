"""What a walk through a closed box takes."""

import pytest

from tests.benchmarks.box import figures


@pytest.mark.slow
def test_a_known_card_takes_four_interactions_and_another_one_ten_on_average() -> None:
    found = figures(cards=3)

    assert found["interactions_known_card"] == 4
    assert found["interactions_unknown_card"] <= 10
    assert found["minutes"] < 45
    assert found["looking.interactions_per_card"] == 1
    assert found["looking.minutes"] < 15
