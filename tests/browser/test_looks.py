"""Pages of two versions side by side: both are driven from outside, and each pair is one PNG."""

from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests.browser.test_wall import BUSY
from tests.support.browser.checkouts import ROOT, Checkout
from tests.support.browser.looks import GAP, LARGE, SEAT, Views, page_of, side_by_side


@pytest.mark.slow
def test_a_wall_of_this_version_is_taken_through_its_outer_surface(
    browser: Browser, tmp_path: Path
) -> None:
    here = Views(browser, Checkout(ROOT, "now"), tmp_path, "wall-daybreak")
    here.all()

    assert here.taken == [f"wall-daybreak-{width}" for width, _ in LARGE]
    for name, size in zip(here.taken, LARGE, strict=True):
        with Image.open(tmp_path / f"{name}.png") as taken:
            assert taken.size == size
            assert len(taken.convert("RGB").getcolors(2**24) or ()) > 100


def test_two_pictures_stand_beside_each_other_under_the_names_of_their_versions(
    tmp_path: Path,
) -> None:
    for name, colour, height in (("old", "#ff0000", 40), ("new", "#0000ff", 60)):
        Image.new("RGB", (100, height), colour).save(tmp_path / f"{name}.png")

    both = side_by_side(tmp_path / "old.png", tmp_path / "new.png", ("before", "after"))

    assert both.width == 2 * 100 + 3 * GAP
    assert both.getpixel((GAP + 50, 60)) == (255, 0, 0)
    assert both.getpixel((2 * GAP + 150, 60)) == (0, 0, 255)


def test_every_pair_is_on_the_page() -> None:
    page = page_of(["wall-1366", "hall-1366-dark"], ("before: <1>", "after"))

    assert page.count("<img") == 2
    assert "before: &lt;1&gt;" in page


def test_every_game_that_has_a_busy_table_has_a_seat_to_look_from() -> None:
    assert {*SEAT} == {*BUSY}
