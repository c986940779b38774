"""The walk through a box: several people take card after card, on their phones and on the readers.

While it goes on, a tap is no move of a game: a tag that is known leads a phone to its card, and one
that is not becomes the card that somebody looks at. A tag counts when it was read twice, in one tap
or in two.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock

from companion.errors import Refusal
from companion.games import AnyGame
from companion.games import game as find_game
from companion.i18n.message import Message, say
from companion.match.collection.my_box import Bar, MyBox, Tell, stamp
from companion.match.taps.enrolment import READS
from companion.match.taps.printed_codes import is_code
from companion.match.worker import BackgroundCache
from companion.notifier import News, Notifier

AWAY_AFTER_S = 600.0
"""Somebody of whom nothing was heard for so long is not there any more."""


@dataclass(frozen=True, slots=True)
class Walker:
    """Somebody on their way through the box, and the card in their hand."""

    role: str
    number: str
    seen: float
    wants_tag: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """A tag that was read, and the card that it was meant for; none where that is not clear."""

    uid: str
    number: str = ""
    known: bool = False
    """Was it that card's tag before?"""


class Walk:
    """``notifier`` tells of whatever there is to see."""

    def __init__(
        self,
        folder: Path,
        notifier: Notifier | None = None,
        tell: Tell = lambda told: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.notice: Message | None = None
        """What the last tap did."""
        self.offered: Read | None = None
        """What was tapped while several people might have meant it."""
        self._folder = folder
        self._notifier = notifier or Notifier()
        self._tell = tell
        self._now = now
        self._game = ""
        self._walkers: dict[str, Walker] = {}
        self._once: Read | None = None
        self._lock = RLock()
        self._bars: BackgroundCache[AnyGame, tuple[Bar, ...]] = BackgroundCache(
            lambda game: self.box(game).bars(), lambda: self._notifier.notify(News.GAUGES)
        )
        self._last_bars: dict[str, tuple[Bar, ...]] = {}

    @property
    def game(self) -> str:
        """The game whose box is walked through; empty where taps are moves of the game."""
        with self._lock:
            if self._game and not self.walkers():
                self._game = ""
            return self._game

    def box(self, game: AnyGame) -> MyBox:
        return MyBox(game, self._folder, self._tell)

    def bars(self, game: AnyGame) -> tuple[Bar, ...]:
        """What is known of a box, for a screen: at once, and anew a moment after it has changed."""
        known = self._bars.ask((game.id, stamp(game, self._folder)), game).found
        if known is not None:
            self._last_bars[game.id] = known
        return self._last_bars.get(game.id, ())

    def walkers(self) -> Mapping[str, Walker]:
        """Who is on which card, by their phones."""
        with self._lock:
            late = self._now() - AWAY_AFTER_S
            self._walkers = {id: each for id, each in self._walkers.items() if each.seen > late}
            return dict(self._walkers)

    def come(self, phone: str, role: str, game: str, number: str, *, wants_tag: bool) -> None:
        """Somebody has this card in front of them."""
        with self._lock:
            if game != self._game:
                self._walkers, self._once, self.offered = {}, None, None
            before = self._walkers.get(phone)
            self._game = game
            self._walkers[phone] = Walker(role, number, self._now(), wants_tag)
            if before is None or before.number != number:
                self._news()

    def hear_from(self, phone: str) -> None:
        """Somebody is still there."""
        with self._lock:
            if walker := self._walkers.get(phone):
                self._walkers[phone] = replace(walker, seen=self._now())

    def leave(self, phone: str) -> None:
        with self._lock:
            self._walkers.pop(phone, None)
            self._news()

    def taken(self, phone: str) -> frozenset[str]:
        """The cards that others have in their hands."""
        return frozenset(each.number for id, each in self.walkers().items() if id != phone)

    # What the readers see.

    def read(self, uid: str, in_sight: str = "") -> Message | None:
        """A tag was read; answers what that did, or None if nobody is on a walk."""
        with self._lock:
            if not self.game:
                return None
            box = self.box(find_game(self._game))
            thing = box.tags.find(uid)
            if thing and thing.kind != "card":
                why = say("This tag is {thing} already.", thing=thing.name)
                raise Refusal("already_bound", why)
            if thing:
                return self._lead_to(uid, thing.name)
            if self._once and self._once.uid == uid:
                return self._bind(box, self._once)
            return self._read_once(uid, "" if is_code(uid) else in_sight)

    def lifted(self, uid: str, reads: int) -> Message | None:
        """A tag left a reader that had read it so often."""
        with self._lock:
            if not self._game or reads < READS or not self._once or self._once.uid != uid:
                return None
            return self._bind(self.box(find_game(self._game)), self._once)

    def claim(self, phone: str, number: str) -> Message | None:
        """The tag that was tapped is that of this card, says somebody."""
        with self._lock:
            offered = self.offered
            if offered is None or offered.known:
                return None
            return self._bind(self.box(find_game(self._game)), replace(offered, number=number))

    def _lead_to(self, uid: str, number: str) -> Message:
        """A card that has its tag says which it is."""
        self._once = None
        if len(walkers := self.walkers()) == 1:
            (phone,) = walkers
            self._walkers[phone] = replace(walkers[phone], number=number)
            self.offered = None
        else:
            self.offered = Read(uid, number, known=True)
        return self._say(say("This is {number}.", number=number))

    def _read_once(self, uid: str, in_sight: str) -> Message:
        waiting = [each.number for each in self.walkers().values() if each.wants_tag]
        waiting = [in_sight] if in_sight else waiting
        if len(waiting) == 1:
            self._once, self.offered = Read(uid, waiting[0]), None
            return self._say(say("Read once."))
        self._once, self.offered = None, Read(uid)
        return self._say(say("A new tag: say on a phone which card it is."))

    def _bind(self, box: MyBox, read: Read) -> Message:
        box.bind(read.uid, read.number)
        self._once = self.offered = None
        self._walkers = {
            id: replace(each, wants_tag=each.wants_tag and each.number != read.number)
            for id, each in self._walkers.items()
        }
        return self._say(say("Enrolled: {card}.", card=read.number))

    def _say(self, notice: Message) -> Message:
        self.notice = notice
        self._news()
        return notice

    def _news(self) -> None:
        self._notifier.notify(News.WALK)
