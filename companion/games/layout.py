"""What lies on a game's table and can have a tag of its own, for the sheets that owners print.

Ids are what ``companion tags`` and table scripts call a thing; the messages are for people.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.message import Message, say

CENTRE = say("Centre")


@dataclass(frozen=True, slots=True)
class Size:
    """Of something upright, in millimetres."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Row:
    """Places side by side; the first one's tag is called ``<id> 1``."""

    id: str
    place: Message
    """What one of the places is called."""
    places: int
    owner: Message | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    card: Size
    sleeve: Size
    seats: Mapping[str, Message]
    rows: tuple[Row, ...]
    dice: Mapping[str, Message]

    def zone(self, name: str) -> Message | str:
        """A zone of the table is a seat's own, or the middle, or what its board calls it."""
        return self.seats.get(name) or (CENTRE if name == "centre" else name)
