"""Takes the pictures of the hall that are in ``docs/hall`` (``make screenshots``)."""

import random
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from companion.hall.demo import Player
from tests.browser.test_hall import Hall
from tests.support.browser.browser_table import chromium
from tests.support.hall.brokers import eventually, mood_of

PICTURES = Path(__file__).parents[3] / "docs" / "hall"
HELP, LOST = 7, 3
MOVES = (95, 31, 33, 95, 22, 32, 30, 12, 26, 95, 0, 34)
"""How far each table is."""


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        hall = filled(browser, Path(folder))
        for width, theme in ((360, "light"), (1280, "light"), (1280, "dark")):
            take(hall.page(width=width, host=True, color_scheme=theme), f"hall-{width}-{theme}")
        take(hall.page("/wall", viewport={"width": 1920, "height": 1080}), "wall-1920")
        take(hall.page("/results", 1280), "results-1280")
        take(hall.page("/results", 360), "results-360")
        hall.close()
        browser.close()


def filled(browser: Browser, folder: Path) -> Hall:
    """Twelve tables in the midst of an evening, the same each time."""
    hall = Hall(browser, folder)
    for number, moves in enumerate(MOVES, 1):
        table = hall.table(number)
        dice = random.Random(number)
        player = Player(table.session, dice, by_script=False)
        for _ in range(moves):
            if not table.session.active.writer.current.over:
                player.move()
        if number == HELP:
            table.publisher.call()
        newest = table.session.active.writer.current.revision
        where = f"table-{number}"
        eventually(partial(has_come, hall, where, newest))
        if number == LOST:
            table.cut()
    hall.hall.say("Ten minutes left", 10)
    eventually(lambda: hall.hall.lines() and mood_of(hall.hall, f"table-{HELP}") == "help")
    eventually(lambda: len(hall.hall.results.all()) == 3)
    return hall


def has_come(hall: Hall, table: str, revision: int) -> bool:
    tile = hall.hall.registry.find(table)
    return bool(tile and tile.state and tile.state.revision == revision)


def take(page: Page, name: str) -> None:
    size = page.viewport_size
    whole = bool(size and size["width"] > 400)
    page.screenshot(path=PICTURES / f"{name}.png", full_page=whole, animations="disabled")


if __name__ == "__main__":
    main()
