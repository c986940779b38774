"""How much is tried: enough to find a mistake in ``make test``, and far more in ``make soak``.

A test that repeats itself takes its number from here, and ``make soak`` then runs its file, too.
"""

import os

from hypothesis import HealthCheck, Phase, settings

SOAK = int(os.environ.get("SOAK", "0"))
"""What ``make soak`` sets to 10; 0 in ``make test``."""


def many(usual: int, soak: int | None = None) -> int:
    """So many in ``make test``; in ``make soak`` as many as it says, or ten times as many."""
    if not SOAK:
        return usual
    return usual * SOAK if soak is None else soak * SOAK // 10


def examples(usual: int, soak: int | None = None) -> settings:
    """Of a test with random examples; a shared machine may be slow, and a failure tells enough."""
    return settings(
        max_examples=many(usual, soak),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=bool(os.environ.get("CI")),
        phases=[phase for phase in Phase if phase is not Phase.explain],
    )
