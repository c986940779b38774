"""A picture as an OLED holds it, and the windows that change one picture into another.

The panel's memory is eight pages of 128 columns; a byte is eight pixels, one below the other, the
lowest bit on top.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_

from PIL import Image

WIDTH, HEIGHT = 128, 64
PAGES = HEIGHT // 8


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of the panel's memory; ``right`` and ``bottom`` are outside it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def columns(self) -> int:
        return self.right - self.left

    @property
    def pages(self) -> int:
        return self.bottom - self.top

    def rows(self, frame: bytes) -> Iterator[bytes]:
        """What the frame has in this window, page by page."""
        for page in range(self.top, self.bottom):
            yield frame[page * WIDTH + self.left : page * WIDTH + self.right]


WHOLE = Window(0, 0, WIDTH, PAGES)
SMALLEST = Window(0, 0, 1, 1)

Marks = list[int]
"""Bytes of a frame that are marked: a number for each page, a bit in it for each column."""

Cost = Callable[[Window], int]


def pack(image: Image.Image) -> bytes:
    """The frame of a picture in black and white."""
    # Turned clockwise, a column of pixels is a row of bytes with the lowest page first.
    turned = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(turned[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def changes(old: bytes, new: bytes, cost: Cost) -> list[Window]:
    """Windows that hold every difference, and cost little to send: none for equal frames."""
    marks = [
        sum(1 << x for x in range(WIDTH) if before[x] != after[x]) if before != after else 0
        for before, after in zip(WHOLE.rows(old), WHOLE.rows(new), strict=True)
    ]
    return _windows(marks, cost) if any(marks) else []


def _windows(marks: Marks, cost: Cost) -> list[Window]:
    """One window around all marks, or those of its two halves where they are cheaper."""
    box = _box(marks)
    if cost(box) <= 2 * cost(SMALLEST):
        return [box]
    cuts = list(_cuts(marks, box))
    if not cuts:
        return [box]
    first, second = min(cuts, key=lambda cut: cost(_box(cut[0])) + cost(_box(cut[1])))
    windows = _windows(first, cost) + _windows(second, cost)
    return windows if sum(map(cost, windows)) < cost(box) else [box]


def _box(marks: Marks) -> Window:
    pages = [page for page, columns in enumerate(marks) if columns]
    every = reduce(or_, marks)
    return Window((every & -every).bit_length() - 1, pages[0], every.bit_length(), pages[-1] + 1)


def _cuts(marks: Marks, box: Window) -> Iterator[tuple[Marks, Marks]]:
    """The ways to cut these marks in two: between two pages, or down an empty column."""
    for page in range(box.top + 1, box.bottom):
        yield marks[:page] + [0] * (PAGES - page), [0] * page + marks[page:]
    every = reduce(or_, marks)
    for x in range(box.left + 1, box.right):
        if every >> x & 1 and not every >> (x - 1) & 1:
            left = (1 << x) - 1
            yield [columns & left for columns in marks], [columns & ~left for columns in marks]
