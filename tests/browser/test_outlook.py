"""The outlook on real phones: it comes by itself, and never before a tap."""

from threading import Event

import pytest
from playwright.sync_api import expect

from companion.games.daybreak.model.state import State
from companion.games.daybreak.odds.next_stage import Forecast, forecast
from tests.browser.conftest import SetTable
from tests.support.browser.browser_table import press, unfold

CLOSE = (
    *("seat china", "seat us", "start", "set thermometer.bands 7", "set trees 34"),
    "set us.emissions.industry 10",
)


def test_odds_come_to_a_page_that_was_there_before_them(
    table: SetTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = Event()

    def ponder(state: State) -> Forecast | None:
        go_on.wait(60)
        return forecast(state)

    monkeypatch.setattr("companion.games.daybreak.odds.document.forecast", ponder)
    around = table(*CLOSE)
    phone, other = around.phone("china"), around.phone()

    expect(phone.locator("#odds")).to_contain_text("The odds are being worked out")
    phone.click("#now .next")
    expect(other.locator("#now-title")).to_contain_text("Draw 2 Global Projects")
    expect(other.locator("#odds")).to_contain_text("The odds are being worked out")
    go_on.set()
    for each in (phone, other):
        expect(each.locator("#odds .losing")).to_contain_text("odds of losing this round")


def test_what_would_help_is_opened_and_stays_open_when_things_change(table: SetTable) -> None:
    around = table(*CLOSE)
    phone = around.phone()
    unfold(phone, "odds")
    phone.click("text=What would help, and the rounds ahead")

    expect(phone.locator("#odds .helps").first).to_contain_text("Dirty Energy −1")
    expect(phone.locator(".rounds")).to_contain_text("Round 2")
    around.session.writer.ask("set trees 99")
    expect(phone.locator("#odds")).to_contain_text("Drawdown is reached as things stand.")
    phone.click(".falls >> text=5")
    expect(phone.locator("#odds")).to_contain_text("emit 5 carbon less each round")
    phone.click("text=Show less")
    expect(phone.locator(".rounds")).to_have_count(0)


def test_one_phone_switches_the_odds_off_for_all(table: SetTable) -> None:
    around = table(*CLOSE)
    phone, other = around.phone("us"), around.phone()
    expect(other.locator("#odds")).to_be_visible()

    phone.locator("#odds-fold > summary").click()
    press(phone, "Switch the odds off for this table")
    expect(other.locator("#odds")).to_have_count(0)
    press(phone, "Show the odds")
    expect(other.locator("#odds .losing")).to_contain_text("odds of losing this round")


def test_the_end_leads_to_the_story_which_needs_no_script(table: SetTable) -> None:
    around = table(*CLOSE, "to local", "to emissions")
    phone = around.phone(java_script_enabled=False)
    around.session.writer.ask("set thermometer.bands 8")
    phone.goto(around.address)
    phone.click("text=The story of the game")

    expect(phone.locator("h1")).to_have_text("The story of the game")
    # Temperature and people; no carbon was emitted yet, and no die rolled.
    expect(phone.locator(".panels svg")).to_have_count(2, timeout=30_000)
    expect(phone.locator(".lead")).to_contain_text("the game is lost")
