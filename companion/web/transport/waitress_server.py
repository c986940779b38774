"""Connections as waitress has them, and a door: who comes in, who was too slow, who watches.

A stream is handed over by the thread that began it, and holds none from then on.
"""

import socket
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask

from companion.web.security.request_checks import COOKIES
from companion.web.transport.overflow_queue import BARE, Doorstep
from companion.web.transport.rate_limits import Limits, Places, Work
from companion.web.transport.stream_selector import CAN_NEST, Gallery

HAND_OVER = "companion.hand_over"
"""In the environment of a request: call it with what tells a phone of everything that happens."""
STAYS = "companion.stays"
"""In the environment of a request: called by one whose answer has no end, so that it holds its
thread, and nobody's turn."""
PAIRING = ("/pair", "/s/", "/files/")
"""Where somebody becomes one of those who play: others cannot use that up."""
AT_A_TIME = 3
"""Requests of strangers: the more threads work, the longer one that plays waits for its turn."""
AT_ONCE = 8
"""Connections that are taken in one turn of the loop, in which those who play are heard as well."""
SLOWEST = 256 * 1024
"""Bytes that may wait for a phone which does not read; it is hung up on, and comes back."""


class Watcher(Protocol):
    def news(self) -> bytes:
        """What is new for this phone since it was last asked."""


class Door(Protocol):
    """What the server knows of addresses."""

    limits: Limits
    work: Work

    def knows(self, address: str) -> bool: ...

    def is_paired(self, cookies: str, address: str = "") -> bool: ...

    def watch(self, channel: "Channel", watcher: Any) -> None: ...

    def left(self, channel: "Channel") -> None: ...


class Task(WSGITask):
    """One request, whose cost is put down to its address."""

    watcher: Any = None

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[HAND_OVER] = self.hand_over
        environ[STAYS] = self.channel.stay
        return environ

    def hand_over(self, watcher: Any) -> None:
        self.watcher = watcher

    def execute(self) -> None:
        door: Door = self.channel.server.door
        if door.is_paired(self.request.headers.get(COOKIES, ""), self.channel.address):
            self.channel.paired = True
            super().execute()
        elif self.must_wait(door.work):
            self.send_away()
        else:
            began = time.thread_time()
            try:
                super().execute()
            finally:
                door.work.charge(self.channel.address, time.thread_time() - began)

    def must_wait(self, work: Work) -> bool:
        address = self.channel.address
        for_all = work.is_all_spent() and not self.request.path.startswith(PAIRING)
        spent = for_all or work.is_spent(address)
        return spent and not self.channel.server.door.knows(address)

    def send_away(self) -> None:
        """In no time: whoever asks for too much must not cost anything."""
        self.complete = True
        self.status = "429 Too Many Requests"
        said = b"That was a lot at once: please wait a moment. [slow_down]\n"
        plain = {"Content-Type": "text/plain", "Retry-After": "5"}
        self.response_headers.extend((BARE | plain).items())
        self.content_length = len(said)
        self.set_close_on_finish()
        self.write(said)

    def finish(self) -> None:
        if self.watcher is None:
            super().finish()
            return
        self.close_on_finish = False
        self.channel.watch(self.watcher, self.chunked_response)


class Trouble(ErrorTask):
    """What waitress itself refuses carries the same headers as everything else."""

    def execute(self) -> None:
        self.response_headers.extend(BARE.items())
        super().execute()


class Channel(HTTPChannel):
    task_class = Task
    error_task_class = Trouble
    watcher: Any = None
    streams = False
    """Has it ever been handed over? Then it stays one that several threads write to."""
    chunked = False
    turn: "Stranger | None" = None
    """That of somebody who does not play, while a request is worked on."""
    paired = False
    """Has a phone that was paired asked something here? Nobody is hung up on for others then."""
    asked_at: float | None = None
    """When the request that is being received began."""

    # What the loop's own thread does.

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self.address = str(addr[0])
        super().__init__(server, sock, addr, adj, map)

    def add_channel(self, map: Any = None) -> None:
        super().add_channel(map)
        self.server.held.take(self.address)

    def del_channel(self, map: Any = None) -> None:
        super().del_channel(map)
        self.server.held.give_back(self.address)

    def says_it_is_paired(self) -> bool:
        """A phone that its router gave another address stands in no line of strangers either."""
        cookies = self.requests[0].headers.get(COOKIES, "") if self.requests else ""
        return bool(cookies and self.server.door.is_paired(cookies))

    def readable(self) -> bool:
        if self.watcher:
            return not (self.will_close or self.close_when_flushed)
        return bool(super().readable())

    def received(self, data: bytes) -> bool:
        if self.watcher:
            self.will_close = True  # whoever watches has nothing more to say here
            return False
        if self.asked_at is None:
            self.asked_at = time.time()
        taken = bool(super().received(data))
        if self.request is None:
            self.asked_at = None
        return taken

    def handle_write(self) -> None:
        if not self.streams:
            super().handle_write()
            return
        # Others write here, too: waitress itself would not ask for the lock.
        with self.outbuf_lock:
            self._flush_exception(self._flush_some)
            if self.close_when_flushed and not self.total_outbufs_len:
                self.will_close = True
        if self.will_close:
            self.handle_close()

    def handle_close(self) -> None:
        watched, self.watcher = self.watcher, None
        if self.server.gallery:
            self.server.gallery.leave(self)
        super().handle_close()
        if watched:
            self.server.door.left(self)

    def is_too_slow(self, now: float, limits: Limits, known: bool) -> bool:
        if self.watcher:
            return False
        if self.asked_at is not None and self.request is not None:
            patience = limits.body if self.request.headers_finished else limits.head
            return now - self.asked_at > patience
        silent: float = now - self.last_activity
        if self.total_outbufs_len:
            return silent > limits.body
        return bool(not known and not self.requests and silent > limits.idle)

    # What others do with a stream.

    def watch(self, watcher: Any, chunked: bool) -> None:
        self.streams = True
        self.chunked = chunked
        self.watcher = watcher
        if self.server.gallery:
            self.server.gallery.seat(self)
        self.server.door.watch(self, watcher)

    def be_attended_to(self) -> None:
        """The loop sends what is left, or closes it."""
        if self.server.gallery:
            self.server.gallery.attend_to(self)
        else:
            self.server.pull_trigger()

    def stay(self) -> None:
        if self.turn:
            self.turn.end()

    def tell(self) -> bool:
        """Sends what is new, without waiting for anybody; is anything left to send?"""
        with self.outbuf_lock:
            watcher = self.watcher
            if watcher is None or not self.connected:
                return False
            if not (data := watcher.news()):
                return False
            if self.chunked:
                data = b"%X\r\n%b\r\n" % (len(data), data)
            if self.total_outbufs_len + len(data) > SLOWEST:
                self.will_close = True
                return True
            self.outbufs[-1].append(data)
            self.total_outbufs_len += len(data)
            self._flush_exception(self._flush_some, do_close=False)
            return bool(self.total_outbufs_len or self.will_close)

    def say_goodbye(self) -> None:
        """The last piece of a stream; waitress closes it then."""
        with self.outbuf_lock:
            if self.watcher is None:
                return
            self.watcher = None
            if self.chunked and self.connected:
                self.outbufs[-1].append(b"0\r\n\r\n")
                self.total_outbufs_len += 5
                self._flush_exception(self._flush_some, do_close=False)
            self.close_when_flushed = True
        self.be_attended_to()


class Known(ThreadedTaskDispatcher):
    """Those who play are served before those who look on, of whom few are served at once."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[Any] = deque()
        self._served = 0
        self.asked = 0
        """How often somebody has asked for something."""

    def add_task(self, task: Any) -> None:
        known = task.server.door.knows(task.address) or task.says_it_is_paired()
        with self.lock:
            self.asked += 1
            if known:
                self.queue.appendleft(task)
                self.queue_cv.notify()
            else:
                self._waiting.append(task)
                self._call_next()

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        with self.lock:
            self.queue.extend(self._waiting)
            self._waiting.clear()
        return bool(super().shutdown(cancel_pending, timeout))

    def _call_next(self) -> None:
        while self._waiting and self._served < AT_A_TIME:
            self._served += 1
            self.queue.append(Stranger(self._waiting.popleft(), self._is_served))
            self.queue_cv.notify()

    def _is_served(self) -> None:
        with self.lock:
            self._served -= 1
            self._call_next()


class Stranger:
    """What somebody has asked who does not play."""

    def __init__(self, task: Any, served: Callable[[], None]) -> None:
        self._task = task
        self._served = served
        self._over = False

    def service(self) -> None:
        self._task.turn = self
        try:
            self._task.service()
        finally:
            self._task.turn = None
            self.end()

    def end(self) -> None:
        """Once: when it is answered, or as soon as it is clear that this has no end."""
        if not self._over:
            self._over = True
            self._served()

    def cancel(self) -> None:
        self._task.cancel()


class Gate(TcpWSGIServer):
    channel_class = Channel
    door: Door
    held: Places
    gallery: Gallery | None = None

    def __init__(self, application: Any, door: Door, sock: socket.socket, **settings: Any) -> None:
        self.door = door
        self.held = Places()
        super().__init__(application, _sock=sock, bind_socket=False, **settings)
        self.doorstep = Doorstep(door.is_paired, self.let_in, self._map)
        if CAN_NEST:
            self.gallery = Gallery(self._map)

    def handle_accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                accepted = self.accept()
                if accepted is None:
                    return
                connection, address = accepted
                self.set_socket_options(connection)
            except OSError:
                return
            if self.admits(address[0]):
                self.let_in(connection, address)
            else:
                self.doorstep.hear_out(connection, address)

    def let_in(self, connection: socket.socket, address: Any, said: bytes = b"") -> None:
        channel = self.channel_class(self, connection, address, self.adj, map=self._map)
        channel.received(said)

    def admits(self, address: str) -> bool:
        limits, held = self.door.limits, self.held[address]
        if self.door.knows(address):
            # Somebody who plays may sit there, and others with them.
            return held < limits.known_connections or self.hang_up_on_one(address)
        if held >= limits.connections:
            return False
        strangers = {each: n for each, n in self.held.all() if not self.door.knows(each)}
        if sum(strangers.values()) < limits.strangers:
            return True
        most = max(strangers, key=lambda each: strangers[each])
        return held < strangers[most] and self.hang_up_on_one(most)

    def hang_up_on_one(self, address: str) -> bool:
        """Of an address, the one that has been silent longest; was there any?"""
        channels: list[Channel] = list(self.active_channels.values())
        there = [each for each in channels if each.address == address and not each.paired]
        if there:
            min(there, key=lambda each: each.last_activity).handle_close()
        return bool(there)

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        self.doorstep.look_around(now)
        for channel in list(self.active_channels.values()):
            if channel.is_too_slow(now, self.door.limits, self.door.knows(channel.address)):
                channel.will_close = True
