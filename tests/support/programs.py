"""Programs that a test runs: each has a limit, and the signals that it would have in a terminal.

Whoever runs the tests may have SIGINT and SIGHUP ignored, as ``nohup`` and a shell's ``&`` do, and
every program started from there would inherit that.
"""

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Timer
from typing import Any

LIMIT_S = 60.0
"""Nothing that a test waits for takes this long, and half of what pytest allows a whole test."""
ORDINARY: dict[signal.Signals, Any] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGHUP: signal.SIG_DFL,
}


@contextmanager
def ordinary_signals() -> Iterator[None]:
    """Inside, signals do what they do in a terminal, for this process and what it starts."""
    before = {each: signal.signal(each, handler) for each, handler in ORDINARY.items()}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def run_program(
    command: Sequence[Any], *, limit_s: float = LIMIT_S, **options: Any
) -> "subprocess.CompletedProcess[str]":
    """What it says and how it ends; who takes longer than its limit fails the test."""
    options = {"capture_output": True, "check": False, **options}
    with ordinary_signals():
        return subprocess.run(command, timeout=limit_s, encoding="utf-8", **options)


@contextmanager
def started_program(
    command: Sequence[Any], *, limit_s: float = LIMIT_S, **options: Any
) -> "Iterator[subprocess.Popen[str]]":
    """One that runs beside the test: over with the block, and with its limit at the latest."""
    with ordinary_signals():
        process = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", **options)
    given_up = Timer(limit_s, process.kill)
    given_up.daemon = True
    given_up.start()
    with process:
        try:
            yield process
            process.wait(limit_s)
        finally:
            process.kill()
            given_up.cancel()
