"""Every table of these tests may play a toy game: the code under test must not mind which."""

import pytest

from tests.support.games.kept_tables import folder, now, saved_games, tally_is_a_game

__all__ = ("folder", "now", "saved_games", "tally_is_a_game")


@pytest.fixture(autouse=True)
def tally_on_every_table(tally_is_a_game: None) -> None:
    """The toy game is one of the games."""
