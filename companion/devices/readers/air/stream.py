"""What one reader on the air tells, in order and each thing once. Pure."""

from dataclasses import dataclass, field
from enum import Enum, auto

from companion.devices.readers.air.messages import SeatMessage

BOOTS_REMEMBERED = 4


class Order(Enum):
    NEW = auto()
    AFTER_A_GAP = auto()
    """New, and something before it never came."""
    REPEATED = auto()


@dataclass(slots=True)
class TapStream:
    """Knows what has come since each of the last few starts of a reader."""

    last: dict[str, int] = field(default_factory=dict)
    """By start: the number of the newest that has come; the newest start is at the end."""
    handled: dict[str, int] = field(default_factory=dict)
    """By start: the number of the newest that is dealt with."""

    def take(self, message: SeatMessage) -> Order:
        before = self.last.get(message.boot)
        if before is not None and message.n <= before:
            return Order.REPEATED
        self.last.pop(message.boot, None)
        self.last[message.boot] = message.n
        while len(self.last) > BOOTS_REMEMBERED:
            forgotten = next(iter(self.last))
            del self.last[forgotten]
            self.handled.pop(forgotten, None)
        # Of a start that nobody knows, what came before may have been told to an earlier process.
        gap = before is not None and message.n > before + 1
        return Order.AFTER_A_GAP if gap else Order.NEW

    def is_handled(self, message: SeatMessage) -> bool:
        return message.n <= self.handled.get(message.boot, 0)

    def handle(self, message: SeatMessage) -> None:
        self.handled[message.boot] = message.n

    def is_of_another(self, message: SeatMessage) -> bool:
        """Does one that was thought to have started anew go on as before? Then they are two."""
        return message.boot in self.last and next(reversed(self.last)) != message.boot
