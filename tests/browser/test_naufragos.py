"""Náufragos in a real browser: two phones, the virtual table, and no barrier on any page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_accessibility import complaints
from tests.browser.test_seat import SMALL, has_room
from tests.support.browser.browser_table import Match, press, simulated_table, unfold

BEGUN = ("seat red", "seat yellow cook", "start")
STEPS = (
    (),
    ("place red explore", "place yellow explore", "next", "explore coast 2"),
    ("return", "roll dice 6 6", "next"),
    ("set red.injuries 2", "next"),
)
FORMS = (
    *("place?pawn=red", "place?pawn=white", "gain?seat=red", "object?seat=red"),
    *("correct?path=red.energy", "correct?path=red.place", "correct?path=fire.lit"),
)


@pytest.fixture
def table(browser: Browser, tmp_path: Path) -> Iterator[Match]:
    made = Match(browser, tmp_path, game="naufragos")
    yield made
    made.close()


def begin(table: Match, *lines: str) -> None:
    seats = [line for line in lines if line.startswith("seat")]
    for line in (*BEGUN[:-1], *seats, BEGUN[-1], *lines[len(seats) :]):
        table.session.writer.ask(line)


def seen(table: Match, *pages: Page) -> None:
    """All of them show what has just come of it, so any of them may act next."""
    place = table.session.active
    at = f"{place.number}-{place.writer.current.revision}"
    for page in pages:
        expect(page.locator("#board")).to_have_attribute("data-at", at)


def test_two_phones_play_the_day_and_the_night(table: Match) -> None:
    begin(table)
    red, yellow = table.phone("red"), table.phone("yellow")
    red.check("[name=weather][value=sun]")
    press(red, "This is the event")
    expect(yellow.locator("#now-title")).to_contain_text("Do what the event says")
    seen(table, red, yellow)
    press(yellow, "Next")
    expect(red.locator("#now-title")).to_contain_text("Place pawns")
    seen(table, red, yellow)
    press(red, "Wood −2")
    expect(yellow.locator("#camp")).to_contain_text("Wood: Red")
    seen(table, red, yellow)
    unfold(yellow, "castaway-red")
    yellow.locator("#castaway-red").get_by_role("link", name="Place a pawn").click()
    yellow.locator("dialog").get_by_role("button", name="Diary").click()
    expect(red.locator("#now-title")).to_contain_text("Place pawns, clockwise: Yellow")
    seen(table, red, yellow)
    press(red, "Next")
    expect(yellow.locator("#now-title")).to_contain_text("Last chance")
    seen(table, red, yellow)
    press(yellow, "Next")
    expect(red.locator("#now-title")).to_contain_text("The meal")
    seen(table, red, yellow)
    red.locator("#meal-of-others summary").click()
    meal = red.locator(".meal li", has_text="Yellow")
    expect(meal.get_by_role("spinbutton")).to_have_value("1")
    meal.get_by_role("button", name="one less").click()
    before = table.session.writer.current.revision
    meal.get_by_role("button", name="Eats").click()
    assert table.session.writer.wait(before, timeout=20)
    expect(yellow.locator("#now")).to_contain_text("Hungry: Yellow")
    seen(table, red, yellow)
    press(yellow, "Next")
    expect(red.locator("#now-title")).to_contain_text("Yellow rolls a die for each injury")
    seen(table, red, yellow)

    press(red, "no 1")

    expect(yellow.locator("#now-title")).to_contain_text("The turn is over")
    seen(table, red, yellow)
    assert table.document["castaways"]["yellow"]["injuries"] == 2
    assert table.document["store"]["wood"] == 2


def test_a_seat_s_phone_is_that_seat_s_board(table: Match) -> None:
    begin(table, "seat green", "seat blue", "event sun 3", "next")
    phone = table.phone("red", viewport=SMALL)
    for lines in STEPS:
        for line in lines:
            table.session.writer.ask(line)
        seen(table, phone)
        has_room(phone, table.address)

    others, camp = phone.locator("#castaway-blue-inside"), phone.locator("#camp-inside")
    expect(others).not_to_be_visible()
    phone.locator("#jump").get_by_role("link", name="Camp").click()
    expect(camp).to_be_visible()
    table.session.writer.ask("set store.wood 7")
    expect(phone.locator("#n-store-wood")).to_have_text("7")
    expect(camp).to_be_visible()
    phone.locator("#castaway-blue summary").focus()
    phone.keyboard.press("Enter")
    expect(others).to_be_visible()
    assert complaints(phone) == []


def test_a_turn_begins_with_hands_on_the_virtual_table(browser: Browser, tmp_path: Path) -> None:
    with simulated_table(browser, tmp_path, "naufragos") as around:
        page = around.virtual()
        for line in BEGUN:
            around.session.writer.ask(line)
        page.locator(".pile", has_text="Event").click()
        drawn = page.locator("li:has(.away) .thing")
        card = str(drawn.get_attribute("value"))
        drawn.click()
        page.locator("#asked").get_by_role("button", name="sun", exact=True).click()
        page.locator("#asked").get_by_role("button", name="3", exact=True).click()
        middle = page.locator("#rows .row", has_text="In the middle")
        expect(middle.locator(".thing")).to_have_attribute("value", card)
        expect(drawn).to_have_count(0)
        page.get_by_role("button", name="NEXT", exact=True).click()
        expect(page.locator("#virtual")).to_contain_text("Place pawns")
        page.get_by_role("button", name="Wood", exact=True).click()
        page.locator(".tray").get_by_role("button", name="Red", exact=True).click()
        expect(page.locator("#asked")).to_contain_text("Wood")
        assert complaints(page) == []

        assert around.document["step"] == "place"


def test_no_page_of_the_game_has_a_barrier(table: Match) -> None:
    begin(table, "event none none", "next")
    phone = table.phone("red")
    found = complaints(phone)
    for form in FORMS:
        phone.goto(f"{table.address}/do/{form}")
        found += complaints(phone)
    for line in ("place red explore", "place yellow fire", "next", "choose 0", "explore coast 2"):
        table.session.writer.ask(line)
    for path in ("/", "/do/explore", "/do/return"):
        phone.goto(f"{table.address}{path}")
        found += complaints(phone)
    for line in ("return", "roll dice 6 6", "to survival"):
        table.session.writer.ask(line)
    phone.goto(table.address)
    found += complaints(phone)
    for seat in ("red", "yellow"):
        table.session.writer.ask(f"gain {seat}.traumas 4")
    for path in ("/", "/story"):
        phone.goto(f"{table.address}{path}")
        expect(phone.locator("head > [http-equiv=refresh]")).to_have_count(0)
        found += complaints(phone)

    assert not found, "\n".join(found)


def test_neither_has_the_set_up_in_the_dark(table: Match) -> None:
    host = table.phone("host", color_scheme="dark")
    host.goto(f"{table.address}/setup?seat=red&seat=yellow")

    assert complaints(host) == []
