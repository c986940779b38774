"""Who may act: a phone whose owner could read the code that the table shows.

A code lasts a few minutes and can be used by everybody at the table; who guesses has to wait,
longer each time. So many guesses that one of them could be right replace the code, unless somebody
at the table has just asked to see it: then nobody elsewhere can wear it out.
"""

import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Condition

from companion.clock import Clock, SystemClock
from companion.errors import Refusal
from companion.message import count, say

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that people mistake for one another."""
LENGTH = 6
LIFETIME = 600.0
FREE_TRIES = 3
LONGEST_WAIT = 60.0
TRIES_PER_CODE = 5000
"""Of 887 million codes; more than all addresses of a home network can try while a code lasts."""
WINDOW = 180.0
"""Seconds for which a code stays that somebody at the table has asked to see."""
PHONES = 64
REMEMBERED = 1000
HOST = "host"


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that was paired: as the host, or for a seat at the table."""

    id: str
    role: str
    """``host``, or the id of a seat."""
    since: float = 0.0
    """By the clock of the pairing."""
    address: str = ""

    @property
    def host(self) -> bool:
        return self.role == HOST


@dataclass(slots=True)
class _Guesses:
    wrong: int = 0
    not_before: float = 0.0


class Pairing:
    """The code in force and the phones that know their own secret."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        self._lock = Condition()
        self._closed = False
        self._code = ""
        self._expires = 0.0
        self._tries = 0
        self._kept_until = 0.0
        self._guesses: OrderedDict[str, _Guesses] = OrderedDict()
        self._phones: OrderedDict[str, Phone] = OrderedDict()

    @property
    def code(self) -> str:
        """What the table shows now; a new one when the old one has expired."""
        with self._lock:
            now = self._clock.now()
            worn_out = self._tries >= TRIES_PER_CODE and now >= self._kept_until
            if now >= self._expires or worn_out:
                self._code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
                self._expires = self._clock.now() + LIFETIME
                self._tries = 0
            return self._code

    def open_window(self) -> None:
        """Somebody at the table asks for the code: it stays as it is until they have typed it."""
        with self._lock:
            code, now = self.code, self._clock.now()
            assert code, "there always is one"
            self._kept_until = now + WINDOW
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

    def pair(self, code: str, role: str, address: str, device: str = "") -> str:
        """The secret by which a phone is known from now on.

        A ``device`` that was paired before is the same phone: it has one pairing, the newest, and
        its inputs are known again after a restart.
        """
        with self._lock:
            guesses = self._guesses.setdefault(address, _Guesses())
            self._guesses.move_to_end(address)
            while len(self._guesses) > REMEMBERED:
                self._guesses.popitem(last=False)
            if (wait := guesses.not_before - self._clock.now()) > 0:
                raise slow_down(wait)
            given = "".join(code.split()).upper()
            if not hmac.compare_digest(given.encode(), self.code.encode()):
                self._count(guesses)
                raise Refusal("wrong_code", say("That is not the code that the table shows now."))
            del self._guesses[address]
            id = id_of(device) if device else secrets.token_hex(4)
            self.end(lambda phone: phone.id == id)
            if len(self._phones) >= PHONES:
                self._make_room(address)
            secret = secrets.token_urlsafe(24)
            self._phones[secret] = Phone(id, role, self._clock.now(), address)
            return secret

    def _make_room(self, address: str) -> None:
        """Who pairs again and again loses their own oldest pairing, and nobody else's."""
        for secret, phone in self._phones.items():
            if phone.address == address and not phone.host:
                del self._phones[secret]
                return
        raise Refusal(
            "too_many_paired",
            say("{n} phones are paired, and no more can be: the host can end some.", n=PHONES),
        )

    def knows(self, address: str) -> bool:
        """Was a phone paired from this address?"""
        with self._lock:
            return any(phone.address == address for phone in self._phones.values())

    def find(self, secret: str) -> Phone | None:
        with self._lock:
            return self._phones.get(secret)

    def phones(self) -> list[Phone]:
        with self._lock:
            return list(self._phones.values())

    def minutes(self, phone: Phone) -> int:
        """For how long a phone has been paired."""
        return int((self._clock.now() - phone.since) // 60)

    def end(self, which: Callable[[Phone], bool]) -> int:
        """Ends the pairing of some phones; how many there were."""
        with self._lock:
            ended = [secret for secret, phone in self._phones.items() if which(phone)]
            for secret in ended:
                del self._phones[secret]
            return len(ended)

    def _count(self, guesses: _Guesses) -> None:
        self._tries += 1
        if self._tries >= TRIES_PER_CODE:
            self._lock.notify_all()
        guesses.wrong += 1
        if (beyond := guesses.wrong - FREE_TRIES) >= 0:
            guesses.not_before = self._clock.now() + min(LONGEST_WAIT, 2.0**beyond)


def new_device() -> str:
    """What a phone is known by for longer than a pairing lasts; nobody else can know it."""
    return secrets.token_urlsafe(18)


def id_of(device: str) -> str:
    return hashlib.sha256(device.encode()).hexdigest()[:12]


def slow_down(seconds: float) -> Refusal:
    return Refusal(
        "slow_down",
        count(
            "Too many wrong codes: please wait {n} second.",
            "Too many wrong codes: please wait {n} seconds.",
            int(seconds) + 1,
        ),
    )
