"""On phones nothing jumps when something happens, and what moves says what has changed."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import game as game_called
from companion.games import names, resource
from companion.match.script_syntax import lines
from tests.browser.conftest import SetTable
from tests.browser.test_motion import NOTED, SMALL, WATCH
from tests.support.browser.browser_table import Match

STRETCH = 14
"""So many inputs of a game are played while everybody looks."""
JUMPED = 0.01
SETTLED = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>
  Promise.allSettled(document.getAnimations()
    .filter(each => each.effect.target.closest("#board, .bottom"))
    .map(each => each.finished)).then(() => requestAnimationFrame(done)))))"""
TAKEN = "() => { const shifted = window.shifted; window.shifted = 0; return shifted; }"
COUNTED = {
    "daybreak": ("set us.communities 3", "us", "powers.us.communities"),
    "naufragos": ("set blue.injuries 2", "blue", "blue.injuries"),
    "council_of_shadows": ("set red.energy 9", "red", "players.red.energy"),
}
BEGUN = {
    "daybreak": ("seat china", "seat us", "start", "to local"),
    "naufragos": ("seat blue", "seat red", "start", "event sun 3", "next"),
    "council_of_shadows": ("set detail galaxies", "seat red", "seat blue", "start"),
}


def played(game: str) -> tuple[list[str], list[str]]:
    """The inputs of a whole game before and after its start."""
    file = resource(game_called(game), "without_cards.table")
    assert file
    told = [line.text for line in lines(file.read_text(encoding="utf-8"))][1:]
    told = [line for line in told if line.split()[0] not in ("expect", "refused", "crash")]
    begun = told.index("start") + 1
    return told[:begun], told[begun:]


def seen(table: Match, pages: list[Page]) -> None:
    at = f"{table.session.active.number}-{table.session.writer.current.revision}"
    for page in pages:
        expect(page.locator("#board")).to_have_attribute("data-at", at)
        page.evaluate(SETTLED)


@pytest.mark.parametrize("game", names())
def test_nothing_on_a_phone_jumps_while_others_play(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    before, after = played(game)
    with closing(Match(browser, tmp_path, game=game)) as table:
        for line in before:
            table.session.writer.ask(line)
        seat = table.document["seats"][0]
        pages = [table.phone(role, viewport=SMALL) for role in ("", seat)]
        for page in pages:
            page.evaluate(WATCH)

        for line in after[:STRETCH]:
            table.session.writer.ask(line)
            seen(table, pages)
            for page in pages:
                assert page.evaluate(TAKEN) <= JUMPED, line


def test_what_has_become_shorter_keeps_its_room_until_somebody_acts(table: SetTable) -> None:
    around = table("seat china", "seat us", "start", "to local", "next", "set us.demand 20")
    phone = around.phone("china", viewport=SMALL)
    own = phone.locator("#power-china")
    before = own.evaluate("it => it.getBoundingClientRect().top")

    around.session.writer.ask("set us.demand 9")

    seen(around, [phone])
    assert own.evaluate("it => it.getBoundingClientRect().top") == pytest.approx(before, abs=1)


def test_who_asked_for_less_motion_sees_nothing_glide(table: SetTable) -> None:
    around = table("seat china", "seat us", "start", "to local")
    phone = around.phone("china", viewport=SMALL, reduced_motion="reduce")

    around.session.writer.ask("to crisis")

    at = f"{around.session.active.number}-{around.session.writer.current.revision}"
    expect(phone.locator("#board")).to_have_attribute("data-at", at)
    assert phone.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("game", COUNTED)
def test_a_number_on_a_phone_says_by_how_much_it_has_changed(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    line, seat, path = COUNTED[game]
    with closing(Match(browser, tmp_path, game=game)) as table:
        for each in BEGUN[game]:
            table.session.writer.ask(each)
        phone = table.phone(seat, viewport=SMALL)
        phone.evaluate(NOTED)

        table.session.writer.ask(line)

        expect(phone.locator(f"[data-n='{path}']")).to_have_text(line.split()[-1])
        phone.wait_for_function("() => window.bubbles.length")
