"""Golden pictures of every page of Council of Shadows in three languages.

``make screens`` takes them anew; look at them before you commit them.
"""

from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from companion.devices.drawing.pages import draw, drawing
from companion.games.display import Page
from companion.i18n.catalogs import LANGUAGES, Language
from tests.support.devices.screen_pictures import Picture
from tests.support.games.council_of_shadows_pictures import GALLERY, GAME

GOLDEN = Path(__file__).parents[2] / "golden" / GAME

each_picture = pytest.mark.parametrize("picture", GALLERY, ids=lambda picture: picture.name)


@cache
def page_of(picture: Picture) -> Page:
    return picture.shown()


@each_picture
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_screen_shows_the_golden_picture(
    picture: Picture, code: str, pytestconfig: pytest.Config
) -> None:
    golden = GOLDEN / code / f"{picture.name}.png"
    seen = draw(page_of(picture), Language(code, GAME))
    if pytestconfig.getoption("--regenerate"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        seen.save(golden, optimize=True)

    with Image.open(golden) as kept:
        assert seen.tobytes() == kept.convert("1").tobytes()


@each_picture
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_is_cut_or_left_out(picture: Picture, code: str) -> None:
    assert drawing(page_of(picture), Language(code, GAME)).lost == ()


def test_the_golden_pictures_are_those_of_the_gallery() -> None:
    kept = {str(file.relative_to(GOLDEN)) for file in GOLDEN.rglob("*.png")}

    assert kept == {f"{code}/{picture.name}.png" for code in LANGUAGES for picture in GALLERY}
