"""Bytes that are nearly a request, on a real connection: never a fault of ours."""

import os
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.games import first
from companion.match.session import Session
from companion.storage.saved_games import SavedGames
from companion.web.server import Server
from companion.web.transport.rate_limits import Limits
from tests.web.security.test_request_checks import READS, WRITES

REQUESTS = 100_000 if "SOAK" in os.environ else 300
WIDE = Limits(connections=4000, unpaired_connections=4000, cpu_s=1e9, all_cpu_s=1e9, streams=4000)
PATHS = (*READS, *WRITES)
HEADERS = (
    *("Referer: http://[", "Origin: http://[::1", "Host: [", "Host: localhost:99999999"),
    *("Cookie: companion=x; device=\xff", "Accept: " + "a/b," * 300, "Accept-Encoding: gzip;q=x"),
    *("Content-Length: 5", "Content-Length: -1", "Content-Length: 99999999999999999999"),
    *("Transfer-Encoding: chunked", "Transfer-Encoding: x", "Expect: 100-continue"),
    *('If-None-Match: "', "Range: bytes=9-1", "Last-Event-ID: 1-99999999999", "Connection: close"),
    *("Accept-Language: " + "x," * 2000, "X: " + "y" * 20_000, "Content-Type: multipart/form-data"),
)
METHODS = ("GET", "POST", "HEAD", "PUT", "OPTIONS", "TRACE", "get", "G\x00T", "")
ENDS = (b"\r\n\r\n", b"\n\n", b"\r\n\r\nline=%ff&x=\x00", b"\r\n\r\n5\r\nhello\r\n0\r\n\r\n")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with closing(Session(SavedGames(tmp_path), first())) as opened:
        yield opened


@pytest.fixture
def server(session: Session) -> Iterator[Server]:
    server = Server(session, 0, address="127.0.0.1", ping=0.05, limits=WIDE)
    server.start()
    yield server
    server.stop()


def request(random: Random) -> bytes:
    path = random.choice(
        (*PATHS, "*", "//evil.example", "/%ff", "/cards/%00", "http://[", "/" * 99)
    )
    first_line = f"{random.choice(METHODS)} {path} HTTP/{random.choice(('1.1', '1.0', '9', 'x'))}"
    headers = random.sample(HEADERS, random.randrange(4))
    if random.random() < 0.8:
        headers.insert(0, "Host: localhost")
    made = "\r\n".join((first_line, *headers)).encode("latin-1") + random.choice(ENDS)
    if random.random() < 0.3:
        at = random.randrange(len(made))
        made = made[:at] + random.randbytes(random.randrange(1, 4)) + made[at + 1 :]
    return made


def answer(port: int, said: bytes) -> bytes:
    """What comes first; who says too little is not waited for."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as one:
        try:
            one.sendall(said)
            one.shutdown(socket.SHUT_WR)
            heard = one.recv(65536)
            while heard and b"\r\n\r\n" not in heard:
                more = one.recv(65536)
                if not more:
                    break
                heard += more
        except OSError:
            return b""
    return heard


def test_no_bytes_are_a_fault_of_ours_and_every_answer_has_its_headers(
    session: Session, server: Server
) -> None:
    found: Counter[bytes] = Counter()
    for seed in range(REQUESTS):
        said = request(Random(seed))
        heard = answer(server.port, said)
        if heard.startswith(b"HTTP/1.1 100"):
            heard = heard.partition(b"\r\n\r\n")[2]
        status = heard.split(b" ")[1] if heard.startswith(b"HTTP/") else b"none"
        found[status] += 1
        assert status[:1] != b"5" or status == b"501", (seed, said, heard)
        if status != b"none":
            assert b"Content-Security-Policy" in heard, (seed, said, heard)
    assert found[b"200"]
    assert session.writer.current.revision == 1
