"""Draws the wiring: the header in the middle, the parts on both sides, every wire in its colour.

Wires run on a grid on which none can lie on another: each has a lane of its own, and the rows of
pins, of the gaps between them and of terminals never coincide. What hangs on the outputs of chips
stands beyond them, level with these outputs where there is room.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.devices.board import pinout
from companion.devices.board.parts import Profile
from companion.devices.wiring.netlist import (
    AT_EACH_READER,
    POWER_COLOURS,
    Device,
    PartNamer,
    Side,
    Wire,
    devices,
    has_ribbons,
    neutral_part_name,
    wires,
)
from companion.devices.wiring.shapes import HUES, STEP, STYLE, Axis, Box, Point, Route, Speak, text
from companion.i18n.message import say

ROW = 2 * STEP  # between two pins
GAP = 18  # from a pin to where a wire passes between it and its neighbour
LANE = 12
BETWEEN = 3 * STEP // 2  # from one box to the next
TOP = 2 * ROW
MARGIN = 24
BOARD = 140  # from the middle of the board to its edge
PIN = 17  # from the middle of the board to a pin

RoutesTo = Callable[[float], list[Route]]


class Column:
    """Boxes one below the other, and the lanes of the wires that come to them."""

    def __init__(self, start: float, boxes: list[Box], width: int, routes_to: RoutesTo) -> None:
        self.boxes = boxes
        self.width = width
        self._start = start
        lanes = sum(not route.is_straight for route in routes_to(start))
        self.edge = start + LANE * (lanes + 2)
        self.routes = _with_few_crossings(routes_to(self.edge))

    @property
    def end(self) -> float:
        return self.edge + self.width if self.boxes else self._start

    def draw_wires(self, axis: Axis) -> Iterator[str]:
        lane = self._start + 1.5 * LANE
        for route in self.routes:
            yield from route.draw(axis, lane)
            if not route.is_straight:
                lane += LANE

    def draw_boxes(self, axis: Axis, origins: dict[str, str], speak: Speak) -> Iterator[str]:
        for box in self.boxes:
            yield from box.draw(axis, self.edge, self.width, origins, speak)


class Half:
    """One side of the drawing, measured outwards from the middle of the board."""

    def __init__(self, side: Side, parts: list[Device], found: list[Wire], speak: Speak) -> None:
        self._side = side
        self._speak = speak
        self._wires = {wire.net: wire for wire in found if wire.side == side}
        self._origins = {net: str(wire.pin or net) for net, wire in self._wires.items()}
        own = [part for part in parts if part.side == side]
        self._boxes = _stack([part for part in own if not part.is_beyond_chips])
        self._near = Column(BOARD, self._boxes, self._width(self._boxes), self._from_header)
        self._beyond_boxes = self._level([part for part in own if part.is_beyond_chips])
        self._beyond = Column(
            self._near.end, self._beyond_boxes, self._width(self._beyond_boxes), self._from_chips
        )

    @property
    def reach(self) -> int:
        return int(max(self._near.end, self._beyond.end)) + MARGIN

    @property
    def bottom(self) -> int:
        return max((box.bottom for box in (*self._boxes, *self._beyond_boxes)), default=TOP)

    def draw(self, middle: int) -> Iterator[str]:
        axis = Axis(middle, 1 if self._side == "right" else -1)
        columns = (self._near, self._beyond)
        for column in columns:
            yield from column.draw_wires(axis)
        for column in columns:
            yield from column.draw_boxes(axis, self._origins, self._speak)

    def _width(self, boxes: list[Box]) -> int:
        return max((box.room(self._origins, self._speak) for box in boxes), default=0)

    def _from_header(self, edge: float) -> list[Route]:
        routes = []
        for net, wire in self._wires.items():
            ends: list[Point] = [(edge, row) for box in self._boxes for row in box.rows(net)]
            if wire.pin:
                start = _way_out(wire.pin, self._side)
            else:
                # From one chip to the next: it begins at the first of its terminals.
                start, ends = ends[:1], ends[1:]
            if ends:
                routes.append(Route(wire, tuple(start), tuple(ends)))
        return routes

    def _from_chips(self, edge: float) -> list[Route]:
        return [
            Route(self._wires[output[1]], ((self._near.end, box.row(i)),), ends)
            for box in self._boxes
            for i, output in enumerate(box.outer)
            if output in box.part.outputs and (ends := tuple(self._ends(box, output[1], edge)))
        ]

    def _ends(self, chip: Box, signal: str, edge: float) -> Iterator[Point]:
        """Where this output of a chip goes: to parts beyond the chips, or back to one below."""
        is_power = signal in POWER_COLOURS
        for box in self._beyond_boxes:
            if not is_power or self._feeder(box.part)[0] is chip:
                yield from ((edge, row) for row in box.rows(signal))
        for box in self._boxes:
            if not is_power and box is not chip:
                rows = (box.row(i) for i, (_, gets) in enumerate(box.outer) if gets == signal)
                yield from ((self._near.end, row) for row in rows)

    def _feeder(self, part: Device) -> tuple[Box, int]:
        """The chip on which the first light of this part hangs, and the height of that output."""
        _, first = part.terminals[1]
        return next(
            (box, box.row(i))
            for box in self._boxes
            for i, (_, signal) in enumerate(box.outer)
            if signal == first
        )

    def _level(self, parts: list[Device]) -> list[Box]:
        """Boxes level with the outputs they hang on, or below the box above."""
        boxes: list[Box] = []
        top = TOP
        for part in sorted(parts, key=lambda part: self._feeder(part)[1]):
            box = Box(part, 0, part.terminals)
            box = replace(box, top=max(top, self._feeder(part)[1] - box.row(1)))
            if self._meets_other_wires(box):
                box = replace(box, top=box.top + STEP // 2)
            boxes.append(box)
            top = box.bottom + BETWEEN
        return boxes

    def _meets_other_wires(self, box: Box) -> bool:
        """Is a terminal level with something that another wire goes to?"""
        feeder, _ = self._feeder(box.part)
        others = {
            other.row(i): signal if signal not in POWER_COLOURS or other is feeder else None
            for other in self._boxes
            for i, (_, signal) in enumerate(other.outer)
        }
        rows = ((box.row(i), signal) for i, (_, signal) in enumerate(box.inner))
        return any(others.get(row, signal) != signal for row, signal in rows)


def is_near(pin: int, side: Side) -> bool:
    """Odd pins are in the left row: a wire to the other side has to pass between two pins."""
    return (pin % 2 == 0) == (side == "right")


def pin_height(pin: int) -> int:
    return TOP + (pin - 1) // 2 * ROW


def _way_out(pin: int, side: Side) -> list[Point]:
    """From the pin to the height at which the wire leaves the board."""
    height = pin_height(pin)
    if is_near(pin, side):
        return [(PIN, height)]
    return [(-PIN, height), (GAP - PIN, height + (GAP if side == "right" else -GAP))]


def _stack(parts: list[Device]) -> list[Box]:
    """The parts that the header feeds; what they get from chips is on the side of the outputs."""
    taken_here = {signal for part in parts for _, signal in part.terminals}
    given = {signal for part in parts for _, signal in part.outputs} - taken_here
    boxes: list[Box] = []
    top = TOP
    for part in parts:
        outer = tuple(
            each
            for each in (*part.outputs, *part.terminals)
            if each[1] in given or (each[1] in POWER_COLOURS and each in part.outputs)
        )
        inner = tuple(each for each in (*part.terminals, *part.outputs) if each not in outer)
        boxes.append(Box(part, top, inner, outer))
        top = boxes[-1].bottom + BETWEEN
    return boxes


def _with_few_crossings(routes: list[Route]) -> list[Route]:
    """Neighbours change lanes for as long as that saves a crossing."""
    better = True
    while better:
        better = False
        for i in range(len(routes) - 1):
            inner, outer = routes[i], routes[i + 1]
            if outer.crossings(inner) < inner.crossings(outer):
                routes[i], routes[i + 1] = outer, inner
                better = True
    return routes


def draw(name: str, board: Profile, speak: Speak, name_part: PartNamer = neutral_part_name) -> str:
    """The drawing of one board, as the text of an SVG file."""
    parts = devices(board, name_part)
    found = wires(parts)
    left, right = Half("left", parts, found, speak), Half("right", parts, found, speak)
    middle, width = left.reach, left.reach + right.reach
    height = max(left.bottom, right.bottom, pin_height(len(pinout.HEADER)) + ROW) + MARGIN
    captions = [speak(say("The number at a terminal is the pin of the header."))]
    if board.shift:
        captions.append(speak(say("A number in brackets is a pin of the chip.")))
    if has_ribbons(board):
        captions = [" ".join(captions), speak(AT_EACH_READER)]
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
        *_header(middle, found, board.bus_pins()),
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
