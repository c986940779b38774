"""Two hundred tables and a hall: does its page see everything, how soon, and in what room?

mosquitto, the hall and the tables run in a process each. The tables are real ones with real
publishers, which only have no parts; whoever reads the page is a socket in this process. Beside
that, one table with its journal on the disk tells how much later it answers because of a broker.
"""

import json
import multiprocessing
import resource
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from socket import create_connection
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter, time

from companion.hall.app import HallServer
from companion.hall.demo import SimulatedSession
from companion.hall.hall import Hall
from companion.hall.mosquitto import free_port, own_mosquitto
from companion.hall.results import Results
from companion.match.match import Match
from companion.match.session import ActiveMatch
from companion.match.writer import MatchWriter
from companion.mqtt.broker import Broker
from companion.mqtt.publisher import Publisher
from companion.storage.sqlite import SqliteJournal, Store, connect
from tests.benchmarks.measuring import Figures
from tests.benchmarks.phones import peak_mib
from tests.benchmarks.table import GAME, demonstration, percentile

TABLES, SECONDS = 200, 60
SETTLING = 3.0
ASKS = 150
PAUSE = 0.05
"""Seconds between two inputs of the one table: people do not tap faster."""


def figures(tables: int = TABLES, seconds: int = SECONDS, asks: int = ASKS) -> Figures:
    with own_mosquitto() as broker:
        seen = many_tables(broker, tables, seconds)
        acknowledged = with_and_without(broker, asks)
    return {**seen, **acknowledged}


# --- many tables ----------------------------------------------------------------------------------


def many_tables(broker: Broker, tables: int, seconds: int) -> Figures:
    context = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        port, hall = started(stack, context, run_hall, broker)
        page = Page(port, tables)
        stack.callback(page.close)
        _, players = started(stack, context, run_tables, broker, tables)
        page.wait_for_all()
        players.send(seconds)
        told: dict[tuple[str, int], float] = dict(players.recv())
        page.settle(len(told))
        hall.send("figures")
        rss, cpu = hall.recv()
    late = [1000 * (page.seen[key] - at) for key, at in told.items() if key in page.seen]
    spread = quantiles(late, n=100, method="inclusive")
    return {
        "tables": float(tables),
        "seconds": float(seconds),
        "messages": float(len(told)),
        "missed": float(sum(key not in page.seen for key in told)),
        "p50_ms": spread[49],
        "p99_ms": spread[98],
        "rss_mib": rss,
        "hall_cpu_percent": 100 * cpu / (seconds + SETTLING),
    }


def started(
    stack: ExitStack,
    context: multiprocessing.context.SpawnContext,
    work: Callable[..., None],
    *given: object,
) -> tuple[int, Connection]:
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, *given), daemon=True)
    process.start()
    stack.callback(process.join)
    stack.callback(ours.send, "stop")
    return ours.recv(), ours


def run_hall(ours: Connection, broker: Broker) -> None:
    with closing(Results(":memory:")) as results:
        hall = Hall(broker, results)
        server = HallServer(hall, 0, address="127.0.0.1")
        hall.start()
        server.start()
        ours.send(server.port)
        while ours.recv() == "figures":
            used = resource.getrusage(resource.RUSAGE_SELF)
            ours.send((peak_mib(), used.ru_utime + used.ru_stime))
        server.stop()
        hall.stop()


def run_tables(ours: Connection, broker: Broker, many: int) -> None:
    """Every table has one revision a second, each at its own moment of it."""
    tables = [(f"table-{n}", SimulatedSession(GAME)) for n in range(many)]
    for _, session in tables:
        for line in (*demonstration()[:5], "set outlook.shown false"):
            session.active.writer.ask(line)
    publishers = [Publisher(session, broker, name, f"{name}-id") for name, session in tables]
    for publisher in publishers:
        publisher.start()
    ours.send(0)
    while (seconds := ours.recv()) != "stop":
        ours.send(played(tables, seconds))
    for publisher in publishers:
        publisher.stop()


def played(
    tables: list[tuple[str, SimulatedSession]], seconds: int
) -> list[tuple[tuple[str, int], float]]:
    told: list[tuple[tuple[str, int], float]] = []
    begun, pause = perf_counter(), Event()
    for second in range(seconds):
        for at, (name, session) in enumerate(tables):
            pause.wait(max(0.0, begun + second + at / len(tables) - perf_counter()))
            change = session.active.writer.ask(f"set trees {1 + second % 40}")
            told.append(((name, change.revision), time()))
    return told


class Page:
    """Somebody who looks at the hall: when did which revision of which table come?"""

    def __init__(self, port: int, tables: int) -> None:
        self.seen: dict[tuple[str, int], float] = {}
        self._tables = tables
        self._names: set[str] = set()
        self._here = Event()
        self._socket = create_connection(("127.0.0.1", port))
        detect_chip = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
        self._socket.sendall(detect_chip.encode())
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait_for_all(self) -> None:
        assert self._here.wait(60), "not every table came to the hall"

    def settle(self, messages: int) -> None:
        """Until everything is there, or should have been."""
        patient_until = perf_counter() + SETTLING
        while len(self.seen) < messages and perf_counter() < patient_until:
            Event().wait(0.05)

    def close(self) -> None:
        self._socket.close()

    def _read(self) -> None:
        rest = b""
        while True:
            try:
                received = self._socket.recv(1 << 20)
            except OSError:
                return
            if not received:
                return
            now = time()
            *events, rest = (rest + received).split(b"\n\n")
            for event in events:
                if b"event: tiles" in event:
                    self._note(json.loads(event.partition(b"data: ")[2].splitlines()[0]), now)

    def _note(self, news: dict[str, dict[str, dict[str, int]]], now: float) -> None:
        for table, tile in news["tiles"].items():
            self._names.add(table)
            if tile["revision"]:
                self.seen.setdefault((table, tile["revision"]), now)
        if len(self._names) >= self._tables:
            self._here.set()


# --- one table, and what a broker costs it --------------------------------------------------------


def with_and_without(broker: Broker, asks: int) -> Figures:
    """Inputs of three tables in turns, so that whatever else the machine does happens to all."""
    dead = Broker("127.0.0.1", free_port())
    with (
        TemporaryDirectory(prefix="bench-") as folder,
        # One file for all of them: two files on one disk may differ more than two tables do.
        closing(Store(connect(Path(folder) / "journal.sqlite3"))) as store,
        table_with(store, None) as plain,
        table_with(store, broker) as published,
        table_with(store, dead) as unheard,
    ):
        took: dict[str, list[float]] = {"plain": [], "broker": [], "dead": []}
        clerks = (("plain", plain), ("broker", published), ("dead", unheard))
        pause = Event()
        for at in range(asks):
            # Each goes first as often as the others.
            for turn in range(3):
                name, writer = clerks[(at + turn) % 3]
                start = perf_counter()
                writer.ask(f"set trees {1 + at % 40}")
                took[name].append(perf_counter() - start)
                pause.wait(PAUSE)
    p50 = {name: percentile(times, 50) for name, times in took.items()}
    return {
        "ack_p50_ms": p50["plain"],
        "ack_broker_p50_ms": p50["broker"],
        "ack_dead_broker_p50_ms": p50["dead"],
        "ack_ratio_broker": p50["broker"] / p50["plain"],
        "ack_ratio_dead_broker": p50["dead"] / p50["plain"],
    }


@contextmanager
def table_with(store: Store, broker: Broker | None) -> Iterator[MatchWriter]:
    """A table with its journal on the disk, in the midst of a game."""
    with ExitStack() as stack:
        session = SimulatedSession(GAME)
        session.active.writer.close()
        number = store.begin(GAME.id, at="")
        table = Match(GAME, SqliteJournal(store, number))
        writer = stack.enter_context(closing(MatchWriter(table, notifier=session.notifier)))
        session.active = ActiveMatch(writer, number)
        for line in demonstration()[:5]:
            writer.ask(line)
        if broker:
            publisher = Publisher(session, broker, f"bench {number}", f"bench{number}")
            publisher.start()
            stack.callback(publisher.stop)
        yield writer
