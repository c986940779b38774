"""Takes the pictures of the phone page that are in ``docs/phone`` (``make screenshots``)."""

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from companion.games import first, names
from tests.benchmarks.table import demonstration
from tests.browser.test_wall import BUSY, SCREENS
from tests.support.browser.browser_table import Around, Match, chromium, simulated_table

PICTURES = Path(__file__).parents[3] / "docs" / "phone"
SIZES = {360: 780, 768: 1024, 1280: 900}
THEMES = ("light", "dark")
DANGER = ("set thermometer.bands 5", "set trees 5", "set dac 10", "set us.communities 6")


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        table = Match(browser, Path(folder))
        before_the_game(table)
        for line in story():
            table.session.writer.ask(line)
        in_the_game(table)
        what_may_come(table)
        after_the_game(table)
        table.close()
        on_the_wall(browser, Path(folder))
        with simulated_table(browser, Path(folder) / "simulated") as around:
            the_virtual_table(around)
        browser.close()


def story() -> list[str]:
    """The demonstration up to its third Local stage, with some cards on the table."""
    played = demonstration()
    third = [at for at, line in enumerate(played) if line == "to local"][2]
    return [
        *played[:third],
        *("crisis 1.415", "project 1.309", "to local"),
        *("tags 1.205 grid grid", "tuck 1.004 china 1", "play 1.005 us 2"),
        *played[third + 1 : third + 5],
    ]


def before_the_game(table: Match) -> None:
    host = table.phone("host")
    host.goto(f"{table.address}/setup?seat=china&seat=us")
    take(host, "setup-360-light")
    host.goto(f"{table.address}/pair")
    take(host, "pair-360-light")


def in_the_game(table: Match) -> None:
    for width, height in SIZES.items():
        for theme in THEMES:
            size = {"width": width, "height": height}
            role = "us" if width == 360 else ""
            page = table.phone(role, viewport=size, color_scheme=theme)
            take(page, f"table-{width}-{theme}")
    phone = table.phone("china")
    phone.click("#planet summary")
    phone.click("#n-trees")
    phone.wait_for_selector("dialog[open]")
    take(phone, "correct-360-light")
    phone.keyboard.press("Escape")
    phone.click("#power-china .stack:nth-child(3) >> text=Act")
    phone.fill("dialog input[name=card]", "1.068")
    phone.get_by_role("button", name="Preview").click()
    phone.wait_for_selector("dialog .preview li")
    take(phone, "act-360-light")


def on_the_wall(browser: Browser, folder: Path) -> None:
    for game in names():
        name = "wall" if game == first() else f"wall-{game}"
        with closing(Match(browser, folder / name, game=game)) as table:
            for line in BUSY[game]:
                table.session.writer.ask(line)
            for size in SCREENS if name == "wall" else SCREENS[1:]:
                page = table.screen_at("/wall", size)
                expect(page.locator("#wall:not([data-soon])")).to_be_visible()
                take(page, f"{name}-{size['width']}")


def what_may_come(table: Match) -> None:
    for line in DANGER:
        table.session.writer.ask(line)
    for width, theme in ((360, "light"), (360, "dark"), (768, "light")):
        phone = table.phone(viewport={"width": width, "height": SIZES[width]}, color_scheme=theme)
        phone.goto(f"{table.address}/?ahead=2")
        phone.wait_for_selector(".rounds")
        take(phone.locator("#odds"), f"outlook-{width}-{theme}")


def after_the_game(table: Match) -> None:
    table.session.writer.ask("to emissions")
    table.session.writer.ask("set thermometer.bands 8")
    for width, theme in ((360, "light"), (768, "dark"), (1280, "light")):
        phone = table.phone(viewport={"width": width, "height": SIZES[width]}, color_scheme=theme)
        phone.goto(f"{table.address}/story")
        phone.wait_for_selector(".panels")
        take(phone.locator(".told"), f"story-{width}-{theme}")


def the_virtual_table(around: Around) -> None:
    for line in (*story(), "set thermometer.bands 2"):
        around.session.writer.ask(line)
    for width, height in SIZES.items():
        for theme in THEMES:
            size = {"width": width, "height": height}
            page = around.virtual(viewport=size, color_scheme=theme)
            expect(page.locator("#screen")).not_to_have_attribute("d", "M0 0")
            take(page, f"virtual-{width}-{theme}")


def take(page: Page | Locator, name: str) -> None:
    # What stays in sight while people scroll would lie across a picture of a single part.
    if isinstance(page, Locator):
        page.page.evaluate("document.querySelector('.jump')?.remove()")
    page.screenshot(path=PICTURES / f"{name}.png")
    print(PICTURES / f"{name}.png")


if __name__ == "__main__":
    main()
