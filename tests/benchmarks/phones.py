"""Fifty phones that watch while somebody taps: does each see everything, how soon, in what room?

The server runs in a process of its own, as it does at a table; the phones are sockets in this one.
Beside the times stands what a tap costs the server's process, and how long its threads waited for a
processor that worked for others: on a machine that is not calm, that is most of the time.
"""

import json
import multiprocessing
import resource
import sys
from dataclasses import dataclass
from http.client import HTTPConnection
from multiprocessing.connection import Connection
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from socket import MSG_PEEK, create_connection, socket
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Condition, Thread
from time import perf_counter
from urllib.parse import urlencode

from companion.games import first
from companion.match.session import Session
from companion.storage.saved_games import SavedGames
from companion.web.live.event_stream import MAX_STREAMS
from companion.web.server import Server
from companion.web.transport.rate_limits import Limits
from tests.benchmarks.measuring import Figures, spent
from tests.benchmarks.table import demonstration

PHONES = 50
TAPS = 1000
CROWD_TAPS = 200
FIRST_LINE = 64
PATIENCE = 30.0
"""Seconds after which a phone that has not seen a revision counts as having missed it."""


def figures(phones: int = PHONES, taps: int = TAPS) -> Figures:
    """With as many as usual, and then with as many as there is room for."""
    measured = around_a_table(phones, taps)
    if phones == PHONES:
        crowd = around_a_table(MAX_STREAMS, CROWD_TAPS)
        measured |= {f"crowd_{key}": value for key, value in crowd.items()}
    return measured


def around_a_table(phones: int, taps: int) -> Figures:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with TemporaryDirectory(prefix="bench-") as folder:
        process = context.Process(target=serve, args=(theirs, folder), daemon=True)
        process.start()
        port, code = ours.recv()
        try:
            measured = measure(process.pid or 0, port, code, phones, taps)
        finally:
            ours.send("stop")
            rss = ours.recv()
            process.join(PATIENCE)
    return {**measured, "rss_mib": rss}


def serve(ours: Connection, folder: str) -> None:
    """A table in the midst of a game, until it is told to stop."""
    session = Session(SavedGames(Path(folder)), first())
    for line in demonstration()[:5]:
        session.writer.ask(line)
    # All of its phones have one address.
    limits = Limits(
        connections=MAX_STREAMS + 50, paired_connections=MAX_STREAMS + 50, streams=MAX_STREAMS
    )
    server = Server(session, 0, address="127.0.0.1", limits=limits)
    server.start()
    ours.send((server.port, server.pairing.code))
    ours.recv()
    ours.send(peak_mib())
    session.close()
    server.stop()


def peak_mib() -> float:
    """The most memory that this process ever had; Linux counts it in KiB, macOS in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def measure(server: int, port: int, code: str, phones: int, taps: int) -> Figures:
    tapper = Tapper(port, code)
    first = tapper.tap(0)
    crowd = Crowd(port, phones, first)
    crowd.start()
    full = status_of_one_more(port) if phones == MAX_STREAMS else 0
    taken: dict[int, Tap] = {}
    before = spent(server)
    for at in range(1, taps + 1):
        sent = perf_counter()
        revision = tapper.tap(at)
        taken[revision] = Tap(sent, perf_counter())
        # Each tap is measured by itself: people do not tap fifty times a second.
        crowd.wait(revision)
    cost = spent(server) - before
    crowd.close()
    tapper.close()
    from_tap: list[float] = []
    from_ack: list[float] = []
    for revision, tap in taken.items():
        saw = [seen.get(revision, tap.sent + PATIENCE) for seen in crowd.seen]
        # A phone may hear of it before the one that tapped does: whoever is first is the receipt.
        acknowledged = min(tap.answered, *saw)
        from_tap += [at - tap.sent for at in saw]
        from_ack += [at - acknowledged for at in saw]
    return {
        "phones": float(phones),
        "revisions": float(len(taken)),
        "missed": float(sum(revision not in seen for seen in crowd.seen for revision in taken)),
        "out_of_order": float(sum(list(seen) != sorted(seen) for seen in crowd.seen)),
        "p50_ms": percentile(from_ack, 50),
        "p99_ms": percentile(from_ack, 99),
        "from_tap_p50_ms": percentile(from_tap, 50),
        "from_tap_p99_ms": percentile(from_tap, 99),
        "cpu_per_tap_ms": 1000 * cost.busy / taps,
        "waited_per_tap_ms": 1000 * cost.waited / taps,
        "result_p50_ms": percentile([tap.answered - tap.sent for tap in taken.values()], 50),
        "result_p99_ms": percentile([tap.answered - tap.sent for tap in taken.values()], 99),
        "status_of_one_more": float(full),
    }


@dataclass(frozen=True, slots=True)
class Tap:
    sent: float
    answered: float
    """When the phone that tapped had the line that says what it did."""


def percentile(seconds: list[float], percent: int) -> float:
    return 1000 * quantiles(seconds, n=100, method="inclusive")[percent - 1]


class Tapper:
    """The one phone that acts."""

    def __init__(self, port: int, code: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", port)
        self._headers = {"Origin": f"http://127.0.0.1:{port}"}
        form = urlencode({"code": code, "role": "host"})
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        self._connection.request("POST", "/pair", form, self._headers | kind)
        answer = self._connection.getresponse()
        answer.read()
        self._headers["Cookie"] = str(answer.headers["Set-Cookie"]).partition(";")[0]

    def tap(self, at: int) -> int:
        """The revision that the tap became, once it is acknowledged."""
        body = json.dumps({"line": f"set trees {at % 50}", "id": str(at)})
        self._connection.request("POST", "/api/act", body, self._headers)
        answer = json.load(self._connection.getresponse())
        assert answer["result"], "the line that says what it did"
        revision: int = answer["revision"]
        return revision

    def close(self) -> None:
        self._connection.close()


class Crowd(Thread):
    """Phones that watch: for each, when it saw which revision."""

    def __init__(self, port: int, phones: int, since: int) -> None:
        super().__init__(daemon=True)
        self.seen: list[dict[int, float]] = [{} for _ in range(phones)]
        self._news = Condition()
        self._selector = DefaultSelector()
        self._rest = [b""] * phones
        self._watching = set(range(phones))
        self._open = True
        for phone in range(phones):
            self._selector.register(stream(port, since), EVENT_READ, phone)

    def run(self) -> None:
        while self._open:
            for key, _ in self._selector.select(timeout=0.2):
                assert isinstance(key.fileobj, socket)
                if received := key.fileobj.recv(65536):
                    self._read(key.data, received)
                else:
                    self._selector.unregister(key.fileobj)
                    self._mark_lost(key.data)

    def _mark_lost(self, phone: int) -> None:
        """The server has hung up: what comes from now on is missed, and not waited for."""
        with self._news:
            self._watching.discard(phone)
            self._news.notify_all()

    def _read(self, phone: int, received: bytes) -> None:
        now = perf_counter()
        *events, self._rest[phone] = (self._rest[phone] + received).split(b"\n\n")
        with self._news:
            for event in events:
                if b"event: change" in event:
                    id = event.partition(b"id: ")[2].partition(b"\n")[0]
                    self.seen[phone][int(id.partition(b"-")[2])] = now
            self._news.notify_all()

    def wait(self, revision: int) -> None:
        """Until every phone that watches has seen it, or is given up."""

        def seen_by_all() -> bool:
            return all(revision in self.seen[phone] for phone in self._watching)

        with self._news:
            self._news.wait_for(seen_by_all, PATIENCE)

    def close(self) -> None:
        self._open = False
        self.join(PATIENCE)
        for key in list(self._selector.get_map().values()):
            assert isinstance(key.fileobj, socket)
            key.fileobj.close()
        self._selector.close()


def stream(port: int, since: int) -> socket:
    connection = create_connection(("127.0.0.1", port))
    detect_chip = f"GET /api/events?since=1-{since} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    connection.sendall(detect_chip.encode())
    # Only when it has its place: whoever comes next must not take it.
    told = connection.recv(FIRST_LINE, MSG_PEEK)
    assert told.startswith(b"HTTP/1.1 200 "), told
    return connection


def status_of_one_more(port: int) -> int:
    """What a phone is told for which there is no room."""
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/api/events")
    status = connection.getresponse().status
    connection.close()
    return status
