"""Debian's Firefox, driven over Marionette, which it brings along: no driver, no package.

A message is its length, a colon and JSON: ``[0, id, command, parameters]`` there, and
``[1, id, error, result]`` back.
"""

import json
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.support.programs import LIMIT_S, started_program

NAMES = ("firefox-esr", "firefox")
PREFERENCES = (
    'user_pref("marionette.port", 0);\n'
    'user_pref("browser.shell.checkDefaultBrowser", false);\n'
    'user_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
    'user_pref("intl.accept_languages", "en-GB");\n'
)
LISTENING = re.compile(r"Listening on port (\d+)")
BUSY = 60
"""Seconds after which even a busy machine has started a browser, or shown what is to be seen."""
MOUSE = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
SCRIPT = "WebDriver:ExecuteScript"


def firefox() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Firefox:
    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), BUSY)
        self._heard = self._socket.makefile("rb")
        self._asked = 0
        self._take()  # who it is
        self.ask("WebDriver:NewSession")
        self.ask("WebDriver:SetTimeouts", script=1000 * BUSY)

    def ask(self, command: str, **parameters: Any) -> Any:
        self._asked += 1
        said = json.dumps([0, self._asked, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(said), said))
        _, _, error, result = self._take()
        if error:
            raise AssertionError(f"{command}: {error['message']}")
        return result["value"] if isinstance(result, dict) and "value" in result else result

    def _take(self) -> Any:
        length = b""
        while (letter := self._heard.read(1)) != b":":
            assert letter, "Firefox has gone"
            length += letter
        return json.loads(self._heard.read(int(length)))

    def go(self, address: str) -> None:
        self.ask("WebDriver:Navigate", url=address)

    def resize(self, width: int, height: int) -> None:
        self.ask("WebDriver:SetWindowRect", width=width, height=height)

    def run(self, script: str, *given: Any) -> Any:
        return self.ask(SCRIPT, script=f"return {script}", args=list(given))

    def see(self, what: str) -> None:
        """Waits until this is so; the page looks again with every frame that it draws."""
        look = (
            "const done = arguments[arguments.length - 1];"
            f"const look = () => ({what}) ? done(true) : requestAnimationFrame(look); look();"
        )
        self.ask("WebDriver:ExecuteAsyncScript", script=look, args=[])

    def press(self, selector: str) -> None:
        """A click that leads to another page: it is there afterwards."""
        found = self.ask("WebDriver:FindElement", using="css selector", value=selector)
        self.ask("WebDriver:ElementClick", id=next(iter(found.values())))

    def click(self, selector: str) -> None:
        """Wherever it is by then: a page that is told something new may move it meanwhile."""
        self.run("document.querySelector(arguments[0]).click()", selector)

    def drag(self, selector: str, onto: str) -> None:
        """A mouse goes down on one thing and up on the other."""
        here, there = self._middle(selector), self._middle(onto)
        half = {"x": (here["x"] + there["x"]) // 2, "y": (here["y"] + there["y"]) // 2}
        moves = [
            move(here),
            {"type": "pointerDown", "button": 0},
            move(half),
            move(there),
            {"type": "pointerUp", "button": 0},
        ]
        self.ask("WebDriver:PerformActions", actions=[{**MOUSE, "actions": moves}])

    def _middle(self, selector: str) -> dict[str, int]:
        middle: dict[str, int] = self.run(
            "(() => { const it = document.querySelector(arguments[0]);"
            " const at = it.getBoundingClientRect();"
            " return {x: Math.round(at.x + at.width / 2), y: Math.round(at.y + at.height / 2)}; })"
            "(...arguments)",
            selector,
        )
        return middle

    def quit(self) -> None:
        with suppress(AssertionError, OSError):
            self.ask("Marionette:Quit", flags=["eForceQuit"])
        self._heard.close()
        self._socket.close()


def move(to: dict[str, int]) -> dict[str, Any]:
    return {"type": "pointerMove", "duration": 50, "origin": "viewport", **to}


@contextmanager
def running_firefox(folder: Path) -> Iterator[Firefox]:
    """A Firefox of its own, with an empty profile, until the end of the block."""
    found = firefox()
    assert found, "whoever asks has looked"
    folder.mkdir()
    (folder / "user.js").write_text(PREFERENCES, encoding="utf-8")
    with started_program(
        [found, "--headless", "--no-remote", "--marionette", "--profile", str(folder)],
        limit_s=2 * LIMIT_S,
        stderr=subprocess.STDOUT,
    ) as process:
        browser = Firefox(port_of(process))
        yield browser
        browser.quit()
        process.kill()


def port_of(process: "subprocess.Popen[str]") -> int:
    """Where it listens, as it says once it does."""
    assert process.stdout
    listening = filter(None, map(LISTENING.search, process.stdout))
    return int(next(listening)[1])
