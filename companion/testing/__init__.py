"""Checks of a game, for ``companion check`` and for pytest.

import pytest
from companion.testing import CHECKS, problems

@pytest.mark.parametrize("check", CHECKS)
def test_my_game(check):
    assert problems("my_game", check) == []
"""

from companion.testing.checks import CHECKS
from companion.testing.examination import Problem, examine

__all__ = ["CHECKS", "Problem", "examine", "problems"]


def problems(game: str, *checks: str, seed: int = 0) -> list[str]:
    """The problems that these checks, or all, find in a game, each with file and line."""
    chosen = {name: CHECKS[name] for name in checks or CHECKS}
    found = examine(game, chosen, seed)
    return [str(each) for some in found.values() for each in some]
