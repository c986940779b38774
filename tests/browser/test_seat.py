"""A seat's phone is that seat's board: what I can do first, mine on one screen, all else folded."""

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import SetTable
from tests.browser.test_accessibility import complaints
from tests.support.browser.browser_table import Match, unfold
from tests.support.games.outside import installed

SMALL = {"width": 360, "height": 740}
SCREEN = SMALL["height"]
FINGER = 44
LOCAL = ("seat china", "seat us", "start", "crisis 1.415", "project 1.309", "to local", "next")


def below_the_top(locator: Locator) -> float:
    """Where something ends, in screens from the top of the page."""
    return float(locator.evaluate("it => it.getBoundingClientRect().bottom + scrollY")) / SCREEN


def has_room(phone: Page, address: str) -> None:
    """What can be done first is in sight, mine has room on one screen, and four have all of it."""
    for language in ("es", "pt", "en"):
        phone.goto(f"{address}/?lang={language}")
        first = phone.locator("#now :is(button, a.button, summary.button, input, select):visible")
        assert below_the_top(first.first) <= 1
        assert phone.evaluate("document.documentElement.scrollHeight") <= 4 * SCREEN
        assert phone.evaluate("document.querySelector('.mine').offsetHeight") <= SCREEN
        assert phone.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


@pytest.mark.parametrize("seat", ["us", "majority_world"])
def test_the_longest_name_of_a_seat_makes_no_page_wider_than_its_phone(
    table: SetTable, seat: str
) -> None:
    around = table("seat us", "seat majority_world", "start")
    phone = around.phone(seat, viewport=SMALL)
    for language in ("en", "es", "pt"):
        phone.goto(f"{around.address}/?lang={language}")
        expect(phone.locator(".voice:not([data-asleep])")).to_be_visible()
        assert phone.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


class Finger:
    """Touches things on one phone, and notes how far the page had to be moved for each."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.farthest = 0.0

    def touch(self, locator: Locator) -> None:
        before = self.page.evaluate("scrollY")
        locator.click()
        self.farthest = max(self.farthest, abs(self.page.evaluate("scrollY") - before))

    def press(self, name: str, within: str = "#now") -> None:
        self.touch(self.page.locator(within).get_by_role("button", name=name, exact=True).first)

    def next(self) -> None:
        """Once, or where it would end something for everybody twice."""
        if (ending := self.page.locator("#now summary.next")).count():
            self.touch(ending)
        self.touch(self.page.locator("#now button.next:visible"))

    def sheet(self, link: str, **fields: str) -> None:
        self.touch(self.page.locator(link).first)
        for name, value in fields.items():
            self.page.locator(f"dialog [name={name}]").first.fill(value)
        self.press_in_sheet()

    def press_in_sheet(self) -> None:
        self.touch(self.page.locator("dialog button.primary").first)


class Pair:
    """Two phones around a table; what one does, both have seen before anything else is done."""

    def __init__(self, around: Match) -> None:
        self.around = around
        phones = [around.phone(seat, viewport=SMALL) for seat in ("china", "us")]
        self.china, self.us = map(Finger, phones)

    def seen(self) -> None:
        place = self.around.session.active
        at = f"{place.number}-{place.writer.current.revision}"
        for finger in (self.china, self.us):
            expect(finger.page.locator("#board")).to_have_attribute("data-at", at)

    def until(self, stage: str, finger: Finger) -> None:
        """NEXT and the dice, until that stage has come."""
        while self.around.document["stage"] != stage:
            if self.rolls_are_due:
                self.roll(finger)
            else:
                self.counted(finger.next)

    @property
    def rolls_are_due(self) -> bool:
        return bool(self.around.document["prompt"]["kind"] == "roll")

    def roll(self, finger: Finger) -> None:
        self.counted(lambda: finger.press("Roll the die here"))

    def counted(self, act: Callable[[], None]) -> None:
        before = self.around.session.writer.current.revision
        act()
        assert self.around.session.writer.wait(before, timeout=20)
        self.seen()


@pytest.mark.parametrize("language", ["en", "es", "pt"])
def test_the_own_board_has_room_on_one_screen_and_comes_first(
    table: SetTable, language: str
) -> None:
    phone = table(*LOCAL).phone("china", viewport=SMALL, locale=language)

    acts = phone.locator(".mine .stack .button.primary")
    assert below_the_top(acts.first) <= 1
    assert below_the_top(phone.locator("#board")) <= 4
    height = phone.evaluate("document.documentElement.scrollHeight")
    assert height <= 4 * SCREEN
    for shown in (".energy", ".stacks", ".figures"):
        expect(phone.locator(f".mine {shown}").first).to_be_visible()
    assert phone.evaluate("document.querySelector('.mine').offsetHeight") <= SCREEN
    assert phone.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    touched = phone.locator(".jump a, #now .button, .mine .stack .button, .mine .stack .ask")
    assert min(touched.evaluate_all("all => all.map(each => each.offsetHeight)")) >= FINGER


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_seat_s_board_has_no_barrier_folded_or_not(table: SetTable, theme: str) -> None:
    around = table(*LOCAL)
    phone = around.phone("china", viewport=SMALL, color_scheme=theme)
    assert complaints(phone) == []

    for fold in phone.locator(".fold > summary").all():
        fold.click()
    phone.locator("#now summary.next").click()
    assert complaints(phone) == []
    phone.click("#stack-china-1 >> text=Act")
    phone.get_by_role("button", name="Any card from the hand").click()
    expect(phone.locator("dialog h1")).to_contain_text("Grid")
    expect(phone.locator("#result")).to_be_visible()
    assert complaints(phone) == []


def test_a_round_of_two_powers_needs_no_long_scrolling(table: SetTable) -> None:
    around = table("seat china", "seat us", "start")
    pair = Pair(around)
    china, us = pair.china, pair.us
    china.sheet("#now a[href='/do/crisis']", card="1.415")
    expect(us.page.locator("#crises")).to_contain_text("Storms")
    pair.seen()
    china.next()
    expect(us.page.locator("#now-title")).to_contain_text("Global Projects")
    us.sheet("#now a[href='/do/project']", card="1.309")
    expect(china.page.locator("#projects")).to_contain_text("Tax Haven")
    pair.seen()
    pair.until("local", us)
    china.sheet("#stack-china-2 >> text=Play", card="1.034")
    expect(china.page.locator("#result")).to_contain_text("plays 1.034")
    expect(china.page.locator("#stack-china-2 .ask")).to_contain_text("tags?")
    us.sheet("#stack-us-1 >> text=Tuck", card="1.005")
    expect(us.page.locator("#result")).to_contain_text("tucks")
    china.touch(china.page.locator("#stack-china-1 >> text=Act"))
    china.press("Any card from the hand", "dialog")
    china.press("1", "dialog")  # Grid tags
    expect(china.page.locator("#result")).to_contain_text("Clean Energy, China now")
    pair.seen()
    pair.until("crisis", us)
    while pair.rolls_are_due:
        pair.roll(china)
    china.touch(china.page.locator("#now").get_by_role("button", name="Resolve 1.415 Storms"))
    expect(china.page.locator("#result")).to_contain_text("Communit")
    pair.seen()
    pair.until("global", us)
    expect(us.page.locator("#now .eyebrow")).to_contain_text("Round 2 of 6")

    assert max(china.farthest, us.farthest) <= SCREEN


@pytest.mark.parametrize("script", [True, False])
def test_what_is_folded_is_one_touch_away_and_stays_where_it_is(
    table: SetTable, script: bool
) -> None:
    around = table(*LOCAL)
    phone = around.phone("china", viewport=SMALL, java_script_enabled=script)
    planet, others = phone.locator("#planet-inside"), phone.locator("#power-us-inside")
    expect(planet).not_to_be_visible()
    expect(others).not_to_be_visible()
    expect(phone.locator("#planet summary")).to_contain_text("1.2 °C")

    phone.locator("#jump").get_by_role("link", name="The planet").click()
    expect(planet).to_be_visible()
    around.session.writer.ask("set trees 3")
    if not script:
        phone.reload()
    expect(phone.locator("#n-trees")).to_have_text("3")
    expect(planet).to_be_visible()

    phone.locator("#power-us summary").focus()
    phone.keyboard.press("Enter")
    expect(others).to_be_visible()


def test_a_game_without_a_page_of_its_own_has_a_board_for_every_seat_too(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        installed(tmp_path / "outside"),
        closing(Match(browser, tmp_path / "kept", game="ladder")) as around,
    ):
        for line in ("seat ant", "seat bee", "start", "roll d6 3"):
            around.session.writer.ask(line)
        phone = around.phone("ant", viewport=SMALL)
        has_room(phone, around.address)
        expect(phone.locator(".mine .figure")).to_have_text(re.compile("^3"))
        expect(phone.locator("#stand-inside")).not_to_be_visible()

        unfold(phone, "stand")
        around.session.writer.ask("roll d6 2")
        expect(phone.locator("#stand-inside")).to_contain_text("Bee: 2")
        expect(phone.locator("#stand-inside")).to_be_visible()
        assert complaints(phone) == []


def test_who_has_no_seat_sees_how_things_stand_and_opens_the_rest(table: SetTable) -> None:
    around = table(*LOCAL)
    watcher = around.phone(viewport=SMALL)

    expect(watcher.locator("#planet-inside")).to_be_visible()
    for part in ("power-us", "crises", "events"):
        expect(watcher.locator(f"#{part}-inside")).to_be_hidden()
        unfold(watcher, part)
        expect(watcher.locator(f"#{part}-inside")).to_be_visible()


def test_who_has_no_seat_sees_everything_on_a_wide_screen(table: SetTable) -> None:
    watcher = table(*LOCAL).phone(viewport={"width": 1280, "height": 900})

    for part in ("#planet-inside", "#power-us-inside", "#crises-inside", "#events-inside"):
        expect(watcher.locator(part)).to_be_visible()
