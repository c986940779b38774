"""A card's action entered on a phone: by touch, by keyboard, and where no script runs."""

from playwright.sync_api import Page, expect

from companion.games.daybreak.model.card import Action, Effect
from tests.browser.conftest import SetTable
from tests.browser.table import Table

CLEAN = Action(discard=1, effects=(Effect(token="clean", per="wind"),), limit="round")


def action(around: Table, number: str) -> object:
    return around.session.cards().find(number).card.action


def touch(phone: Page, path: str, value: str) -> None:
    phone.locator(f'label.pick:has([name="{path}"][value="{value}"])').click()


def test_an_action_is_entered_by_touch_by_keyboard_and_without_a_script(table: SetTable) -> None:
    around = table("seat china", "start")
    phone = around.phone("china")
    phone.goto(f"{around.address}/cards/1.021")
    phone.get_by_role("link", name="Enter what it does").click()
    said = phone.locator(".in-words")

    touch(phone, "action.discard", "1")
    touch(phone, "action.effects.0.token", "clean")
    expect(said).to_contain_text("Action: discard 1 card → +1 Clean Energy")
    phone.select_option('[name="action.effects.0.per"]', "wind")
    expect(said).to_contain_text("for each Wind tag")
    touch(phone, "action.limit", "round")
    expect(said).to_contain_text("Limit: once a round")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    phone.get_by_role("button", name="Keep", exact=True).last.click()
    expect(phone.locator("h1")).to_have_text("Onshore Wind")
    assert action(around, "1.021") == CLEAN

    # As another card, but for one word; what is typed beside "other" is meant at once.
    phone.goto(f"{around.address}/cards/1.064/sentence")
    phone.fill("#as", "1.021")
    phone.keyboard.press("Enter")
    expect(said).to_contain_text("for each Wind tag")
    phone.focus('[name="action.discard~"]')
    phone.keyboard.type("many")
    expect(said).to_contain_text("Cards to discard: many is no number from 0 to 99")
    expect(phone.locator('[name="action.discard~"]')).to_be_focused()
    for _ in "many":
        phone.keyboard.press("Backspace")
    phone.keyboard.type("4")
    expect(said).to_contain_text("discard 4 cards")
    phone.keyboard.press("Enter")
    expect(phone.locator("h1")).to_have_text("Electrify Everything")
    assert action(around, "1.064") == Action(discard=4, effects=CLEAN.effects, limit="round")

    plain = around.phone("us", java_script_enabled=False)
    plain.goto(f"{around.address}/cards/1.098/sentence")
    plain.locator('button[name="more"][value="action.cost"]').click()
    touch(plain, "action.cost.0.token", "demand")
    touch(plain, "action.effects.0.token", "~")
    plain.select_option('[name="action.effects.0.token~"]', "dac")
    plain.get_by_role("button", name="Only look").click()
    expect(plain.locator(".in-words")).to_contain_text("+1 Energy Demand → +1 Direct Air Capture")
    plain.get_by_role("button", name="Keep", exact=True).last.click()
    expect(plain.locator("h1")).to_have_text("Half-Earth Rewilding")
    assert action(around, "1.098") == Action(
        cost=(Effect(token="demand"),), effects=(Effect(token="dac"),)
    )
