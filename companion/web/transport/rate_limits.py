"""How much of the server one address may take: so nobody on the network shuts the page for others.

Whoever was paired is known by their address and comes first; from anywhere else as many
connections, streams and as much work are taken as a few phones behind one address need.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic

REMEMBERED = 4096
ALL = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """``known`` is an address from which a phone was paired."""

    connections: int = 16
    known_connections: int = 64
    strangers: int = 200
    """Connections of all addresses from which nobody was paired."""
    streams: int = 12
    head: float = 10.0
    """Seconds from the first byte of a request to the end of its headers."""
    body: float = 20.0
    """Seconds to the end of all of it."""
    idle: float = 30.0
    """Seconds for which a stranger's connection may say nothing."""
    work: float = 4.0
    """Seconds of the processor that an address may take at once, ..."""
    rate: float = 0.2
    """... and what it gets back in each second."""
    all_work: float = 6.0
    """The same for all strangers together."""
    all_rate: float = 0.5


class Work:
    """What each address has cost, in seconds of the processor: a page may be anything."""

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
            while len(self._spent) > REMEMBERED:
                self._spent.popitem(last=False)

    def is_spent(self, address: str) -> bool:
        """Has this address taken more than its share?"""
        with self._lock:
            return self._owed(address) > self._limits.work

    def is_all_spent(self) -> bool:
        """Have all strangers together?"""
        with self._lock:
            return self._owed(ALL) > self._limits.all_work

    def _owed(self, address: str) -> float:
        spent, at = self._spent.get(address, (0.0, 0.0))
        rate = self._limits.all_rate if address == ALL else self._limits.rate
        return max(0.0, spent - (self._now() - at) * rate)


class Places:
    """Who holds how many of something that there is not enough of for everybody."""

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
