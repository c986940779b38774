"""A first game on a phone, in a real browser."""

from playwright.sync_api import expect

from tests.browser.conftest import SetTable
from tests.browser.test_accessibility import complaints
from tests.support.browser.browser_table import press


def test_a_first_game_is_explained_until_nobody_needs_it(table: SetTable) -> None:
    around = table()
    other = around.phone("us")
    host = around.phone("host")
    host.get_by_role("link", name="Set up the game").click()
    expect(host.get_by_label("United States")).to_be_checked()
    expect(host.get_by_text("China and the United States.")).to_be_visible()
    host.get_by_label("China").check()
    press(host, "These play")
    host.get_by_label("Our first game").check()
    assert not complaints(host)
    press(host, "Start the game")

    lesson = host.locator(".lesson")
    expect(lesson).to_contain_text("lies face up as the Forecast")
    lesson.get_by_role("link", name="Forecast").click()
    expect(host.locator("dialog")).to_contain_text("seen beforehand")
    host.get_by_role("button", name="Close").click()
    around.session.writer.ask("to local")
    expect(lesson).to_contain_text("Everybody draws cards")
    assert not complaints(host)

    around.session.writer.ask("set us.clean 7")
    host.click("#n-powers-us-clean")
    expect(host.locator("dialog .why")).to_contain_text("+4 7 United States: Clean Energy set")
    assert not complaints(host)
    host.get_by_role("button", name="Close").click()
    expect(other.locator(".lesson")).to_contain_text("Everybody draws cards")
    press(host, "Stop explaining")
    expect(lesson).to_have_count(0)
    expect(other.locator(".lesson")).to_have_count(0)  # though nothing has changed in the game
