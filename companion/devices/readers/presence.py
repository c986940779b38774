"""Turns what a reader saw into events: a card came, a card went, two cards lie there.

Pure: sightings and their times go in, reports come out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from companion.i18n.message import Message


class Seen(Enum):
    """What a look into the field gave, when it was not one card's number."""

    NOTHING = "nothing"
    TWO_CARDS = "two cards"
    UNCLEAR = "unclear"


Sighting = Seen | str


@dataclass(frozen=True, slots=True)
class CardArrived:
    """``again`` is a card that was gone only for a moment: perhaps another lay on it meanwhile."""

    zone: str
    uid: str
    again: bool = False
    id: str = ""
    """Of a tap that may be told more than once; it counts once."""


@dataclass(frozen=True, slots=True)
class CardGone:
    """``reads`` is how often it was read while it lay there."""

    zone: str
    uid: str
    reads: int


@dataclass(frozen=True, slots=True)
class TwoCards:
    zone: str


@dataclass(frozen=True, slots=True)
class ReaderLost:
    zone: str
    why: Message


@dataclass(frozen=True, slots=True)
class ReaderBack:
    zone: str


@dataclass(frozen=True, slots=True)
class CameraLooks:
    """A camera was switched on, or off since nobody plays or it is not wanted."""

    zone: str
    on: bool


@dataclass(frozen=True, slots=True)
class ReaderPaired:
    """A reader on the air lies in this zone from now on."""

    zone: str
    name: str


@dataclass(frozen=True, slots=True)
class ReaderButton:
    """The button of a reader was pressed, or held."""

    role: str
    held: bool
    id: str


@dataclass(frozen=True, slots=True)
class ReaderSays:
    """Something to be told that is no lasting fault; of no zone where a reader lies in none."""

    zone: str
    words: Message


@dataclass(frozen=True, slots=True)
class Handled:
    """Follows a tap of a reader on the air: once whoever takes reports comes to this, the tap is
    dealt with, and ``acknowledge`` says so to the reader, which may then forget it."""

    acknowledge: Callable[[], None]


Report = (
    CardArrived
    | CardGone
    | TwoCards
    | ReaderLost
    | ReaderBack
    | CameraLooks
    | ReaderPaired
    | ReaderButton
    | ReaderSays
    | Handled
)


class Presence:
    """The card of one zone.

    A card is gone after ``silence`` seconds without an answer. After two cards, one that is left
    alone counts only when it stays for ``settle`` seconds: lifting both never leaves the field in
    the same instant.

    Tags that lie on each other mostly fall silent: when the upper one is lifted, the lower one
    seems to come anew. So one that comes within ``again`` seconds after it was gone, and nothing
    between, is told as such; if it goes and comes once more, somebody means it.
    """

    def __init__(self, zone: str, *, silence: float, settle: float, again: float) -> None:
        self.zone = zone
        self.silence = silence
        self.settle = settle
        self.again = again
        self.card: str | None = None
        self._reads = 0
        self._last_seen = 0.0
        self._crowded = False
        self._alone: tuple[str, float] | None = None
        self._gone: tuple[str, float] | None = None
        self._asked = False

    def see(self, sighting: Sighting, now: float) -> list[Report]:
        match sighting:
            case Seen.NOTHING:
                return self._nothing(now)
            case Seen.UNCLEAR:
                return self._still_something(now)
            case Seen.TWO_CARDS:
                return self._two_cards(now)
            case str(uid):
                return self._card(uid, now)

    def look_away(self, now: float) -> None:
        """The reader was blind: what it did not see in that time is not silence."""
        self._last_seen = now

    def _nothing(self, now: float) -> list[Report]:
        if now - self._last_seen < self.silence:
            return []
        self._crowded = False
        return self._let_go(now)

    def _still_something(self, now: float) -> list[Report]:
        self._last_seen = now
        return []

    def _two_cards(self, now: float) -> list[Report]:
        self._last_seen = now
        self._alone = None
        if self._crowded:
            return []
        self._crowded = True
        return [TwoCards(self.zone)]

    def _card(self, uid: str, now: float) -> list[Report]:
        self._last_seen = now
        if uid == self.card:
            self._reads += 1
            self._crowded = False
            return []
        if self._crowded and not self._settled(uid, now):
            return []
        self._crowded = False
        again = self._gone is not None and self._gone[0] == uid and now < self._gone[1]
        gone = self._let_go(now)
        self.card, self._reads = uid, 1
        # Asked about once; the next time it is a new tap, however soon it comes.
        self._gone = None
        self._asked = again
        return [*gone, CardArrived(self.zone, uid, again)]

    def _settled(self, uid: str, now: float) -> bool:
        if self._alone is None or self._alone[0] != uid:
            self._alone = (uid, now)
        return now - self._alone[1] >= self.settle

    def _let_go(self, now: float) -> list[Report]:
        if self.card is None:
            return []
        gone, self.card = self.card, None
        self._gone = None if self._asked else (gone, now + self.again)
        return [CardGone(self.zone, gone, self._reads)]
