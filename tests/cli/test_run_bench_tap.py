"""The benchmark of a tap: its keys, and parts that make sense beside each other."""

from pathlib import Path

import pytest

from tests.benchmarks import tap


def test_a_tap_is_measured_part_by_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setattr(tap, "TAPS", 20)
    found = tap.figures()

    parts = ("radio_ms", "wait_ms", "decide_ms", "journal_ms", "draw_ms")
    assert all(found[part] > 0 for part in parts)
    assert found["physical_least_ms"] < found["p50_ms"] <= found["p99_ms"]
    assert 5 < found["radio_ms"] < 15
    assert found["wait_ms"] < 50
