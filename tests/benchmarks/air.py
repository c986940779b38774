"""Four readers on the air and a real broker: is every tap kept once, and how soon is it seen?

mosquitto and the table run in a process each, with the simulated screen and the real drivers; the
readers are threads of this one, on the same machine: no radio is in these times. First single taps
in peace, from the moment a card is there to the first byte of the picture after it; then all four
at once, while messages get lost and come twice, connections break, and broker and table are killed
and start anew.
"""

import multiprocessing
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Condition, Thread
from time import perf_counter
from typing import Any

from companion.devices.board import profile
from companion.devices.board.choice import Board
from companion.devices.simulator import board as simulated
from companion.devices.simulator.oled import SSD1306
from companion.games.display import Choice
from companion.games.taps import Thing
from companion.hall.mosquitto import Mosquitto
from companion.i18n.catalogs import Language
from companion.i18n.message import say
from companion.match.taps.situations import Timeouts
from companion.mqtt.broker import READERS, Broker
from companion.notifier import News
from companion.splash import splash_screen
from companion.storage.data_folder import data_folder
from tests.benchmarks.measuring import Figures
from tests.support.devices.seat_reader import SeatReader

TAPS, CALM, SEATS = 10_000, 400, 4
GAME, DIE = "naufragos", "die:1"
"""A die may be rolled at any time of it: each tap of its card is one line."""
LOST, TWICE = 0.02, 0.05
"""So many messages of a reader get lost on the way, and so many come twice."""
CUTS, BROKER_RESTARTS, TABLE_KILLS, TABLE_STOPS = 40, 6, 4, 3
MOST_WAITING = 8
"""Of a reader: people tap no more than that while nothing comes of it."""
QUIET_S = 0.05
TIMEOUT_S = 60.0
BOARD = "[oled]\n" + "".join(
    f'[[readers]]\nkind = "mqtt"\nzone = "seat:{n}"\nname = "seat-{n}"\n'
    for n in range(1, SEATS + 1)
)


def figures(
    taps: int = TAPS,
    calm: int = CALM,
    cuts: int = CUTS,
    broker_restarts: int = BROKER_RESTARTS,
    table_kills: int = TABLE_KILLS,
    table_stops: int = TABLE_STOPS,
) -> Figures:
    data_folder().mkdir(parents=True, exist_ok=True)
    random = Random(1)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="bench-", dir=data_folder())))
        broker = Mosquitto(folder, "allow_anonymous true\nset_tcp_nodelay true\n")
        stack.callback(broker.stop)
        broker.start()
        table = TableProcess(folder / "table", broker.broker)
        stack.callback(table.stop)
        table.start()
        bad_days = BadDays(random)
        readers = []
        for n in range(1, SEATS + 1):
            reader = SeatReader(broker.broker, f"seat-{n}", publish=bad_days.carry)
            stack.callback(reader.close)
            readers.append(reader)
        late = [1000 * one_tap(table, readers[n % SEATS]) for n in range(calm)]
        events = bad_days.list_of(
            [reader.cut for reader in readers for _ in range(cuts // SEATS)]
            + [broker_restart(broker)] * broker_restarts
            + [table.kill_and_start] * table_kills
            + [table.stop_and_start] * table_stops
        )
        storm(readers, table.uid, taps - calm, events, bad_days)
        lines, ids = table.count()
        tapped = {id for reader in readers for id in bad_days.ids_of(reader)}
    spread = quantiles(late, n=100, method="inclusive")
    return {
        "taps": float(taps),
        "lost": float(len(tapped - ids)),
        "doubled": float(lines - len(tapped & ids)),
        "tap_p50_ms": spread[49],
        "tap_p99_ms": spread[98],
        "messages_lost": float(bad_days.lost),
        "messages_twice": float(bad_days.twice),
        "connections_cut": float(cuts // SEATS * SEATS),
        "broker_restarts": float(broker_restarts),
        "table_restarts": float(table_kills + table_stops),
    }


def one_tap(table: "TableProcess", reader: SeatReader) -> float:
    """Seconds from the card to its picture, when nothing else is going on."""
    start = perf_counter()
    reader.tap(table.uid)
    seen = table.seen_after(start)
    assert reader.wait(), "the reader was not told that its tap is dealt with"
    return seen - start


def broker_restart(broker: Mosquitto) -> Callable[[], None]:
    def restart() -> None:
        broker.stop()
        broker.start()

    return restart


def storm(
    readers: list[SeatReader],
    uid: str,
    taps: int,
    events: list[Callable[[], None]],
    bad_days: "BadDays",
) -> None:
    """All readers at once; the events come evenly among the taps."""
    bad_days.raging = True
    done, left = Condition(), [taps]

    def tap_on(reader: SeatReader) -> None:
        while True:
            with done:
                if not left[0]:
                    return
                left[0] -= 1
                done.notify_all()
            reader.tap(uid)
            assert reader.wait(MOST_WAITING, TIMEOUT_S), "nothing was dealt with any more"

    threads = [Thread(target=tap_on, args=(reader,)) for reader in readers]
    for thread in threads:
        thread.start()
    for n, event in enumerate(events, start=1):
        due = taps - taps * n // (len(events) + 1)
        with done:
            assert done.wait_for(lambda due=due: left[0] <= due, 4 * TIMEOUT_S)  # type: ignore[misc]
        event()
    for thread in threads:
        thread.join(4 * TIMEOUT_S)
    bad_days.raging = False
    for reader in readers:
        assert reader.wait(0, TIMEOUT_S), "not every tap was dealt with"


class BadDays:
    """What happens to messages, from chance that is the same in every run."""

    def __init__(self, random: Random) -> None:
        self.raging = False
        self.lost = self.twice = 0
        self._random = random

    def carry(self, send: Callable[[], object]) -> None:
        chance = self._random.random() if self.raging else 1.0
        if chance < LOST:
            self.lost += 1
            return
        send()
        if chance < LOST + TWICE:
            self.twice += 1
            send()

    def list_of(self, events: list[Callable[[], None]]) -> list[Callable[[], None]]:
        self._random.shuffle(events)
        return events

    @staticmethod
    def ids_of(reader: SeatReader) -> set[str]:
        """Of its taps: every other message says that a card was lifted."""
        return {f"{reader.name}/{reader.boot}/{n}/1" for n in range(1, reader.n + 1, 2)}


# --- the table, a process of its own --------------------------------------------------------------


class TableProcess:
    uid: str

    def __init__(self, folder: Path, broker: Broker) -> None:
        self._folder = folder
        self._broker = broker
        self._ours: Connection
        self._process: SpawnProcess | None = None

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(
            target=run_table, args=(theirs, self._folder, str(self._broker)), daemon=True
        )
        self._process.start()
        self.uid = self._ask()

    def seen_after(self, start: float) -> float:
        seen: float = self._ask(start)
        return seen

    def count(self) -> tuple[int, set[str]]:
        """How many dice its journal knows, and by which ids."""
        lines, ids = self._ask("count")
        return lines, ids

    def kill_and_start(self) -> None:
        assert self._process
        self._process.kill()
        self._process.join(TIMEOUT_S)
        self.start()

    def stop_and_start(self) -> None:
        self.stop()
        self.start()

    def stop(self) -> None:
        if self._process and self._process.is_alive():
            self._ours.send("stop")
            self._process.join(TIMEOUT_S)

    def _ask(self, *what: Any) -> Any:
        for each in what:
            self._ours.send(each)
        assert self._ours.poll(TIMEOUT_S), "the table does not answer"
        return self._ours.recv()


@dataclass
class Pictures:
    """When the game was last told, and the screen first spoken to after that."""

    told: float = 0.0
    seen: float = 0.0

    def __post_init__(self) -> None:
        self._changed = Condition()

    def tell(self) -> None:
        with self._changed:
            self.told = perf_counter()

    def see(self) -> None:
        with self._changed:
            if self.seen <= self.told:
                self.seen = perf_counter()
                self._changed.notify_all()

    def after(self, start: float) -> float:
        with self._changed:
            assert self._changed.wait_for(lambda: self.seen > self.told > start, TIMEOUT_S)
            return self.seen


class Faces:
    """Two dice that never show twice in a row what they showed: the same picture is sent once."""

    def __init__(self) -> None:
        self._picked = count()

    def __call__(self, faces: Sequence[Choice]) -> Choice:
        return faces[next(self._picked) // 2 % len(faces)]


def run_table(ours: Connection, folder: Path, broker: str) -> None:
    from companion.app import running

    os.environ[READERS] = broker
    pictures = Pictures()

    class Panel(SSD1306):
        def begin(self) -> None:
            pictures.see()
            super().begin()

    simulated.CHIPS["auto"] = Panel
    parts = profile.parse(BOARD, "air.toml")
    board = Board(parts, simulated=True, announcement=say("The parts of this table are simulated."))
    with (
        splash_screen(board, Language("en", GAME)) as hardware,
        running(
            hardware, folder, GAME, port=0, timeouts=Timeouts(roll_s=0.0), pick=Faces()
        ) as companion,
    ):
        session = companion.session
        session.notifier.subscribe(pictures.tell, News.REVISION)
        assert companion.keyboard
        uid = companion.keyboard._bound(Thing("command", DIE))
        if not session.writer.current.state.seats:
            for line in ("seat red", "seat blue", "start"):
                session.writer.ask(line)

        def answer() -> None:
            ours.send(uid)
            while (asked := ours.recv()) != "stop":
                if asked == "count":
                    rolls = [
                        each.id
                        for each in session.writer.match.entries()
                        if each.line.startswith("roll ")
                    ]
                    ours.send((len(rolls), set(rolls)))
                else:
                    ours.send(pictures.after(asked))
            companion.controller.stop()

        Thread(target=answer, daemon=True).start()
        companion.controller.run()
