"""Draws the wiring: the header in the middle, the parts on both sides, every wire in its colour.

Wires run on a grid on which none can lie on another: each has a lane of its own, and the rows of
pins, of the gaps between them and of terminals never coincide.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from companion.devices import pinout
from companion.devices.netlist import Device, Side, Wire, devices, wires
from companion.devices.parts import Profile
from companion.message import Message, say

Speak = Callable[[Message], str]

ROW = 40  # between two pins
STEP = ROW // 2  # between two terminals
GAP = 18  # from a pin to where a wire passes between it and its neighbour
LANE = 12
TOP = 2 * ROW
MARGIN = 24
BOARD = 140  # from the middle of the board to its edge
PIN = 17  # from the middle of the board to a pin
LETTER = 6.8  # the room that a letter is given; most need less

HUES = {
    "red": "#d32f2f",
    "black": "#222222",
    "yellow": "#d9a400",
    "blue": "#1565c0",
    "green": "#2e8b3d",
    "orange": "#ef6c00",
    "purple": "#8e24aa",
    "grey": "#7b8794",
    "brown": "#7a4a2b",
}
CAPTION = say("The number at a terminal is the pin of the header.")
STYLE = (
    "text{font:12px sans-serif;fill:#1b1f24}.small{font-size:10px;fill:#57606a}"
    ".title{font-weight:bold}.big{font-size:18px}.pin{font-size:10px}.lit{fill:#fff}"
    ".wire{fill:none;stroke-width:2.5;stroke-linejoin:round}"
    ".halo{fill:none;stroke:#fff;stroke-width:5.5;stroke-linejoin:round}"
)


@dataclass(frozen=True, slots=True)
class Route:
    """A wire on the drawing: the height where it leaves the board, and those of its terminals."""

    wire: Wire
    leaves: int
    arrives: tuple[int, ...]

    def passes(self, height: int) -> bool:
        """Does its vertical run cross this height?"""
        return min(self.leaves, *self.arrives) < height < max(self.leaves, *self.arrives)

    def crossings(self, outer: "Route") -> int:
        """How often the two cross when this one has the lane nearer to the board."""
        return self.passes(outer.leaves) + sum(outer.passes(end) for end in self.arrives)


class Half:
    """One side of the drawing, measured outwards from the middle of the board."""

    def __init__(self, side: Side, parts: list[Device], found: list[Wire], speak: Speak) -> None:
        self.outwards = 1 if side == "right" else -1
        self.speak = speak
        self.bottom = TOP
        self.boxes: list[tuple[Device, int]] = []
        for part in parts:
            if part.side == side:
                self.boxes.append((part, self.bottom))
                self.bottom += STEP * (len(part.terminals) + 3)
        self.routes = [self._route(wire) for wire in found if wire.side == side]
        self._change_lanes()
        self.edge = BOARD + LANE * (len(self.routes) + 2)
        letters = [len(speak(part.title)) for part, _ in self.boxes]
        letters += [len(label) + 8 for part, _ in self.boxes for label, _ in part.terminals]
        self.width = int(max(letters, default=0) * LETTER) + 2 * STEP

    def reach(self) -> int:
        return self.edge + self.width + MARGIN

    def draw(self, middle: int) -> Iterator[str]:
        self.middle = middle
        pins = {route.wire.signal: route.wire.pin for route in self.routes}
        for lane, route in enumerate(self.routes):
            yield from self._wire(route, BOARD + LANE * (lane + 1.5))
        for part, top in self.boxes:
            yield from self._box(part, top, pins)

    def _x(self, outwards: float) -> float:
        return self.middle + self.outwards * outwards

    def _route(self, wire: Wire) -> Route:
        assert wire.pin
        leaves = _pin_height(wire.pin) + (0 if _is_near(wire) else GAP * self.outwards)
        arrives = [
            _terminal_height(top, i)
            for part, top in self.boxes
            for i, (_, signal) in enumerate(part.terminals)
            if signal == wire.signal
        ]
        return Route(wire, leaves, tuple(arrives))

    def _change_lanes(self) -> None:
        """Neighbours change lanes for as long as that saves a crossing."""
        routes = self.routes
        better = True
        while better:
            better = False
            for i in range(len(routes) - 1):
                inner, outer = routes[i], routes[i + 1]
                if outer.crossings(inner) < inner.crossings(outer):
                    routes[i], routes[i + 1] = outer, inner
                    better = True

    def _wire(self, route: Route, lane: float) -> Iterator[str]:
        assert route.wire.pin
        start = PIN if _is_near(route.wire) else -PIN
        pin = _pin_height(route.wire.pin)
        x, edge = self._x(lane), self._x(self.edge)
        bend = self._x(start + (abs(route.leaves - pin) if start < 0 else 0))
        path = f"M{self._x(start):g} {pin}L{bend:g} {route.leaves}H{x:g}"
        path += "".join(f"M{x:g} {route.leaves}V{end}H{edge:g}" for end in route.arrives)
        hue = HUES[route.wire.colour.text]
        yield f'<path class="halo" d="{path}"/>'
        yield f'<path class="wire" stroke="{hue}" d="{path}"/>'
        # A dot where a wire branches, so that a branch cannot be taken for a crossing.
        farthest = {min(route.leaves, *route.arrives), max(route.leaves, *route.arrives)}
        for end in {route.leaves, *route.arrives} - farthest:
            if len(route.arrives) > 1:
                yield f'<circle cx="{x:g}" cy="{end}" r="3.5" fill="{hue}"/>'

    def _box(self, part: Device, top: int, pins: dict[str, int | None]) -> Iterator[str]:
        left = min(self._x(self.edge), self._x(self.edge + self.width))
        yield (
            f'<rect x="{left:g}" y="{top}" width="{self.width}" height="{_height(part)}" '
            'rx="6" fill="#f6f8fa" stroke="#8c959f"/>'
        )
        title = self.speak(part.title)
        yield _text(left + self.width / 2, top + STEP - 4, title, "title", "middle")
        near, far = ("start", "end") if self.outwards > 0 else ("end", "start")
        for i, (label, signal) in enumerate(part.terminals):
            y = _terminal_height(top, i)
            yield f'<circle cx="{self._x(self.edge):g}" cy="{y}" r="3.5" fill="#57606a"/>'
            yield _text(self._x(self.edge + 9), y + 4, label, "", near)
            yield _text(self._x(self.edge + self.width - 7), y + 4, f"{pins[signal]}", "small", far)


def draw(name: str, board: Profile, speak: Speak) -> str:
    """The drawing of one board, as the text of an SVG file."""
    parts = devices(board)
    found = wires(parts)
    left, right = Half("left", parts, found, speak), Half("right", parts, found, speak)
    middle, width = left.reach(), left.reach() + right.reach()
    height = max(left.bottom, right.bottom, _pin_height(len(pinout.HEADER)) + ROW) + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">',
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        _text(middle, TOP - ROW - 8, name, "title big", "middle"),
        _text(middle, TOP - ROW + 10, speak(CAPTION), "small", "middle"),
        f'<rect x="{middle - BOARD}" y="{TOP - STEP}" width="{2 * BOARD}" '
        f'height="{20 * ROW}" rx="8" fill="#e3efe6" stroke="#6a9a78"/>',
        *left.draw(middle),
        *right.draw(middle),
        *_header(middle, found, board.occupied()),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _header(middle: int, found: list[Wire], signals: dict[int, str]) -> Iterator[str]:
    hues = {wire.pin: HUES[wire.colour.text] for wire in found}
    named = {f"GPIO{gpio}": signal for gpio, signal in signals.items()}
    near = {wire.pin for wire in found if _is_near(wire)}
    for pin, name in enumerate(pinout.HEADER, 1):
        outwards = -1 if pin % 2 else 1
        x, y = middle + outwards * PIN, _pin_height(pin)
        fill, number = (hues[pin], "pin lit") if pin in hues else ("#fff", "pin")
        # As on the board itself, the first pin is the square one.
        corner = 2 if pin == 1 else 9
        yield (
            f'<rect x="{x - 9}" y="{y - 9}" width="18" height="18" rx="{corner}" '
            f'fill="{fill}" stroke="#57606a"/>'
        )
        yield _text(x, y + 4, str(pin), number, "middle")
        anchor = "start" if outwards > 0 else "end"
        row = y - 5 if pin in near else y + 4
        yield _text(x + outwards * 14, row, name, "", anchor)
        if signal := named.get(name):
            inwards = "end" if outwards > 0 else "start"
            yield _text(middle + outwards * (BOARD - 6), row, signal, "small", inwards)


def _is_near(wire: Wire) -> bool:
    """Odd pins are in the left row: a wire to the other side has to pass between two pins."""
    assert wire.pin, "only what is on the header can be drawn"
    return (wire.pin % 2 == 0) == (wire.side == "right")


def _pin_height(pin: int) -> int:
    return TOP + (pin - 1) // 2 * ROW


def _terminal_height(top: int, i: int) -> int:
    return top + STEP * (i + 1) + STEP // 2


def _height(part: Device) -> int:
    return STEP * (len(part.terminals) + 1) + STEP // 2


def _text(x: float, y: float, text: str, style: str, anchor: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{style}" text-anchor="{anchor}">{escape(text)}</text>'
