"""A whole round of each game by keyboard alone at 200 % zoom, without JavaScript, and in Firefox.

Whoever plays here knows nothing of the games: what the page says is to be done now is done with
the first control that it offers for that.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import names
from tests.support.browser.browser_table import Match
from tests.support.browser.firefox import Firefox, firefox, running_firefox

SEATED = {
    "daybreak": ("seat china", "seat us", "start"),
    "naufragos": ("seat red", "seat yellow", "start"),
    "council_of_shadows": ("seat red", "seat blue", "start"),
}
MOST_PRESSES = 60
MOST_TABS = 150
LAPTOP_AT_200_PERCENT = {"viewport": {"width": 683, "height": 384}, "device_scale_factor": 2}
CONTROLS = "#now :is(button, summary, a[data-sheet]), form.act .actions .primary"
OFFERED = """(() => {
  const all = [...document.querySelectorAll(CONTROLS)];
  const said = each => each.textContent.trim();
  const usable = all.filter(each => each.checkVisibility() && !each.dataset.step
    && !/^(Undo|Redo)/.test(said(each)) && !(each.matches("summary") && each.parentElement.open));
  const buttons = usable.filter(each => each.matches("#now button"));
  const sheet = usable.find(each => each.closest("dialog[open]"))
    ?? (document.getElementById("now") ? undefined : usable[0]);
  return all.indexOf(sheet ?? buttons.find(each => said(each) === "Next")
    ?? usable.find(each => said(each) === "Next") ?? buttons[0] ?? usable[0]);
})()""".replace("CONTROLS", f'"{CONTROLS}"')
"""The place of the control to press, among all of the card that says what to do now."""
LEADS_ON = "it => it.matches('summary, a')"
"""It opens something; nothing is done yet."""
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
NAMELESS = re.compile(
    r"- (?:button|link|textbox|spinbutton|combobox|checkbox|radio|searchbox)\s*(?:\[.*\])?:?\s*$",
    re.MULTILINE,
)
Press = Callable[[int], None]


@pytest.fixture(params=names())
def table(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[Match]:
    with closing(Match(browser, tmp_path, game=request.param)) as made:
        for line in SEATED[request.param]:
            made.session.writer.ask(line)
        yield made


def play_a_round(table: Match, offered: Callable[[], int], press: Press) -> int:
    """How many times something was pressed until the second round began."""
    for pressed in range(MOST_PRESSES):
        if table.document["round"] == 2:
            return pressed
        at = offered()
        assert at >= 0, table.document["stage"]
        press(at)
    raise AssertionError(f"still in {table.document['stage']} after {MOST_PRESSES}")


def settled(table: Match, page: Page) -> None:
    """The page shows what has come of it."""
    place = table.session.active
    at = f"{place.number}-{place.writer.current.revision}"
    expect(page.locator("#board")).to_have_attribute("data-at", at)


def test_a_round_by_keyboard_alone_at_200_percent_with_names_for_who_listens(table: Match) -> None:
    page = table.phone("host", **LAPTOP_AT_200_PERCENT)

    def press(at: int) -> None:
        target = page.locator(CONTROLS).nth(at)
        for _ in range(MOST_TABS):
            if target.evaluate("it => it === document.activeElement"):
                break
            page.keyboard.press("Tab")
        expect(target).to_be_focused()
        folds = target.evaluate(LEADS_ON)
        seen = table.session.writer.match.revision
        page.keyboard.press("Enter")
        if folds:
            expect(
                page.locator("dialog[open], details[open] > summary:focus").first
            ).to_be_visible()
        else:
            assert table.session.writer.wait(seen, timeout=20)
            settled(table, page)
        assert page.evaluate(SIDEWAYS) <= 0
        assert NAMELESS.findall(page.locator("body").aria_snapshot()) == []

    assert play_a_round(table, lambda: page.evaluate(OFFERED), press) > 5


def test_a_round_without_javascript(table: Match) -> None:
    page = table.phone("host", java_script_enabled=False)

    def press(at: int) -> None:
        target = page.locator(CONTROLS).nth(at)
        folds = target.evaluate(LEADS_ON)
        seen = table.session.writer.match.revision
        target.click()
        if not folds:
            assert table.session.writer.wait(seen, timeout=20)
            settled(table, page)

    assert play_a_round(table, lambda: page.evaluate(OFFERED), press) > 5


@pytest.fixture(scope="module")
def fox(other_programs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with running_firefox(tmp_path_factory.mktemp("fox") / "profile") as browser:
        yield browser


@pytest.mark.skipif(firefox() is None, reason="This system has no Firefox; `make test` gets it.")
def test_a_round_in_firefox(table: Match, fox: Firefox) -> None:
    fox.resize(1366, 850)
    fox.go(f"{table.address}/s/{table.server.pairing.code}")
    fox.run("document.querySelector('[name=role][value=host]').checked = true")
    fox.press("main button.primary")

    def press(at: int) -> None:
        seen = table.session.writer.match.revision
        # In one go: a page that is told something new may put another in its place meanwhile.
        kind = fox.run(
            "(() => { const it = document.querySelectorAll(arguments[0])[arguments[1]];"
            " it.click(); return it.tagName; })(...arguments)",
            CONTROLS,
            at,
        )
        if kind == "A":
            fox.see("document.querySelector('dialog[open]')")
        if kind != "BUTTON":
            return
        assert table.session.writer.wait(seen, timeout=20)
        place = table.session.active
        at_now = f"{place.number}-{place.writer.current.revision}"
        fox.see(f"document.querySelector('#board').dataset.at === '{at_now}'")

    assert play_a_round(table, lambda: int(fox.run(OFFERED)), press) > 5
