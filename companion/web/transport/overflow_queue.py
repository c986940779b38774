"""Where a connection waits for which there is no room: a paired phone that says so is let in.

A phone that its router gave another address may find it full of strangers. So whoever comes to a
full house is heard out: the head of one request, for a short while, and a few at a time.
"""

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from waitress import wasyncore

from companion.web.security.request_checks import HEADERS

PLACES = 256
PATIENCE = 2.0
"""Seconds for the head of a request: a phone that wants something says it at once."""
LARGEST = 16 * 1024
BARE = {**HEADERS, "Cache-Control": "no-store"}

LetIn = Callable[[socket.socket, Any, bytes], None]


class Doorstep:
    """``is_paired`` looks at the cookies of a request; ``let_in`` gets the connection, and all that
    was said on it so far."""

    def __init__(self, is_paired: Callable[[str], bool], let_in: LetIn, map: Any) -> None:
        self._is_paired = is_paired
        self._let_in = let_in
        self._map = map
        self._waiting: dict[Waiting, float] = {}
        """Since when; the first who came stands first."""

    def hear_out(self, connection: socket.socket, address: Any) -> None:
        if len(self._waiting) >= PLACES:
            self.send_away(next(iter(self._waiting)))
        self._waiting[Waiting(self, connection, address, self._map)] = time.time()

    def has_said(self, one: "Waiting", said: bytes) -> None:
        """A whole head, or more than anybody needs."""
        if not self._is_paired(cookies_in(said)):
            self.send_away(one)
            return
        del self._waiting[one]
        one.del_channel()
        self._let_in(one.socket, one.address, said)

    def send_away(self, one: "Waiting") -> None:
        if self._waiting.pop(one, None) is not None:  # else it is no longer ours
            one.del_channel()
            turn_away(one.socket)

    def look_around(self, now: float) -> None:
        """Nobody stands here for long."""
        for one, since in list(self._waiting.items()):
            if now - since > PATIENCE:
                self.send_away(one)


class Waiting(wasyncore.dispatcher):
    def __init__(self, step: Doorstep, connection: socket.socket, address: Any, map: Any) -> None:
        self.address = address
        self._step = step
        self._said = b""
        super().__init__(connection, map=map)

    def writable(self) -> bool:
        return False

    def handle_read(self) -> None:
        try:
            heard = self.socket.recv(LARGEST)
        except BlockingIOError:
            return
        except OSError:
            heard = b""
        self._said += heard
        if not heard:
            self._step.send_away(self)
        elif b"\r\n\r\n" in self._said or len(self._said) >= LARGEST:
            self._step.has_said(self, self._said)

    def handle_close(self) -> None:
        self._step.send_away(self)

    def handle_error(self) -> None:
        self._step.send_away(self)


def cookies_in(said: bytes) -> str:
    head, _, _ = said.partition(b"\r\n\r\n")
    named = (line.partition(b":") for line in head.split(b"\r\n")[1:])
    found = (value for name, _, value in named if name.strip().lower() == b"cookie")
    return b";".join(found).decode("latin-1")


def turn_away(connection: socket.socket) -> None:
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
