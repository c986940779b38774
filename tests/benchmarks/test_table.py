"""``companion bench table`` measures what its name says, with little of each here."""

from pathlib import Path

import pytest

from tests.benchmarks import table


@pytest.mark.slow
def test_every_figure_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setattr(table, "GAMES_PLAYED", 1)
    for length in ("EVENTS", "LONG", "LONGEST"):
        monkeypatch.setattr(table, length, 200)
    figures = table.figures()
    assert {
        "ack_p50_ms",
        "ack_p99_ms",
        "bare_commit_p50_ms",
        "ratio_p50",
        "cpu_beside_commit_ms",
        "resume_5000_events_ms",
        "replay_10000_events_ms",
        "rss_30000_events_mib",
    } <= set(figures)
    assert all(figure > 0 for figure in figures.values())
    assert list(tmp_path.iterdir()) == []
