"""A picture being drawn, and the marks that every part is made of: words, bars, frames, arrows."""

from collections.abc import Sequence

from PIL import Image

from companion.devices.drawing.font import MEDIUM, Font
from companion.games.display import Gauge

LIT, DARK = 1, 0
MAX_SEGMENTS = 30


class Canvas:
    """A picture being drawn."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.image = Image.new("1", size)

    def text(self, x: int, y: int, text: str, font: Font, ink: int = LIT) -> None:
        self.image.paste(ink, (x, y), font.mask(text))

    def box(self, x: int, y: int, width: int, height: int, ink: int = LIT) -> None:
        self.image.paste(ink, (x, y, x + width, y + height))

    def dots(self, x: int, y: int, rows: Sequence[str]) -> None:
        """A picture that a game brings, in rows of ``#`` and ``.``."""
        for down, row in enumerate(rows):
            for across, dot in enumerate(row):
                if dot == "#":
                    self.box(x + across, y + down, 1, 1)

    def frame(self, x: int, y: int, width: int, height: int) -> None:
        """A rounded outline."""
        self.box(x + 1, y, width - 2, 1)
        self.box(x + 1, y + height - 1, width - 2, 1)
        self.box(x, y + 1, 1, height - 2)
        self.box(x + width - 1, y + 1, 1, height - 2)


def number_on(canvas: Canvas, x: int, y: int, number: str, font: Font, alarm: bool) -> None:
    """A number, dark on light where it asks for help."""
    if alarm:
        top, height = (y - 1, 12) if font is MEDIUM else (y, 9)
        canvas.box(x - 1, max(0, top), font.width(number) + 2, height)
    canvas.text(x, y, number, font, DARK if alarm else LIT)


def bar(canvas: Canvas, part: Gauge, x: int, y: int, width: int, height: int) -> None:
    """One block for each that there can be, if they can be told apart; else a plain bar."""
    filled = max(0, min(part.value, part.most))
    step = width // part.most if 0 < part.most <= MAX_SEGMENTS else 0
    if step >= 3:
        for at in range(part.most):
            if at < filled:
                canvas.box(x + at * step, y, step - 1, height)
            else:
                canvas.box(x + at * step, y + height - 1, step - 1, 1)
        return
    canvas.frame(x, y, width, height)
    canvas.box(x + 1, y + 1, (width - 2) * filled // max(1, part.most), height - 2)


def arrow(canvas: Canvas, x: int, y: int, *, up: bool) -> None:
    """There is more, that way."""
    canvas.box(x - 2, y - 2, 8, 6, DARK)
    for row in range(3):
        wide = 1 + 2 * (row if up else 2 - row)
        canvas.box(x + 2 - wide // 2, y + row, wide, 1)
