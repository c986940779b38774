"""What a teacher hangs up or hands out: a story on one sheet of paper, as Chromium prints it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.storage.saved_games import FILE, Titles, open_store
from companion.storage.sqlite import SavedGame
from companion.storage.transfer import read_game
from tests.support.browser.browser_table import Match
from tests.support.devices.simulated_controller import GOLDEN

LONGEST = ("four_powers_by_cards", "naufragos_four_rescued", "council_three_by_galaxies")


def keep(folder: Path, name: str) -> SavedGame:
    """A golden game among those that are kept."""
    told = read_game(GOLDEN / f"{name}.table")
    store = open_store(folder / FILE)
    number = store.add(told.game, told.created, told.entries)
    kept = store.game(number)
    store.close()
    return kept


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_story_of_the_longest_games_is_one_page(
    browser: Browser, tmp_path: Path, paper: str
) -> None:
    for name in LONGEST:
        kept = keep(tmp_path, name)
        Titles(tmp_path, print).give(kept, "Class 7b on a Thursday")
    around = Match(browser, tmp_path)
    host = around.phone("host", locale="es-ES")
    pages = {}
    for number, name in enumerate(LONGEST, start=1):
        host.goto(f"{around.address}/games/{number}/story")
        expect(host.locator(".told .lead")).to_be_visible()
        expect(host.locator("h1")).to_have_text("Class 7b on a Thursday")
        printed = host.pdf(format=paper)
        pages[name] = len(re.findall(rb"/Type\s*/Page\b", printed))
    host.goto(around.address)
    host.emulate_media(media="print")
    expect(host.locator("main .button:visible")).to_have_count(0)
    around.close()
    assert pages == dict.fromkeys(LONGEST, 1)
