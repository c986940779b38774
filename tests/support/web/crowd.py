"""A crowd of strangers around a real server: some say nothing, some half a sentence, some too much.

Each has one of several addresses of this machine; two phones play meanwhile.
``python -m tests.support.web.crowd PORT PEOPLE ADDRESSES`` stays until its standard input closes.
"""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from selectors import EVENT_READ, DefaultSelector
from statistics import median, quantiles
from threading import Thread
from time import perf_counter
from urllib.parse import urlencode

from companion.web.server import Server
from tests.support.programs import LIMIT_S, started_program

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
WHOLE = b"GET /board HTTP/1.1\r\nHost: localhost\r\n\r\n"
STREAM = b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
BODY = b"POST /act HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\nx"
PAUSE = 0.5
HERE = "here\n"
HABITS = (b"", HALF, WHOLE, STREAM, BODY, WHOLE)


def address(number: int) -> str:
    return f"127.0.1.{number + 1}"


class Crowd(Thread):
    """Comes, asks in its own way, and comes again, in a while, when it was sent away."""

    def __init__(self, port: int, people: int, addresses: int) -> None:
        super().__init__(name="crowd", daemon=True)
        self._port, self._people, self._addresses = port, people, addresses
        self._selector = DefaultSelector()
        self._here = True
        self.came = self.answered = self.bare = 0

    def come(self) -> None:
        for number in range(self._people):
            self._connect(number)

    def run(self) -> None:
        again: list[int] = []
        pause = 0.0
        while self._here:
            for key, _ in self._selector.select(timeout=0.05):
                one, number = key.fileobj, key.data
                assert isinstance(one, socket.socket)
                try:
                    heard = one.recv(65536)
                    if heard and number % len(HABITS) == 2:
                        one.send(WHOLE)
                except OSError:
                    heard = b""
                if heard.startswith(b"HTTP/1.1 "):
                    self.answered += 1
                    self.bare += b"Content-Security-Policy" not in heard
                if not heard:
                    self._selector.unregister(one)
                    one.close()
                    again.append(number)
            if again and perf_counter() > pause:
                pause = perf_counter() + PAUSE
                while again and self._here:
                    self._connect(again.pop())

    def leave(self) -> None:
        self._here = False
        self.join(LIMIT_S)
        for key in list(self._selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
        self._selector.close()

    def _connect(self, number: int) -> None:
        one = socket.socket()
        one.settimeout(20)
        one.bind((address(number % self._addresses), 0))
        try:
            one.connect(("127.0.0.1", self._port))
            one.sendall(HABITS[number % len(HABITS)])
        except OSError:
            one.close()
            return
        one.setblocking(False)
        self.came += 1
        self._selector.register(one, EVENT_READ, number)


class Attendance:
    """What a crowd tells when it has left."""

    came = answered = bare = 0


@contextmanager
def crowded(server: Server, people: int, addresses: int) -> Iterator[Attendance]:
    """In a process of its own, as on other machines: it takes none of the server's turns."""
    told = Attendance()
    command = [sys.executable, "-m", "tests.support.web.crowd"]
    command += map(str, (server.port, people, addresses))
    with started_program(command, stdin=subprocess.PIPE) as crowd:
        assert crowd.stdout
        assert crowd.stdout.readline() == HERE
        try:
            yield told
        finally:
            said, _ = crowd.communicate(timeout=LIMIT_S)
            vars(told).update(json.loads(said))


def main(port: int, people: int, addresses: int) -> None:
    crowd = Crowd(port, people, addresses)
    crowd.come()
    crowd.start()
    print(HERE, end="", flush=True)
    sys.stdin.read()  # until whoever sent for it closes that
    crowd.leave()
    print(json.dumps({"came": crowd.came, "answered": crowd.answered, "bare": crowd.bare}))


class Player:
    """A phone that was paired, on a real connection from an address of its own."""

    def __init__(self, server: Server, role: str, own: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", server.port, source_address=(own, 0))
        self._headers = {"Origin": f"http://127.0.0.1:{server.port}"}
        form = urlencode({"code": server.pairing.code, "role": role})
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        self._connection.request("POST", "/pair", form, self._headers | kind)
        answer = self._connection.getresponse()
        answer.read()
        cookies = answer.headers.get_all("Set-Cookie") or []
        self._headers["Cookie"] = "; ".join(each.partition(";")[0] for each in cookies)
        self.paired = answer.status == 303

    def act(self, line: str) -> int:
        self._connection.request("POST", "/api/act", json.dumps({"line": line}), self._headers)
        answer = self._connection.getresponse()
        answer.read()
        return answer.status

    def close(self) -> None:
        self._connection.close()


def play(players: list[Player], taps: int) -> list[float]:
    """How long each tap took, in seconds; all of them were answered."""
    taken = []
    for at in range(taps):
        began = perf_counter()
        assert players[at % len(players)].act(f"set trees {at % 50}") == 200
        taken.append(perf_counter() - began)
    return taken


def p50(seconds: list[float]) -> float:
    return 1000 * median(seconds)


def p99(seconds: list[float]) -> float:
    return 1000 * quantiles(seconds, n=100, method="inclusive")[98]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
