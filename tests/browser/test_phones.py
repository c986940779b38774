"""People with phones around a table, in a real browser."""

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.conftest import SetTable
from tests.support.browser.browser_table import Match, press, unfold

LOCAL = ("seat china", "seat us", "start", "to local")


def now(page: Page, text: str) -> None:
    expect(page.locator("#now-title")).to_contain_text(text)


def step(around: Match, name: str, phone: Page, *others: Page) -> None:
    """Presses a button; all of them have seen what came of it, so any of them may act next."""
    before = around.session.writer.current.revision
    press(phone, name)
    assert around.session.writer.wait(before, timeout=20)
    place = around.session.active
    for page in (phone, *others):
        at = f"{place.number}-{place.writer.current.revision}"
        expect(page.locator("#board")).to_have_attribute("data-at", at)


def correct(page: Page, path: str, value: int) -> None:
    number = page.locator(f"#n-{path.replace('.', '-')}")
    if not number.is_visible():
        number.locator("xpath=ancestor::details[1]/summary").click()
    number.click()
    page.fill("dialog input[name=value]", str(value))
    page.click("dialog button.primary")
    expect(page.locator("dialog")).not_to_be_visible()


def to_the_rolls(phone: Page, other: Page) -> None:
    """Through the Emissions stage, in which nobody does anything: the line says what happened."""
    press(phone, "Next")
    now(phone, "roll")
    now(other, "roll")
    expect(phone.locator("#result")).to_contain_text("carbon to the Thermometer.")


def top(locator: Locator) -> float:
    """How far below the upper edge of the window something is, also while it is drawn anew."""
    boxes = (locator.bounding_box() for _ in range(100))
    return next(box["y"] for box in boxes if box)


def test_from_nothing_to_the_first_tap(table: SetTable) -> None:
    around = table()
    host = around.phone("host")

    host.get_by_role("link", name="Set up the game").click()
    host.get_by_label("China").check()
    host.get_by_label("United States").check()
    press(host, "These play")
    expect(host.get_by_text("Difficulty: Standard")).to_be_visible()
    host.locator("summary", has_text="United States").click()
    host.locator("[name='powers.us.demand']").fill("14")
    press(host, "Start the game")
    now(host, "Draw 3 Crisis cards")
    press(host, "Next")
    now(host, "Draw 2 Global Projects")
    assert around.document["powers"]["us"]["demand"] == 14


def test_two_phones_play_a_round_together(table: SetTable) -> None:
    around = table("seat china", "seat us", "start")
    china, us = around.phone("china"), around.phone("us")

    step(around, "Next", china, us)
    now(us, "Draw 2 Global Projects")
    step(around, "Next", us, china)
    now(china, "Draw your cards")
    china.click("#power-china .stack:nth-child(2) >> text=Play")
    china.fill("dialog input[name=card]", "Social Movements")
    china.click("dialog button.primary")
    expect(us.locator("#power-china")).to_contain_text("Social Movements")
    us.click("#power-us .stack:nth-child(1) >> text=Tuck")
    us.fill("dialog input[name=card]", "1.005")
    us.click("dialog button.primary")
    expect(china.locator("#power-us")).to_contain_text("and 1 card behind")
    correct(china, "powers.china.clean", 6)
    expect(us.locator("#power-china .energy")).to_contain_text("15")
    to_the_rolls(us, china)
    while rolls := around.document["dice"]["rolls_due"]:
        now(us, f"{rolls} roll")
        step(around, "Roll the die here", us, china)
    now(china, "Resolve")
    step(around, "Next", us, china)
    expect(us.locator("#result")).to_contain_text("Energy Demand from 12 to 14")
    expect(china.locator("#now .eyebrow")).to_contain_text("Round 2 of 6")


def test_next_is_pressed_twice_where_it_ends_something_for_everybody(table: SetTable) -> None:
    around = table(*LOCAL, "next", "set us.demand 20")
    china, us = around.phone("china"), around.phone("us")

    china.locator("#now summary.next").click()
    still_open = china.locator("#now .ending .open")
    expect(still_open).to_contain_text("Nobody has seen the Forecast")
    expect(still_open).to_contain_text("United States is 11 energy short")
    expect(still_open).to_contain_text("NEXT again ends the Local stage for everybody.")
    correct(us, "powers.us.clean", 20)
    expect(still_open).not_to_be_visible()  # it has changed: once more
    assert around.document["stage"] == "local"
    press(china, "Next")
    now(us, "Roll the Planetary Effects die")


def test_what_an_action_did_and_what_it_asks_is_said_where_the_hand_is(table: SetTable) -> None:
    """Clean Electricity Plants costs a card, and asks for the tags that nobody has read."""
    around = table(*LOCAL, "next")
    china, us = around.phone("china"), around.phone("us")
    act = china.locator("#power-china .stack:nth-child(1)").get_by_text("Act", exact=True)
    act.click()
    press(china, "Any card from the hand")

    expect(china.locator("dialog h1")).to_contain_text("how many Grid tags")
    us.click("#power-us .stack:nth-child(1) >> text=Act")  # held back: the question comes first
    expect(us.locator("dialog h1")).to_contain_text("how many Grid tags")
    us.locator("dialog .close").click()
    before = top(act)
    china.locator("dialog").get_by_role("button", name="1", exact=True).click()
    expect(china.locator("dialog")).not_to_be_visible()
    expect(china.locator("#result")).to_contain_text("+1 Clean Energy, China now 4")
    expect(china.locator("#result")).to_be_in_viewport()
    expect(act).to_be_in_viewport()
    assert top(act) == pytest.approx(before, abs=1)  # nothing has moved under the hand
    assert around.document["powers"]["china"]["clean"] == 4


def test_a_card_is_found_by_a_part_of_its_name_and_touched_in_a_list(table: SetTable) -> None:
    phone = table("seat china", "seat us", "start").phone("china")
    phone.locator("#now a", has_text="Show a Crisis card").click()
    field, listed = phone.locator("dialog input[name=card]"), phone.locator("dialog .lists li")
    field.press_sequentially("oil")
    expect(listed.filter(visible=True)).to_have_count(3)
    field.fill("?")  # any card is no card of the list
    expect(listed.filter(visible=True)).to_have_count(0)
    field.fill("435 negligence")

    listed.get_by_role("button", name="1.435").click()
    expect(phone.locator("#result")).to_contain_text("1.435 Oil Industry Negligence")
    expect(phone.locator("#crises")).to_contain_text("Oil Industry Negligence")


def test_no_face_of_a_die_is_broken_within_a_word(table: SetTable) -> None:
    lines = (*LOCAL, "to crisis", "set dice.rolls_due 1")
    phone = table(*lines).phone("china", viewport={"width": 360, "height": 740})

    faces = phone.locator("#now .faces button").all()
    assert len(faces) == 6
    for face in faces:
        lines_of = (
            "it => { const r = new Range(); r.selectNode("
            "[...it.childNodes].find((n) => n.nodeType === 3 && n.data.trim()));"
            " return new Set([...r.getClientRects()].map((b) => Math.round(b.top / 4))).size }"
        )
        assert face.evaluate(lines_of) <= len(face.inner_text().split())


def test_who_acts_while_a_question_is_open_answers_it_first(table: SetTable) -> None:
    around = table(*LOCAL, "next", "tags 1.210 grid")
    us = around.phone("us")
    us.click("#power-us .stack:nth-child(1) >> text=Act")
    us.locator("dialog input[name=card]").fill("?")
    clean = around.document["powers"]["us"]["clean"]
    around.session.writer.ask("act us 5")  # a card that nobody has read is asked about
    us.locator("dialog button.primary").first.click()

    expect(us.locator("dialog .refusal:not(:empty)")).to_contain_text("The table has moved on")
    expect(us.locator("dialog .eyebrow")).to_have_text("The game asks")
    assert around.document["powers"]["us"]["clean"] == clean  # nothing was paid, nothing was done


def test_the_other_phone_takes_a_step_back(table: SetTable) -> None:
    around = table(*LOCAL)
    china, us = around.phone("china"), around.phone("us")
    correct(china, "trees", 3)

    press(us, "Undo: Trees set from 11 to 3")
    expect(china.locator("#n-trees")).to_have_text("11")
    press(china, "Redo: Trees set from 11 to 3")
    expect(us.locator("#n-trees")).to_have_text("3")


def test_a_lost_connection_is_shown_and_everything_is_caught_up(table: SetTable) -> None:
    around = table(*LOCAL)
    phone = around.phone()
    banner = phone.get_by_text("The connection is lost.")
    expect(banner).not_to_be_visible()

    around.unplug()
    expect(banner).to_be_visible()
    around.session.writer.ask("set trees 3")
    around.session.writer.ask("set oceans 2")
    around.plug_in()
    expect(banner).not_to_be_visible()
    expect(phone.locator("#planet .figures")).to_contain_text("3 Trees")
    expect(phone.locator("#planet .figures")).to_contain_text("2 Oceans")


def test_one_phone_too_many_looks_again_by_itself(table: SetTable) -> None:
    around = table(*LOCAL, streams=1)
    first = around.phone()
    around.session.writer.ask("set oceans 2")
    expect(first.locator("#latest")).to_contain_text("Oceans")  # it has the one stream by now
    late = around.phone()

    expect(late.get_by_text("Many phones are watching")).to_be_visible()
    around.session.writer.ask("set trees 3")
    expect(late.locator("#planet .figures")).to_contain_text("3 Trees")


def test_a_language_is_chosen_and_stays(table: SetTable) -> None:
    phone = table(*LOCAL).phone(locale="pt-BR")
    expect(phone.locator("html")).to_have_attribute("lang", "pt")

    phone.get_by_role("link", name="Español").click()
    expect(phone.locator("html")).to_have_attribute("lang", "es")
    phone.reload()
    expect(phone.locator("#now")).to_contain_text("Etapa Local")


def test_what_was_typed_goes_along_into_another_language(table: SetTable) -> None:
    around = table()
    host = around.phone("host")
    host.goto(f"{around.address}/setup?seat=china&seat=us")
    host.locator("summary", has_text="United States").click()
    host.locator("[name='powers.us.demand']").fill("14")

    host.get_by_role("link", name="Español").click()
    expect(host.locator("html")).to_have_attribute("lang", "es")
    expect(host.locator("[name='powers.us.demand']")).to_have_value("14")
    expect(host.locator("[name=seat][value=china]").first).to_be_checked()


def test_a_refused_action_says_why_in_place(table: SetTable) -> None:
    phone = table(*LOCAL).phone("china")
    phone.click("#power-china .stack:nth-child(2) >> text=Play")
    phone.fill("dialog input[name=card]", "1.415")
    phone.click("dialog button.primary")

    expect(phone.locator("dialog .refusal")).to_contain_text("is not a Local Project")
    expect(phone.locator("dialog input[name=card]")).to_have_value("1.415")


def test_who_was_too_late_reads_why_although_the_board_has_changed(table: SetTable) -> None:
    around = table("seat china", "seat us", "start")
    phone = around.phone("china")
    phone.route("**/api/events*", lambda route: route.abort())  # news reach this phone late
    sent: list[Request] = []
    phone.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    phone.route("**/board*", lambda route: route.continue_() if sent else route.abort())
    phone.reload()
    around.session.writer.ask("next")

    press(phone, "Next")
    now(phone, "Draw 2 Global Projects")
    expect(phone.locator("#now")).to_contain_text("The table has moved on; please look again.")
    press(phone, "Next")
    now(phone, "Draw your cards")
    expect(phone.locator("#now")).not_to_contain_text("The table has moved on")


def test_a_sheet_about_a_number_that_changed_meanwhile_shows_the_new_one(table: SetTable) -> None:
    around = table(*LOCAL)
    phone = around.phone("china")
    unfold(phone, "planet")
    phone.click("#n-trees")
    phone.fill("dialog input[name=value]", "9")
    around.session.writer.ask("set trees 3")

    press(phone, "Correct it")
    expect(phone.locator("dialog .refusal")).to_contain_text("The table has moved on")
    expect(phone.locator("dialog input[name=value]")).to_have_value("3")
    phone.fill("dialog input[name=value]", "4")
    press(phone, "Correct it")
    expect(phone.locator("#n-trees")).to_have_text("4")


def test_the_back_button_closes_a_sheet_and_leaves_the_table_open(table: SetTable) -> None:
    around = table(*LOCAL)
    phone = around.phone("china")
    unfold(phone, "planet")
    phone.click("#n-trees")
    expect(phone.locator("dialog")).to_be_visible()

    phone.go_back()
    expect(phone.locator("dialog")).not_to_be_visible()
    assert phone.url == f"{around.address}/"
    correct(phone, "trees", 3)
    expect(phone.locator("#n-trees")).to_have_text("3")
    phone.wait_for_function("history.state === null")


def test_an_action_is_previewed_before_it_is_taken(table: SetTable) -> None:
    around = table(*LOCAL)
    phone = around.phone("china")
    phone.click("#power-china .stack:nth-child(3) >> text=Act")
    phone.fill("dialog input[name=card]", "?")
    press(phone, "Preview")

    expect(phone.locator("dialog .preview")).to_contain_text("China discards a card")
    assert around.document["prompt"]["kind"] == "none"
    phone.click("dialog button.primary")
    phone.locator("dialog").get_by_role("button", name="Social Resilience").click()
    expect(phone.locator("#n-powers-china-resilience-social")).to_have_text("2")


def test_the_keyboard_is_enough_and_the_focus_stays_where_it_was(table: SetTable) -> None:
    around = table(*LOCAL)
    phone = around.phone("china")
    phone.focus("#planet summary")
    phone.keyboard.press("Enter")
    phone.focus("#n-trees")

    phone.keyboard.press("Enter")
    phone.get_by_role("button", name="one more").focus()
    phone.keyboard.press("Enter")
    phone.keyboard.press("Enter")
    phone.focus("dialog input[name=value]")
    phone.keyboard.press("Enter")
    expect(phone.locator("#n-trees")).to_have_text("13")
    expect(phone.locator("#n-trees")).to_be_focused()
    around.session.writer.ask("set trees 5")
    expect(phone.locator("#n-trees")).to_have_text("5")
    expect(phone.locator("#n-trees")).to_be_focused()


def test_a_screen_reader_is_told_what_happened(table: SetTable) -> None:
    around = table(*LOCAL)
    phone = around.phone()

    around.session.writer.ask("set trees 3")
    expect(phone.locator("#latest[role=status]")).to_have_text("Trees set from 11 to 3")


def test_another_game_on_the_table_is_followed(table: SetTable) -> None:
    around = table(*LOCAL)
    phone = around.phone()

    around.session.begin("daybreak")
    now(phone, "Take your seats clockwise, then start.")


def test_everything_works_without_javascript(table: SetTable) -> None:
    around = table(*LOCAL)
    phone = around.phone("china", java_script_enabled=False)

    unfold(phone, "planet")
    phone.click("#n-trees")
    phone.fill("input[name=value]", "3")
    press(phone, "Correct it")
    expect(phone.locator("#n-trees")).to_have_text("3")
    expect(phone.locator("#result")).to_have_text("Trees set from 11 to 3")
    assert phone.url.endswith("#n-trees")  # back where the hand was
    press(phone, "Undo: Trees set from 11 to 3")
    expect(phone.locator("#n-trees")).to_have_text("11")
    press(phone, "Next")
    now(phone, "Play, tuck and act")


def test_the_first_load_is_small(table: SetTable) -> None:
    around = table(
        "seat china", "seat us", "seat europe", "seat majority_world", "start", "to local"
    )
    phone = around.phone("host")
    phone.goto(f"{around.address}/pair")
    phone.context.new_cdp_session(phone).send("Network.clearBrowserCache")
    asked: dict[str, int] = {}

    def note(request: Request) -> None:
        asked[request.url] = 0

    def measure(request: Request) -> None:
        sizes = request.sizes()
        asked[request.url] = sizes["responseBodySize"] + sizes["responseHeadersSize"]

    phone.on("request", note)
    phone.on("requestfinished", measure)
    with phone.expect_request("**/api/events*"):
        phone.goto(around.address, wait_until="load")

    assert len(asked) <= 6, asked
    assert sum(asked.values()) < 60_000, asked
