"""``companion bench air`` measures what it says, here with a handful of taps."""

import pytest

from tests.benchmarks.air import figures

KEYS = {"taps", "lost", "doubled", "tap_p50_ms", "tap_p99_ms", "broker_restarts", "table_restarts"}


@pytest.mark.slow
@pytest.mark.usefixtures("other_programs")
def test_no_tap_is_lost_or_doubled_while_broker_and_table_start_anew() -> None:
    found = figures(taps=60, calm=4, cuts=4, broker_restarts=1, table_kills=1, table_stops=1)

    assert found.keys() >= KEYS
    assert (found["taps"], found["lost"], found["doubled"]) == (60, 0, 0)
    assert 0 < found["tap_p50_ms"] <= found["tap_p99_ms"]
