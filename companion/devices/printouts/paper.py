"""A sheet of paper as SVG in millimetres, and texts that fit the room they are given.

Nobody knows which font a printer will take, so letters are given the room of a wide bold one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

from companion.games.layout import Size

PAPER_SIZES = {"a4": Size(210, 297), "letter": Size(215.9, 279.4)}
MARGIN = 5  # where printers do not print
HEAD = 10  # at the top, for the title and the line that tells the printer's scale
CHECK = 50

LINE = 1.2  # from one line to the next, in sizes of the letters
SMALLEST = 1.6
NARROW, WIDE = set("fiIjlrt.,:;'|()¡! "), set("mwMW%")

STYLE = (
    "text{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;fill:#111}"
    ".bold{font-weight:bold}.quiet{fill:#555}"
    ".cut{fill:none;stroke:#999;stroke-width:.2;stroke-dasharray:1.5 1}"
    ".edge{fill:none;stroke:#111;stroke-width:.35}.tag{fill:#eef2f5;stroke:#555;stroke-width:.3}"
    ".faint{fill:none;stroke:#aaa;stroke-width:.2}"
    ".icon{fill:none;stroke:#111;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}"
)


@dataclass(frozen=True, slots=True)
class Room:
    """A rectangle on the page."""

    left: float
    top: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.left + self.width / 2

    def inset(self, by: float) -> "Room":
        return Room(self.left + by, self.top + by, self.width - 2 * by, self.height - 2 * by)

    def below(self, skipped: float, height: float) -> "Room":
        """The part of this height that begins so far below the top."""
        return Room(self.left, self.top + skipped, self.width, height)

    def outline(self, style: str, corner: float = 0) -> str:
        return (
            f'<rect class="{style}" x="{self.left:g}" y="{self.top:g}" width="{self.width:g}" '
            f'height="{self.height:g}" rx="{corner:g}"/>'
        )


def length(words: str, size: float) -> float:
    """The room that a text needs, in one line."""
    letters = (
        0.42 if letter in NARROW else 1.02 if letter in WIDE else 0.8 if letter.isupper() else 0.68
        for letter in words
    )
    return size * sum(letters)


def write(
    room: Room, words: str, size: float, style: str = "", *, centred: bool = True
) -> Iterator[str]:
    """A text in as many lines as it needs; smaller than asked if it would not fit the room."""
    lines = wrapped(words, size, room.width)
    while size > SMALLEST and not fits(lines, size, room):
        size = round(size - 0.1, 1)
        lines = wrapped(words, size, room.width)
    x, anchor = (room.middle, "middle") if centred else (room.left, "start")
    top = room.top + (room.height - len(lines) * size * LINE) / 2 if centred else room.top
    for i, line in enumerate(lines):
        y = top + (i + 0.8) * size * LINE
        yield (
            f'<text class="{style}" x="{x:g}" y="{y:.2f}" font-size="{size:g}" '
            f'text-anchor="{anchor}">{escape(line)}</text>'
        )


def wrapped(words: str, size: float, width: float) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        if lines and length(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def fits(lines: list[str], size: float, room: Room) -> bool:
    return len(lines) * size * LINE <= room.height and all(
        length(line, size) <= room.width for line in lines
    )


def tag(x: float, y: float, diameter: float) -> str:
    """Where a sticker goes."""
    return f'<circle class="tag" cx="{x:g}" cy="{y:g}" r="{diameter / 2:g}"/>'


def icon(path: str, left: float, top: float, size: float) -> Iterator[str]:
    """A drawing of the game's own, if there is one: a path on a square of 24."""
    if path:
        place = f"translate({left:g} {top:g}) scale({size / 24:g})"
        yield f'<path class="icon" transform="{place}" d="{path}"/>'


@dataclass(frozen=True, slots=True)
class Paper:
    """One sheet of paper, with its head and the body below."""

    paper: Size

    @property
    def body(self) -> Room:
        across = self.paper.width - 2 * MARGIN
        return Room(MARGIN, HEAD, across, self.paper.height - HEAD - MARGIN)

    def lines(self, cell: Size) -> list[list[Room]]:
        """As many equal cells as the page has room for, line by line."""
        body = self.body
        columns, lines = int(body.width // cell.width), int(body.height // cell.height)
        left = body.middle - columns * cell.width / 2
        return [
            [
                Room(left + i * cell.width, body.top + j * cell.height, cell.width, cell.height)
                for i in range(columns)
            ]
            for j in range(lines)
        ]

    def svg(self, title: str, scale: str, drawn: Iterable[str]) -> str:
        """The whole file; ``scale`` says what the line at the top is for."""
        paper, top, right = self.paper, 3, self.paper.width - MARGIN
        half = (paper.width - 2 * MARGIN - CHECK) / 2 - 2
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{paper.width:g}mm" '
            f'height="{paper.height:g}mm" viewBox="0 0 {paper.width:g} {paper.height:g}">',
            f"<style>{STYLE}</style>",
            f'<rect width="{paper.width:g}" height="{paper.height:g}" fill="#fff"/>',
            *write(Room(MARGIN, top, half, 5), title, 4, "bold", centred=False),
            *write(Room(right - CHECK - half - 2, top, half, 5), scale, 2.2, "quiet"),
            f'<path class="edge" d="M{right - CHECK:g} {top + 1}v4m0 -2h{CHECK}m0 -2v4"/>',
            *drawn,
            "</svg>",
        ]
        return "\n".join(lines) + "\n"
