"""The wall on a television and on a projector: large, whole, and never behind."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.games import names
from tests.browser.conftest import SetTable
from tests.support.browser.browser_table import Match

SCREENS: tuple[ViewportSize, ...] = (
    {"width": 1920, "height": 1080},
    {"width": 1280, "height": 720},
)
OF_THE_HEIGHT = 0.02
"""Of a picture 62 cm high, seen from four metres: as large as this text in a hand."""
LANGUAGES = ("en", "es", "pt")
SMALLEST = """() => Math.min(...[...document.querySelectorAll("#wall *")]
  .filter(each => [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
  .filter(each => !each.closest("svg, .hidden"))
  .map(each => parseFloat(getComputedStyle(each).fontSize))) / innerHeight"""
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
WHOLE = "document.documentElement.scrollHeight <= innerHeight"
CUT = """() => [...document.querySelectorAll("#wall :is(section, p, li, div, h1, h2):not(.hidden)")]
  .filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.textContent)"""
BUSY = {
    "daybreak": (
        *("seat china", "seat us", "seat europe", "seat majority_world", "start"),
        *("crisis 1.415", "project 1.309", "to local", "set us.communities 11"),
    ),
    "naufragos": (
        *("seat green", "seat red cook", "seat blue", "seat yellow", "start", "event sun 3"),
        *("next", "set green.injuries 2", "set green.traumas 1", "set red.track 4"),
        *("place blue explore", "place yellow explore", "next", "explore coast 2"),
    ),
    "council_of_shadows": (
        *("set detail galaxies", "seat red", "seat blue", "seat violet", "seat green", "start"),
        *("set galaxies.blue.colonies.red 2", "set galaxies.blue.colonies.violet 1"),
        *("set galaxies.grey.colonies.blue 1", "set galaxies.grey.colonies.red 1"),
        *("set violet.consumption 34", "set violet.energy 22", "set red.energy 14"),
        *("to plan", "play red-tower red 1", "consume violet 9"),
    ),
}


def hung(table: Match) -> Page:
    page = table.screen_at("/wall", {"width": 1280, "height": 720})
    expect(page.locator("#wall:not([data-soon])")).to_be_visible()
    return page


@pytest.mark.parametrize("game", names())
def test_a_whole_game_is_in_sight_and_large_enough_for_four_metres(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    with closing(Match(browser, tmp_path, game=game)) as table:
        for line in BUSY.get(game, ()):
            table.session.writer.ask(line)
        page = hung(table)
        for language in LANGUAGES:
            page.goto(f"{table.address}/wall?lang={language}")
            for size in SCREENS:
                page.set_viewport_size(size)
                expect(page.locator("#wall:not([data-soon])")).to_be_visible()
                page.evaluate(DRAWN)
                assert page.evaluate(WHOLE)
                assert page.evaluate(CUT) == []
                assert page.evaluate(SMALLEST) >= OF_THE_HEIGHT


def test_it_follows_the_table_by_itself(table: SetTable) -> None:
    around = table("seat china", "seat us", "start")
    page = hung(around)

    around.session.writer.ask("set thermometer.bands 4")

    expect(page.locator(".heat .headline")).to_have_text("1.6 °C")
    expect(page.locator(".last")).to_contain_text("Temperature Bands")


def test_it_says_when_it_has_lost_the_table_and_comes_back(table: SetTable) -> None:
    around = table("seat china", "start")
    page = hung(around)

    around.unplug()
    expect(page.locator("#connection")).to_contain_text("The connection is lost")
    around.session.writer.ask("set trees 2")
    around.plug_in()

    expect(page.locator(".last")).to_contain_text("Trees")
    expect(page.locator("#connection")).to_be_hidden()
