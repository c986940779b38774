"""The codes in a grey picture, in reading order: the one place where pictures become texts.

It may take as long as a hand's movement, so it is called in a thread that nobody waits for; while
it works, Python is free.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.devices.camera.pictures import Picture

MAX_CODES = 24
"""In one picture: more than a hand has."""
ROW_SIDES = 3.0
"""Codes whose heights differ by fewer of their sides than this are in one row of cards."""


@dataclass(frozen=True, slots=True)
class PrintedCode:
    """``x`` and ``y`` are its middle and ``side`` its length in dots; ``dots_a_module`` says how
    large each of its small squares is seen: about 3 are needed."""

    text: str
    x: float
    y: float
    side: float
    dots_a_module: float


def read_codes(picture: Picture, *, thorough: bool = False) -> list[PrintedCode]:
    """Each code once. ``thorough`` is for one photograph, of which there is no second one."""
    import zxingcpp  # slow to import, and many tables have no camera

    view = memoryview(picture.dots).cast("B", (picture.height, picture.width))
    found = zxingcpp.read_barcodes(
        view,
        formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode),
        try_invert=thorough,
        try_downscale=thorough,
    )
    return in_reading_order(_codes(found))[:MAX_CODES]


def _codes(found: Iterable[Any]) -> Iterator[PrintedCode]:
    seen: set[str] = set()
    for each in found:
        at = each.position
        corners = [(at.top_left, at.top_right), (at.top_right, at.bottom_right)]
        sides = [((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 for a, b in corners]
        x, y = (at.top_left.x + at.bottom_right.x) / 2, (at.top_left.y + at.bottom_right.y) / 2
        modules = 17 + 4 * int(each.extra.get("Version", 1))
        if each.text not in seen:
            seen.add(each.text)
            yield PrintedCode(each.text, x, y, max(sides), min(sides) / modules)


def in_reading_order(codes: Iterable[PrintedCode]) -> list[PrintedCode]:
    """Row by row, each from left to right; a row of cards is never quite straight."""
    rows: list[list[PrintedCode]] = []
    for code in sorted(codes, key=lambda each: each.y):
        if rows and code.y - rows[-1][-1].y < ROW_SIDES * code.side:
            rows[-1].append(code)
        else:
            rows.append([code])
    return [code for row in rows for code in sorted(row, key=lambda each: each.x)]
