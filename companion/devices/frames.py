"""A picture as an OLED holds it, and the windows that change one picture into another.

The panel's memory is eight pages of 128 columns; a byte is eight pixels, one below the other, the
lowest bit on top.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

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

    def __or__(self, other: "Window") -> "Window":
        return Window(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


WHOLE = Window(0, 0, WIDTH, PAGES)


def pack(image: Image.Image) -> bytes:
    """The frame of a picture in black and white."""
    # Turned clockwise, a column of pixels is a row of bytes with the lowest page first.
    turned = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(turned[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def changes(old: bytes, new: bytes, cost: Callable[[Window], int]) -> list[Window]:
    """Windows that hold every difference, and cost little to send: nothing for equal frames."""
    windows: list[Window] = []
    for page in range(PAGES):
        row = slice(page * WIDTH, (page + 1) * WIDTH)
        if old[row] != new[row]:
            for left, right in _runs(old[row], new[row]):
                _add(windows, Window(left, page, right, page + 1), cost)
    return windows if sum(map(cost, windows)) < cost(WHOLE) else [WHOLE]


def _runs(old: bytes, new: bytes) -> Iterator[tuple[int, int]]:
    start = None
    for column in range(WIDTH):
        if old[column] == new[column]:
            if start is not None:
                yield start, column
            start = None
        elif start is None:
            start = column
    if start is not None:
        yield start, WIDTH


def _add(windows: list[Window], window: Window, cost: Callable[[Window], int]) -> None:
    """Adds a window, made one with others for as long as one window costs less than two."""

    def saved(other: Window) -> int:
        return cost(other) + cost(window) - cost(window | other)

    while windows:
        best = max(windows, key=saved)
        if saved(best) <= 0:
            break
        windows.remove(best)
        window |= best
    windows.append(window)
