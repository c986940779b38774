"""The companion as a program of its own, with the service's environment."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.kernel.guest.checks import WAIT_S, wait_until

COMPANION = (sys.executable, "-m", "companion")
GAME = "council_of_shadows"
"""One without dice: with the same movements it goes the same way."""
BOARD = "/srv/checkout/board.toml"
"""The full table with one reader: five keep an emulated machine busy all the time."""
DATA = Path("/srv/data")
SAID = Path("/run/said")
STOP_S = 10.0
"""As long as the service allows it."""


def environment(board: str) -> dict[str, str]:
    lgpio = {"LG_WD": "/run", "GPIOZERO_PIN_FACTORY": "lgpio"}
    return {**os.environ, **lgpio, "COMPANION_PROFILE": board, "COMPANION_DATA": str(DATA)}


def findings(board: str, program: Sequence[str] = COMPANION) -> list[dict[str, Any]]:
    """What ``companion doctor`` says of a board, each with its check and its state."""
    done = subprocess.run(
        (*program, "doctor", "--json"),
        env=environment(board),
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    try:
        found: list[dict[str, Any]] = json.loads(done.stdout)["findings"]
    except ValueError:
        raise AssertionError(f"exit {done.returncode}: {done.stderr[-800:]}") from None
    assert done.returncode == any(each["state"] == "bad" for each in found), done.returncode
    return found


def said() -> str:
    """The last words of the program that ran last."""
    return SAID.read_text(encoding="utf-8")[-800:]


class Program:
    """One that runs; what it says goes into a file."""

    def __init__(self, board: str, *arguments: str) -> None:
        DATA.mkdir(exist_ok=True)
        with SAID.open("wb") as said:
            self._process = subprocess.Popen(
                (*COMPANION, *arguments), env=environment(board), stdout=said, stderr=said
            )

    def said(self) -> str:
        return SAID.read_text(encoding="utf-8")

    def wait_for(self, *words: str) -> None:
        try:
            wait_until(" … ".join(words), lambda: all(word in self.said() for word in words))
        except AssertionError as error:
            raise AssertionError(f"{error}; it said: {self.said()[-600:]}") from None

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(STOP_S)

    def stop(self) -> int:
        """As the service does it; how it ended."""
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(STOP_S)


@contextmanager
def companion(board: str, *arguments: str) -> Iterator[Program]:
    program = Program(board, *arguments)
    try:
        yield program
    finally:
        program.kill()
