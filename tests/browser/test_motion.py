"""Motion that explains: numbers count and say by how much, and nothing is pushed aside."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import names
from tests.browser.conftest import SetTable
from tests.browser.test_wall import BUSY
from tests.support.browser.browser_table import Match
from tests.support.browser.frames import work

SMALL = {"width": 360, "height": 740}
SCREENS = 3
WATCH = """() => { window.shifted = 0; new PerformanceObserver(list => list.getEntries().forEach(
  each => { if (!each.hadRecentInput) window.shifted += each.value; }))
  .observe({ type: "layout-shift" }); }"""
NOTED = """() => { window.bubbles = []; new MutationObserver(changes => changes.forEach(change =>
  change.addedNodes.forEach(node => { if (node.className === "by-how-much")
  window.bubbles.push(node.textContent); }))).observe(document.body, { childList: true }); }"""

COUNTING = {"daybreak": "set china.dirty 30", "naufragos": "set red.energy 2"}
LAYOUTS, RECALCULATIONS = 12, 30
"""A number that were written anew for each frame would take 36 of each for itself alone."""


def wall(table: Match) -> Page:
    page = table.screen_at("/wall", {"width": 1280, "height": 720})
    expect(page.locator("#wall:not([data-soon])")).to_be_visible()
    return page


def test_a_number_counts_to_what_it_is_and_says_by_how_much(table: SetTable) -> None:
    around = table("seat china", "seat us", "start", "to local")
    page = wall(around)
    page.evaluate(NOTED)

    around.session.writer.ask("set china.communities 3")

    count = page.locator("[data-n='china-communities']")
    expect(count).to_have_text("3")
    page.wait_for_function("() => window.bubbles.includes('+3')")
    expect(page.locator(".by-how-much")).to_have_count(0)  # it goes by itself


def test_nothing_moves_for_who_asked_for_less_motion(table: SetTable) -> None:
    around = table("seat china", "seat us", "start", "to local")
    page = wall(around)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(NOTED)

    around.session.writer.ask("set china.communities 3")

    expect(page.locator("[data-n='china-communities']")).to_have_text("3")
    assert page.evaluate("window.bubbles") == []


def test_nothing_is_pushed_aside_when_something_happens(table: SetTable) -> None:
    around = table("seat china", "seat us", "start", "to local")
    phone = around.phone()
    phone.evaluate(WATCH)

    around.session.writer.ask("set trees 3")

    expect(phone.locator("[data-n=trees]")).to_have_text("3")
    assert phone.evaluate("window.shifted") < 0.01


@pytest.mark.parametrize(("game", "line"), COUNTING.items())
def test_a_number_that_counts_on_a_wall_is_laid_out_a_few_times_and_not_for_each_frame(
    browser: Browser, tmp_path: Path, game: str, line: str
) -> None:
    with closing(Match(browser, tmp_path, game=game)) as table:
        for each in BUSY[game]:
            table.session.writer.ask(each)
        page = wall(table)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        before = work(session)

        table.session.writer.ask(line)
        expect(page.locator(".by-how-much")).not_to_have_count(0)
        expect(page.locator(".by-how-much, .counting")).to_have_count(0)

        after = work(session)
        assert after["LayoutCount"] - before["LayoutCount"] <= LAYOUTS
        assert after["RecalcStyleCount"] - before["RecalcStyleCount"] <= RECALCULATIONS


@pytest.mark.parametrize("game", names())
def test_nothing_on_a_wall_is_pushed_aside_when_something_happens(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    with closing(Match(browser, tmp_path, game=game)) as table:
        for line in BUSY.get(game, ()):
            table.session.writer.ask(line)
        page = wall(table)
        page.evaluate(WATCH)

        for line in ("undo", "undo", "redo", "redo"):
            table.session.writer.ask(line)
            at = f"{table.session.active.number}-{table.session.writer.current.revision}"
            expect(page.locator("#wall")).to_have_attribute("data-at", at)

        assert page.evaluate("window.shifted") < 0.01


@pytest.mark.parametrize("game", names())
def test_who_watches_on_a_phone_scrolls_three_screens_at_most(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    with closing(Match(browser, tmp_path, game=game)) as table:
        for line in BUSY.get(game, ()):
            table.session.writer.ask(line)
        phone = table.phone(viewport=SMALL)
        for language in ("es", "pt", "en"):
            phone.goto(f"{table.address}/?lang={language}")
            assert phone.evaluate("document.documentElement.scrollHeight") <= (
                SCREENS * SMALL["height"]
            )
