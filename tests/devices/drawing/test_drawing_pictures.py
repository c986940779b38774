"""Golden pictures of every page in three languages, read back from the simulated panel's bus.

``make pictures`` takes them anew, and with them the contact sheet in the docs.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from companion.devices.drawing.pages import Drawing, drawing
from companion.devices.screen.screen import ScreenSettings
from companion.games.display import Page
from companion.i18n.catalogs import LANGUAGES, Language
from tests.support.devices.oled_panel import Panel, plugged_in
from tests.support.devices.screen_pictures import GALLERY as DAYBREAK
from tests.support.devices.screen_pictures import Picture
from tests.support.games.naufragos_pictures import GALLERY as NAUFRAGOS

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "golden" / "screens"
DOCS = ROOT / "docs"
GALLERIES = {"daybreak": DAYBREAK, "naufragos": NAUFRAGOS}
GUIDES = {
    "daybreak": (DOCS / "screens.md", DOCS / "screens.png"),
    "naufragos": (DOCS / "naufragos.md", DOCS / "screens-naufragos.png"),
}
"""Where each game's pictures are told, and shown all together."""
ENLARGED, GAP, CAPTION = 2, 8, 14

each_picture = pytest.mark.parametrize(
    "picture",
    [picture for gallery in GALLERIES.values() for picture in gallery],
    ids=lambda picture: f"{picture.game}-{picture.name}",
)
each_game = pytest.mark.parametrize("game", GALLERIES)


@cache
def page_of(picture: Picture) -> Page:
    return picture.shown()


def golden_of(picture: Picture, code: str) -> Path:
    folder = GOLDEN if picture.game == "daybreak" else GOLDEN / picture.game
    return folder / code / f"{picture.name}.png"


@cache
def drawn(picture: Picture, code: str) -> Drawing:
    return drawing(page_of(picture), Language(code, picture.game))


@pytest.fixture(scope="module")
def panel() -> Iterator[Panel]:
    """One that shows picture after picture, as on a table."""
    with plugged_in("ssd1306", ScreenSettings(shift=False)) as panel:
        yield panel


def on_the_glass(panel: Panel, image: Image.Image) -> Image.Image:
    """What a person sees: the picture after it went over the bus, as the chip decoded it."""
    panel.screen.show(image)
    panel.screen.step()
    return panel.chip.picture()


@each_picture
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_panel_shows_the_golden_picture(
    picture: Picture, code: str, panel: Panel, pytestconfig: pytest.Config
) -> None:
    golden = golden_of(picture, code)
    seen = on_the_glass(panel, drawn(picture, code).image)
    if pytestconfig.getoption("--regenerate"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        seen.save(golden, optimize=True)

    with Image.open(golden) as kept:
        assert seen.tobytes() == kept.convert("1").tobytes()


@each_picture
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_is_cut_or_left_out(picture: Picture, code: str) -> None:
    assert drawn(picture, code).lost == () or picture.shortens


def test_the_golden_pictures_are_those_of_the_galleries() -> None:
    drawn = {
        golden_of(picture, code)
        for code in LANGUAGES
        for gallery in GALLERIES.values()
        for picture in gallery
    }

    assert set(GOLDEN.rglob("*.png")) == drawn


@each_game
def test_the_contact_sheet_shows_every_golden_picture(
    game: str, pytestconfig: pytest.Config
) -> None:
    sheet, (_, file) = contact_sheet(GALLERIES[game]), GUIDES[game]
    if pytestconfig.getoption("--regenerate"):
        sheet.save(file, optimize=True)

    with Image.open(file) as kept:
        assert sheet.tobytes() == kept.convert("L").tobytes()


def contact_sheet(gallery: Sequence[Picture]) -> Image.Image:
    """A row for each page, a column for each language, at twice their size."""
    width, height = 128 * ENLARGED, 64 * ENLARGED
    size = (len(LANGUAGES) * (width + GAP) + GAP, len(gallery) * (height + CAPTION + GAP) + GAP)
    sheet = Image.new("L", size, 96)
    captions = ImageDraw.Draw(sheet)
    captions.fontmode = "1"
    font = ImageFont.load_default_imagefont()
    for row, picture in enumerate(gallery):
        top = GAP + row * (height + CAPTION + GAP)
        captions.text((GAP, top), picture.name.replace("_", " "), fill=255, font=font)
        for column, code in enumerate(LANGUAGES):
            with Image.open(golden_of(picture, code)) as kept:
                enlarged = kept.convert("L").resize((width, height), Image.Resampling.NEAREST)
            sheet.paste(enlarged, (GAP + column * (width + GAP), top + CAPTION))
    return sheet


@each_game
def test_the_guide_names_every_picture(game: str) -> None:
    guide = GUIDES[game][0].read_text(encoding="utf-8")

    assert [each.name for each in GALLERIES[game] if f"`{each.name}`" not in guide] == []
