"""The wall and the phones read out what happens, and are quiet again with one touch."""

import re

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import SetTable
from tests.support.browser.browser_table import Around

HEARD = """const notes = () => document.documentElement.dataset;
const note = (name, what) => (notes()[name] = `${notes()[name] ?? ""} | ${what}`);
Object.defineProperty(window, "speechSynthesis",
  { value: { speak: it => note("heard", `${it.lang}: ${it.text}`), cancel: () => {} } });
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
  note("tones", this.type);
  return start.call(this, at);
};"""
"""Voice and tones are noted on the page instead of being heard."""
WIDE: ViewportSize = {"width": 1280, "height": 720}


def listening(around: Around, path: str, language: str = "en") -> Page:
    page = around.screen_at("/terms", WIDE, language)  # any page of the table
    page.add_init_script(HEARD)
    page.goto(f"{around.address}{path}")
    return page


def says(page: Page, sentence: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-heard", re.compile(re.escape(sentence)))


def noted(page: Page, what: str) -> str:
    return page.locator("html").get_attribute(f"data-{what}") or ""


def test_one_touch_begins_and_one_touch_ends(table: SetTable) -> None:
    around = table("seat china", "seat us", "start", "to local")
    wall = listening(around, "/wall")
    voice = wall.get_by_role("button", name="Read aloud")
    around.session.writer.ask("set china.communities 2")
    expect(wall.locator("[data-n='china-communities']")).to_have_text("2")
    assert not noted(wall, "heard")

    voice.click()
    expect(voice).to_have_attribute("aria-pressed", "true")
    says(wall, "en: China draws 5")
    around.session.writer.ask("set china.communities 3")
    says(wall, "en: China: Communities in Crisis set from 2 to 3.")
    voice.click()
    expect(voice).to_have_attribute("aria-pressed", "false")
    around.session.writer.ask("set china.communities 4")
    expect(wall.locator("[data-n='china-communities']")).to_have_text("4")

    assert "from 3 to 4" not in noted(wall, "heard")


def test_a_phone_speaks_its_own_language(table: SetTable) -> None:
    around = table("seat china", "seat us", "start", "to local")
    phone = listening(around, "/", "es")

    phone.get_by_role("button", name="Leer en voz alta").click()

    says(phone, "es: China roba 5")


def test_a_page_that_opens_itself_anew_goes_on_reading(table: SetTable) -> None:
    around = table("seat china", "seat us", "start", "to local")
    wall = listening(around, "/wall")
    wall.get_by_role("button", name="Read aloud").click()
    says(wall, "China draws 5")

    wall.reload()

    says(wall, "China draws 5")


def test_a_die_and_a_threshold_have_sounds_until_a_touch_ends_them(table: SetTable) -> None:
    around = table("seat china", "seat us", "start", "to crisis", "set dice.rolls_due 2")
    wall = listening(around, "/wall")
    sounds = wall.get_by_role("button", name="Sounds")
    with wall.expect_response(re.compile("/api/spoken")):
        sounds.click()
    expect(sounds).to_have_attribute("aria-pressed", "true")

    around.session.writer.ask("roll planetary arctic")
    expect(wall.locator("html")).to_have_attribute("data-tones", re.compile("triangle"))
    sounds.click()
    before = noted(wall, "tones")
    around.session.writer.ask("roll planetary arctic")
    expect(wall.locator("#wall")).to_contain_text("Arctic")

    assert noted(wall, "tones") == before
