"""Draws the wiring: the header in the middle, the parts on both sides, every wire in its colour."""

from collections.abc import Iterator

from companion.devices.board import pinout
from companion.devices.board.parts import Profile
from companion.devices.wiring.layout import BOARD, MARGIN, PIN, ROW, TOP, Half, is_near, pin_height
from companion.devices.wiring.netlist import (
    Called,
    Wire,
    at_each_reader,
    devices,
    has_ribbons,
    neutral,
    wires,
)
from companion.devices.wiring.shapes import HUES, STEP, STYLE, Speak, text
from companion.i18n.message import say


def draw(name: str, board: Profile, speak: Speak, called: Called = neutral) -> str:
    """The drawing of one board, as the text of an SVG file."""
    parts = devices(board, called)
    found = wires(parts)
    left, right = Half("left", parts, found, speak), Half("right", parts, found, speak)
    middle, width = left.reach, left.reach + right.reach
    height = max(left.bottom, right.bottom, pin_height(len(pinout.HEADER)) + ROW) + MARGIN
    captions = [speak(say("The number at a terminal is the pin of the header."))]
    if board.shift:
        captions.append(speak(say("A number in brackets is a pin of the chip.")))
    if has_ribbons(board):
        captions = [" ".join(captions), speak(at_each_reader())]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">',
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        text(middle, 22, name, "title big", "middle"),
        *(text(middle, 38 + 13 * i, each, "small", "middle") for i, each in enumerate(captions)),
        f'<rect x="{middle - BOARD}" y="{TOP - STEP}" width="{2 * BOARD}" '
        f'height="{20 * ROW + STEP // 2}" rx="8" fill="#e3efe6" stroke="#6a9a78"/>',
        *left.draw(middle),
        *right.draw(middle),
        *_header(middle, found, board.occupied()),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _header(middle: int, found: list[Wire], signals: dict[int, str]) -> Iterator[str]:
    hues = {wire.pin: HUES[wire.colour.text] for wire in found}
    named = {f"GPIO{gpio}": signal for gpio, signal in signals.items()}
    near = {wire.pin for wire in found if wire.pin and is_near(wire.pin, wire.side)}
    for pin, name in enumerate(pinout.HEADER, 1):
        outwards = -1 if pin % 2 else 1
        x, y = middle + outwards * PIN, pin_height(pin)
        fill, number = (hues[pin], "pin lit") if pin in hues else ("#fff", "pin")
        # As on the board itself, the first pin is the square one.
        corner = 2 if pin == 1 else 9
        yield (
            f'<rect x="{x - 9}" y="{y - 9}" width="18" height="18" rx="{corner}" '
            f'fill="{fill}" stroke="#57606a"/>'
        )
        yield text(x, y + 4, str(pin), number, "middle")
        anchor = "start" if outwards > 0 else "end"
        row = y - 5 if pin in near else y + 4
        yield text(x + outwards * 14, row, name, "", anchor)
        if signal := named.get(name):
            inwards = "end" if outwards > 0 else "start"
            yield text(middle + outwards * (BOARD - 6), row, signal, "small", inwards)
