"""What the benchmark must show, so that a change that loses it does not pass unseen."""

import pytest

from tests.benchmarks.oled import figures


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
def test_a_typical_update_is_a_fifth_of_lumas_frame_and_an_unchanged_one_nothing() -> None:
    measured = figures()
    for chip in ("", "sh1106_"):
        assert measured[f"{chip}typical_update_percent"] <= 20
        assert measured[f"{chip}unchanged_bytes"] == 0
