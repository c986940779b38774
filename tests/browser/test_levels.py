"""Who counts, in browsers: what one phone presses, all of them follow."""

from playwright.sync_api import expect

from tests.browser.conftest import SetTable
from tests.browser.test_accessibility import complaints

EMITTED = ("seat china", "seat us", "start", "to emissions")


def test_one_presses_and_everybody_follows_total_by_total(table: SetTable) -> None:
    around = table(*EMITTED, "level steps", "to crisis")
    china, us = around.phone("china"), around.phone("us")
    expect(us.locator("#now .eyebrow")).to_contain_text("Step 1 of 5")

    china.get_by_role("button", name="The next total").click()

    expect(china.locator("#now .eyebrow")).to_contain_text("Step 2 of 5")
    expect(us.locator("#now .eyebrow")).to_contain_text("Step 2 of 5")
    expect(us.locator('[data-n="recent"]').first).to_have_text("38")
    for step in (3, 4, 5):
        us.get_by_role("button", name="The next total").click()
        expect(us.locator("#now .eyebrow")).to_contain_text(f"Step {step} of 5")
    us.get_by_role("button", name="That was all: go on").click()
    expect(china.get_by_role("button", name="Roll the die here")).to_be_visible()


def test_people_count_with_plus_and_minus_and_read_where_they_differ(table: SetTable) -> None:
    around = table(*EMITTED, "level check", "to crisis")
    china, us = around.phone("china"), around.phone("us")
    assert not complaints(china)
    china.locator("#now").get_by_role("button", name="one more").click()
    china.get_by_role("button", name="Compare").click()

    expect(us.locator("#now .differs")).to_contain_text("you have 1, I count 2")
    assert not complaints(us)
    us.get_by_role("button", name="Go on").click()
    expect(china.locator("#now .differs")).to_have_count(0)


def test_totals_run_one_by_one_and_a_press_hurries_them(table: SetTable) -> None:
    around = table(*EMITTED, "level all 4", "to crisis")
    china = around.phone("china")
    expect(china.locator("#moving li.newest")).to_have_count(1)
    expect(china.locator("#moving .what:visible")).to_have_count(1)

    china.get_by_role("button", name="All at once").click()

    expect(china.locator("#moving")).to_be_hidden()
    around.session.writer.ask("undo")
    expect(china.locator("#moving")).to_have_count(0)


def test_a_level_is_chosen_on_a_page_that_every_page_leads_to(table: SetTable) -> None:
    around = table(*EMITTED)
    phone = around.phone("china")
    phone.get_by_role("link", name="Who counts?").click()
    assert not complaints(phone)
    phone.get_by_label("Step by step").check()
    phone.get_by_role("button", name="From now on").click()

    expect(phone.locator("#now")).to_be_visible()
    assert around.session.writer.match.level.kind == "steps"


def test_the_wall_follows_and_any_key_hurries_it(table: SetTable) -> None:
    around = table(*EMITTED, "level all 4", "to crisis")
    wall = around.screen_at("/wall", {"width": 1366, "height": 768})
    expect(wall.locator(".moving li:visible")).not_to_have_count(0)

    wall.keyboard.press("Space")

    expect(wall.locator(".moving")).to_be_hidden()
