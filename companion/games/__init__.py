"""The games, and the contract that a game fulfils to be counted by the companion.

Nothing below this package knows a clock, a file, a pin, a socket, a thread, a language or a random
number: an input and a state give events, events and a state give the next state, and that is all.
"""

from companion.games.capabilities import (
    ANYBODY,
    HOST,
    Box,
    CardGuide,
    Document,
    Face,
    Fact,
    Lesson,
    Names,
    Odds,
    PhonePage,
    PlainCard,
    Recap,
    Teaching,
    Term,
    Told,
    Viewer,
)
from companion.games.contract import AnyGame, Game
from companion.games.registry import broken, first, game, names, playable, resource

__all__ = [
    "ANYBODY",
    "HOST",
    "AnyGame",
    "Box",
    "CardGuide",
    "Document",
    "Face",
    "Fact",
    "Game",
    "Lesson",
    "Names",
    "Odds",
    "PhonePage",
    "PlainCard",
    "Recap",
    "Teaching",
    "Term",
    "Told",
    "Viewer",
    "broken",
    "first",
    "game",
    "names",
    "playable",
    "resource",
]
