"""One thread that sends every event stream its news, and waits for no phone."""

import logging
from threading import Lock, Thread
from time import monotonic

from companion.match.session import Session
from companion.web.live.event_stream import AT_ONCE, STREAMED, StreamLimits, Subscription
from companion.web.security.pairing import Pairing
from companion.web.transport.connections import Channel
from companion.web.transport.rate_limits import ConnectionPolicy, Limits

log = logging.getLogger(__name__)


class Broadcaster(ConnectionPolicy):
    """The connection policy of a table, which also sends news to all subscriptions."""

    def __init__(
        self, session: Session, streams: StreamLimits, pairing: Pairing, limits: Limits
    ) -> None:
        super().__init__(session.notifier, pairing, limits)
        self._session = session
        self._streams = streams
        self._lock = Lock()
        self._subscribed: dict[Channel, Subscription] = {}
        self._thread = Thread(target=self._run, name="broadcaster", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def subscribe(self, channel: Channel, subscription: Subscription) -> None:
        with self._lock:
            self._subscribed[channel] = subscription
        if self._streams.closing:
            channel.end_stream()
        if self._streams.closing or not channel.connected:
            self.unsubscribe(channel)
        elif channel.send_news():
            channel.wake_loop()

    def unsubscribe(self, channel: Channel) -> None:
        with self._lock:
            self._subscribed.pop(channel, None)

    def close(self) -> None:
        """Ends every stream, each with what is still new for it."""
        super().close()
        self._thread.join()
        for channel in self._channels():
            channel.end_stream()
            self.unsubscribe(channel)

    def _channels(self) -> list[Channel]:
        with self._lock:
            return list(self._subscribed)

    def _run(self) -> None:
        notifier = self._session.notifier
        next_ping, pinged = monotonic() + self._streams.ping_s, notifier.count(*AT_ONCE)
        while not self._streams.closing:
            seen, active = notifier.count(*STREAMED), self._session.active
            due = monotonic() >= next_ping or pinged != notifier.count(*AT_ONCE)
            if due:
                next_ping = monotonic() + self._streams.ping_s
                pinged = notifier.count(*AT_ONCE)
            try:
                self._broadcast(due)
            except Exception:
                log.exception("event streams")
            if self._session.serves(active):
                notifier.wait(seen, *STREAMED, timeout=max(0.0, next_ping - monotonic()))
            elif self._session.after(active) is None:
                return

    def _broadcast(self, ping: bool) -> None:
        for channel in self._channels():
            subscription = self._subscribed.get(channel)
            if subscription and ping:
                subscription.pings += 1
            if subscription and channel.send_news():
                channel.wake_loop()
