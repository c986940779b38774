"""Waitress's connections, with limits and event streams.

A stream is handed over by the thread that began it, and holds no thread from then on. Everything
that leans on the inside of waitress stands in this file and in ``waitress_server``.
"""

import logging
import selectors
import time
from collections.abc import Callable
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE
from threading import Lock
from typing import Any, Protocol

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask, WSGITask

from companion.web.security.auth import IDENTITY, NOBODY, Identity
from companion.web.security.request_checks import COOKIES, HEADERS
from companion.web.transport.rate_limits import ConnectionPolicy, Limits

log = logging.getLogger(__name__)

HAND_OVER = "companion.hand_over"
"""In the environment of a request: call it with the subscription that its stream is to serve."""
HOLDS_THREAD = "companion.holds_thread"
"""In the environment of a request: called by an answer without an end, which holds its thread but
counts no longer among the requests that are served at a time."""
ALWAYS_SERVED = ("/pair", "/s/", "/files/")
"""Where a phone is paired: the budget of all unpaired addresses together does not close it."""
MAX_UNSENT_BYTES = 256 * 1024
"""Of a stream whose phone does not read: it is hung up on, and comes back."""
CAN_NEST = hasattr(selectors, "EpollSelector")
"""Only on Linux can a loop wait for a selector as it does for a connection."""
BARE = {**HEADERS, "Cache-Control": "no-store"}
"""Headers of answers that no page of ours makes."""


class Subscription(Protocol):
    def news(self) -> bytes:
        """What is new for this phone since it was last asked."""

    def close(self) -> None:
        """Gives its place back, once; whatever has become of its connection."""


class Task(WSGITask):
    """One request; unless its phone is paired, its processor time is charged to its address."""

    subscription: Subscription | None = None

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[IDENTITY] = self.channel.identity
        environ[HAND_OVER] = self.hand_over
        environ[HOLDS_THREAD] = self.channel.release_turn
        return environ

    def hand_over(self, subscription: Subscription) -> None:
        self.subscription = subscription

    def service(self) -> None:
        try:
            super().service()
        finally:  # a phone may leave before its stream is handed over
            if self.subscription and self.channel.subscription is not self.subscription:
                self.subscription.close()

    def execute(self) -> None:
        if self.channel.identity.phone:
            super().execute()
        elif self.is_over_budget():
            self.refuse()
        else:
            began = time.thread_time()
            try:
                super().execute()
            finally:
                seconds = time.thread_time() - began
                self.channel.policy.budget.charge(self.channel.address, seconds)

    def is_over_budget(self) -> bool:
        policy, address = self.channel.policy, self.channel.address
        for_all = policy.budget.is_all_spent() and not self.request.path.startswith(ALWAYS_SERVED)
        return (for_all or policy.budget.is_spent(address)) and not policy.knows(address)

    def refuse(self) -> None:
        """At next to no cost: whoever asks for too much must not slow down others."""
        self.complete = True
        self.status = "429 Too Many Requests"
        said = b"That was a lot at once: please wait a moment. [slow_down]\n"
        plain = {"Content-Type": "text/plain", "Retry-After": "5"}
        self.response_headers.extend((BARE | plain).items())
        self.content_length = len(said)
        self.set_close_on_finish()
        self.write(said)

    def finish(self) -> None:
        if self.subscription is None:
            super().finish()
            return
        self.close_on_finish = False
        self.channel.subscribe(self.subscription, self.chunked_response)


class SecuredErrorTask(ErrorTask):
    """What waitress itself refuses carries the same headers as everything else."""

    def execute(self) -> None:
        self.response_headers.extend(BARE.items())
        super().execute()


class Channel(HTTPChannel):
    task_class = Task
    error_task_class = SecuredErrorTask
    subscription: Subscription | None = None
    streams = False
    """Has it ever been handed over? From then on several threads write to it."""
    chunked = False
    identity: Identity = NOBODY
    """Who the request is from that is being answered."""
    paired = False
    """Has a paired phone asked something here? Such a connection is never evicted."""
    release_turn: Callable[[], None] = staticmethod(lambda: None)
    """Lets the next request of low priority begin, where one is being answered."""
    waits_to_be_read = False
    """Is a request there that begins once the answer before it has been taken?"""
    request_began: float | None = None
    """When the first byte came of the request that is being received."""

    # Called by waitress's loop.

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self.address = str(addr[0])
        self.policy: ConnectionPolicy = server.policy
        self.parser_class = server.uploads.parser
        super().__init__(server, sock, addr, adj, map)

    def add_channel(self, map: Any = None) -> None:
        super().add_channel(map)
        self.server.connections.take(self.address)

    def del_channel(self, map: Any = None) -> None:
        super().del_channel(map)
        self.server.connections.give_back(self.address)

    def identify(self) -> Identity:
        """Answers once for each request who it is from."""
        cookies = self.requests[0].headers.get(COOKIES, "") if self.requests else ""
        self.identity = self.policy.identify(cookies)
        self.paired = self.paired or self.identity.phone is not None
        return self.identity

    def readable(self) -> bool:
        if self.subscription:
            return not (self.will_close or self.close_when_flushed)
        return bool(super().readable())

    def received(self, data: bytes) -> bool:
        if self.subscription:
            self.will_close = True  # a subscriber has nothing more to say here
            return False
        if self.request_began is None:
            self.request_began = time.time()
        taken = bool(super().received(data))
        if self.request is None:
            self.request_began = None
        return taken

    def handle_write(self) -> None:
        if not self.streams:
            super().handle_write()
            with self.outbuf_lock:
                begins = self.waits_to_be_read and self.connected and not self.total_outbufs_len
                self.waits_to_be_read = self.waits_to_be_read and not begins
            if begins:
                self.server.add_task(self)
            return
        # Other threads write here, too: waitress itself would not take the lock.
        with self.outbuf_lock:
            self._flush_exception(self._flush_some)
            if self.close_when_flushed and not self.total_outbufs_len:
                self.will_close = True
        if self.will_close:
            self.handle_close()

    def handle_close(self) -> None:
        with self.outbuf_lock:
            subscribed, self.subscription = self.subscription, None
            if self.server.selector:
                self.server.selector.remove(self)
            super().handle_close()
        if subscribed:
            self.policy.unsubscribe(self)
            subscribed.close()

    def is_timed_out(self, now: float, limits: Limits, known: bool) -> bool:
        if self.subscription:
            return False
        if self.request_began is not None and self.request is not None:
            headers_in = self.request.headers_finished
            timeout_s = limits.body_timeout_s if headers_in else limits.head_timeout_s
            return now - self.request_began > timeout_s
        silent_s: float = now - self.last_activity
        if self.total_outbufs_len:
            return silent_s > limits.body_timeout_s
        return bool(not known and not self.requests and silent_s > limits.idle_timeout_s)

    # Called by any thread, for a stream.

    def subscribe(self, subscription: Subscription, chunked: bool) -> None:
        with self.outbuf_lock:
            if not self.connected:
                return
            self.streams = True
            self.chunked = chunked
            self.subscription = subscription
            if self.server.selector:
                self.server.selector.add(self)
        self.policy.subscribe(self, subscription)

    def wake_loop(self) -> None:
        """The loop sends what is left, or closes the connection."""
        if self.server.selector:
            self.server.selector.update(self)
        else:
            self.server.pull_trigger()

    def send_news(self) -> bool:
        """Sends what is new, without waiting for the phone; is anything left to send?"""
        with self.outbuf_lock:
            subscription = self.subscription
            if subscription is None or not self.connected:
                return False
            if not (data := subscription.news()):
                return False
            if self.chunked:
                data = b"%X\r\n%b\r\n" % (len(data), data)
            if self.total_outbufs_len + len(data) > MAX_UNSENT_BYTES:
                self.will_close = True
                return True
            self.send_some(data)
            return bool(self.total_outbufs_len or self.will_close)

    def end_stream(self) -> None:
        """Sends the last piece of a stream; waitress closes the connection then."""
        with self.outbuf_lock:
            ended, self.subscription = self.subscription, None
            if ended is None:
                return
            if self.chunked and self.connected:
                self.send_some(b"0\r\n\r\n")
            self.close_when_flushed = True
        ended.close()
        self.wake_loop()

    def send_some(self, data: bytes) -> None:
        """As much as the phone takes at once; the rest waits in the buffer."""
        self.outbufs[-1].append(data)
        self.total_outbufs_len += len(data)
        self._flush_exception(self._flush_some, do_close=False)


class StreamSelector:
    """An epoll selector with all event streams in it, which takes one place in waitress's loop.

    In each of its turns the loop asks every connection what it wants; hundreds of phones that only
    listen would hold it up.
    """

    accepting = False

    def __init__(self, map: dict[int, Any]) -> None:
        self._selector = selectors.EpollSelector()
        self._lock = Lock()
        self._map = map
        self._fileno = self._selector.fileno()
        map[self._fileno] = self

    # Called by any thread.

    def add(self, channel: Any) -> None:
        """Takes a channel over from the loop; what is still to be sent comes first."""
        with self._lock:
            if self._map.pop(channel.socket.fileno(), None):
                self._selector.register(channel.socket, EVENT_READ | EVENT_WRITE, channel)

    def update(self, channel: Any) -> None:
        """Waits for what a channel wants now: to send, or to be closed.

        Asked and set under the lock, or two threads could end with the older answer.
        """
        with self._lock, suppress(KeyError, ValueError):  # it may have been removed by now
            wants = EVENT_READ | (EVENT_WRITE if channel.writable() else 0)
            self._selector.modify(channel.socket, wants, channel)

    # Called by waitress's loop.

    def remove(self, channel: Any) -> None:
        with self._lock, suppress(KeyError, ValueError):
            self._selector.unregister(channel.socket)

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return False

    def handle_read_event(self) -> None:
        for key, events in self._selector.select(0):
            channel = key.data
            if events & EVENT_READ:
                wasyncore.read(channel)
            if events & EVENT_WRITE and channel.connected:
                wasyncore.write(channel)
            self.update(channel)

    def handle_error(self) -> None:
        """The next turn comes; a connection that fails is closed by itself."""
        log.exception("event streams")

    def close(self) -> None:
        """Closes every stream as well."""
        for key in list(self._selector.get_map().values()):
            key.data.handle_close()
        self._map.pop(self._fileno, None)
        self._selector.close()
