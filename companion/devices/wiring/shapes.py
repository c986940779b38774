"""The building blocks of the wiring drawing as SVG: texts, boxes, lights and wires.

Everything right or left of the board is measured outwards from the board's middle; an ``Axis``
turns that into an x of the drawing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from companion.devices.wiring.netlist import Device, Terminals, Wire
from companion.i18n.message import Message

Speak = Callable[[Message], str]
Point = tuple[float, int]

STEP = 20  # between two terminals
LETTER = 6.8  # the room that a letter is given; most need less
RAIL = 50  # from a light's terminal to the line that joins all lights with the ground
RESISTOR = "330 Ω"

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
STYLE = (
    "text{font:12px sans-serif;fill:#1b1f24}.small{font-size:10px;fill:#57606a}"
    ".title{font-weight:bold}.big{font-size:18px}.pin{font-size:10px}.lit{fill:#fff}"
    ".wire{fill:none;stroke-width:2.5;stroke-linejoin:round}"
    ".halo{fill:none;stroke:#fff;stroke-width:5.5;stroke-linejoin:round}"
    ".symbol,.line{fill:#fff;stroke:#444c56;stroke-width:1.2}.lamp{fill:#ffd33d}.line{fill:none}"
)


@dataclass(frozen=True, slots=True)
class Axis:
    """One side of the board: ``outwards`` is 1 to the right and -1 to the left."""

    middle: int
    outwards: int

    def x(self, distance: float) -> float:
        return self.middle + self.outwards * distance

    def anchor(self, *, grows_outwards: bool) -> str:
        return "start" if grows_outwards is (self.outwards > 0) else "end"


@dataclass(frozen=True, slots=True)
class Box:
    """A part with its terminals: on the side that faces the board, and on the other one."""

    part: Device
    top: int
    inner: Terminals
    outer: Terminals = ()

    @property
    def bottom(self) -> int:
        return self.row(max(len(self.inner), len(self.outer)))

    def row(self, i: int) -> int:
        """The height of a terminal."""
        return self.top + STEP * (i + 1) + STEP // 2

    def rows(self, signal: str) -> Iterator[int]:
        """The heights of the terminals facing the board that get this signal."""
        return (self.row(i) for i, (_, gets) in enumerate(self.inner) if gets == signal)

    def room(self, origins: dict[str, str], speak: Speak) -> int:
        """How wide it has to be for what is written in it."""
        ledge = RAIL if self.part.is_lights else 0
        wide = [len(speak(self.part.title)) * LETTER + 2 * ledge]
        wide += [
            (len(label) + len(origins[signal]) + 5) * LETTER + ledge + self._outer_room()
            for label, signal in self.inner
        ]
        return int(max(wide)) + STEP

    def draw(
        self, axis: Axis, edge: float, width: int, origins: dict[str, str], speak: Speak
    ) -> Iterator[str]:
        """``origins`` says where each signal comes from, which is written beside its terminal."""
        left = min(axis.x(edge), axis.x(edge + width))
        yield (
            f'<rect x="{left:g}" y="{self.top}" width="{width}" height="{self.bottom - self.top}" '
            'rx="6" fill="#f6f8fa" stroke="#8c959f"/>'
        )
        yield text(left + width / 2, self.top + STEP - 4, speak(self.part.title), "title", "middle")
        if self.part.is_lights:
            yield from self._lights(axis, edge)
        near, far = axis.anchor(grows_outwards=True), axis.anchor(grows_outwards=False)
        ledge = RAIL if self.part.is_lights else 0
        for i, (label, signal) in enumerate(self.inner):
            yield terminal(axis.x(edge), self.row(i))
            yield text(axis.x(edge + ledge + 9), self.row(i) + 4, label, "", near)
            if (label, signal) not in self.part.outputs:
                at = axis.x(edge + width - 7 - self._outer_room())
                yield text(at, self.row(i) + 4, origins[signal], "small", far)
        for i, (label, _) in enumerate(self.outer):
            yield terminal(axis.x(edge + width), self.row(i))
            yield text(axis.x(edge + width - 9), self.row(i) + 4, label, "", far)

    def _outer_room(self) -> float:
        return max((len(label) + 3 for label, _ in self.outer), default=0) * LETTER

    def _lights(self, axis: Axis, edge: float) -> Iterator[str]:
        """A resistor and a light in each row but the ground's, and the line that joins them."""
        yield text(axis.x(edge + 17), self.top + STEP - 4, RESISTOR, "small", "middle")
        xs = (f"{axis.x(edge + distance):g}" for distance in (0, 8, 26, 33, 43, RAIL))
        start, a, b, c, d, rail = xs
        first, *rows = (self.row(i) for i in range(len(self.inner)))
        yield f'<path class="line" d="M{start} {first}H{rail}V{rows[-1]}"/>'
        for y in rows:
            yield f'<path class="line" d="M{start} {y}H{a}M{b} {y}H{c}M{d} {y}H{rail}"/>'
            yield f'<path class="symbol" d="M{a} {y - 4}H{b}V{y + 4}H{a}Z"/>'
            lamp = f"M{c} {y - 5}L{d} {y}L{c} {y + 5}ZM{d} {y - 5}V{y + 5}"
            yield f'<path class="symbol lamp" d="{lamp}"/>'


@dataclass(frozen=True, slots=True)
class Route:
    """A wire on the drawing: how it sets out to its lane, and where its terminals are."""

    wire: Wire
    start: tuple[Point, ...]
    ends: tuple[Point, ...]

    @property
    def leaves(self) -> int:
        """The height at which it comes to its lane."""
        return self.start[-1][1]

    @property
    def heights(self) -> set[int]:
        return {self.leaves, *(height for _, height in self.ends)}

    @property
    def is_straight(self) -> bool:
        return self.heights == {self.leaves}

    def passes(self, height: int) -> bool:
        """Does its vertical run cross this height?"""
        return min(self.heights) < height < max(self.heights)

    def crossings(self, outer: "Route") -> int:
        """How often the two cross when this one has the lane nearer to the board."""
        return self.passes(outer.leaves) + sum(outer.passes(height) for _, height in self.ends)

    def draw(self, axis: Axis, lane: float) -> Iterator[str]:
        x = f"{axis.x(lane):g}"
        path = "M" + "L".join(f"{axis.x(at):g} {height}" for at, height in self.start)
        if self.is_straight:
            path += "".join(f"H{axis.x(at):g}" for at, _ in self.ends)
        else:
            path += f"H{x}"
            path += "".join(f"M{x} {self.leaves}V{y}H{axis.x(at):g}" for at, y in self.ends)
        hue = HUES[self.wire.colour.text]
        yield f'<path class="halo" d="{path}"/>'
        yield f'<path class="wire" stroke="{hue}" d="{path}"/>'
        # A dot where a wire branches, so that a branch cannot be taken for a crossing.
        for height in sorted(self.heights - {min(self.heights), max(self.heights)}):
            yield f'<circle cx="{x}" cy="{height}" r="3.5" fill="{hue}"/>'


def terminal(x: float, y: int) -> str:
    return f'<circle cx="{x:g}" cy="{y}" r="3.5" fill="#57606a"/>'


def text(x: float, y: float, words: str, style: str, anchor: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" class="{style}" text-anchor="{anchor}">{escape(words)}</text>'
    )
