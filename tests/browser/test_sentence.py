"""A card's action entered on a phone: by touch, by keyboard, and where no script runs."""

import json

import pytest
from playwright.sync_api import Page, expect

from companion.games.daybreak.model.card import Action, Effect
from companion.storage.packs.card_forms import to_draft
from companion.storage.packs.load import Entry
from companion.storage.packs.own_packs import OWN
from tests.benchmarks.box_filling import Control, Filling
from tests.browser.conftest import SetTable
from tests.support.browser.browser_table import Match
from tests.support.effort import many
from tests.support.phone import Phone
from tests.web.views.test_card_editor import Owner, with_rules

TO_COMPLETE = many(5, soak=20)
CLEAN = Action(discard=1, effects=(Effect(token="clean", per="wind"),), limit="round")


def action(around: Match, number: str) -> object:
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
    expect(phone.locator("#sentence")).to_have_count(0)  # the card's own page, once it is kept
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


class Recorded(Filling):
    """What somebody touches on a card's blanks, to be touched once more on a real phone."""

    def __init__(self, phone: Phone, number: str) -> None:
        self.touched: list[Control] = []
        super().__init__(phone, number)

    def _touch(self, control: Control, touches: int = 1) -> None:
        super()._touch(control, touches)
        self.touched.append(control)


def again(phone: Page, control: Control) -> None:
    """The same touch in a browser; the blanks answer each of them."""
    found = phone.locator(f'#sentence [name="{control.name}"]')
    if control.kind in ("button", "radio", "checkbox") and control.value != "on":
        found = phone.locator(f'#sentence [name="{control.name}"][value="{control.value}"]')
    for fold in found.locator("xpath=ancestor::details[not(@open)]/summary").all():
        fold.click()
    phone.evaluate("document.getElementById('sentence').dataset.old = '1'")
    match control.kind:
        case "select":
            found.select_option(control.value)
        case "text":
            found.fill(control.value)
        case "button":
            found.click()
        case _:
            found.locator("xpath=..").click()
    expect(phone.locator("#sentence[data-old]")).to_have_count(0)


def entered(owner: Owner, entry: Entry, like: str) -> Recorded:
    """A card entered where nothing is known of it, from nothing or as another one."""
    owner.forget(entry)
    filling = Recorded(owner.phone, entry.card.number)
    if like:
        filling.press("like", like)
    filling.fill(to_draft(owner.guide.rules[entry.card.kind], entry.raw))
    filling.keep()
    return filling


def test_a_card_whose_action_must_be_entered_takes_ten_interactions_on_average(
    table: SetTable, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """On the walk: the tap, two tags, what it does, and what saves it and leads on."""
    around = table("seat china", "start")
    phone = around.phone("china")
    owner = Owner(tmp_path_factory.mktemp("beside"), "daybreak")
    pack = around.session.folder / "packs" / "daybreak" / OWN
    pack.parent.mkdir(parents=True)
    local = [entry for entry in with_rules(owner) if entry.card.kind == "local"]
    whole = [entry for entry in local if '"part"' not in json.dumps(entry.raw)]
    interactions = []
    for entry in whole[:: len(whole) // TO_COMPLETE]:
        number = entry.card.number
        ways = [entered(owner, entry, like) for like in ("", owner.likeliest(entry))]
        quickest = min(ways, key=lambda way: way.touches)
        owner.forget(entry)
        pack.write_text(owner.pack.read_text(encoding="utf-8"), encoding="utf-8")
        phone.goto(f"{around.address}/box/{number}")
        for tag in ("grid", "solar"):
            phone.click(f".toggle[value={tag}]")
        for control in quickest.touched:
            again(phone, control)
        phone.click("#save")
        expect(phone.locator(".saved")).to_contain_text(number)
        card = around.session.cards().find(number).card
        assert (card.tags, card.action) == (("grid", "solar"), entry.card.action)
        interactions.append(len(("tap", "tag", "tag")) + quickest.touches)
    owner.room.session.close()

    average = sum(interactions) / len(interactions)
    print(f"{average:.1f} interactions on average for {len(interactions)} cards")
    assert average <= 10
