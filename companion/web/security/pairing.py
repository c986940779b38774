"""Who may act: a phone whose owner could read the code that the table shows.

A code lasts a few minutes and can be used by everybody at the table; who guesses has to wait,
longer each time. So many guesses that one of them could be right replace the code, unless somebody
at the table has just asked to see it: then nobody elsewhere can wear it out.

A pairing lasts until the host ends it, or until it was not used for a month.
"""

import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from threading import Condition, Lock

from companion.clock import Clock, SystemClock, WallClock, wall_clock
from companion.errors import Refusal
from companion.i18n.message import Message, count, say
from companion.notifier import News, Notifier
from companion.web.security.paired_phones import Phone, PhoneStore
from companion.web.security.seat_claims import SeatClaim, SeatClaims

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that people mistake for one another."""
CODE_LENGTH = 6
CODE_LIFETIME_S = 600.0
FREE_TRIES = 3
MAX_WAIT_S = 60.0
TRIES_PER_CODE = 5000
"""Of 887 million codes; more than all addresses of a home network can try while a code lasts."""
WINDOW_S = 180.0
"""Seconds for which a code stays that somebody at the table has asked to see."""
MAX_PHONES = 64
MAX_PHONES_OF_ADDRESS = 16
"""Without cookies, several phones behind one address look like one that pairs again and again."""
SPARE_AFTER_S = 600.0
"""A pairing that was not used for so long gives way at a full table."""
MAX_ADDRESSES = 1000
MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
UNUSED_S = 31 * DAY
"""Seconds after which a phone that never came back is forgotten."""


@dataclass(slots=True)
class _Guesses:
    wrong: int = 0
    not_before: float = 0.0


class Pairing:
    """The code in force and the phones that know their own secret."""

    def __init__(
        self,
        clock: Clock | None = None,
        book: PhoneStore | None = None,
        today: WallClock = wall_clock,
        notifier: Notifier | None = None,
    ) -> None:
        """``notifier`` tells of a pairing that has ended: its phone must hear of it at once."""
        self._clock = clock or SystemClock()
        self._started = self._clock.now()
        self._today = today
        self._book = book or PhoneStore()
        self._notifier = notifier or Notifier()
        self._writing = Lock()
        self._lock = Condition()
        self._closed = False
        self._code = ""
        self._expires = 0.0
        self._tries = 0
        self._kept_until = 0.0
        self._guesses: OrderedDict[str, _Guesses] = OrderedDict()
        self._claims = SeatClaims(self._clock)
        self._ended: set[str] = set()
        """Roles of phones that somebody else has ended: a seat is not free because of that."""
        self._phones = OrderedDict(self._book.read())
        """By the hash of each one's secret: nobody who reads it can act."""
        self._seen: dict[str, float] = {}
        """When each of them was last there since the start, by a clock that nobody puts right: that
        of a small computer jumps by months as soon as it hears the time."""

    @property
    def code(self) -> str:
        """What the table shows now; a new one when the old one has expired."""
        with self._lock:
            now = self._clock.now()
            worn_out = self._tries >= TRIES_PER_CODE and now >= self._kept_until
            if now >= self._expires or worn_out:
                self._code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
                self._expires = self._clock.now() + CODE_LIFETIME_S
                self._tries = 0
            return self._code

    def open_window(self) -> None:
        """Somebody at the table asks for the code: it stays as it is until they have typed it."""
        with self._lock:
            code, now = self.code, self._clock.now()
            assert code, "there always is one"
            self._kept_until = now + WINDOW_S
            self._expires = max(self._expires, self._kept_until)
            self._tries = 0

    def codes(self) -> Iterator[str]:
        """For whoever shows it: each code as soon as it is the one in force, until ``close``."""
        shown = ""
        while not self._closed:
            with self._lock:
                if (code := self.code) == shown:
                    self._lock.wait(self._expires - self._clock.now())
                    continue
            shown = code
            yield code

    def close(self) -> None:
        """Nobody shows a code any more."""
        with self._lock:
            self._closed = True
            self._lock.notify_all()

    def pair(
        self, code: str, role: str, address: str, device: str = "", *, guarded: bool = False
    ) -> str:
        """The secret by which a phone is known from now on.

        A ``device`` that was paired before is the same phone: it has one pairing, the newest, and
        its inputs are known again after a restart. Where the seat is ``guarded`` and has another
        phone, it ``waits``: nobody is known by this secret until somebody there has said yes.
        """
        with self._lock:
            self._check(code, address)
            id = id_of(device) if device else secrets.token_hex(4)
            secret, now = secrets.token_urlsafe(24), self._now()
            known, phone = hash_of(secret), Phone(id, role, now, now, address)
            others = any(other.role == role and other.id != id for other in self.phones())
            waits = guarded and (others or role in self._ended)
            if not waits:
                self._admit(known, phone)
            elif not self._claims.add(known, phone):
                raise Refusal("seat_has_phone", say("Another phone asks for this seat just now."))
        if not waits:
            self._keep()
        self._notifier.notify(News.PHONES)
        return secret

    def waits(self, secret: str) -> bool:
        """Does this phone wait for a seat that another phone has?"""
        known = hash_of(secret)
        with self._lock:
            return any(claim.known == known for claim in self._claims.all())

    def claims(self) -> Sequence[SeatClaim]:
        with self._lock:
            return self._claims.all()

    def answer(self, id: str, *, yes: bool) -> bool:
        """Lets a phone that waits have its seat, or not; False where none waits any more."""
        with self._lock:
            claim = self._claims.pop(id)
            if claim and yes:
                self._admit(claim.known, claim.phone)
        if claim:
            self._keep()
            self._notifier.notify(News.PHONES)
        return claim is not None

    def _check(self, code: str, address: str) -> None:
        guesses = self._guesses.setdefault(address, _Guesses())
        self._guesses.move_to_end(address)
        while len(self._guesses) > MAX_ADDRESSES:
            self._guesses.popitem(last=False)
        if (wait := guesses.not_before - self._clock.now()) > 0:
            raise slow_down(wait)
        given = "".join(code.split()).upper()
        if not hmac.compare_digest(given.encode(), self.code.encode()):
            self._count(guesses)
            raise Refusal("wrong_code", say("That is not the code that the table shows now."))
        del self._guesses[address]

    def _admit(self, known: str, phone: Phone) -> None:
        self._forget(lambda known, it: it.id == phone.id or self._is_forgotten(known, it))
        self._make_room(phone.address)
        self._phones[known] = phone
        self._seen[known] = self._clock.now()
        self._ended.discard(phone.role)

    def _make_room(self, address: str) -> None:
        """Who pairs again and again loses their own pairings. At a full table one gives way that
        was not used for a while; to whoever stands at the table any, last of all a host's."""

        def order(known: str) -> tuple[bool, float, float]:
            phone = self._phones[known]
            return phone.host, self._seen.get(known, 0.0), phone.used

        own = [known for known, phone in self._phones.items() if phone.address == address]
        if len(own) >= MAX_PHONES_OF_ADDRESS:
            self._drop(min(own, key=order))
        if len(self._phones) < MAX_PHONES:
            return
        away = min(self._phones, key=order)
        unused_s = self._clock.now() - self._seen.get(away, self._started)
        may_go = unused_s >= SPARE_AFTER_S and not self._phones[away].host
        if not may_go and self._clock.now() >= self._kept_until:
            raise Refusal(
                "too_many_paired",
                say(
                    "{n} phones are paired, and no more can be: the host can end some.",
                    n=MAX_PHONES,
                ),
            )
        self._drop(away)

    def knows(self, address: str) -> bool:
        """Was a phone paired from this address?"""
        with self._lock:
            return any(phone.address == address for phone in self._phones.values())

    def find(self, secret: str) -> Phone | None:
        """Whose secret this is; that is a use of the pairing."""
        known = hash_of(secret)
        with self._lock:
            phone = self._phones.get(known)
            if phone is None or self._is_forgotten(known, phone):
                return None
            self._seen[known], now = self._clock.now(), self._now()
            if now - phone.used < DAY:
                return phone
            phone = self._phones[known] = replace(phone, used=now)
        self._keep()
        return phone

    def note_address(self, secret: str, address: str) -> None:
        """A phone that its router gave another address is known there from now on."""
        known = hash_of(secret)
        with self._lock:
            phone = self._phones.get(known)
            if phone is None or phone.address == address:
                return
            self._phones[known] = replace(phone, address=address)
        self._keep()

    def phones(self) -> list[Phone]:
        with self._lock:
            all_of_them = self._phones.items()
            return [phone for known, phone in all_of_them if not self._is_forgotten(known, phone)]

    def paired(self, phone: Phone) -> Message:
        """For how long a phone has been paired."""
        return ago(int(self._now() - phone.since))

    def leave(self, phone: Phone) -> None:
        """A phone ends its own pairing: its seat is free."""
        self.end(lambda each: each == phone)
        with self._lock:
            self._ended.discard(phone.role)

    def end(self, which: Callable[[Phone], bool]) -> int:
        """Ends the pairing of some phones; how many there were."""
        with self._lock:
            self._ended |= {phone.role for phone in self._phones.values() if which(phone)}
            ended = self._forget(lambda known, phone: which(phone))
        if ended:
            self._keep()
            self._notifier.notify(News.PHONES)
        return ended

    def _forget(self, which: Callable[[str, Phone], bool]) -> int:
        gone = [known for known, phone in self._phones.items() if which(known, phone)]
        for known in gone:
            self._drop(known)
        return len(gone)

    def _drop(self, known: str) -> None:
        del self._phones[known]
        self._seen.pop(known, None)

    def _keep(self) -> None:
        """Nobody who only wants to act waits for the disk: the file has a lock of its own."""
        with self._writing:
            with self._lock:
                phones = dict(self._phones)
            self._book.keep(phones)

    def _now(self) -> float:
        return self._today().timestamp()

    def _is_forgotten(self, known: str, phone: Phone) -> bool:
        """It was not there for a month: since the start, or else by the time of day."""
        if (seen := self._seen.get(known)) is not None:
            return self._clock.now() - seen > UNUSED_S
        return self._now() - phone.used > UNUSED_S

    def _count(self, guesses: _Guesses) -> None:
        self._tries += 1
        if self._tries >= TRIES_PER_CODE:
            self._lock.notify_all()
        guesses.wrong += 1
        if (beyond := guesses.wrong - FREE_TRIES) >= 0:
            guesses.not_before = self._clock.now() + min(MAX_WAIT_S, 2.0**beyond)


def new_device() -> str:
    """What a phone is known by for longer than a pairing lasts; nobody else can know it."""
    return secrets.token_urlsafe(18)


def id_of(device: str) -> str:
    return hashlib.sha256(device.encode()).hexdigest()[:12]


def hash_of(secret: str) -> str:
    """A secret is long and drawn by chance: nobody finds it from a plain hash."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def ago(seconds: int) -> Message:
    if seconds < MINUTE:
        return say("paired just now")
    if seconds < HOUR:
        return count("paired {n} minute ago", "paired {n} minutes ago", seconds // MINUTE)
    if seconds < DAY:
        return count("paired {n} hour ago", "paired {n} hours ago", seconds // HOUR)
    return count("paired {n} day ago", "paired {n} days ago", seconds // DAY)


def slow_down(seconds: float) -> Refusal:
    return Refusal(
        "slow_down",
        count(
            "Too many wrong codes: please wait {n} second.",
            "Too many wrong codes: please wait {n} seconds.",
            int(seconds) + 1,
        ),
    )
