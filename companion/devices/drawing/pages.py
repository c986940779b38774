"""A page as a picture of 128×64 dots: the title, the parts below it, and a notice over the bottom.

Each part is as large as the room allows: all of them shrink before any of them is shortened, and
those at the end before those at the beginning.
"""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from companion.devices.drawing.canvas import DARK, LIT, Canvas
from companion.devices.drawing.font import BOLD, SMALL
from companion.devices.drawing.frames import HEIGHT, WIDTH
from companion.devices.drawing.layout import SMALLER, Context, Fit, fit_text, fits
from companion.devices.drawing.typesetting import wrap_within
from companion.games.display import Code, Page
from companion.i18n.catalogs import Language

TITLE = 12  # rows, with the rule below it
MAX_GAP = 8
MARGIN = 1  # left and right: room for the picture to wander, so that nothing burns in
INNER = WIDTH - 2 * MARGIN
MAX_NOTICE_LINES = 4
MODULE = 2  # dots; with more, a code has no quiet zone left on this screen
MAX_CODE_MODULES = 29  # modules: version 3


@dataclass(frozen=True, slots=True)
class Drawing:
    image: Image.Image
    lost: tuple[str, ...]
    """Every text that is shortened or left out."""


def draw(page: Page, language: Language) -> Image.Image:
    """The picture of a page."""
    return drawing(page, language).image


def drawing(page: Page, language: Language) -> Drawing:
    """The picture of a page, and what it does not show."""
    canvas = Canvas((WIDTH, HEIGHT))
    whole = Context(language, INNER)
    bottom, lost = _notice(canvas, whole.say(page.notice))
    code = next((part for part in page.parts if isinstance(part, Code)), None)
    modules = _modules(code.address) if code and not page.notice else None
    if modules:
        _code(canvas, modules)
        beside = Context(language, WIDTH - HEIGHT - 4)
        title = _wrapped_title(canvas, page, beside)
        lost += _column(canvas, page, beside, HEIGHT + 4, title, bottom)
    else:
        lost += _title(canvas, page, whole)
        lost += _column(canvas, page, whole, MARGIN, TITLE, bottom)
    return Drawing(canvas.image, lost)


def _title(canvas: Canvas, page: Page, context: Context) -> tuple[str, ...]:
    """Title and corner in bold letters, or in plain ones where those are too wide together."""
    title, corner = context.say(page.title), context.say(page.corner)
    fonts = ((BOLD, BOLD), (SMALL, BOLD), (SMALL, SMALL))
    font, corners = next(
        (
            (font, corners)
            for font, corners in fonts
            if font.width(title) + corners.width(corner) + (4 if corner else 0) <= INNER
        ),
        fonts[-1],
    )
    cornered, no_corner = fit_text(corner, corners, INNER // 2)
    left = INNER - corners.width(cornered)
    titled, no_title = fit_text(title, font, left - 4 if corner else INNER)
    canvas.text(MARGIN, 0, titled, font)
    canvas.text(MARGIN + left, 0, cornered, corners)
    for x in range(MARGIN, WIDTH - MARGIN, 2):
        canvas.box(x, TITLE - 2, 1, 1)
    return no_corner + no_title


def _wrapped_title(canvas: Canvas, page: Page, context: Context) -> int:
    """The title beside a code; returns the row below it."""
    lines = wrap_within(context.say(page.title), BOLD, context.width, 2)
    for at, line in enumerate(lines):
        canvas.text(HEIGHT + 4, at * BOLD.line, line, BOLD)
    return len(lines) * BOLD.line + 2


def _notice(canvas: Canvas, notice: str) -> tuple[int, tuple[str, ...]]:
    """Dark words on a lit ground; returns the row above them."""
    if not notice:
        return HEIGHT, ()
    lines = wrap_within(notice, SMALL, INNER - 2, MAX_NOTICE_LINES)
    height = len(lines) * SMALL.line + 1
    canvas.box(0, HEIGHT - height, WIDTH, height)
    for at, line in enumerate(lines):
        canvas.text(2, HEIGHT - height + 1 + at * SMALL.line, line, SMALL, DARK)
    whole = " ".join(lines) == " ".join(notice.split())
    return HEIGHT - height - 1, () if whole else (notice,)


def _column(
    canvas: Canvas, page: Page, context: Context, x: int, top: int, bottom: int
) -> tuple[str, ...]:
    """The parts one below the other, with even gaps between them."""
    sizes = [each for part in page.parts if (each := list(fits(part, context)))]
    chosen = _choose(sizes, bottom - top, covered=bool(page.notice) and not page.choices)
    covered = page.parts[len(chosen) :]
    left_out = () if page.notice else tuple(type(part).__name__ for part in covered)
    spare = bottom - top - sum(fit.height for fit in chosen)
    gap, over = divmod(spare, len(chosen) + 1)
    if gap >= MAX_GAP:
        gap, over = MAX_GAP, 0
    y = top + gap
    for at, fit in enumerate(chosen):
        fit.paint(canvas, x, y)
        # A single dot keeps two parts from running together, so what is over is not left below.
        y += fit.height + gap + (at < over)
    return tuple(text for fit in chosen for text in fit.lost) + left_out


def _choose(sizes: list[list[Fit]], room: int, *, covered: bool) -> list[Fit]:
    """The size of each part with which all of them have room; the last go if nothing helps.

    On a page that is ``covered`` they go sooner: what stays is whole, for the short while. What
    can be chosen never goes: NEXT would take an answer that nobody sees.
    """
    at = [0] * len(sizes)
    while sum(size[i].height for size, i in zip(sizes, at, strict=True)) > room:
        smaller = [
            (sizes[part][i + 1].size, -part)
            for part, i in enumerate(at)
            if i + 1 < len(sizes[part])
            and (not covered or len(at) == 1 or sizes[part][i + 1].size <= SMALLER)
        ]
        if smaller:
            at[-min(smaller)[1]] += 1
        else:
            sizes, at = sizes[:-1], at[:-1]
    return _grow([size[i] for size, i in zip(sizes, at, strict=True)], sizes, room)


def _grow(chosen: list[Fit], sizes: list[list[Fit]], room: int) -> list[Fit]:
    """Spare height goes to the parts that can grow, in order."""
    spare = room - sum(fit.height for fit in chosen)
    for part, size in enumerate(sizes):
        for larger in size[: size.index(chosen[part])]:
            more = larger.height - chosen[part].height
            if more <= spare and not larger.lost:
                spare -= more
                chosen[part] = larger
                break
    return chosen


@lru_cache(maxsize=4)
def _modules(address: str) -> tuple[bytearray, ...] | None:
    """The code of an address, if it is short enough for one that a camera can read here."""
    import segno  # not before somebody wants one: the first page of a start has none

    try:
        code = segno.make_qr(address, version=None, boost_error=True)
    except segno.DataOverflowError:
        return None
    return code.matrix if len(code.matrix) <= MAX_CODE_MODULES else None


def _code(canvas: Canvas, modules: tuple[bytearray, ...]) -> None:
    """On a lit ground that is its quiet zone, in the left square of the screen."""
    canvas.box(0, 0, HEIGHT, HEIGHT, LIT)
    margin = (HEIGHT - MODULE * len(modules)) // 2
    for y, row in enumerate(modules):
        for x, dark in enumerate(row):
            if dark:
                canvas.box(margin + MODULE * x, margin + MODULE * y, MODULE, MODULE, DARK)
