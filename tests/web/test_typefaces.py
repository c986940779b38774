"""The typefaces of headings and figures: they are what is drawn, and no letter is missing."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from companion.web.transport.static_files import web_folder
from tests.support.catalogs import TRANSLATIONS, domains, translations
from tests.support.lettering.face import FACES
from tests.support.lettering.font import file
from tests.support.lettering.letters import FIGURES
from tests.support.phone import Room

LARGEST = 14_000
ROUNDING = 1
"""By which another machine may round differently, in thousandths of the size."""
ELSEWHERE = frozenset("@$Ωµ↑→▲▼")
"""Units, arrows and marks, which headings and figures have none of: they look as the text does."""
each_face = pytest.mark.parametrize("place", FACES)


def committed(place: str) -> TTFont:
    return TTFont(web_folder() / place)


def outlines(font: TTFont) -> Iterator[tuple[str, str, int, list[float]]]:
    """Of each letter: what is drawn, how wide it is with its room, and the numbers."""
    glyphs = font.getGlyphSet()
    for code, name in sorted(font.getBestCmap().items()):
        pen = DecomposingRecordingPen(glyphs)
        glyphs[name].draw(pen)
        steps = [(step, [place for place in places if place]) for step, places in pen.value]
        kinds = " ".join(f"{step}{len(places)}" for step, places in steps)
        numbers = [number for _, places in steps for place in places for number in place]
        yield chr(code), kinds, glyphs[name].width, numbers


def pairs(font: TTFont) -> dict[tuple[str, str], int]:
    (lookup,) = font["GPOS"].table.LookupList.Lookup
    by: dict[tuple[str, str], int] = {}
    for table in lookup.SubTable:
        for first, those in zip(table.Coverage.glyphs, table.PairSet, strict=True):
            by |= {
                (first, each.SecondGlyph): each.Value1.XAdvance for each in those.PairValueRecord
            }
    return by


@each_face
def test_what_is_committed_is_what_is_drawn(place: str) -> None:
    drawn = TTFont(BytesIO(file(FACES[place])))
    for ours, theirs in zip(outlines(committed(place)), outlines(drawn), strict=True):
        letter, kinds, width, numbers = theirs
        assert ours[:2] == (letter, kinds), "run: make type"
        assert [width, *numbers] == pytest.approx([ours[2], *ours[3]], abs=ROUNDING), letter
    assert pairs(committed(place)).keys() == pairs(drawn).keys()


@each_face
def test_it_has_every_letter_that_people_read_in_three_languages(place: str) -> None:
    said = {
        letter
        for domain in domains()
        for language in TRANSLATIONS
        for message in translations(domain, language)
        for text in (*together(message.id), *together(message.string))
        for letter in text
    }
    has = {chr(code) for code in committed(place).getBestCmap()}

    assert said - has - ELSEWHERE - set("\n{}") == set()


def together(texts: Any) -> tuple[str, ...]:
    """What is said of one and of many is a tuple already."""
    return (texts,) if isinstance(texts, str) else tuple(texts)


@each_face
def test_figures_are_equally_wide_so_that_nothing_moves_when_they_change(place: str) -> None:
    widths = {width for letter, _, width, _ in outlines(committed(place)) if letter in FIGURES}

    assert len(widths) == 1


@each_face
def test_nothing_of_a_letter_is_cut_off(place: str) -> None:
    font = committed(place)

    assert font["head"].yMax <= font["OS/2"].usWinAscent
    assert font["head"].yMin >= -font["OS/2"].usWinDescent


@each_face
def test_it_is_small(place: str) -> None:
    assert (web_folder() / place).stat().st_size <= LARGEST


def test_a_page_asks_for_its_typeface_early_and_by_the_address_that_its_style_has(
    room: Room,
) -> None:
    page = room.watching().get("/").text
    (asked,) = re.findall(
        r'rel="preload" as="font" type="font/woff2" crossorigin href="([^"]+)"', page
    )
    style = room.watching().get("/files/static/style.css").text
    answer = room.watching().get(asked)

    assert asked.rpartition("/")[2] in style
    assert answer.mimetype == "font/woff2"
    assert "immutable" in answer.headers["Cache-Control"]
    assert "font-src 'self'" in answer.headers["Content-Security-Policy"]
