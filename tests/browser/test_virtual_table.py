"""The virtual table in a real browser, alone and among phones: simulated chips, real drivers."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_accessibility import complaints
from tests.browser.test_phones import now, to_the_rolls
from tests.support.browser.browser_table import Around, press
from tests.support.browser.browser_windows import windows

A_HOLD = 600  # milliseconds, as the page has it
A_LONG_TIME = 3600  # seconds: later than whatever the page has waited for so far
BUSY = 20.0
"""Seconds after which even a busy machine has carried a movement to the table."""


@contextmanager
def moved(page: Page) -> Iterator[None]:
    """Until the simulated hands have done what is sent inside."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        yield


def tap(page: Page, thing: str) -> None:
    """One tap of a thing on the chosen reader."""
    button = f"[name=tap][value='{thing}']"
    page.locator(button).first.wait_for(state="attached")
    with moved(page):
        # Found and clicked in one go: the page may be drawn anew in between.
        page.evaluate("button => document.querySelector(button).click()", button)


def key(page: Page, role: str) -> None:
    with moved(page):
        page.click(f"[name=press][value='{role}']")


def seated(around: Around, *seats: str) -> None:
    """The movement has come through readers, contacts and queue to the table."""
    writer = around.session.writer
    while (now := writer.current).document["seats"] != list(seats):
        assert writer.wait(now.revision, BUSY), now.document["seats"]


def finger_on(page: Page, role: str) -> None:
    """A finger goes down on a button, and stays; from then on the page's time stands still."""
    assert page.context.browser
    windows(page.context.browser).use_no_more(page)
    page.hover(f"[name=press][value='{role}']")
    page.clock.install(time=0)
    page.clock.pause_at(A_LONG_TIME)
    page.mouse.down()


def take_back_the_seat(around: Around, page: Page) -> None:
    key(page, "undo")
    expect(page.locator("#asked")).to_contain_text("UNDO again takes it back.")
    key(page, "undo")
    seated(around)


def picture(page: Page) -> str:
    drawn: str = page.locator("#screen").get_attribute("d") or ""
    return drawn


def test_from_the_terminal_s_address_to_the_first_tap(simulated: Around) -> None:
    table = simulated.virtual()
    before = picture(table)

    tap(table, "china")

    expect(table.locator("#screen")).not_to_have_attribute("d", before)
    seated(simulated, "china")


def test_two_phones_and_the_virtual_table_play_a_round_together(simulated: Around) -> None:
    table, china, us = simulated.virtual(), simulated.phone("china"), simulated.phone("us")

    tap(table, "china")
    tap(table, "us")
    expect(table.locator("[data-light=next]")).to_have_attribute("data-lit", "")
    key(table, "next")
    now(china, "Draw 3 Crisis cards")
    tap(table, "1.415")
    expect(us.locator("#crises")).to_contain_text("Forecast")
    press(us, "Next")
    now(china, "Draw 2 Global Projects")
    tap(table, "1.309")
    expect(china.locator("#projects")).to_contain_text("not active yet")
    press(china, "Next")
    now(us, "Draw your cards")
    table.check('[name=zone][value="seat:1"]')
    tap(table, "1.133")
    tap(table, "china 2")
    expect(us.locator("#power-china .stack").nth(1)).to_contain_text("Long Range")
    to_the_rolls(us, china)
    while simulated.document["dice"]["rolls_due"]:
        left, at = simulated.document["dice"]["rolls_due"], simulated.document["revision"]
        now(us, f"{left} roll")
        key(table, "die:1")
        simulated.session.writer.wait(at, BUSY)
    now(china, "Resolve")


def test_a_phone_takes_back_what_was_tapped(simulated: Around) -> None:
    table, phone = simulated.virtual(), simulated.phone("us")
    tap(table, "europe")

    phone.get_by_role("button", name="Undo").click()

    expect(phone.locator("#now")).to_contain_text("Redo")
    seated(simulated)


@pytest.mark.parametrize("meanwhile", ["", "asked.style.height = '30rem'"])
def test_a_finger_that_stays_holds_the_button_although_the_page_moves(
    simulated: Around, meanwhile: str
) -> None:
    table = simulated.virtual()
    tap(table, "china")
    take_back_the_seat(simulated, table)

    finger_on(table, "undo")
    table.evaluate(meanwhile)
    table.mouse.move(5, 5)
    with moved(table):
        table.clock.run_for(A_HOLD)
    table.mouse.up()

    seated(simulated, "china")


def test_a_short_press_is_no_hold(simulated: Around) -> None:
    table = simulated.virtual()
    tap(table, "china")

    finger_on(table, "undo")
    table.clock.run_for(A_HOLD - 1)
    with moved(table):
        table.mouse.up()

    expect(table.locator("#asked")).to_contain_text("UNDO again takes it back.")


def test_a_card_is_dragged_onto_a_reader(simulated: Around) -> None:
    table = simulated.virtual()

    with moved(table):
        table.drag_and_drop("[name=tap][value=europe]", '[data-zone="seat:2"]')

    seated(simulated, "europe")


def test_a_card_is_dragged_onto_the_place_where_it_is_to_lie(simulated: Around) -> None:
    for line in ("seat china", "seat us", "start", "to local", "next"):
        simulated.session.writer.ask(line)
    table = simulated.virtual(viewport={"width": 1366, "height": 768})
    table.fill("#find", "1.133")

    table.drag_and_drop("[name=tap][value='1.133']", ".place:has([value='china 2'])")

    expect(table.locator(".place:has([value='china 2']) .thing").first).to_contain_text("1.133")
    expect(table.locator(".tray [value='1.133']")).to_be_hidden()


def test_a_card_is_drawn_from_a_deck_and_dragged_from_the_hand_to_its_place(
    simulated: Around,
) -> None:
    for line in ("seat china", "seat us", "start", "to local", "next"):
        simulated.session.writer.ask(line)
    table = simulated.virtual(viewport={"width": 1366, "height": 768})
    table.check('[name=zone][value="seat:1"]')

    table.click("[name=draw][value=local]")
    held = table.locator(".held .thing")
    expect(table.locator("#rows")).to_contain_text("In the hand: China")
    drawn = held.get_attribute("value")
    expect(table.locator(f".tray [value='{drawn}']")).to_be_hidden()
    table.drag_and_drop(".held .thing", ".place:has([value='china 3'])")

    laid = table.locator(".place:has([value='china 3']) .thing").first
    expect(laid).to_have_attribute("value", f"{drawn}")
    expect(held).to_have_count(0)


def test_the_board_stays_in_sight_while_hands_are_among_the_cards(simulated: Around) -> None:
    for line in ("seat china", "seat us", "start", "to local", "next", "act us 5"):
        simulated.session.writer.ask(line)
    table = simulated.virtual(viewport={"width": 1366, "height": 768})
    expect(table.locator("#asked")).to_contain_text("enter the result")
    before = table.locator(".board").bounding_box()

    key(table, "next")
    expect(table.locator("#asked")).to_contain_text("Play, tuck and act")
    assert table.locator(".board").bounding_box() == before
    table.locator("[name=unplug][value=screen]").scroll_into_view_if_needed()
    for part in (".glass", ".knob", "#asked .lead"):
        expect(table.locator(part)).to_be_in_viewport(ratio=1)


INSIDE = (
    "it => { const [word, room] = [it, it.closest('.asked')].map(each => "
    "each.getBoundingClientRect());"
    " return word.top >= room.top && word.bottom <= Math.min(room.bottom, innerHeight); }"
)


@pytest.mark.parametrize("size", [(1366, 768), (360, 740)], ids=str)
@pytest.mark.parametrize("language", ["en", "es", "pt"])
def test_what_is_asked_stands_first_and_whole_and_what_happened_stands_once(
    language: str, size: tuple[int, int], simulated: Around
) -> None:
    for line in ("seat china", "seat majority_world", "start", "to local"):
        simulated.session.writer.ask(line)
    table = simulated.virtual(locale=language, viewport={"width": size[0], "height": size[1]})
    for card in ("1.206", "1.112"):
        tap(table, card)
    asked = table.locator("#asked")

    expect(asked.locator(".chip")).to_have_count(3)
    expect(asked.locator(".came")).to_have_count(1)
    for part in (".lead", ".chip", ".came"):
        assert all(each.evaluate(INSIDE) for each in asked.locator(part).all())

    tap(table, "1.205")
    expect(asked.locator(".covered")).to_contain_text("1.206")
    assert asked.locator(".covered").evaluate(INSIDE)
    assert asked.locator(".lead").evaluate(INSIDE)


@pytest.mark.parametrize("language", ["en", "es", "pt"])
def test_the_tags_of_a_card_stand_on_it_each_in_one_line(language: str, simulated: Around) -> None:
    for line in ("seat china", "seat us", "start", "to local", "play 1.126 us 5"):
        simulated.session.writer.ask(line)
    table = simulated.virtual(locale=language)
    expect(table.locator(".places .printed span").first).to_be_visible()
    # Looked for and measured in one go: the page may be drawn anew at any time.
    stands_well = (
        "it => { const [tag, card] = [it, it.closest('.thing')].map("
        "each => each.getBoundingClientRect());"
        " const line = parseFloat(getComputedStyle(it).fontSize);"
        " return tag.height < 2 * line && tag.right <= card.right; }"
    )
    shown = "[...document.querySelectorAll('.places .printed span')].filter(it => it.offsetParent)"
    found = table.evaluate(f"{shown}.map({stands_well})")

    assert len(found) >= 4
    assert all(found)


def test_the_result_of_a_card_is_entered_by_choosing_what_changed_and_by_how_much(
    simulated: Around,
) -> None:
    for line in ("seat china", "seat us", "start", "to local", "next", "act us 5"):
        simulated.session.writer.ask(line)
    before = simulated.document["powers"]["us"]["clean"]
    table = simulated.virtual()
    asked = table.locator("#asked")

    for answer in ("Clean Energy", "+2"):
        with moved(table):
            asked.get_by_role("button", name=answer, exact=True).click()
    expect(asked).to_contain_text("Clean Energy +2. Anything else?")
    with moved(table):
        asked.get_by_role("button", name="That is all", exact=True).click()

    expect(asked).to_contain_text("Play, tuck and act")
    assert simulated.document["powers"]["us"]["clean"] == before + 2


def test_a_reader_that_is_unplugged_is_shown_on_every_phone_and_gone_again(
    simulated: Around,
) -> None:
    table, phone = simulated.virtual(), simulated.phone()

    table.click('[name=unplug][value="seat:1"]')
    expect(phone.locator("#warnings")).to_contain_text("Reader Seat 1")
    tap(table, "us")
    seated(simulated, "us")
    table.click('[name=plug][value="seat:1"]')

    expect(phone.locator("#warnings")).not_to_contain_text("Reader Seat 1")


def test_a_screen_that_is_unplugged_comes_back_with_its_picture(simulated: Around) -> None:
    table, phone = simulated.virtual(), simulated.phone()
    expect(table.locator("#screen")).not_to_have_attribute("d", "M0 0")

    table.click("[name=unplug][value=screen]")
    expect(table.locator("#screen")).to_have_attribute("d", "M0 0")
    expect(phone.locator("#warnings")).to_contain_text("The small screen does not answer")
    table.click("[name=plug][value=screen]")

    expect(phone.locator("#warnings")).not_to_contain_text("The small screen")
    expect(table.locator("#screen")).not_to_have_attribute("d", "M0 0")


def test_a_card_is_found_by_its_name(simulated: Around) -> None:
    table = simulated.virtual()

    table.fill("#find", "pandemic")

    expect(table.locator(".thing:visible .name")).to_have_text(["Pandemic"])


def test_a_phone_follows_while_cards_get_their_tags(simulated: Around) -> None:
    phone = simulated.phone("host")
    phone.goto(f"{simulated.address}/tags")
    found = complaints(phone)
    phone.fill("[name=first]", "1.005")
    press(phone, "Begin")
    expect(phone.locator("[role=status]")).to_contain_text("1.005 Environmental Movement: Tap it")
    found += complaints(phone)
    press(phone, "Skip")
    expect(phone.locator("[role=status]")).to_contain_text("1.006")
    press(phone, "Done")

    expect(phone.get_by_role("button", name="Begin", exact=True)).to_be_visible()
    assert not found, "\n".join(found)


def test_the_page_says_what_to_do_and_why_a_tap_was_refused(simulated: Around) -> None:
    table = simulated.virtual(viewport={"width": 360, "height": 780})
    asked = table.locator("#asked")
    expect(asked).to_contain_text("Who plays?")

    tap(table, "china")
    expect(asked.locator(".marked")).to_have_text("Start")
    tap(table, "1.415")
    expect(asked).to_contain_text("First every power taps one of its starting cards.")
    # Whoever is down among the cards still reads it.
    table.locator("[name=unplug][value=screen]").scroll_into_view_if_needed()
    expect(asked).to_be_in_viewport()
    expect(table.locator("[name=tap][value='1.415']")).to_have_attribute("data-idle", "")
    simulated.session.writer.ask("start")
    expect(table.locator("[name=tap][value='1.415']")).not_to_have_attribute("data-idle", "")


def test_enter_on_a_reader_presses_nothing(simulated: Around) -> None:
    table = simulated.virtual()
    sent: list[str] = []
    table.on("request", lambda request: sent.append(request.method))

    table.focus('[name=zone][value="seat:1"]')
    table.keyboard.press("Enter")
    table.keyboard.press("Space")
    tap(table, "us")
    assert sent.count("POST") == 1
    expect(table.locator('[name=zone][value="seat:1"]')).to_be_checked()


def test_a_thousand_presses_at_once_are_not_all_waited_for(simulated: Around) -> None:
    table = simulated.virtual()
    sent: list[str] = []
    table.on("request", lambda request: sent.append(request.method))

    table.evaluate(
        "for (let at = 0; at < 1000; at++) document.querySelector('[value=info]').click()"
    )
    expect(table.locator(".asked > .refusal")).to_contain_text("Not so fast")
    assert sent.count("POST") <= 5


def test_whose_pairing_was_ended_reads_it_on_the_virtual_table(simulated: Around) -> None:
    table = simulated.virtual()
    simulated.server.pairing.end(lambda phone: True)

    key(table, "next")
    expect(table.locator(".asked > .refusal")).to_contain_text("This phone only watches")


def test_the_virtual_table_has_no_barrier(simulated: Around) -> None:
    found: list[str] = []
    for theme in ("light", "dark"):
        table = simulated.virtual(color_scheme=theme)
        table.click("summary:has-text('Crisis')")
        table.click('[name=unplug][value="seat:1"]')
        expect(table.locator('[name=plug][value="seat:1"]')).to_be_visible()
        found += complaints(table)
        table.click('[name=plug][value="seat:1"]')

    assert not found, "\n".join(found)
