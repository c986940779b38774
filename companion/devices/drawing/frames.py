"""Packs a picture into an OLED's memory, and finds the windows that differ between two frames.

The panel's memory is eight pages of 128 columns; a byte is eight pixels, one below the other, the
lowest bit on top.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial, reduce
from itertools import pairwise
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

ChangedColumns = list[int]
"""Bytes of a frame that are marked: a number for each page, a bit in it for each column."""

TO_ONES = bytes([ord("0"), *[ord("1")] * 255])
"""Whatever differs at all is a one."""

Cost = Callable[[Window], int]
Price = Callable[[int, int], int]
"""The same by the columns and pages of a window, which is all that it depends on."""


def pack(image: Image.Image) -> bytes:
    """The frame of a picture in black and white."""
    # Turned clockwise, a column of pixels is a row of bytes with the lowest page first.
    turned = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(turned[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def changes(old: bytes, new: bytes, cost: Cost) -> list[Window]:
    """Windows that hold every difference, and cost little to send: none for equal frames."""
    if old == new:
        return []
    # Both as one long number: what is left of them after an exclusive or is what differs.
    different = int.from_bytes(old, "big") ^ int.from_bytes(new, "big")
    spots = different.to_bytes(len(new), "big").translate(TO_ONES)
    changed = [int(spots[page * WIDTH : (page + 1) * WIDTH][::-1], 2) for page in range(PAGES)]
    return _windows(changed, lru_cache(lambda columns, pages: cost(Window(0, 0, columns, pages))))


def _windows(changed: ChangedColumns, cost: Price) -> list[Window]:
    """One window around all marks, or those of its two halves where they are cheaper."""
    box = _box(changed)
    whole, more = cost(box.columns, box.pages), cost(1, 1) - 1
    # However they are cut, every mark is sent, and two windows have two beginnings.
    if whole <= sum(columns.bit_count() for columns in changed) + 2 * more:
        return [box]
    cut = _best_cut(changed, box, cost)
    if cut is None:
        return [box]
    windows = [window for half in cut for window in _windows(half, cost)]
    price = sum(cost(window.columns, window.pages) for window in windows)
    return windows if price < whole else [box]


def _box(changed: ChangedColumns) -> Window:
    pages = [page for page, columns in enumerate(changed) if columns]
    every = reduce(or_, changed)
    return Window((every & -every).bit_length() - 1, pages[0], every.bit_length(), pages[-1] + 1)


def _best_cut(
    changed: ChangedColumns, box: Window, cost: Price
) -> tuple[ChangedColumns, ChangedColumns] | None:
    """The cheapest of the cuts between two pages, or down an empty column."""
    best: tuple[int, Callable[[], tuple[ChangedColumns, ChangedColumns]]] | None = None
    lit = [page for page in range(box.top, box.bottom) if changed[page]]
    above = 0
    for last, page in pairwise(lit):
        above |= changed[last]
        below = reduce(or_, changed[page:])
        price = cost(_span(above), last + 1 - box.top) + cost(_span(below), box.bottom - page)
        if best is None or price < best[0]:
            best = price, partial(_cut_pages, changed, page)
    every = reduce(or_, changed)
    edges = [(page, (changed[page] & -changed[page]).bit_length() - 1) for page in lit]
    # Columns in which something begins after an empty one, from left to right.
    begins = every & ~(every << 1) & ~((1 << (box.left + 1)) - 1)
    while begins:
        x = (begins & -begins).bit_length() - 1
        begins &= begins - 1
        left = [page for page, first in edges if first < x]
        right = [page for page in lit if changed[page] >> x]
        ends = (every & ((1 << x) - 1)).bit_length()
        price = cost(ends - box.left, left[-1] - left[0] + 1)
        price += cost(box.right - x, right[-1] - right[0] + 1)
        if best is None or price < best[0]:
            best = price, partial(_cut_columns, changed, x)
    return best[1]() if best else None


def _span(columns: int) -> int:
    return columns.bit_length() - (columns & -columns).bit_length() + 1


def _cut_pages(changed: ChangedColumns, page: int) -> tuple[ChangedColumns, ChangedColumns]:
    return changed[:page] + [0] * (PAGES - page), [0] * page + changed[page:]


def _cut_columns(changed: ChangedColumns, x: int) -> tuple[ChangedColumns, ChangedColumns]:
    left = (1 << x) - 1
    return [columns & left for columns in changed], [columns & ~left for columns in changed]
