"""The sizes in which each part of a page can be drawn, the best one first.

``pages`` chooses among them by the room that there is. What a smaller size leaves out it says, so
that a test can tell a picture that shows everything from one that does not.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import singledispatch

from companion.devices.drawing.canvas import DARK, LIT, Canvas, arrow, bar, number_on
from companion.devices.drawing.font import BOLD, LARGE, MEDIUM, SMALL, Font
from companion.devices.drawing.typesetting import balanced, shorten, whole_words, wrap, wrap_within
from companion.games import display
from companion.i18n.catalogs import Language

BESIDE_GAP = 7  # between a figure and what stands beside it
MIN_BAR_WIDTH = 30
DICE_GAP = 4
PICTURE_GAP = 5  # between the picture of a face and its name
MIN_BAR_PERCENT = 4  # one dot of the shortest bar
LARGEST, SMALLER, CRAMPED, FEWER, SHORTENED = range(5)
"""What a size gives up: nothing, large letters, large numbers, the whole list at once, words."""


Paint = Callable[[Canvas, int, int], None]


@dataclass(frozen=True, slots=True)
class Fit:
    """One size of a part; the more it gives up, the later it is chosen."""

    size: int
    height: int
    paint: Paint
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """Where a part is to stand, and in which language."""

    language: Language
    width: int

    def say(self, words: display.Words) -> str:
        return words if isinstance(words, str) else self.language.say(words)


def fit_text(text: str, font: Font, width: int) -> tuple[str, tuple[str, ...]]:
    """The text as it fits, and what was lost if it did not."""
    short = shorten(text, font, max(0, width))
    return short, () if short == text else (text,)


@singledispatch
def fits(part: display.Part, context: Context) -> Iterator[Fit]:
    """The sizes of a part, from the largest to the smallest."""
    raise NotImplementedError


@fits.register
def _(part: display.Prose, context: Context) -> Iterator[Fit]:
    text = context.say(part.text)
    yield from prose(text, context.width)


def prose(text: str, width: int) -> Iterator[Fit]:
    if whole_words(text, MEDIUM, width):
        yield lines_in(wrap(text, MEDIUM, width), MEDIUM, LARGEST)
    yield lines_in(wrap(text, SMALL, width), SMALL, SMALLER)
    whole = len(wrap(text, SMALL, width))
    for fewer in range(whole - 1, 0, -1):
        shown = wrap_within(text, SMALL, width, fewer)
        yield replace(lines_in(shown, SMALL, SHORTENED + whole - fewer), lost=(text,))


def lines_in(lines: list[str], font: Font, size: int) -> Fit:
    def paint(canvas: Canvas, x: int, y: int) -> None:
        for at, line in enumerate(lines):
            canvas.text(x, y + at * font.line, line, font)

    return Fit(size, len(lines) * font.line, paint)


@fits.register
def _(part: display.Figure, context: Context) -> Iterator[Fit]:
    """The number with its gauges beside it; where there is little room, all in one line."""
    number = context.say(part.value)
    large = LARGE.writes(number) and LARGE.width(number) <= context.width
    font = LARGE if large else MEDIUM  # large letters have no dots to shorten a number with
    value, lost = fit_text(number, font, context.width)
    left = font.width(value) + BESIDE_GAP
    beside = replace(context, width=max(1, context.width - left))
    gauges = [stacked(gauge, numbered(gauge), beside) for gauge in part.beside]
    tall = sum(gauge.height for gauge in gauges) + 2 * max(0, len(gauges) - 1)
    height = max(font.height, tall)

    def paint(canvas: Canvas, x: int, y: int) -> None:
        canvas.text(x, y + (height - font.height) // 2, value, font)
        down = y + (height - tall) // 2
        for gauge in gauges:
            gauge.paint(canvas, x + left, down)
            down += gauge.height + 2

    yield Fit(LARGEST, height, paint, lost + tuple(text for gauge in gauges for text in gauge.lost))
    cells = [display.Cell(f"{gauge.value}/{gauge.most}", gauge.label) for gauge in part.beside]
    for shown in range(len(cells), -1, -1):
        if smaller := list(
            in_line(display.Cells((display.Cell(number, ""), *cells[:shown])), context)
        ):
            yield from smaller
            return


@fits.register
def _(part: display.Gauge, context: Context) -> Iterator[Fit]:
    yield gauged(part, numbered(part), context)


@fits.register
def _(part: display.Chance, context: Context) -> Iterator[Fit]:
    yield gauged(display.Gauge(part.label, in_a_hundred(part.odds), 100), part.text, context)


def in_a_hundred(odds: Fraction | None) -> int:
    """As much of a bar as can be seen for what is possible, and not all for what is uncertain."""
    return (
        max(MIN_BAR_PERCENT, min(99, round(100 * odds)))
        if odds and odds < 1
        else int(100 * (odds or 0))
    )


def numbered(part: display.Gauge) -> str:
    return f"{part.value}/{part.most}{part.mark}"


def gauged(part: display.Gauge, number: str, context: Context) -> Fit:
    """Label, bar and number in a line; the bar below them where the label is too long."""
    label = context.say(part.label)
    for font in (MEDIUM, BOLD):
        bar = context.width - SMALL.width(label) - font.width(number) - 8
        if bar >= MIN_BAR_WIDTH:
            return gauge_in_line(part, label, number, font, context.width)
    return stacked(part, number, context)


def gauge_in_line(part: display.Gauge, label: str, number: str, font: Font, width: int) -> Fit:
    left = SMALL.width(label) + 4
    right = width - font.width(number)

    def paint(canvas: Canvas, x: int, y: int) -> None:
        canvas.text(x, y + 1, label, SMALL)
        bar(canvas, part, x + left, y + 1, right - left - 4, 8)
        number_on(canvas, x + right, y if font is MEDIUM else y + 1, number, font, part.alarm)

    return Fit(LARGEST, 11, paint)


def stacked(part: display.Gauge, number: str, context: Context) -> Fit:
    """Label and number above the bar."""
    right = context.width - BOLD.width(number)
    label, lost = fit_text(context.say(part.label), SMALL, right - 2)

    def paint(canvas: Canvas, x: int, y: int) -> None:
        canvas.text(x, y - 1, label, SMALL)
        number_on(canvas, x + right, y - 1, number, BOLD, part.alarm)
        bar(canvas, part, x, y + 8, context.width, 4)

    return Fit(LARGEST, 12, paint, lost)


@fits.register
def _(part: display.Cells, context: Context) -> Iterator[Fit]:
    """Each number above its label; where there is little room, behind it in one line."""
    yield columns(part, context)
    yield from in_line(part, context)


def in_line(part: display.Cells, context: Context) -> Iterator[Fit]:
    """Labels and numbers one after the other, if they have room."""
    labels = [context.say(cell.label) for cell in part.cells]
    values = [context.say(cell.value) for cell in part.cells]
    befores = [SMALL.width(label) + 3 if label else 0 for label in labels]
    widths = [before + BOLD.width(value) for before, value in zip(befores, values, strict=True)]
    places = spread(widths, context.width, least=5)
    if places is None:
        return

    def paint(canvas: Canvas, x: int, y: int) -> None:
        for at, cell in enumerate(part.cells):
            left = x + places[at]
            canvas.text(left, y, labels[at], SMALL)
            number_on(canvas, left + befores[at], y, values[at], BOLD, cell.alarm)

    yield Fit(CRAMPED, SMALL.line, paint)


def columns(part: display.Cells, context: Context) -> Fit:
    """As wide as their words, if all have room; else all the same, with words shortened."""
    shown = [
        (cell, context.say(cell.value), MEDIUM, context.say(cell.label)) for cell in part.cells
    ]
    widths = [max(MEDIUM.width(value), SMALL.width(label)) for _, value, _, label in shown]
    places = spread(widths, context.width, least=3)
    lost: tuple[str, ...] = ()
    if places is None:
        column = context.width // len(part.cells)
        places, widths = [at * column for at in range(len(shown))], [column - 2] * len(shown)
        for at, (cell, value, _, label) in enumerate(shown):
            font = MEDIUM if MEDIUM.width(value) <= column - 2 else BOLD
            value, no_value = fit_text(value, font, column - 2)
            label, no_label = fit_text(label, SMALL, column - 2)
            shown[at] = (cell, value, font, label)
            lost += no_value + no_label

    def paint(canvas: Canvas, x: int, y: int) -> None:
        for (cell, value, font, label), place, width in zip(shown, places, widths, strict=True):
            middle = 2 * (x + place) + width
            number_on(canvas, (middle - font.width(value)) // 2, y + 1, value, font, cell.alarm)
            canvas.text((middle - SMALL.width(label)) // 2, y + 12, label, SMALL)

    return Fit(LARGEST, 22, paint, lost)


def spread(widths: list[int], room: int, least: int) -> list[int] | None:
    """Where things of these widths stand with even gaps; None if they are too wide together."""
    spare = room - sum(widths)
    if spare < least * (len(widths) - 1):
        return None
    gap = spare / max(1, len(widths))
    places, x = [], gap / 2
    for width in widths:
        places.append(int(x))
        x += width + gap
    return places


@fits.register
def _(part: display.Row, context: Context) -> Iterator[Fit]:
    yield rows_in((part,), MEDIUM, context, size=LARGEST)
    yield rows_in((part,), BOLD, context, size=SMALLER)


@fits.register
def _(part: display.Rows, context: Context) -> Iterator[Fit]:
    large = rows_in(part.rows, MEDIUM, context, size=LARGEST)
    if not large.lost:
        yield large
    yield rows_in(part.rows, BOLD, context, size=SMALLER)
    for fewer in range(len(part.rows) - 1, 0, -1):
        shown = rows_in(part.rows[:fewer], BOLD, context, size=SHORTENED + len(part.rows) - fewer)
        left_out = tuple(context.say(row.label) for row in part.rows[fewer:])
        yield replace(shown, lost=shown.lost + left_out)


def rows_in(rows: tuple[display.Row, ...], font: Font, context: Context, size: int) -> Fit:
    """Labels on the left, numbers of this font under each other on the right."""
    shown = []
    lost: tuple[str, ...] = ()
    for row in rows:
        value, no_value = fit_text(row.value, font, context.width)
        label, no_label = fit_text(
            context.say(row.label), SMALL, context.width - font.width(value) - 4
        )
        shown.append((label, value, row.alarm))
        lost += no_value + no_label
    line = 12 if font is MEDIUM else SMALL.line

    def paint(canvas: Canvas, x: int, y: int) -> None:
        for at, (label, value, alarm) in enumerate(shown):
            down = y + at * line
            canvas.text(x, down + (line - SMALL.line), label, SMALL)
            number_on(canvas, x + context.width - font.width(value), down, value, font, alarm)

    return Fit(size, len(rows) * line, paint, lost)


@fits.register
def _(part: display.Choices, context: Context) -> Iterator[Fit]:
    """A list with the marked one on a lit ground; where it is long, the part around the mark."""
    texts = [context.say(choice.text) for choice in part.choices]
    if all(MEDIUM.width(text) <= context.width - 4 for text in texts):
        yield choices_in(texts, MEDIUM, range(len(texts)), part.marked, context.width)
    short = [fit_text(text, SMALL, context.width - 4) for text in texts]
    for rows in range(len(texts), 0, -1):
        first = max(0, min(part.marked - rows // 2, len(texts) - rows))
        window = range(first, first + rows)
        listed = choices_in([text for text, _ in short], SMALL, window, part.marked, context.width)
        # The window moves with the mark, so a choice outside it is not lost.
        lost = tuple(text for choice in window for text in short[choice][1])
        size = SMALLER if rows == len(texts) else FEWER if rows > 1 else SHORTENED
        yield replace(listed, size=size, lost=lost)


def choices_in(texts: list[str], font: Font, window: range, marked: int, width: int) -> Fit:
    def paint(canvas: Canvas, x: int, y: int) -> None:
        for at, choice in enumerate(window):
            down = y + at * font.line
            if choice == marked:
                canvas.box(x, down, width, font.line)
            ink = DARK if choice == marked else LIT
            canvas.text(x + 2, down + (font is MEDIUM), texts[choice], font, ink)
        if window.start > 0:
            arrow(canvas, x + width - 6, y + 3, up=True)
        if window.stop < len(texts):
            arrow(canvas, x + width - 6, y + len(window) * font.line - 5, up=False)

    return Fit(LARGEST, len(window) * font.line, paint)


@fits.register
def _(part: display.Dice, context: Context) -> Iterator[Fit]:
    """Each face in a frame, as large as all of them go side by side."""
    if len(part.faces) > 1:
        yield from dice_in_a_row([context.say(face) for face in part.faces], context.width)
        return
    face = context.say(part.faces[0])
    if part.picture:
        yield from die_with_picture(face, part.picture, context.width)
    inner = context.width - 8
    sizes = [
        font for font in (LARGE, MEDIUM) if font.writes(face) and whole_words(face, font, inner)
    ]
    for size, font in zip((LARGEST, SMALLER), sizes, strict=False):
        yield die_with(balanced(face, font, inner), font, context.width, size)
    yield die_with(balanced(face, SMALL, inner), SMALL, context.width, SMALLER)
    shown = wrap_within(face, SMALL, inner, 1)
    yield replace(die_with(shown, SMALL, context.width, SHORTENED), lost=(face,))


def die_with_picture(face: str, picture: Sequence[str], width: int) -> Iterator[Fit]:
    """The picture before the name, in the largest letters that leave it room."""
    inner = width - 8 - len(picture[0]) - PICTURE_GAP
    for font in (MEDIUM, SMALL):
        if whole_words(face, font, inner):
            yield die_with(balanced(face, font, inner), font, width, LARGEST, picture)


def dice_in_a_row(faces: list[str], width: int) -> Iterator[Fit]:
    """Several dice: squares side by side, as many as there is room for."""
    for size, font in ((LARGEST, LARGE), (SMALLER, MEDIUM), (CRAMPED, SMALL)):
        if not all(map(font.writes, faces)):
            continue
        side = max(font.height, *map(font.width, faces)) + 6
        if len(faces) * (side + DICE_GAP) - DICE_GAP <= width:
            yield row_of_dice(faces, font, side, width, size)
    side = max(SMALL.height, *map(SMALL.width, faces)) + 4
    shown = max(1, width // (side + 1))
    fewer = row_of_dice(faces[:shown], SMALL, side, width, FEWER)
    yield replace(fewer, lost=tuple(faces[shown:]))


def row_of_dice(faces: list[str], font: Font, side: int, width: int, size: int) -> Fit:
    apart = min(DICE_GAP, max(1, (width - len(faces) * side) // max(1, len(faces) - 1)))
    wide = len(faces) * (side + apart) - apart

    def paint(canvas: Canvas, x: int, y: int) -> None:
        left = x + (width - wide) // 2
        for at, face in enumerate(faces):
            here = left + at * (side + apart)
            canvas.frame(here, y, side, side)
            down = y + (side - font.height) // 2
            canvas.text(here + (side - font.width(face)) // 2, down, face, font)

    return Fit(size, side, paint)


def die_with(
    lines: list[str], font: Font, width: int, size: int, picture: Sequence[str] = ()
) -> Fit:
    beside = len(picture[0]) + PICTURE_GAP if picture else 0
    tall = (len(lines) - 1) * font.line + font.height
    height = max(tall, len(picture)) + 4
    words = max(map(font.width, lines))
    wide = words + beside + 8
    wide = max(wide, height) if font is LARGE else wide

    def paint(canvas: Canvas, x: int, y: int) -> None:
        left = x + (width - wide) // 2
        canvas.frame(left, y, wide, height)
        canvas.dots(left + 4, y + (height - len(picture)) // 2, picture)
        inner = wide - beside
        for at, line in enumerate(lines):
            middle = left + beside + (inner - font.width(line)) // 2
            canvas.text(middle, y + (height - tall) // 2 + at * font.line, line, font)

    return Fit(size, height, paint)


@fits.register
def _(part: display.Code, context: Context) -> Iterator[Fit]:
    """The machine's name in letters; the code itself is drawn beside the whole page."""
    address = part.address.partition("://")[2] or part.address
    yield from prose(address.partition("/")[0], context.width)
