"""``companion bench hall`` measures what it says, here with a handful of tables."""

import pytest

from tests.benchmarks.hall import figures

KEYS = {
    *("tables", "messages", "missed", "p50_ms", "p99_ms", "rss_mib"),
    *("ack_ratio_broker", "ack_ratio_dead_broker"),
}


@pytest.mark.usefixtures("other_programs")
def test_the_hall_misses_nothing_of_a_few_tables() -> None:
    found = figures(tables=3, seconds=1, asks=2)

    assert found.keys() >= KEYS
    assert (found["tables"], found["messages"], found["missed"]) == (3, 3, 0)
    assert 0 < found["p50_ms"] <= found["p99_ms"]
