"""Waitress with admission and priorities: which connections are accepted, who is answered first.

Paired phones come before all others. Where there is no room for a connection, it is heard out in
an overflow queue: a phone that its router gave another address may find that one full of strangers.
"""

import logging
import socket
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from threading import Event
from typing import Any

from waitress import wasyncore
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from companion.web.security.request_checks import COOKIES
from companion.web.transport.connections import BARE, CAN_NEST, Channel, StreamSelector
from companion.web.transport.rate_limits import ConnectionCounter, ConnectionPolicy
from companion.web.transport.uploads import Uploads

log = logging.getLogger(__name__)
# How long a queue is, and who asks again while the table goes home: nobody there can do anything
# about it. Faults are still told.
logging.getLogger("waitress").setLevel(logging.ERROR)

MAX_CONNECTIONS = 4096
MAX_HEAD_BYTES = 16 * 1024
MAX_REQUEST_BYTES = 1024 * 1024
"""More than the request checks let pass, so that they can say why; beyond this nothing is kept,
since waitress would write it to the disk before anybody has looked at it."""
OTHERS = ""
"""The share of all requests that come neither from a paired phone nor from where one is."""
AT_A_TIME = 3
"""Requests of one share: the more threads work for it, the longer others wait for their turn."""
ACCEPTED_PER_TURN = 8
"""Connections taken in one turn of the loop, in which those who play are heard as well."""
MAX_OVERFLOW = 256
OVERFLOW_TIMEOUT_S = 2.0
"""For the head of a request: a phone that wants something says it at once."""
RESTART_DELAY_S = 1.0


class PriorityDispatcher(ThreadedTaskDispatcher):
    """A priority queue: paired phones first, and of each, as of all others, few requests at a time.

    So a phone that asks for much at once waits for itself, and nobody waits for it.
    """

    def __init__(self, threads: int) -> None:
        super().__init__()
        self._waiting: dict[str, deque[Channel]] = {}
        """By share: that of a phone or of a known address, or of all others."""
        self._begun: Counter[str] = Counter()
        """Requests of each share that are being answered, or about to be."""
        self.requests = 0
        """How many there have been."""
        self.set_thread_count(threads)

    def add_task(self, task: Any) -> None:
        unpaired = task.address if task.policy.knows(task.address) else OTHERS
        share = phone.id if (phone := task.identify().phone) else unpaired
        with self.lock:
            self.requests += 1
            self._waiting.setdefault(share, deque()).append(task)
            self._call_next(share)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        with self.lock:
            for share, waiting in self._waiting.items():
                self.queue.extend(Turn(each, share, lambda share: None) for each in waiting)
            self._waiting.clear()
        return bool(super().shutdown(cancel_pending, timeout))

    def _call_next(self, share: str) -> None:
        waiting = self._waiting.get(share)
        while waiting and self._begun[share] < AT_A_TIME:
            self._begun[share] += 1
            task = Turn(waiting.popleft(), share, self._has_ended)
            others = (at for at, each in enumerate(self.queue) if each.share == OTHERS)
            first_of_others = next(others, len(self.queue))
            self.queue.insert(len(self.queue) if share == OTHERS else first_of_others, task)
            self.queue_cv.notify()
        if not waiting:
            self._waiting.pop(share, None)

    def _has_ended(self, share: str) -> None:
        with self.lock:
            self._begun[share] -= 1
            self._begun += Counter()  # forgets those that are at zero
            self._call_next(share)


class Turn:
    """A request that is one of the few of its share which are answered at a time."""

    def __init__(self, channel: Channel, share: str, ended: Callable[[str], None]) -> None:
        self.share = share
        self._channel = channel
        self._ended: Callable[[str], None] | None = ended

    def service(self) -> None:
        self._channel.release_turn = self.end
        try:
            self._channel.service()
        finally:
            if self._channel.release_turn == self.end:  # the next request may have begun already
                del self._channel.release_turn
            self.end()

    def end(self) -> None:
        """Once: when it is answered, or as soon as it is clear that the answer has no end."""
        ended, self._ended = self._ended, None
        if ended:
            ended(self.share)

    def cancel(self) -> None:
        self._channel.cancel()


class OverflowQueue:
    """Connections beyond the limit, each until it has sent the head of one request.

    ``is_paired`` looks at the cookies of that request; ``admit`` takes the connection, and all that
    was received on it so far.
    """

    def __init__(
        self,
        is_paired: Callable[[str], bool],
        admit: Callable[[socket.socket, Any, bytes], None],
        adj: Any,
        map: Any,
    ) -> None:
        self._is_paired = is_paired
        self._admit = admit
        self._adj = adj
        self._map = map
        self._since: dict[OverflowConnection, float] = {}
        """The oldest first."""

    def add(self, connection: socket.socket, address: Any) -> None:
        if len(self._since) >= MAX_OVERFLOW:
            self.refuse(next(iter(self._since)))
        self._since[OverflowConnection(self, connection, address, self._map)] = time.time()

    def on_headers(self, connection: "OverflowConnection") -> None:
        """A whole head is there, or more than anybody needs."""
        head = HTTPRequestParser(self._adj)
        head.received(connection.received)
        if not self._is_paired(head.headers.get(COOKIES, "")):
            self.refuse(connection)
            return
        del self._since[connection]
        connection.del_channel()
        self._admit(connection.socket, connection.address, connection.received)

    def refuse(self, connection: "OverflowConnection") -> None:
        if self._since.pop(connection, None) is not None:  # else it is no longer ours
            connection.del_channel()
            send_refusal(connection.socket)

    def expire(self, now: float) -> None:
        for connection, since in list(self._since.items()):
            if now - since > OVERFLOW_TIMEOUT_S:
                self.refuse(connection)


class OverflowConnection(wasyncore.dispatcher):
    def __init__(
        self, queue: OverflowQueue, connection: socket.socket, address: Any, map: Any
    ) -> None:
        self.address = address
        self.received = b""
        self._queue = queue
        super().__init__(connection, map=map)

    def writable(self) -> bool:
        return False

    def handle_read(self) -> None:
        try:
            data = self.socket.recv(MAX_HEAD_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self.received += data
        if not data:
            self._queue.refuse(self)
        elif b"\r\n\r\n" in self.received or len(self.received) >= MAX_HEAD_BYTES:
            self._queue.on_headers(self)

    def handle_close(self) -> None:
        self._queue.refuse(self)

    handle_error = handle_close


def send_refusal(connection: socket.socket) -> None:
    """One sentence, without waiting for anybody to read it."""
    said = b"Too many connections from this address. [too_many_phones]\n"
    lines = [
        "HTTP/1.1 503 Service Unavailable",
        *(f"{name}: {value}" for name, value in BARE.items()),
        "Content-Type: text/plain",
        f"Content-Length: {len(said)}",
        "Retry-After: 5",
        "Connection: close",
    ]
    with suppress(OSError):
        connection.setblocking(False)
        connection.send("\r\n".join(lines).encode() + b"\r\n\r\n" + said)
        connection.shutdown(socket.SHUT_WR)
    connection.close()


class WaitressServer(TcpWSGIServer):
    channel_class = Channel
    selector: StreamSelector | None = None

    def __init__(
        self, application: Any, policy: ConnectionPolicy, sock: socket.socket, threads: int
    ) -> None:
        self.policy = policy
        self.connections = ConnectionCounter()
        super().__init__(
            application,
            _sock=sock,
            bind_socket=False,
            dispatcher=PriorityDispatcher(threads),
            connection_limit=MAX_CONNECTIONS,
            max_request_body_size=MAX_REQUEST_BYTES,
            max_request_header_size=MAX_HEAD_BYTES,
            cleanup_interval=1,
            asyncore_use_poll=True,
            ident=None,
            log_socket_errors=False,
        )
        self.uploads = Uploads(self.adj, policy.is_paired)
        self.overflow = OverflowQueue(policy.is_paired, self.admit, self.adj, self._map)
        if CAN_NEST:
            self.selector = StreamSelector(self._map)

    @property
    def requests(self) -> int:
        """How many there have been."""
        return int(self.task_dispatcher.requests)

    def run_until(self, over: Event) -> None:
        """Runs until it is shut down; a fault in one turn of the loop does not end it."""
        while True:
            try:
                self.run()
                return
            except Exception:
                log.exception("the server")
            if over.wait(RESTART_DELAY_S):
                self.close_all()
                return

    def shut_down(self, timeout_s: float) -> None:
        """Closes everything; answers that are under way have this long to end."""
        # First the threads: the last act of each is to wake the loop up.
        self.task_dispatcher.shutdown(timeout=timeout_s)
        with suppress(OSError):
            self.trigger.pull_trigger(self.close_all)

    def close_all(self) -> None:
        wasyncore.close_all(self._map)

    def handle_accept(self) -> None:
        for _ in range(ACCEPTED_PER_TURN):
            try:
                accepted = self.accept()
                if accepted is None:
                    return
                connection, address = accepted
                self.set_socket_options(connection)
            except OSError:
                return
            if self.has_room_for(address[0]):
                self.admit(connection, address)
            else:
                self.overflow.add(connection, address)

    def add_task(self, task: Channel) -> None:
        """A request begins as soon as the phone has taken the answer before it."""
        with task.outbuf_lock:
            task.waits_to_be_read = bool(task.total_outbufs_len)
            if task.waits_to_be_read:
                return
        self.task_dispatcher.add_task(task)

    def admit(self, connection: socket.socket, address: Any, received: bytes = b"") -> None:
        channel = self.channel_class(self, connection, address, self.adj, map=self._map)
        channel.received(received)

    def has_room_for(self, address: str) -> bool:
        limits, held = self.policy.limits, self.connections[address]
        if self.policy.knows(address):
            # A paired phone may be there, and others behind the same address.
            return held < limits.paired_connections or self.evict_idlest(address)
        if held >= limits.connections:
            return False
        unpaired = {each: n for each, n in self.connections.all() if not self.policy.knows(each)}
        if sum(unpaired.values()) < limits.unpaired_connections:
            return True
        most = max(unpaired, key=lambda each: unpaired[each])
        return held < unpaired[most] and self.evict_idlest(most)

    def evict_idlest(self, address: str) -> bool:
        """Closes the connection of an address that has been silent longest; was there any?"""
        channels: list[Channel] = list(self.active_channels.values())
        there = [each for each in channels if each.address == address and not each.paired]
        if there:
            min(there, key=lambda each: each.last_activity).handle_close()
        return bool(there)

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        self.overflow.expire(now)
        for channel in list(self.active_channels.values()):
            if channel.is_timed_out(now, self.policy.limits, self.policy.knows(channel.address)):
                channel.will_close = True
