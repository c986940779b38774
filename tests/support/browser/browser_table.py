"""A table that serves its page to browsers, and the phones around it."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.app import running
from companion.devices.board.choice import choose_board
from companion.games import Document, first
from companion.i18n.catalogs import Language
from companion.match.session import Session
from companion.match.taps.situations import Timeouts
from companion.splash import splash_screen
from companion.storage.saved_games import SavedGames
from companion.web.server import Server
from tests.support.browser.browser_windows import windows
from tests.support.programs import LIMIT_S

CHROMIUMS = (
    "chromium-headless-shell",
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
AXE = Path(sys.prefix) / "axe" / "node_modules" / "axe-core" / "axe.min.js"
PING_S = 0.2
expect.set_options(timeout=20_000)  # a shared machine may be busy


def chromium() -> str:
    for name in CHROMIUMS:
        if found := shutil.which(name):
            return found
    raise FileNotFoundError("No Chromium was found; `make test` says how to get one.")


class Around:
    """The phones around a table: ``phone()`` opens the page as one more phone would."""

    def __init__(self, browser: Browser, session: Session, server: Server) -> None:
        self.session = session
        self.server = server
        self._browser = browser
        self._phones: list[Page] = []

    @property
    def address(self) -> str:
        return f"http://localhost:{self.server.port}"

    @property
    def document(self) -> Document:
        return self.session.writer.current.document

    def phone(self, role: str = "", **settings: Any) -> Page:
        """A phone that shows the table; with a role, one that was paired for it."""
        page = self._page(**settings)
        if role:
            self._pair(page, role)
        for (
            claim
        ) in self.server.pairing.claims():  # a second phone of a seat, in a game with secrets
            self.server.pairing.answer(claim.id, yes=True)
            page.goto(f"{self.address}/pair")
        page.goto(self.address)
        page.wait_for_selector("#now")
        page.wait_for_load_state()  # and its script is at work
        return page

    def screen_at(self, path: str, size: ViewportSize, language: str = "en") -> Page:
        """Whatever looks at a page without being paired, such as a television."""
        page = self._page(viewport=size, locale=language)
        page.goto(f"{self.address}{path}")
        page.wait_for_load_state()
        return page

    def virtual(self, **settings: Any) -> Page:
        """The virtual table, as the address in the terminal leads to it."""
        page = self._page(**{"viewport": {"width": 1280, "height": 900}} | settings)
        page.goto(f"{self.address}/s/{self.server.pairing.code}?to=virtual")
        page.check("input[name=role][value=host]")
        page.click("main button.primary")
        page.wait_for_selector("#virtual")
        page.wait_for_load_state()  # and its script is at work
        return page

    def leave(self) -> None:
        for phone in self._phones:
            windows(self._browser).close(phone)

    def _page(self, **settings: Any) -> Page:
        settings = {"viewport": {"width": 360, "height": 780}, "locale": "en-GB"} | settings
        page = windows(self._browser).open(**settings)
        self._phones.append(page)
        return page

    def _pair(self, page: Page, role: str) -> None:
        """What the page with the code sends, without a page that has to be drawn for it."""
        known: dict[str, str | float | bool] = {"code": self.server.pairing.code, "role": role}
        ours = {"Origin": self.address, "Accept": "application/json"}
        assert page.request.post(f"{self.address}/pair", form=known, headers=ours).ok


class Match(Around):
    """A table without any part, and a server that can be unplugged."""

    def __init__(self, browser: Browser, folder: Path, streams: int = 50, game: str = "") -> None:
        self.streams = streams
        session = Session(SavedGames(folder), game or first())
        super().__init__(browser, session, self._server(session, 0))

    def unplug(self) -> None:
        """The server is gone, as if somebody had pulled the plug; the table itself stays."""
        self.server.stop()

    def plug_in(self) -> None:
        self.server = self._server(self.session, self.server.port)

    def close(self) -> None:
        self.leave()
        self.server.stop()
        self.session.close()

    def _server(self, session: Session, port: int) -> Server:
        server = Server(session, port, streams=self.streams, ping=PING_S, address="127.0.0.1")
        server.start()
        return server


@contextmanager
def simulated_table(browser: Browser, folder: Path, game: str | None = None) -> Iterator[Around]:
    """A whole companion on a simulated board, as ``companion run`` has it on a laptop.

    A die has stopped at once, and what is shown may be confirmed at once: no test waits for it.
    """
    board = choose_board("simulator", None, safe=False)
    game = first() if game is None else game
    language = Language("en", game or None)
    timeouts = Timeouts(roll_s=0, glance_s=0)
    with (
        splash_screen(board, language) as hardware,
        running(hardware, folder, game, timeouts=timeouts, port=0) as companion,
    ):
        loop = Thread(target=companion.controller.run)
        loop.start()
        around = Around(browser, companion.session, companion.server)
        yield around
        around.leave()
        companion.controller.stop()
        loop.join(LIMIT_S)


def press(page: Page, name: str) -> None:
    """Presses a button; NEXT once more where it first says what it would end for everybody."""
    if name == "Next" and page.locator("#now summary.next").count():
        page.locator("#now summary.next").click()
    page.get_by_role("button", name=name, exact=True).click()


def unfold(page: Page, part: str) -> None:
    """What lies folded on a seat's phone is opened with one touch."""
    page.locator(f"#{part}-fold:not([open]) > summary").click()
