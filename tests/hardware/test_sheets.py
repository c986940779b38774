"""The sheets to print: they build for every board and language, and nothing lies on anything."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from PIL import ImageFont

from companion.cli.main import main
from companion.devices.board import profile
from companion.devices.printouts.sheets import KINDS, LABEL
from companion.games import first, game, names
from companion.i18n.catalogs import LANGUAGES
from companion.match.taps.tags import commands

SVG = "{http://www.w3.org/2000/svg}"
BOLD = 1.1  # how much wider than the font that Pillow brings along
LAYOUT = game(first()).layout
FONT_SIZE = 100
FONT = ImageFont.load_default(FONT_SIZE)


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float
    said: str = ""

    def apart_from(self, other: "Box") -> bool:
        beside = self.right <= other.left or other.right <= self.left
        return beside or self.bottom <= other.top or other.bottom <= self.top

    def holds(self, other: "Box") -> bool:
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom


def drawn(folder: Path, *options: str, lang: str = "en") -> dict[str, ElementTree.Element]:
    """Every page by its file's name, read as XML."""
    result = CliRunner().invoke(main, ["--lang", lang, "sheets", "--out", str(folder), *options])
    assert result.exit_code == 0, result.output
    files = sorted(folder.glob("*.svg"))
    return {file.stem: ElementTree.fromstring(file.read_text("utf-8")) for file in files}


def texts(page: ElementTree.Element) -> list[Box]:
    return [_text(element) for element in page.iter(f"{SVG}text")]


@cache
def width_of(said: str) -> float:
    """For each unit of its font's size."""
    return FONT.getlength(said) / FONT_SIZE


def _text(element: ElementTree.Element) -> Box:
    size, x, y = (float(element.get(key, 0)) for key in ("font-size", "x", "y"))
    said = element.text or ""
    wide = width_of(said) * size
    wide *= BOLD if "bold" in element.get("class", "") else 1
    left = x - wide / 2 if element.get("text-anchor") == "middle" else x
    return Box(left, y - 0.75 * size, left + wide, y + 0.22 * size, said)


def cells(page: ElementTree.Element) -> list[Box]:
    found = []
    for each in page.iter(f"{SVG}rect"):
        if each.get("class") == "cut":
            x, y, width, height = (float(each.get(key, 0)) for key in ("x", "y", "width", "height"))
            found.append(Box(x, y, x + width, y + height))
    return found


def paper(page: ElementTree.Element) -> Box:
    width, height = (float(page.get(key, "").removesuffix("mm")) for key in ("width", "height"))
    return Box(0, 0, width, height)


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("board", profile.names())
def test_nothing_lies_on_anything_and_everything_is_on_the_paper(
    board: str, lang: str, size: str, tmp_path: Path
) -> None:
    pages = drawn(tmp_path, "--profile", board, "--paper", size, lang=lang)

    assert {name.split("-")[0] for name in pages} == set(KINDS)
    for page in pages.values():
        written, cut = texts(page), cells(page)
        for each in (*written, *cut):
            assert paper(page).holds(each), each
        for one, other in (*combinations(written, 2), *combinations(cut, 2)):
            assert one.apart_from(other), (one, other)
        for each in written:
            for cell in cut:
                assert cell.apart_from(each) or cell.holds(each), each


def test_every_command_and_every_die_has_a_card_of_the_games_size(tmp_path: Path) -> None:
    [page] = drawn(tmp_path, "--kind", "commands").values()

    said = [text.said for text in texts(page)]
    for name in map(LAYOUT.word, commands(LAYOUT)):
        assert said.count(name) == 1  # what its tag is bound to
    for cell in cells(page):
        assert cell.right - cell.left == pytest.approx(LAYOUT.card.width)
        assert cell.bottom - cell.top == pytest.approx(LAYOUT.card.height)


def test_every_place_and_every_seat_has_a_marker(tmp_path: Path) -> None:
    pages = drawn(tmp_path, "--kind", "places")

    said = [text.said for page in pages.values() for text in texts(page)]
    names = [f"{row.id} {n}" for row in LAYOUT.rows for n in range(1, row.places + 1)]
    for name in (*names, *game(first()).seats):
        assert said.count(name) == 1


@pytest.mark.parametrize("board", profile.names())
def test_every_button_has_a_label_in_every_language(board: str, tmp_path: Path) -> None:
    [page] = drawn(tmp_path, "--kind", "labels", "--profile", board).values()

    wide = [cell.right - cell.left for cell in cells(page)]
    buttons = sum(width == pytest.approx(LABEL.width) for width in wide)
    parts = profile.load(board)
    assert buttons == len(LANGUAGES) * len(parts.buttons)
    assert len(wide) - buttons == len(LANGUAGES) * len(parts.readers)


def test_a_board_of_ones_own_has_its_own_words(tmp_path: Path) -> None:
    own = tmp_path / "kitchen.toml"
    own.write_text('[[readers]]\nbus = 0\ndevice = 0\nzone = "window"\n')
    [page] = drawn(tmp_path / "out", "--kind", "labels", "--profile", str(own)).values()

    assert [text.said for text in texts(page)].count("window") == len(LANGUAGES)


def test_the_tag_goes_into_the_middle_of_the_sleeve(tmp_path: Path) -> None:
    page, *_ = drawn(tmp_path, "--kind", "tags").values()

    sleeve = next(each for each in page.iter(f"{SVG}rect") if each.get("class") == "edge")
    tag = next(each for each in page.iter(f"{SVG}circle") if each.get("class") == "tag")
    x, y, width, height = (float(sleeve.get(key, 0)) for key in ("x", "y", "width", "height"))
    assert (width, height) == (LAYOUT.sleeve.width, LAYOUT.sleeve.height)
    assert float(tag.get("cx", 0)) == pytest.approx(x + width / 2)
    assert float(tag.get("cy", 0)) == pytest.approx(y + height / 2)


def test_every_tag_of_the_game_has_a_card_to_tap(tmp_path: Path) -> None:
    _, page = drawn(tmp_path, "--kind", "tags").values()

    said = [text.said for text in texts(page)]
    assert {"grid", "Grid", "geoengineering"} <= set(said)
    tags = [each for each in page.iter(f"{SVG}circle") if each.get("class") == "tag"]
    assert len(tags) == len(LAYOUT.printed)


def test_a_game_that_prints_no_tags_has_no_tag_cards(tmp_path: Path) -> None:
    assert len(drawn(tmp_path, "--kind", "tags", "--game", "naufragos")) == 1


def test_every_page_has_a_line_that_tells_the_printers_scale(tmp_path: Path) -> None:
    for page in drawn(tmp_path).values():
        lines = [each.get("d", "") for each in page.iter(f"{SVG}path")]
        assert any("h50" in line for line in lines)
        assert paper(page).right == float(page.get("viewBox", "").split()[2])


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = CliRunner().invoke(main, ["--lang", "en", "sheets", "--out", f"{tmp_path}/file/out"])

    assert result.exit_code == 2
    assert "cannot be written" in result.output
    assert "[cannot_write]" in result.output


@pytest.mark.parametrize("name", names())
def test_places_seats_and_dice_have_the_game_s_drawings(tmp_path: Path, name: str) -> None:
    icons = game(name).icons
    pages = drawn(tmp_path, "--game", name).values()
    shown = {path.get("d") for page in pages for path in page.iter(f"{SVG}path")}

    assert {icons[name] for name in icons if name.startswith(("row:", "seat:", "die:"))} <= shown
