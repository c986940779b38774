"""The hall in real browsers: on a phone, a laptop and a wall, with real tables behind it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.hall.app import HallServer
from companion.mqtt import topics
from tests.browser.test_accessibility import complaints
from tests.support.browser.browser_windows import windows
from tests.support.hall.brokers import Around, TestTable, eventually, tile_of

LOST = ("seat china", "start", "set thermometer.bands 8")


class Hall:
    """A hall with its broker, its tables, and who looks at its page."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.around = Around(folder)
        self.hall = self.around.hall()
        self.server = HallServer(self.hall, 0, address="127.0.0.1", ping=0.2)
        self.server.start()
        self._browser = browser
        self._pages: list[Page] = []

    @property
    def address(self) -> str:
        return f"http://localhost:{self.server.port}"

    def table(self, number: int, *lines: str) -> TestTable:
        table = self.around.table(f"Table {number}")
        table.play(*lines)
        tile_of(self.hall, f"table-{number}")
        return table

    def page(self, path: str = "/", width: int = 1280, host: bool = False, **more: Any) -> Page:
        settings = {"viewport": {"width": width, "height": 900}, "locale": "en-GB"} | more
        page = windows(self._browser).open(**settings)
        self._pages.append(page)
        if host:
            page.goto(f"{self.address}/s/{self.server.pairing.code}")
            page.click("main button.primary")
        page.goto(f"{self.address}{path}")
        page.wait_for_load_state()
        return page

    def close(self) -> None:
        for page in self._pages:
            windows(self._browser).close(page)
        self.server.stop()
        self.around.close()


@pytest.fixture
def hall(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setattr(topics, "SETTLE_S", 0.03)
    made = Hall(browser, tmp_path)
    yield made
    made.close()


def tile(page: Page, number: int) -> Any:
    return page.locator(f"#t-table-{number}")


def test_tiles_follow_their_tables(hall: Hall) -> None:
    table = hall.table(4, "seat china", "start")
    page = hall.page()
    expect(tile(page, 4)).to_contain_text("1.2 °C")
    table.play("set thermometer.bands 5")
    expect(tile(page, 4)).to_contain_text("1.7 °C")
    hall.table(5, "seat us", "start")

    expect(page.locator(".tile")).to_have_count(2)
    expect(page.locator(".counts")).to_contain_text("2 play")


def test_a_call_for_help_comes_first_and_is_tapped_away(hall: Hall) -> None:
    hall.table(4, "seat china", "start")
    five = hall.table(5, "seat us", "start")
    page = hall.page(host=True)
    five.publisher.call()
    expect(page.locator(".tile").first).to_have_class("tile help")
    expect(page.locator(".tile").first).to_contain_text("Table 5")
    page.get_by_role("button", name="Somebody is there").click()

    expect(tile(page, 5)).to_have_class("tile playing")
    assert not five.publisher.helping


def test_a_line_is_said_to_all_tables(hall: Hall) -> None:
    table = hall.table(4)
    page, wall = hall.page(host=True), hall.page("/wall", 1920)
    page.get_by_label("A line for all tables").fill("Ten minutes left")
    page.get_by_role("button", name="Say it to all").click()

    expect(page.locator("#summary .said")).to_have_text("Ten minutes left")
    expect(wall.locator("#summary .said")).to_have_text("Ten minutes left")
    assert table.said == ["Ten minutes left"]


def test_a_table_is_lost_and_back(hall: Hall) -> None:
    table = hall.table(4, "seat china", "start")
    page = hall.page()
    table.cut()
    expect(tile(page, 4)).to_contain_text("offline while playing")
    again = hall.around.table("Table 4")
    again.play("seat us", "start")

    expect(tile(page, 4)).to_have_class("tile playing")


def test_a_table_that_is_gone_is_forgotten_with_one_touch(hall: Hall) -> None:
    table = hall.table(4)
    page = hall.page(host=True)
    table.publisher.stop()
    page.get_by_role("button", name="Forget this table").click()

    expect(page.locator(".tile")).to_have_count(0)
    expect(page.locator("#none")).to_be_visible()


def test_who_types_a_line_for_a_table_is_not_disturbed(hall: Hall) -> None:
    table = hall.table(4, "seat china", "start")
    page = hall.page(host=True)
    tile(page, 4).get_by_text("Say a line").click()
    box = tile(page, 4).get_by_label("A line for Table 4")
    box.fill("Your pi")
    table.play("set thermometer.bands 5")
    hall.table(5, "seat us", "start")
    expect(tile(page, 5)).to_be_visible()
    box.press_sequentially("zza")
    box.press("Enter")

    expect(tile(page, 4)).to_contain_text("1.7 °C")
    expect(page.locator("#summary .said")).to_contain_text("Your pizza")
    assert table.said == ["Your pizza"]


def test_results_are_there_after_the_end(hall: Hall) -> None:
    hall.table(4, *LOST)
    page = hall.page()
    expect(tile(page, 4)).to_have_class("tile over")
    page.get_by_role("link", name="Results").click()

    expect(page.locator("tbody").last).to_contain_text("lost")
    expect(page.locator("tbody").first).to_contain_text("0/1 (0 %)")


def test_everything_works_without_a_script(hall: Hall) -> None:
    table = hall.table(4, "seat china", "start")
    table.publisher.call()
    eventually(lambda: tile_of(hall.hall).help)
    page = hall.page(host=True, java_script_enabled=False)
    expect(tile(page, 4)).to_contain_text("1.2 °C")
    page.get_by_role("button", name="Somebody is there").click()
    eventually(lambda: not tile_of(hall.hall).help)
    page.get_by_label("A line for all tables").fill("Five minutes left")
    page.get_by_role("button", name="Say it to all").click()

    expect(page.locator("#summary .said")).to_have_text("Five minutes left")
    expect(tile(page, 4)).to_have_class("tile playing")


@pytest.mark.parametrize(("width", "theme"), [(360, "light"), (1280, "dark"), (1920, "light")])
def test_no_page_has_a_barrier_or_is_wider_than_its_screen(
    hall: Hall, width: int, theme: str
) -> None:
    hall.table(4, "seat china", "start").publisher.call()
    hall.table(5, *LOST)
    hall.table(6, "seat us", "start", "set thermometer.bands 7").publisher.stop()
    hall.table(7, "seat us", "start", "set thermometer.bands 7")
    page = hall.page(width=width, host=True, color_scheme=theme)
    found: list[str] = []
    for path in ("/", "/wall", "/results", "/pair", "/nowhere"):
        page.goto(f"{hall.address}{path}")
        expect(page.locator("main")).to_be_visible()
        found += complaints(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path

    assert not found, "\n".join(found)


def test_a_phone_at_the_table_shows_the_line_and_calls_for_help(
    hall: Hall, browser: Browser, tmp_path: Path
) -> None:
    from companion.match.session import Session
    from companion.storage.saved_games import SavedGames
    from companion.web.server import Server

    session = Session(SavedGames(tmp_path / "table"), "daybreak")
    table = hall.table(4)
    server = Server(session, 0, address="127.0.0.1", ping=0.1, hall=table.publisher)
    server.start()
    phone = windows(browser).open(viewport={"width": 360, "height": 780}, locale="en-GB")
    phone.goto(f"http://localhost:{server.port}/s/{server.pairing.code}")
    phone.click("main button.primary")
    hall.hall.say("Ten minutes left", 10)
    expect(phone.locator("#said")).to_have_text("Ten minutes left")
    phone.get_by_role("button", name="Ask the hall for help").click()
    expect(phone.get_by_role("button", name="Help is on its way")).to_be_visible()
    hall.hall.say("", 10)
    expect(phone.locator("#said")).to_be_hidden()

    assert table.publisher.helping
    windows(browser).close(phone)
    server.stop()
    session.close()
