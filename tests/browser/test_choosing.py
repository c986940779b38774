"""A game without a page of its own is chosen and played in the browser; then another is resumed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_accessibility import complaints
from tests.browser.test_virtual_table import key, tap
from tests.support.browser.browser_table import Around, press, simulated_table
from tests.support.games.outside import installed


@pytest.fixture
def around(browser: Browser, tmp_path: Path) -> Iterator[Around]:
    (tmp_path / "site").mkdir()
    with installed(tmp_path / "site"), simulated_table(browser, tmp_path / "data", "") as table:
        yield table


def heading(page: Page, words: str) -> None:
    expect(page.locator("#now-title")).to_contain_text(words)


def test_two_phones_and_the_virtual_table_play_a_game_that_brings_no_page(around: Around) -> None:
    host, table = around.phone("host"), around.virtual()
    heading(host, "Which game do you play?")
    host.click("button.cover[data-look=ladder]")
    heading(host, "Who plays?")
    expect(table.locator("[name=tap][value=ant]")).to_be_visible()

    tap(table, "ant")
    bee = around.phone("bee")
    press(bee, "Bee")
    expect(host.locator("#events")).to_contain_text("seat bee")
    press(host, "Start")
    for n, page in enumerate((host, bee) * 2, start=5):
        expect(page.locator("#board")).to_have_attribute("data-at", f"1-{n - 1}")
        press(page, "Roll the die here")
    expect(table.locator("#asked")).to_contain_text("Roll: Die.")
    key(table, "die:1")
    expect(bee.locator("#board")).to_have_attribute("data-at", "1-9")
    press(bee, "4")
    heading(host, "The game has ended")
    expect(host.get_by_role("button", name="Next", exact=True)).to_have_count(0)
    assert complaints(host) == []
    assert around.session.writer.current.document["outcome"]["winners"]

    host.goto(f"{around.address}/games")
    press(host, "New game · Daybreak (1–4, 90 min)")
    around.session.writer.ask("seat china")
    expect(table.locator("[name=tap][value=china]")).to_be_visible()
    tap(table, "us")
    host.goto(f"{around.address}/games")
    press(host, "New game · Ladder (1–3, 5 min)")
    host.goto(f"{around.address}/games")
    host.get_by_role("listitem").filter(has_text="2 · Daybreak").get_by_role(
        "button", name="Resume"
    ).click()

    assert around.session.writer.current.document["seats"] == ["china", "us"]
    expect(table.locator("[name=tap][value=europe]")).to_be_visible()
    tap(table, "europe")
    expect(table.locator("#asked")).to_contain_text("Who plays?")
    assert around.session.writer.current.document["seats"] == ["china", "us", "europe"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_on_which_games_are_chosen_has_no_barrier(around: Around, theme: str) -> None:
    for page in (
        around.phone("host", color_scheme=theme),
        around.phone(color_scheme=theme),
        around.virtual(color_scheme=theme),
        around.screen_at("/wall", {"width": 1280, "height": 720}),
    ):
        assert complaints(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
