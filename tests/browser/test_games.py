"""The games that are kept, as a host finds them again, in a real browser."""

from playwright.sync_api import expect

from tests.browser.conftest import SetTable
from tests.browser.test_accessibility import complaints
from tests.support.browser.browser_table import press


def test_a_host_names_a_game_reads_how_it_went_and_goes_on_with_another(table: SetTable) -> None:
    around = table("seat china", "seat us", "start", "set trees 3")
    host = around.phone("host")
    around.session.begin("daybreak")
    for line in ("seat china", "seat europe", "start", "set europe.communities 12"):
        around.session.writer.ask(line)

    expect(host.locator("#now")).to_contain_text("Europe has 12 Communities in Crisis")
    expect(host.get_by_role("link", name="The story of the game")).to_be_visible()
    expect(host.get_by_role("button", name="Begin a new game")).to_be_visible()
    host.get_by_role("link", name="Games").click()
    first, second = host.locator("#game-1"), host.locator("#game-2")
    expect(second).to_contain_text("Europe has 12 Communities in Crisis: the game is lost.")
    expect(second).to_contain_text("China, Europe")
    expect(second).to_contain_text("played today at")
    expect(first).to_contain_text("Unfinished, in round 1.")

    first.locator("summary").click()
    first.get_by_label("A name for this game").fill("Sunday evening")
    press(host, "Keep the name")
    expect(first.get_by_role("heading")).to_contain_text("Sunday evening")
    assert not complaints(host)
    second.get_by_role("link", name="Its story").click()
    expect(host.locator("h1")).to_contain_text("The story of the game")
    host.go_back()
    first.get_by_role("button", name="Resume").click()
    expect(host.locator("#n-trees")).to_have_text("3")
