"""The pages of two versions side by side, for whoever changes how they look (``make looks``).

``make looks BEFORE=<commit>`` takes the same views of that commit and of the working tree, puts
each pair into one PNG below ``dist/looks``, and lists them on a page. ``VIEWS=wall`` takes those
with it in their name.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.test_wall import BUSY
from tests.support.browser.browser_table import chromium
from tests.support.browser.checkouts import ROOT, Checkout, RunningTable
from tests.support.programs import run_program

LOOKS = ROOT / "dist" / "looks"
SIZES = ((360, 740), (1366, 768), (1920, 1080))
LARGE = SIZES[1:]
"""A wall and a hall hang where there is room."""
Theme = Literal["light", "dark"]
BOTH: tuple[Theme, ...] = ("light", "dark")
HUNG: tuple[Theme, ...] = ("dark",)
"""A wall is dark, whatever its browser is set to."""
SEAT = {"daybreak": "us", "naufragos": "red", "council_of_shadows": "violet"}
TABLES = 12
BAND, GAP, LETTERS = 44, 24, 22
PAPER, INK = "#d9dde0", "#14202a"


@dataclass(frozen=True)
class Views:
    """Takes what is wanted of one version, into a folder of its own."""

    browser: Browser
    checkout: Checkout
    folder: Path
    wanted: str = ""
    taken: list[str] = field(default_factory=list)

    def all(self) -> None:
        if self.wants("first"):
            self.first_screens()
        for game in BUSY:
            if any(map(self.wants, of_a_game(game))):
                self.a_game(game)
        if self.wants("hall") or self.wants("hall-wall"):
            self.halls()

    def wants(self, name: str) -> bool:
        return self.wanted in name

    def first_screens(self) -> None:
        choice = "#now-title:has-text('Which game')"
        with self.table() as table:
            self.take(table.window(), table.address, "first-nothing", choice)
        with self.table("daybreak") as table:
            table.play(BUSY["daybreak"])
            table.begin("daybreak")
            window = table.window()
            page = window.new_page()
            page.goto(table.address)
            table.choose_again()
            expect(page.locator(choice)).to_be_visible()
            self.take(window, table.address, "first-unfinished", choice)

    def a_game(self, game: str) -> None:
        watcher, seat, virtual, wall = of_a_game(game)
        with self.table(game) as table:
            table.play(BUSY[game])
            here = table.address
            if self.wants(watcher):
                self.take(table.window(), here, watcher, "#now")
            if self.wants(seat):
                self.take(table.window(SEAT[game]), here, seat, "#now")
            if self.wants(virtual):
                lit = "#screen[d*=h]"
                self.take(table.window("host"), f"{here}/virtual", virtual, lit)
            if self.wants(wall):
                drawn = "#wall:not([data-soon])"
                self.take(table.window(), f"{here}/wall", wall, drawn, LARGE, HUNG)

    def halls(self) -> None:
        with self.checkout.hall(TABLES) as address:
            last = f"#tiles > :nth-child({TABLES}) .guide"
            window = self.browser.new_context(locale="en-GB", reduced_motion="reduce")
            self.take(window, address, "hall", last, LARGE)
            self.take(window, f"{address}/wall", "hall-wall", last, LARGE, HUNG)
            window.close()

    def take(
        self,
        window: BrowserContext,
        address: str,
        name: str,
        shows: str,
        sizes: Sequence[tuple[int, int]] = SIZES,
        themes: Sequence[Theme] = BOTH,
    ) -> None:
        """The first screenful: what is seen before anybody scrolls. Each is a page of its own, as
        what is folded depends on the room that there was when it was opened."""
        for (width, height), theme in product(sizes, themes):
            page = window.new_page()
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=theme)
            page.goto(address)
            expect(page.locator(shows).first).to_be_attached()
            expect(page.locator("#odds", has_text="being worked out")).to_have_count(0)
            page.wait_for_load_state()
            file = f"{name}-{width}" + (f"-{theme}" if themes is BOTH else "")
            page.screenshot(path=self.folder / f"{file}.png", animations="disabled")
            page.close()
            self.taken.append(file)

    @contextmanager
    def table(self, game: str = "") -> Iterator[RunningTable]:
        with (
            TemporaryDirectory() as data,
            self.checkout.table(self.browser, Path(data), game) as table,
        ):
            yield table


def of_a_game(game: str) -> tuple[str, ...]:
    return tuple(f"{view}-{game}" for view in ("watcher", "seat", "virtual", "wall"))


def side_by_side(before: Path, after: Path, names: tuple[str, str]) -> Image.Image:
    """Two pictures of one view, each with the name of its version above it."""
    pictures = [Image.open(each).convert("RGB") for each in (before, after)]
    wide = sum(each.width for each in pictures) + 3 * GAP
    tall = max(each.height for each in pictures) + BAND + GAP
    both = Image.new("RGB", (wide, tall), PAPER)
    brush, left = ImageDraw.Draw(both), GAP
    for picture, name in zip(pictures, names, strict=True):
        brush.text((left, BAND / 2), name, INK, ImageFont.load_default(LETTERS), "lm")
        both.paste(picture, (left, BAND))
        left += picture.width + GAP
    return both


def page_of(views: Sequence[str], names: tuple[str, str]) -> str:
    """All pairs below each other, for a browser."""
    rows = "\n".join(
        f'<h2 id="{view}">{view}</h2>\n'
        f'<a href="{view}.png"><img src="{view}.png" loading="lazy"></a>'
        for view in views
    )
    title = f"Looks: {escape(names[0])} and {escape(names[1])}"
    style = f"body{{font:16px sans-serif;background:{PAPER};margin:2rem}}img{{max-width:100%}}"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{style}</style></head>\n<body><h1>{title}</h1>\n{rows}\n</body></html>\n"
    )


@contextmanager
def worktree(commit: str) -> Iterator[Checkout]:
    """The repository as it was, for a moment; the working tree stays as it is."""
    with TemporaryDirectory() as folder:
        there = Path(folder) / "before"
        git("worktree", "add", "--quiet", "--detach", str(there), commit)
        try:
            yield Checkout(there, f"before: {git('rev-parse', '--short', commit)}")
        finally:
            git("worktree", "remove", "--force", str(there))


def git(*arguments: str) -> str:
    return run_program(["git", *arguments], cwd=ROOT, check=True).stdout.strip()


def main(commit: str, wanted: str = "") -> None:
    LOOKS.mkdir(parents=True, exist_ok=True)
    for old in LOOKS.glob("*.png"):
        old.unlink()
    with (
        worktree(commit) as before,
        TemporaryDirectory() as folder,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        pair = (before, Checkout(ROOT, "after: this working tree"))
        sides = [Path(folder) / side for side in ("before", "after")]
        for checkout, side in zip(pair, sides, strict=True):
            side.mkdir()
            print(checkout.name, flush=True)
            Views(browser, checkout, side, wanted).all()
        browser.close()
        names = (pair[0].name, pair[1].name)
        views = sorted(file.stem for file in sides[1].glob("*.png"))
        for view in views:
            old, new = (side / f"{view}.png" for side in sides)
            side_by_side(old, new, names).save(LOOKS / f"{view}.png")
        (LOOKS / "index.html").write_text(page_of(views, names), encoding="utf-8")
    print(f"{len(views)} views: {LOOKS / 'index.html'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
