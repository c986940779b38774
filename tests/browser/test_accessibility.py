"""Everybody can use every page: axe-core finds nothing to complain about."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SetTable
from tests.support.browser.browser_table import AXE

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # what passes would be described node by node
}
PAGES = (
    *("/", "/pair", "/setup", "/cards", "/cards/1.004", "/games", "/phones", "/nowhere"),
    *("/box", "/box/1.004", "/box/find?q=solar"),
    *("/?ahead=2", "/story", "/games/1/story", "/lay", "/wall"),
    *("/cards/1.320/sentence", "/cards/1.021/sentence"),
    *("/facts", "/facts/0", "/facts/4"),
    *("/do/play?power=china&stack=1", "/do/act?power=china&stack=3", "/do/tags?card=1.004"),
    *("/do/correct?path=trees", "/do/support?under=1.309", "/do/discard?power=us", "/do/project"),
    *("/do/crisis", "/do/target", "/do/lose", "/do/result", "/do/challenge"),
)
IN_THE_DARK = (*PAGES[::4], "/?ahead=2", "/story", "/cards/1.320/sentence", "/facts/4")


def complaints(page: Page) -> list[str]:
    # A number that still counts up reads otherwise than it is called, and a page that still loads
    # has no style.
    page.wait_for_load_state()
    expect(page.locator(".counting")).to_have_count(0)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    run = "rules => axe.run(document, rules).then(found => found.violations)"
    return [
        f"{page.url} {violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in page.evaluate(run, RULES)
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize(("theme", "pages"), [("light", PAGES), ("dark", IN_THE_DARK)])
def test_no_page_has_a_barrier(table: SetTable, theme: str, pages: Sequence[str]) -> None:
    around = table("seat china", "seat us", "start", "next", "project 1.309", "next")
    phone = around.phone("host", color_scheme=theme)
    found: list[str] = []
    for path in pages:
        phone.goto(f"{around.address}{path}")
        # What is worked out beside the page comes to it by itself.
        expect(phone.locator("[data-soon], head > [http-equiv=refresh]")).to_have_count(0)
        found += complaints(phone)

    assert not found, "\n".join(found)


def test_neither_has_the_set_up_nor_a_sheet_nor_who_only_watches(table: SetTable) -> None:
    around = table()
    host = around.phone("host")
    host.goto(f"{around.address}/setup?seat=china&seat=us")
    found = complaints(host)
    for line in ("seat china", "seat us", "start", "to crisis", "set dice.rolls_due 1"):
        around.session.writer.ask(line)
    host.goto(around.address)
    found += complaints(host)
    host.click("#n-trees")
    host.wait_for_selector("dialog[open]")
    found += complaints(host)
    found += complaints(around.phone(viewport={"width": 1280, "height": 900}))

    assert not found, "\n".join(found)
