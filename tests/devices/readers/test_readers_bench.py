"""The benchmark's counts are exact on simulated chips, so their limits can be held here."""

import pytest

from companion.errors import ReaderError
from tests.benchmarks import rfid
from tests.benchmarks.rfid import figures


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")
def test_the_readers_stay_within_what_they_may_cost() -> None:
    found = figures()
    assert found["idle_transfers"] <= 15
    assert found["read7_transfers"] <= 65
    assert found["five_readers_bus_percent"] < 3
    assert found["stock_idle_transfers"] == 2013
    assert found["tap_p99_ms"] < 100
    assert found["rounds_per_second"] > 25
    assert found["bus_percent_in_use"] < 2.5


def test_without_the_package_the_benchmark_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rfid, "find_spec", lambda name: None)
    with pytest.raises(ReaderError, match="pip install --no-deps mfrc522"):
        figures()
