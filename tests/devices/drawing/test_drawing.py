"""Pages become pictures: what is large, what is shortened, and what never happens."""

from dataclasses import replace

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.devices.drawing.font import BOLD, LARGE, MEDIUM, SMALL, Font
from companion.devices.drawing.pages import draw, drawing
from companion.devices.drawing.typesetting import balanced, shorten, split, wrap
from companion.games.display import (
    Cell,
    Cells,
    Choice,
    Choices,
    Code,
    Dice,
    Figure,
    Gauge,
    Page,
    Part,
    Prose,
    Row,
    Rows,
)
from companion.i18n.catalogs import Language
from tests.support.effort import examples

ENGLISH = Language("en")
LETTERS = "áéíóúñçãõâêôàüÁÉÍÓÚÑÇÃÕÂÊÔÀÜ¿¡°×−…“”’–→*/%&"
FOUR = tuple(Choice(str(at), word) for at, word in enumerate(("north", "east", "south", "west")))

texts = st.text(max_size=60)
numbers = st.integers(-(10**7), 10**7)
parts = st.one_of(
    st.builds(Prose, texts),
    st.builds(Gauge, texts, numbers, numbers, st.sampled_from(("", "*")), st.booleans()),
    st.builds(Row, texts, texts, st.booleans()),
    st.builds(Rows, st.lists(st.builds(Row, texts, texts), max_size=7).map(tuple)),
    st.builds(Cells, st.lists(st.builds(Cell, texts, texts), max_size=7).map(tuple)),
    st.builds(
        Choices,
        st.lists(st.builds(Choice, texts, texts), max_size=9).map(tuple),
        st.integers(0, 8),
    ),
    st.builds(Dice, st.lists(texts, min_size=1, max_size=5).map(tuple)),
    st.builds(Figure, texts, st.lists(st.builds(Gauge, texts, numbers, numbers)).map(tuple)),
    st.builds(Code, texts),
)
pages = st.builds(Page, texts, texts, st.lists(parts, max_size=5).map(tuple), texts, texts)


@pytest.mark.slow
@examples(25, soak=1_000)
@given(pages)
def test_any_page_becomes_a_picture(page: Page) -> None:
    assert draw(page, ENGLISH).size == (128, 64)


@pytest.mark.parametrize("digits", [7, 8, 60])
def test_a_figure_too_long_for_large_digits_becomes_a_picture(digits: int) -> None:
    assert draw(Page("", "", (Figure("0" * digits, ()),)), ENGLISH).size == (128, 64)


@pytest.mark.parametrize("blank", ["", " ", "\n", "\u3000 "])
def test_a_text_of_blanks_is_one_empty_line(blank: str) -> None:
    assert balanced(blank, SMALL, 100) == [""]
    assert draw(Page(blank, blank, (Dice((blank,)),)), ENGLISH).size == (128, 64)


@pytest.mark.slow
@examples(25, soak=1_000)
@given(pages)
def test_nothing_is_drawn_outside_the_room_of_a_part(page: Page) -> None:
    """What lies below the title and above the notice is what the parts draw, and no more."""
    parts_only = replace(page, parts=tuple(p for p in page.parts if not isinstance(p, Code)))
    with_parts = draw(parts_only, ENGLISH)
    without = draw(replace(parts_only, parts=()), ENGLISH)

    assert with_parts.crop((0, 0, 128, 11)).tobytes() == without.crop((0, 0, 128, 11)).tobytes()


@pytest.mark.parametrize("font", [SMALL, BOLD, MEDIUM], ids=["small", "bold", "medium"])
@pytest.mark.parametrize("letter", LETTERS)
def test_every_letter_of_the_three_languages_is_drawn(font: Font, letter: str) -> None:
    assert font.writes(letter)


@pytest.mark.parametrize("font", [SMALL, BOLD, MEDIUM], ids=["small", "bold", "medium"])
def test_no_two_letters_look_the_same(font: Font) -> None:
    # O is left out: it looks like a zero on purpose, because a barred zero looks like an 8 here.
    letters = "ABCDEFGHIJKLMNPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + LETTERS
    seen = {font.mask(letter).tobytes() + bytes([font.width(letter)]): letter for letter in letters}

    assert len(seen) == len(letters)


def test_an_unknown_letter_is_a_box() -> None:
    assert SMALL.mask("Ж").tobytes() == SMALL.mask("□").tobytes()


def test_the_large_font_has_numbers_only() -> None:
    assert LARGE.writes("1.4°")
    assert not LARGE.writes("warm")


def test_a_number_stays_with_what_it_counts() -> None:
    lines = wrap("A Tipping Point takes away 4 Trees", SMALL, SMALL.width("A Tipping Point takes"))

    assert lines == ["A Tipping Point takes", "away 4 Trees"]


def test_a_face_of_a_die_is_in_lines_that_are_about_equally_long() -> None:
    assert wrap("Loss of Arctic Sea Ice", MEDIUM, 118) == ["Loss of Arctic Sea", "Ice"]
    assert balanced("Loss of Arctic Sea Ice", MEDIUM, 118) == ["Loss of", "Arctic Sea Ice"]
    assert balanced("", MEDIUM, 118) == [""]


def test_a_face_has_its_picture_beside_the_name_where_both_have_room() -> None:
    star = (".#.", "###", ".#.")
    page = Page("die", "Die", (Dice(("Loss of Arctic Sea Ice",), star),))
    plain = Page("die", "Die", (Dice(("Loss of Arctic Sea Ice",)),))
    unbroken = "Ice" * 14

    assert drawing(page, ENGLISH).image.tobytes() != drawing(plain, ENGLISH).image.tobytes()
    assert drawing(page, ENGLISH).lost == ()
    assert (
        draw(Page("die", "Die", (Dice((unbroken,), star),)), ENGLISH).tobytes()
        == draw(Page("die", "Die", (Dice((unbroken,)),)), ENGLISH).tobytes()
    )


def test_an_address_is_split_at_its_signs() -> None:
    assert split("10.42.0.1:8080", SMALL, 60) == ["10.42.0.1", ":8080"]


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Regulation", "Regulation"),
        ("Regulation of the markets of the whole world", "Regulation of the markets…"),
        ("Contaminación de la industria petrolera del mar", "Contaminación de la indus…"),
        ("Eisenbahnknotenpunkthinundherschieber", "Eisenbahnknotenpunkthin…"),
    ],
)
def test_a_long_name_is_shortened_to_what_says_most(name: str, short: str) -> None:
    assert shorten(name, SMALL, 116) == short


@examples(25, soak=1_000)
@given(texts, st.integers(0, 200))
def test_what_is_shortened_fits(text: str, width: int) -> None:
    assert SMALL.width(shorten(text, SMALL, width)) <= width


def test_a_short_sentence_is_written_large_and_a_long_one_small() -> None:
    short = draw(Page("", "", (Prose("Draw 2"),)), ENGLISH)
    long = draw(Page("", "", (Prose("Draw 2 " * 20),)), ENGLISH)

    assert tallest_column(short) > tallest_column(long)


def tallest_column(image: Image.Image) -> int:
    """The longest vertical stroke below the title."""
    best = 0
    for x in range(image.width):
        run = 0
        for y in range(12, image.height):
            run = run + 1 if image.getpixel((x, y)) else 0
            best = max(best, run)
    return best


def test_sentences_shrink_before_numbers_do() -> None:
    numbers = Cells((Cell("12", "here"), Cell("13", "there")))
    alone = draw(Page("", "", (numbers,)), ENGLISH)
    crowded = draw(Page("", "", (Prose("some words " * 6), numbers)), ENGLISH)

    assert contains(alone, digits("12"))
    assert contains(crowded, digits("12"))


def test_room_that_is_left_goes_to_the_first_part_that_it_makes_larger() -> None:
    parts = (Prose("Least: US"), Cells((Cell("2", "Trees"),)), Prose("Oil Industry Pollution"))
    picture = draw(Page("", "", parts), ENGLISH)

    assert contains(picture, MEDIUM.mask("Least: US"))
    assert contains(picture, SMALL.mask("Oil Industry Pollution"))


def digits(number: str) -> Image.Image:
    """A medium number without the empty rows below it."""
    return MEDIUM.mask(number).crop((0, 0, MEDIUM.width(number), 10))


def contains(image: Image.Image, shape: Image.Image) -> bool:
    return any(
        image.crop((x, y, x + shape.width, y + shape.height)).tobytes() == shape.tobytes()
        for x in range(image.width - shape.width)
        for y in range(image.height - shape.height)
    )


@pytest.mark.parametrize("marked", range(4))
def test_the_marked_choice_is_always_in_sight(marked: int) -> None:
    page = Page("", "", (Prose("a question " * 12), Choices(FOUR))).with_mark(marked)

    assert page.choices == FOUR
    picture = draw(page, ENGLISH)
    inverted = picture.point(lambda dot: not dot)
    assert contains(inverted, SMALL.mask(str(FOUR[marked].text)))


def test_the_mark_goes_round_at_either_end() -> None:
    page = Page("", "", (Choices(FOUR),))

    assert page.with_mark(-1) == page.with_mark(3)
    assert page.with_mark(4) == page


def test_a_notice_lies_over_the_bottom_and_covers_only_whole_parts() -> None:
    page = Page("", "Title", (Prose("first"), Cells((Cell("1", "second"),)), Prose("third")))
    noticed = drawing(page.with_notice("Something must be read now. " * 3), ENGLISH)

    assert noticed.lost == ()
    assert noticed.image.getpixel((0, 63))
    assert contains(noticed.image, MEDIUM.mask("first")) or contains(
        noticed.image, SMALL.mask("first")
    )


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_a_notice_never_covers_the_answer_that_next_would_take(lines: int) -> None:
    asked = Page("", "China", (Prose("How many of these tags does it print?"), Choices(FOUR)))
    noticed = asked.with_notice("Something is said here. " * lines)

    assert len({draw(noticed.with_mark(at), ENGLISH).tobytes() for at in range(4)}) == 4


def test_what_is_left_out_or_shortened_is_said() -> None:
    words = "a very long sentence " * 20

    assert drawing(Page("", "", (Prose(words),)), ENGLISH).lost == (words,)
    many: tuple[Part, ...] = (Gauge("one", 1, 2),) * 6
    assert drawing(Page("", "", many), ENGLISH).lost == ("Gauge", "Gauge")


ADDRESS = "http://10.42.0.1:8080/s/7F3K"


def test_a_code_is_drawn_with_two_dots_a_module_on_a_lit_ground() -> None:
    picture = draw(Page("", "Join", (Prose("7F3K"), Code(ADDRESS))), ENGLISH)
    modules = segno.make_qr(ADDRESS).matrix
    margin = (64 - 2 * len(modules)) // 2

    assert len(modules) <= 29
    assert margin >= 3
    assert [
        [int(not picture.getpixel((margin + 2 * x, margin + 2 * y))) for x in range(len(modules))]
        for y in range(len(modules))
    ] == [list(row) for row in modules]
    assert all(picture.getpixel((x, y)) for x in range(64) for y in range(margin))


def test_an_address_that_is_too_long_for_a_code_is_still_there_in_letters() -> None:
    page = Page("", "Join", (Code("http://a-rather-long-name.example/" + "x" * 80),))

    assert contains(draw(page, ENGLISH), SMALL.mask("a-rather-long-name"))
