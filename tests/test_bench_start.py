"""The benchmark of the start runs a whole companion and asks it."""

import pytest

from companion.bench import start


def test_it_tells_how_soon_the_screen_shows_something_and_what_idling_costs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(start, "WATCHED", 0.2)

    figures = start.figures()

    assert {
        "ready_ms",
        "imports_ms",
        "ratio_to_imports",
        "rss_mib",
        "idle_cpu_percent",
    } <= figures.keys()
    assert figures["ready_ms"] > 0
    assert figures["rss_mib"] > 10
