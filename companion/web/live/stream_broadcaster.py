"""One thread that tells every phone what has happened, and waits for none of them."""

import logging
from threading import Lock, Thread
from time import monotonic
from typing import Any

from companion.match.session import Session
from companion.notifier import News, Notifier
from companion.web.live.event_stream import AT_ONCE, STREAMED, Streams, Watching
from companion.web.security.auth import COOKIE
from companion.web.security.pairing import Pairing
from companion.web.transport.rate_limits import Limits, Work
from companion.web.transport.waitress_server import Channel

log = logging.getLogger(__name__)


class Doorkeeper:
    """What a server knows of addresses: the ``Door`` of its connections.

    ``notifier`` is what streams wait for: it tells them once more, so that they end.
    """

    def __init__(self, notifier: Notifier, pairing: Pairing, limits: Limits) -> None:
        self.limits = limits
        self.work = Work(limits)
        self._notifier = notifier
        self._pairing = pairing

    def start(self) -> None:
        """Streams that hold a thread each need nobody else."""

    def close(self) -> None:
        self._notifier.notify(News.CLOSING)

    @property
    def news(self) -> int:
        """How often something has happened that may be shown."""
        return self._notifier.count()

    def knows(self, address: str) -> bool:
        return self._pairing.knows(address)

    def is_paired(self, cookies: str, address: str = "") -> bool:
        """Does a request say by its cookies that it is of a phone which was paired?

        A phone that its router gave another ``address`` is known there from then on.
        """
        named = (each.strip().partition("=") for each in cookies.split(";"))
        return any(self._pairing.find(value, address) for name, _, value in named if name == COOKIE)

    def watch(self, channel: Channel, watcher: Any) -> None:
        """Nobody hands a stream over here."""

    def left(self, channel: Channel) -> None:
        """And so nobody leaves."""


class Broadcaster(Doorkeeper):
    """Tells everybody who watches a session."""

    def __init__(
        self, session: Session, streams: Streams, pairing: Pairing, limits: Limits
    ) -> None:
        super().__init__(session.notifier, pairing, limits)
        self._session = session
        self._streams = streams
        self._lock = Lock()
        self._watching: dict[Channel, Watching] = {}
        self._thread = Thread(target=self._run, name="broadcaster", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def watch(self, channel: Channel, watcher: Watching) -> None:
        with self._lock:
            self._watching[channel] = watcher
        if self._streams.closing:
            channel.say_goodbye()
        if self._streams.closing or not channel.connected:
            self.left(channel)
        elif channel.tell():
            channel.be_attended_to()

    def left(self, channel: Channel) -> None:
        with self._lock:
            gone = self._watching.pop(channel, None)
        if gone:
            self._streams.let_go(gone.address, gone.paired)

    def close(self) -> None:
        """The streams are closing: whoever watches hears the last of it."""
        super().close()
        self._thread.join()
        for channel in self._everybody():
            channel.say_goodbye()
            self.left(channel)

    def _everybody(self) -> list[Channel]:
        with self._lock:
            return list(self._watching)

    def _run(self) -> None:
        notifier = self._session.notifier
        next_ping, pinged = monotonic() + self._streams.ping, notifier.count(*AT_ONCE)
        while not self._streams.closing:
            seen, active = notifier.count(*STREAMED), self._session.active
            due = monotonic() >= next_ping or pinged != notifier.count(*AT_ONCE)
            if due:
                next_ping = monotonic() + self._streams.ping
                pinged = notifier.count(*AT_ONCE)
            try:
                self._tell_all(due)
            except Exception:
                log.exception("telling those who watch")
            if self._session.serves(active):
                notifier.wait(seen, *STREAMED, timeout=max(0.0, next_ping - monotonic()))
            elif self._session.after(active) is None:
                return

    def _tell_all(self, ping: bool) -> None:
        for channel in self._everybody():
            watcher = self._watching.get(channel)
            if watcher and ping:
                watcher.pings += 1
            if watcher and channel.tell():
                channel.be_attended_to()
