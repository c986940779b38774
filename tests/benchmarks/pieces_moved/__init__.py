"""How many tokens, cubes and markers people would move by hand, game by game.

``movements`` counts them for an event, from the state before it; with ``fewest``, pieces of a
higher value as one. ``placed_anyway`` is how many of these people make with the companion as well.
"""

from importlib import import_module
from types import ModuleType

from companion.games import AnyGame


def pieces_of(game: AnyGame) -> ModuleType:
    """What is known of a game's pieces."""
    return import_module(f"{__name__}.{game.id}")
