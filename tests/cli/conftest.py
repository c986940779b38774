"""What tests of commands may ask for."""

from tests.support.games.kept_tables import folder, now, saved_games, tally_is_a_game

__all__ = ("folder", "now", "saved_games", "tally_is_a_game")
