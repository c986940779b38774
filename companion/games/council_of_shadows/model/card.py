"""What a card pack says of a card: what it is called, whose it is, what it does, and who says so.

The rules need none of it: they know every card by its id, and its numbers are box facts.
"""

from dataclasses import dataclass, field
from typing import Literal

from companion.games.capabilities import Names

Kind = Literal["action", "ai", "dark", "bonus", "automa", "leader", "station", "tile"]
SeatId = Literal["blue", "green", "red", "violet"]
Known = Literal["all", "part", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    number: str
    """The id: most of these cards have no printed number."""
    kind: Kind
    name: Names
    seat: SeatId | None = None
    text: Names = field(default_factory=lambda: Names(en=""))
    """What it does, in a sentence of our own."""
    known: Known = "all"
    source: str = ""
    confidence: str = ""
    link: str = ""
