"""The story of a finished game as a PNG, which chats take: as the page shows it."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from PIL import Image, ImageColor
from playwright.sync_api import Browser, Page, expect

from companion.games import names
from tests.browser.test_papers import keep
from tests.support.browser.browser_table import Match
from tests.support.browser.firefox import firefox, running_firefox

WIDE = 1200
FINISHED = {
    "daybreak": "four_powers_by_cards",
    "naufragos": "naufragos_four_rescued",
    "council_of_shadows": "council_three_by_galaxies",
}
Colour = tuple[int, ...]
COLOUR_OF = """(part) => {
  const brush = document.createElement("canvas").getContext("2d");
  brush.fillStyle = getComputedStyle(document.querySelector(part[0]))[part[1]];
  return brush.fillStyle;
}"""


@contextmanager
def told(
    browser: Browser, folder: Path, game: str, **settings: object
) -> Iterator[tuple[Match, Page]]:
    kept = keep(folder, FINISHED[game])
    with closing(Match(browser, folder, game=game)) as table:
        page = table.phone("host", **settings)
        page.goto(f"{table.address}/games/{kept.number}/story")
        expect(page.locator(".told .lead")).to_be_visible()
        yield table, page


def shared(page: Page, folder: Path) -> Image.Image:
    with page.expect_download() as download:
        page.click("#share")
    kept = folder / download.value.suggested_filename
    download.value.save_as(kept)
    with Image.open(kept) as picture:
        picture.load()
    return picture


def share_of(picture: Image.Image) -> dict[Colour, float]:
    """How much of the picture each colour covers."""
    dots = picture.convert("RGB").tobytes()
    counted = Counter(zip(dots[::3], dots[1::3], dots[2::3], strict=True))
    return {colour: number / counted.total() for colour, number in counted.items()}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", FINISHED)
def test_a_phone_downloads_the_story_as_a_picture_in_the_colours_of_the_page(
    browser: Browser, tmp_path: Path, game: str, theme: str
) -> None:
    with told(browser, tmp_path, game, color_scheme=theme) as (_, page):
        picture = shared(page, tmp_path)
        card = ImageColor.getrgb(page.evaluate(COLOUR_OF, [".told", "backgroundColor"]))
        ink = ImageColor.getrgb(page.evaluate(COLOUR_OF, [".panels .head", "fill"]))
        drawn = page.locator(".panels rect, .panels polyline").count()

    assert (picture.format, picture.width) == ("PNG", WIDE)
    assert picture.filename.endswith(f"{game}.png")  # type: ignore[attr-defined]
    assert WIDE * 0.6 < picture.height < WIDE * 1.6
    assert drawn > 0
    covers = share_of(picture)
    assert 0.4 < covers[card] < 0.9, "most of it is paper, and not all"
    assert covers[ink] > 0.001, "words are in the page's ink"
    assert len([each for each, share in covers.items() if share > 0.002]) > 6


def test_the_picture_is_the_same_on_a_phone_and_on_a_large_screen(
    browser: Browser, tmp_path: Path
) -> None:
    with told(browser, tmp_path, "daybreak") as (_, page):
        small = shared(page, tmp_path).convert("RGB").copy()
        page.set_viewport_size({"width": 1366, "height": 768})
        large = shared(page, tmp_path).convert("RGB").copy()

    assert small.size == large.size
    assert small.tobytes() == large.tobytes()


def test_what_people_call_the_game_stands_in_its_picture(browser: Browser, tmp_path: Path) -> None:
    with told(browser, tmp_path, "naufragos") as (table, page):
        before = shared(page, tmp_path).size
        ours = {"Origin": table.address}
        name = page.url.replace("/story", "/name")
        page.request.post(name, form={"title": "Class 7b on a Thursday"}, headers=ours)
        page.reload()
        expect(page.locator("h1")).to_have_text("Class 7b on a Thursday")
        after = shared(page, tmp_path).size

    assert after[1] > before[1]


def test_a_browser_that_can_share_files_shares_it_and_downloads_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    with told(browser, tmp_path, "daybreak") as (_, page):
        page.evaluate(
            "(() => { navigator.canShare = () => true;"
            " navigator.share = async ({ files: [file] }) => {"
            " document.body.dataset.given = `${file.name} ${file.type}`; }; })()"
        )
        page.click("#share")
        expect(page.locator("body")).to_have_attribute("data-given", "daybreak.png image/png")


def test_without_a_script_there_are_the_drawings_and_no_button_that_does_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    with told(browser, tmp_path, "daybreak", java_script_enabled=False) as (_, page):
        expect(page.locator("#share")).to_be_hidden()
        expect(page.get_by_role("link", name="Keep the drawings")).to_be_visible()


def test_every_game_has_a_story_to_share() -> None:
    assert {*FINISHED} == {*names()}


@pytest.mark.skipif(firefox() is None, reason="This system has no Firefox.")
def test_firefox_draws_it_as_well(browser: Browser, tmp_path: Path) -> None:
    with told(browser, tmp_path, "daybreak") as (table, _):
        for line in ("seat china", "start", "set thermometer.bands 8"):
            table.session.writer.ask(line)
        with running_firefox(tmp_path / "profile") as fox:
            fox.go(f"{table.address}/story")
            fox.see("document.querySelector('#share:not([hidden])')")
            fox.run(
                "(() => { navigator.canShare = () => true; navigator.share = async ({ files }) => {"
                " const { width, height } = await createImageBitmap(files[0]);"
                " document.body.dataset.given = [width, height > 400]; }; })()"
            )
            fox.click("#share")
            fox.see("document.body.dataset.given")
            assert fox.run("document.body.dataset.given") == f"{WIDE},true"
