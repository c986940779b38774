"""How soon a companion that is started shows something, and what it costs while nothing happens.

A whole companion in a process of its own, on a simulated board. That board tells when its screen
was first sent a picture, and what its five readers cost, since on a Pi they are no software; a
companion without any part stands beside it. Python keeps what it has compiled, as it does wherever
the companion is installed; the data folder is empty.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from socket import socketpair
from tempfile import TemporaryDirectory
from threading import Timer
from time import perf_counter, sleep
from types import FrameType
from typing import Any, TextIO
from urllib.parse import urlencode

from PIL import Image

from companion.clock import Clock, VirtualClock
from companion.devices.board import profile
from companion.devices.board.parts import Rc522Reader
from companion.devices.drawing.pages import draw
from companion.devices.readers.readers import Readers
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.virtual_table import svg_path
from companion.errors import CompanionError
from companion.i18n.catalogs import Language
from companion.i18n.message import say
from companion.match.taps.common_pages import STARTING
from tests.benchmarks.measuring import Figures, resident_mib, spent
from tests.benchmarks.table import kept_game

COMPANION = "from companion.__main__ import main; main()"
ACCOUNTED = f"from tests.benchmarks.bus_account import answer; answer({{}}); {COMPANION}"
IMPORTS = """\
import companion.cli.main, companion.cli.run, companion.app
from importlib.metadata import entry_points
for game in entry_points(group="table_companion.games"):
    game.load()
from time import perf_counter, process_time
print(perf_counter(), process_time())
"""
"""What a start needs, and nothing done with it: the companion, and the games to choose from."""
STARTS = 3
USUAL, LONG = 300, 10_000
"""Events of a game that is on the table when it is started again."""
PATIENCE = 60.0
"""Seconds after which a companion that was started is given up."""
WATCHED = 5.0
"""Seconds for which an idle companion is watched."""
LINKED = re.compile(r"http://[\w.]+:(\d+)/")
CODED = re.compile(r"enter this code: (\w+)")
SIMULATOR = f"{os.sep}simulator{os.sep}"


def figures() -> Figures:
    with TemporaryDirectory(prefix="bench-") as kept:
        compiled = Path(kept) / "compiled"
        bare_imports(compiled)  # once, so that everything is compiled
        starts = [first_start(compiled) for _ in range(STARTS)]
        imports = [bare_imports(compiled) for _ in range(STARTS)]
        ready, imported = (min(each.seconds for each in every) for every in (starts, imports))
        ready_cpu, imported_cpu = (min(each.cpu for each in every) for every in (starts, imports))
        idle = watched(compiled)
        pages = first_pages(compiled)
    return {
        "starting_ms": 1000 * min(start.starting for start in starts),
        "ready_ms": 1000 * ready,
        "imports_ms": 1000 * imported,
        "ratio": ready / imported,
        "ready_cpu_ms": 1000 * ready_cpu,
        "imports_cpu_ms": 1000 * imported_cpu,
        "ratio_cpu": ready_cpu / imported_cpu,
        **pages,
        **idle,
        **idle_instructions(),
    }


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds: by the clock, of the processor, and until the small screen said "starting"."""

    seconds: float
    cpu: float
    starting: float = 0.0


def first_start(compiled: Path) -> Took:
    """In a new folder, until a phone sees what the small screen shows of the game."""
    with TemporaryDirectory(prefix="bench-") as folder:
        began = perf_counter()
        with started(compiled, Path(folder)) as process:
            first_picture(*process.told())
            took, cpu = perf_counter() - began, spent(process.pid).busy
            at, dots = process.account()["lit"]
    assert bytes.fromhex(dots) == starting().tobytes(), "it shows another page"
    return Took(took, cpu, at - began)


def bare_imports(compiled: Path) -> Took:
    """Until Python has read everything that a start needs."""
    began = perf_counter()
    told = subprocess.run(
        python(compiled, IMPORTS), check=True, stdout=subprocess.PIPE, timeout=PATIENCE
    )
    at, cpu = map(float, told.stdout.split())
    return Took(at - began, cpu)


def watched(compiled: Path) -> Figures:
    """What it costs while nobody does anything."""
    with TemporaryDirectory(prefix="bench-") as folder:
        with started(compiled, Path(folder)) as process:
            first_picture(*process.told())
            sleep(WATCHED)  # what was only begun at the start is over by then
            before, cpu = process.account(), spent(process.pid).busy
            sleep(WATCHED)
            after, busy = process.account(), spent(process.pid).busy - cpu
            rss = resident_mib(process.pid)
        with started(compiled, Path(folder), "--safe") as process:
            process.told_anything()
            sleep(WATCHED)
            cpu = spent(process.pid).busy
            sleep(WATCHED)
            safe = spent(process.pid).busy - cpu
    simulator = after["cpu_seconds"] - before["cpu_seconds"]
    return {
        "rss_mib": rss,
        "idle_cpu_percent": 100 * busy / WATCHED,
        "idle_cpu_percent_of_the_simulator": 100 * simulator / WATCHED,
        "idle_cpu_percent_without_parts": 100 * safe / WATCHED,
        "idle_spi_transfers_per_second": (after["transfers"] - before["transfers"]) / WATCHED,
    }


def first_pages(compiled: Path) -> Figures:
    """What the processor spends on the first page after a restart, in the midst of a usual game and
    of a long one; and on the very first one, for which templates have to be compiled."""
    took: Figures = {}
    with TemporaryDirectory(prefix="bench-") as kept:
        folder = Path(kept)
        for name, events in {"first_page": USUAL, "first_page_10000_events": LONG}.items():
            kept_game(folder, events).rename(folder / "journal.sqlite3")
            pages = [first_page(compiled, folder) for _ in range(STARTS + (not took))]
            took.setdefault("first_page_ever_cpu_ms", 1000 * pages[0])
            took[f"{name}_cpu_ms"] = 1000 * min(pages)
    return took


def first_page(compiled: Path, folder: Path) -> float:
    with started(compiled, folder, "--safe") as process:
        port, _ = process.told()
        before = spent(process.pid).busy
        with closing(HTTPConnection("localhost", port)) as phone:
            phone.request("GET", "/")
            answer = phone.getresponse()
            assert answer.status == 200
            answer.read()
            return spent(process.pid).busy - before


def idle_instructions() -> Figures:
    """Python's own instructions in a second in which the readers of the board see no card.

    They are counted, so they are the same on every machine, however busy.
    """
    places, clock = profile.load("simulator").readers_of(Rc522Reader), VirtualClock()
    table = SimulatedReaders([reader.place for reader in places], clock)
    counted = {True: 0, False: 0}

    def count(frame: FrameType, event: str, _: Any) -> Any:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode":
            counted[SIMULATOR in frame.f_code.co_filename] += 1
        return count

    with table.installed():
        readers = Readers(places, lambda report: None, clock=clock)
        before = sys.gettrace()
        try:
            # Python 3.12 tells of instructions only from the second time on that it is asked to,
            # and 3.13 misses those of a function that has never run before.
            for _ in range(2):
                counted.update({True: 0, False: 0})
                sys.settrace(count)
                pass_a_second(readers, clock)
        finally:
            sys.settrace(before)
    return {
        "idle_instructions_per_second": float(counted[False]),
        "idle_instructions_per_second_of_the_simulator": float(counted[True]),
    }


def pass_a_second(readers: Readers, clock: Clock) -> None:
    until = clock.now() + 1
    while clock.now() < until:
        readers.step()


class Started:
    """A companion in a process of its own, and a line to the board that it is simulated on."""

    def __init__(self, process: "subprocess.Popen[str]", line: TextIO) -> None:
        assert process.stdout
        self.pid = process.pid
        self._said = process.stdout
        self._line = line

    def told(self) -> tuple[int, str]:
        """The port and the code that the terminal shows."""
        port = 0
        for line in self._said:
            if linked := LINKED.search(line):
                port = int(linked[1])
            if coded := CODED.search(line):
                return port, coded[1]
        raise never_ready()

    def told_anything(self) -> None:
        if not any("/" in line for line in self._said):
            raise never_ready()

    def account(self) -> dict[str, Any]:
        self._line.write("?\n")
        self._line.flush()
        told: dict[str, Any] = json.loads(self._line.readline())
        return told


@contextmanager
def started(compiled: Path, folder: Path, *options: str) -> Iterator[Started]:
    ours, theirs = socketpair()
    with ours, ours.makefile("rw", encoding="utf-8") as line:
        process = subprocess.Popen(
            [
                *python(compiled, ACCOUNTED.format(theirs.fileno())),
                *("--lang", "en", "run", "--port", "0", "--profile", "simulator"),
                *("--data", str(folder), *options),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            pass_fds=[theirs.fileno()],
        )
        theirs.close()
        # Whoever waits for what it never says hears that it has ended.
        given_up = Timer(PATIENCE, process.kill)
        given_up.start()
        try:
            yield Started(process, line)
        finally:
            given_up.cancel()
            process.terminate()
            process.communicate(timeout=60)


def never_ready() -> CompanionError:
    return CompanionError(
        say("The companion that was started never said that it is ready."), "not_ready"
    )


def python(compiled: Path, program: str) -> list[str]:
    """Python keeps what it has compiled: there, unless somebody has said where."""
    kept = sys.pycache_prefix or compiled
    always = f"import sys; sys.dont_write_bytecode = False; {program}"
    return [sys.executable, "-X", f"pycache_prefix={kept}", "-u", "-c", always]


def first_picture(port: int, code: str) -> None:
    """Waits until a phone that was paired sees the small screen show more than "starting"."""
    phone = HTTPConnection("localhost", port)
    headers = {
        "Origin": f"http://localhost:{port}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    phone.request("POST", "/pair", urlencode({"code": code, "role": "host"}), headers)
    answer = phone.getresponse()
    answer.read()
    cookie = (answer.headers["Set-Cookie"] or "").partition(";")[0]
    phone.request("GET", "/api/virtual", headers={"Cookie": cookie})
    with phone.getresponse() as stream:
        for line in stream:
            screen = json.loads(line[6:]).get("screen") if line.startswith(b"data: ") else ""
            if screen and screen != svg_path(starting()):
                return


def starting() -> Image.Image:
    return draw(STARTING, Language("en"))
