"""How soon a companion that is started shows something, and what it costs while nothing happens.

A whole companion in a process of its own, on a simulated board: its idle cost has that of the five
simulated readers in it, so a companion without any part stands beside it.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from urllib.parse import urlencode

from companion.bench import Figures

COMPANION = "from companion.cli import main; main()"
IMPORTS = "import companion.cli, companion.running"
WATCHED = 5.0
"""Seconds for which an idle companion is watched."""
LINKED = re.compile(r"http://localhost:(\d+)/s/(\w+)")


def figures() -> Figures:
    with TemporaryDirectory(prefix="bench-") as folder:
        began = perf_counter()
        with started(Path(folder)) as process:
            port, code = told(process)
            first_picture(port, code)
            ready = 1000 * (perf_counter() - began)
            sleep(WATCHED / 5)  # what was only begun at the start is over by then
            busy = busy_percent(process.pid)
            rss = resident_mib(process.pid)
        with started(Path(folder), "--safe") as process:
            assert process.stdout
            next(line for line in process.stdout if "/" in line)
            sleep(WATCHED / 5)
            safe = busy_percent(process.pid)
    imports = bare_imports()
    return {
        "ready_ms": ready,
        "imports_ms": imports,
        "ratio_to_imports": ready / imports,
        "rss_mib": rss,
        "idle_cpu_percent": busy,
        "idle_cpu_percent_without_parts": safe,
    }


def bare_imports() -> float:
    """Milliseconds until Python has read everything that a start needs: the faster of two."""

    def once() -> float:
        began = perf_counter()
        subprocess.run([sys.executable, "-c", IMPORTS], check=True)
        return 1000 * (perf_counter() - began)

    return min(once(), once())


@contextmanager
def started(folder: Path, *options: str) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        [
            *(sys.executable, "-u", "-c", COMPANION, "--lang", "en", "run", "--port", "0"),
            *("--profile", "simulator", "--data", str(folder), *options),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate()


def told(process: "subprocess.Popen[str]") -> tuple[int, str]:
    """The port and the code that the terminal shows."""
    assert process.stdout
    for line in process.stdout:
        if found := LINKED.search(line):
            return int(found[1]), found[2]
    raise RuntimeError("the companion ended before it was ready")


def first_picture(port: int, code: str) -> None:
    """Waits until the small screen shows something."""
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
            if line.startswith(b"data: ") and json.loads(line[6:]).get("screen"):
                return


def busy_percent(pid: int) -> float:
    """Of one core; as Linux tells it."""
    before = ticks(pid)
    sleep(WATCHED)
    return 100 * (ticks(pid) - before) / os.sysconf("SC_CLK_TCK") / WATCHED


def ticks(pid: int) -> int:
    of_process = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(of_process[11]) + int(of_process[12])


def resident_mib(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
