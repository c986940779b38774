"""How much of the server one address may take: connections, streams, processor time.

An address from which a phone was paired is known and comes first; any other gets what a few phones
behind one address need, so that nobody on the network shuts the page for others.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Any

from companion.notifier import News, Notifier
from companion.web.security.auth import Identity, identify
from companion.web.security.pairing import Pairing

MAX_ADDRESSES = 4096
ALL = ""


@dataclass(frozen=True, slots=True)
class Limits:
    connections: int = 16
    """Of one address."""
    paired_connections: int = 64
    """Of an address from which a phone was paired."""
    unpaired_connections: int = 200
    """Connections of all addresses from which nobody was paired."""
    streams: int = 12
    """Of one address from which nobody was paired."""
    head_timeout_s: float = 10.0
    """From the first byte of a request to the end of its headers."""
    body_timeout_s: float = 20.0
    """To the end of all of it."""
    idle_timeout_s: float = 30.0
    """For which an unpaired connection may say nothing."""
    cpu_s: float = 4.0
    """Processor time that an address may take at once, ..."""
    cpu_refill: float = 0.2
    """... and what it gets back in each second."""
    all_cpu_s: float = 6.0
    """The same for all unpaired addresses together."""
    all_cpu_refill: float = 0.5


class CpuBudget:
    """A token bucket for each address, in seconds of the processor: a page may cost anything."""

    def __init__(self, limits: Limits, now: Callable[[], float] = monotonic) -> None:
        self._limits = limits
        self._now = now
        self._lock = Lock()
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """How much is spent, and when that was so."""

    def charge(self, address: str, seconds: float) -> None:
        with self._lock:
            for each in (address, ALL):
                self._spent[each] = self._owed(each) + seconds, self._now()
                self._spent.move_to_end(each)
            while len(self._spent) > MAX_ADDRESSES:
                self._spent.popitem(last=False)

    def is_spent(self, address: str) -> bool:
        """Has this address taken more than its share?"""
        with self._lock:
            return self._owed(address) > self._limits.cpu_s

    def is_all_spent(self) -> bool:
        """Have all of them together?"""
        with self._lock:
            return self._owed(ALL) > self._limits.all_cpu_s

    def _owed(self, address: str) -> float:
        spent, at = self._spent.get(address, (0.0, 0.0))
        rate = self._limits.all_cpu_refill if address == ALL else self._limits.cpu_refill
        return max(0.0, spent - (self._now() - at) * rate)


class ConnectionCounter:
    """How many of something that is scarce each address holds."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()

    def __getitem__(self, address: str) -> int:
        return self._held[address]

    def all(self) -> list[tuple[str, int]]:
        return list(self._held.items())

    def take(self, address: str) -> None:
        self._held[address] += 1

    def give_back(self, address: str) -> None:
        self._held[address] -= 1
        if self._held[address] <= 0:
            del self._held[address]


class ConnectionPolicy:
    """Who a connection is from, and what addresses may take; no-op where streams hold threads.

    ``notifier`` is what streams wait for: it tells them once more, so that they end.
    """

    def __init__(self, notifier: Notifier, pairing: Pairing, limits: Limits) -> None:
        self.limits = limits
        self.budget = CpuBudget(limits)
        self._notifier = notifier
        self._pairing = pairing

    def start(self) -> None:
        """No-op without streams to tell."""

    def close(self) -> None:
        self._notifier.notify(News.CLOSING)

    @property
    def news(self) -> int:
        """How often something has happened that may be shown."""
        return self._notifier.count()

    def knows(self, address: str) -> bool:
        return self._pairing.knows(address)

    def identify(self, cookies: str) -> Identity:
        return identify(self._pairing, cookies)

    def is_paired(self, cookies: str) -> bool:
        """Are these cookies those of a paired phone?"""
        return self.identify(cookies).phone is not None

    def subscribe(self, channel: Any, subscription: Any) -> None:
        """No-op without streams to tell."""

    def unsubscribe(self, channel: Any) -> None:
        """No-op without streams to tell."""
