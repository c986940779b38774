"""Which codes lie before a camera: turns what each picture shows into cards that came and went.

A code is there once two of three pictures show it, and gone after a second in which none did.
Only time in which there were pictures counts: nobody looked in between. Pure.
"""

from collections import deque
from dataclasses import dataclass, field

from companion.devices.readers.presence import CardArrived, CardGone, Report

FRAMES, ENOUGH = 3, 2
GONE_AFTER_S = 1.0
MAX_GAP_S = 0.5
"""What lies between two pictures is at most so much of looking."""


@dataclass(slots=True)
class _Code:
    """One code, from its first picture until it is gone."""

    zone: str
    shown: deque[bool] = field(default_factory=lambda: deque(maxlen=FRAMES))
    last_seen: float = 0.0
    there: bool = False
    reads: int = 0
    place: int = 0
    """Where in the newest picture it was, in reading order."""

    @property
    def is_sure(self) -> bool:
        return sum(self.shown) >= ENOUGH

    @property
    def is_open(self) -> bool:
        """May another picture still show that it is there?"""
        return not self.there and not self.is_sure and len(self.shown) < FRAMES


class CodePresence:
    """The cards before one camera; any number of them."""

    def __init__(self, zone: str, *, again: float) -> None:
        self.zone = zone
        self._again_s = again
        self._codes: dict[str, _Code] = {}
        self._gone: dict[str, float] = {}
        """Until when one that went may only have been covered."""
        self._asked: set[str] = set()
        """What has been asked about so; when it comes once more, somebody means it."""
        self._looked = 0.0
        self._frame_at: float | None = None

    @property
    def cards(self) -> list[str]:
        """What lies there, in reading order."""
        there = [uid for uid, code in self._codes.items() if code.there]
        return sorted(there, key=lambda uid: self._codes[uid].place)

    def see(self, uids: list[str], now: float, zone: str = "") -> list[Report]:
        """A picture shows these, in reading order; ``zone`` is where who shows them means."""
        if self._frame_at is not None:
            self._looked += min(now - self._frame_at, MAX_GAP_S)
        self._frame_at = now
        for place, uid in enumerate(uids):
            code = self._codes.setdefault(uid, _Code(zone or self.zone))
            code.last_seen, code.place = self._looked, place
            code.reads += 1
        for uid, code in self._codes.items():
            code.shown.append(uid in uids)
        return [*self._leaving(now), *self._coming(now)]

    def look_away(self, now: float) -> list[Report]:
        """Nobody looks any more: everything is gone."""
        self._frame_at = None
        gone = [self._let_go(uid, now) for uid in self.cards]
        self._codes.clear()
        return gone

    def _leaving(self, now: float) -> list[Report]:
        reports = []
        for uid, code in list(self._codes.items()):
            if code.there and self._looked - code.last_seen >= GONE_AFTER_S:
                reports.append(self._let_go(uid, now))
                del self._codes[uid]
            elif not code.there and not any(code.shown):
                del self._codes[uid]
        return reports

    def _let_go(self, uid: str, now: float) -> Report:
        if uid in self._asked:
            self._asked.discard(uid)
        else:
            self._gone[uid] = now + self._again_s
        return CardGone(self._codes[uid].zone, uid, self._codes[uid].reads)

    def _coming(self, now: float) -> list[Report]:
        """Those that came together are told together, in order: all wait for the last of them."""
        new = {uid: code for uid, code in self._codes.items() if not code.there}
        sure = [uid for uid, code in new.items() if code.is_sure]
        waited = any(len(new[uid].shown) >= FRAMES for uid in sure)
        if not waited and any(code.is_open for code in new.values()):
            return []
        reports: list[Report] = []
        for uid in sorted(sure, key=lambda uid: new[uid].place):
            new[uid].there = True
            again = now < self._gone.pop(uid, now)
            if again:
                self._asked.add(uid)
            reports.append(CardArrived(new[uid].zone, uid, again))
        self._gone = {uid: until for uid, until in self._gone.items() if now < until}
        return reports
