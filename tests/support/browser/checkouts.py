"""``companion run`` of any version of this repository, driven through its outer surface only.

Modules have had other names before, so nothing of the other version is imported: its command is
the one that its ``pyproject.toml`` names, its code stands on its page, and its inputs are lines.
"""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, BrowserContext

from tests.support.programs import started_program

ROOT = Path(__file__).parents[3]
LIMIT_S = 600.0
"""All pictures of one program are taken before that."""
ADDRESS = re.compile(r"http://localhost:\d+|All tables: (http://\S+?)/?$")
ENDED = ("seat china", "start", "set thermometer.bands 8")
CODE = re.compile(r'name="code" value="(\w+)"')


class Checkout:
    """A version of the repository, below a folder of its own."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        told = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
        self._module, _, self._function = told["project"]["scripts"]["companion"].partition(":")

    @contextmanager
    def running(self, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
        """``companion`` of this version, with the packages of this environment."""
        begin = f"import sys; from {self._module} import {self._function} as main; sys.exit(main())"
        clean = {key: each for key, each in os.environ.items() if "COMPANION" not in key}
        with started_program(
            [sys.executable, "-P", "-c", begin, "--lang", "en", *arguments],
            limit_s=LIMIT_S,
            cwd=self.folder,
            env={**clean, "PYTHONPATH": str(self.folder), "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as process:
            try:
                yield process
            finally:
                process.terminate()

    @contextmanager
    def table(self, browser: Browser, data: Path, game: str = "") -> Iterator["RunningTable"]:
        chosen = ("--game", game) if game else ()
        where = ("--profile", "simulator", "--port", "0", "--data", str(data))
        with self.running("run", *where, *chosen) as process:
            table = RunningTable(browser, address_of(process), process)
            yield table
            table.leave()

    @contextmanager
    def hall(self, tables: int) -> Iterator[str]:
        """Where its page is; the tables have made their first movements, and hardly any more."""
        with self.running("hall", "--demo", str(tables), "--pace", "60", "--port", "0") as process:
            yield address_of(process)


def address_of(process: "subprocess.Popen[str]") -> str:
    """Where it serves, as it says; what it says afterwards is read by nobody, but read."""
    assert process.stdout
    said = []
    for line in process.stdout:
        said.append(line)
        if found := ADDRESS.search(line):
            Thread(target=process.stdout.read, daemon=True).start()
            return found[1] or found[0]
    raise AssertionError("It has ended: " + "".join(said))


class RunningTable:
    """A table that serves, and the browsers around it."""

    def __init__(self, browser: Browser, address: str, process: "subprocess.Popen[str]") -> None:
        self.address = address
        self._browser, self._process = browser, process
        self._windows: list[BrowserContext] = []
        self._host = self.window("host").request

    def play(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._post(self._host, "/api/act", data={"line": line})

    def begin(self, game: str) -> None:
        self._post(self._host, "/games/new", form={"game": game})

    def choose_again(self) -> None:
        """Back to the choice of games, from a game in which nothing was done. Before phones could
        do that, hands did it once the game had ended: three pages back to *Other games*."""
        ours = {"Origin": self.address}
        if self._host.post(f"{self.address}/choose", headers=ours).status == HTTPStatus.NOT_FOUND:
            self.play(ENDED)
            assert self._process.stdin
            self._process.stdin.writelines([*["turn -1\n"] * 3, "press next\n"])
            self._process.stdin.flush()

    def window(self, role: str = "") -> BrowserContext:
        """With a role, that of a phone which was paired for it; else of somebody who watches."""
        window = self._browser.new_context(locale="en-GB", reduced_motion="reduce")
        self._windows.append(window)
        if role:
            self._pair(window.request, role)
        return window

    def leave(self) -> None:
        for window in self._windows:
            window.close()

    def _pair(self, asked: APIRequestContext, role: str) -> None:
        """With the code that a simulated table shows to the machine on which it runs."""
        found = CODE.search(asked.get(f"{self.address}/pair?to=virtual").text())
        assert found, "a simulated table fills its code in"
        self._post(asked, "/pair", form={"code": found[1], "role": role})

    def _post(self, asked: APIRequestContext, path: str, **sent: Any) -> None:
        ours = {"Origin": self.address, "Accept": "application/json"}
        answer = asked.post(f"{self.address}{path}", headers=ours, **sent)
        assert answer.ok, (path, sent, answer.text())
