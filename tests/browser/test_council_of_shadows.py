"""Two phones with a secret plan each, and pages of Council of Shadows that everybody can use."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Response, expect

from tests.browser.test_accessibility import complaints
from tests.browser.test_seat import SMALL, has_room
from tests.support.browser.browser_table import Match, unfold

GAME = "council_of_shadows"
STARTED = ("set detail galaxies", "seat red", "seat violet", "start")
STEPS = (
    (),
    ("colony red 2 blue", "to plan", "play red-tower red 1"),
    ("consume red 3", "consume violet 9", "next"),
    ("next", "next", "next"),
)
HIDDEN = ("Red: Colonize with a tower", "red-tower")


@pytest.fixture
def council(browser: Browser, tmp_path: Path) -> Iterator[Match]:
    made = Match(browser, tmp_path, game=GAME)
    for line in STARTED:
        made.session.writer.ask(line)
    yield made
    made.close()


def test_two_phones_plan_in_secret_and_see_it_together(council: Match) -> None:
    council.session.writer.ask("to plan")
    red, violet, host = (council.phone(role) for role in ("red", "violet", "host"))
    received: list[str] = []

    def listen(response: Response) -> None:
        if "html" in response.headers.get("content-type", ""):
            received.append(response.text())

    for other in (violet, host):
        other.on("response", listen)
    for seat in (red, violet):
        expect(seat.locator("#plan .lead")).not_to_be_visible()
        unfold(seat, "plan")
    for card in ("Red: Colonize with a tower +6", "Red: Discover +3", "Red: Harvest +3"):
        red.locator("#plan").get_by_role("button", name=card, exact=True).click()
        expect(red.locator("#plan .slots b", has_text=card)).to_be_visible()
    expect(red.locator("#plan .lead")).to_contain_text("consumption 32")
    for other in (violet, host):
        expect(other.locator("#now")).not_to_contain_text("Red: 0 cards laid.")
        other.reload()
        hand = other.locator("#seat-red").inner_html()
        everything = other.content().replace(hand, "")
        assert [word for word in HIDDEN if word in everything] == []
    expect(host.locator("#plan")).to_have_count(0)

    unfold(violet, "plan")
    violet.locator("#plan").get_by_role("button", name="Violet: Colonize +3", exact=True).click()
    expect(violet.locator("#plan .lead")).to_contain_text("consumption 23")
    red.locator("#plan").get_by_role("button", name="Take it back").first.click()
    expect(red.locator("#plan .lead")).to_contain_text("consumption 26")
    assert council.session.writer.current.state.players["violet"].plan.cards
    assert all(f"lays {HIDDEN[0]}" not in text for text in received)

    for line in ("consume red 12", "consume violet 6"):
        council.session.writer.ask(line)
    host.get_by_role("button", name="Lift the screens").click()
    expect(violet.locator("#seat-red")).to_contain_text("Red: Discover +3")
    expect(violet.locator("#tracks")).to_contain_text("+12")


def test_a_seat_s_phone_is_that_seat_s_board(council: Match) -> None:
    ask = council.session.writer.ask
    phone = council.phone("red", viewport=SMALL)
    for lines in STEPS:
        for line in lines:
            ask(line)
        has_room(phone, council.address)

    others, tracks = phone.locator("#seat-violet-inside"), phone.locator("#tracks-inside")
    expect(others).not_to_be_visible()
    phone.locator("#jump").get_by_role("link", name="Both tracks").click()
    expect(tracks).to_be_visible()
    ask("set violet.bonus.light 3")
    expect(phone.locator("#n-players-violet-bonus-light")).to_have_text("3")
    expect(tracks).to_be_visible()
    phone.locator("#seat-violet summary").first.focus()
    phone.keyboard.press("Enter")
    expect(others).to_be_visible()
    assert complaints(phone) == []


def test_no_page_has_a_barrier(council: Match) -> None:
    ask = council.session.writer.ask
    phone = council.phone("red")
    found = complaints(phone)
    for form in ("card?seat=red", "upgrade?seat=red", "gain?seat=red", "colony?seat=red", "tile"):
        phone.goto(f"{council.address}/do/{form}")
        found += complaints(phone)
    for line in ("colony red 2 blue", "to plan", "play red-tower red 1"):
        ask(line)
    for theme in ("light", "dark"):
        found += complaints(council.phone("red", color_scheme=theme))
    for line in ("consume red 3", "consume violet 1", "to act", "next"):
        ask(line)
    found += complaints(council.phone("violet", color_scheme="dark"))
    for line in ("score red blue", "set red.level 3", "to final"):
        ask(line)
    found += complaints(council.phone(""))

    assert not found, "\n".join(found)


def test_nothing_is_wider_than_a_small_phone(council: Match) -> None:
    for language in ("en-GB", "es-ES", "pt-BR"):
        page = council.phone("red", locale=language, viewport={"width": 320, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
