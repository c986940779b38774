"""Phones that stay paired, and are told when they are not, in a real browser."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import SetTable
from tests.browser.test_accessibility import complaints
from tests.support.browser.browser_table import press, unfold

LOCAL = ("seat china", "seat us", "start", "to local")


def who(page: Page) -> str:
    return page.locator("header.top").inner_text()


def test_a_restart_unpairs_nobody_and_whoever_is_ended_reads_so_at_once(table: SetTable) -> None:
    around = table(*LOCAL)
    host, us = around.phone("host"), around.phone("us")

    around.unplug()
    expect(us.get_by_text("The connection is lost.")).to_be_visible()
    around.plug_in()
    expect(us.get_by_text("The connection is lost.")).not_to_be_visible()
    unfold(us, "planet")
    us.click("#n-trees")
    us.fill("dialog input[name=value]", "3")
    us.click("dialog button.primary")
    expect(host.locator("#n-trees")).to_have_text("3")
    assert "Host" in who(host)
    assert "United States" in who(us)

    # The address and its QR code, beside the code that is in force: a third phone comes by them.
    host.get_by_role("link", name="Phones").click()
    expect(host.locator("svg.qr")).to_be_visible()
    expect(host.locator(".invitation .code")).to_have_text(around.server.pairing.code)
    assert not complaints(host)
    address = host.locator(".invitation a").get_attribute("href")
    assert address == around.server.pairing_address
    third = around.phone()
    third.goto(f"{around.address}/pair")
    third.fill("[name=code]", host.locator(".invitation .code").inner_text())
    third.check("[name=role][value=china]")
    press(third, "Pair")
    expect(third.locator(".who")).to_have_text("China")
    row = host.locator(".rows li", has_text="United States")
    expect(host.locator(".rows li")).to_have_count(3)  # it has come by itself

    row.get_by_role("button", name="End").click()
    expect(us.get_by_text("This phone is no longer paired: it only watches.")).to_be_visible()
    expect(us.locator(".who")).to_have_count(0)
    expect(us.locator("header.top").get_by_role("link", name="Pair")).to_be_visible()
    assert not complaints(us)
