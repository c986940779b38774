"""Draws how a game went: a few drawings by round, as one SVG picture or as panels of a page.

Shapes and words stand beside every colour, so that nothing is told by a colour alone. Each drawing
stands by itself, so that a page can put them below each other on a phone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import Any

from companion.i18n.message import Message

Speak = Callable[[Message], str]
Shapes = Iterator[str]
"""Elements of an SVG."""

MARGIN = 24
TITLE_LINE, LINE = 20, 15
LONGEST_TITLE, LONGEST_LINE = 72, 100  # letters
ROOM_FOR_A_MARK = 11
MOST_NUMBERS = 12  # below an axis; of more rounds every third has one
STYLE = (
    "text{font:13px sans-serif;fill:#1b1f24}.small{font-size:12px;fill:#57606a}"
    ".head{font-size:14px;font-weight:bold}.title{font-size:16px;font-weight:bold}"
    ".paper{fill:#fff}.ink{stroke:#1b1f24}.faint{stroke:#d0d7de}.open{fill:none}"
    ".thick{stroke-width:3}.halo{stroke:#fff;stroke-width:4;paint-order:stroke}"
)


@dataclass(frozen=True, slots=True)
class Panel:
    """One of the drawings, from a story, and what stands above it."""

    title: Message
    height: int
    draw: Callable[[Any, Speak], Shapes]

    def shapes(self, story: Any, speak: Speak) -> Shapes:
        said = speak(self.title)
        yield text(0, 16, said[0].upper() + said[1:], "head")
        yield from self.draw(story, speak)


@dataclass(frozen=True, slots=True)
class Chart:
    """What a game draws of a story, and in which colours."""

    panels_of: Callable[[Any], Sequence[Panel]]
    title: Callable[[Any], Message]
    colours: str
    """Style sheet of what only this game draws."""
    width: int = 340
    """Of one drawing: as wide as a phone."""
    gap: int = 36
    remark: Callable[[Any], Message | None] = lambda story: None
    """What stands below the title."""

    def panels(self, story: Any, speak: Speak) -> tuple[str, ...]:
        """The drawings, each as an SVG element without colours."""
        return tuple(
            f'<svg viewBox="0 0 {self.width} {panel.height}" role="img" '
            f'aria-label="{escape(speak(panel.title))}">'
            f"{''.join(panel.shapes(story, speak))}</svg>"
            for panel in self.panels_of(story)
        )

    def draw(self, story: Any, speak: Speak) -> str:
        """The picture, two drawings in a row, as the text of an SVG file."""
        said, remark = speak(self.title(story)), self.remark(story)
        titles = wrap(said, LONGEST_TITLE)
        remarks = wrap(speak(remark), LONGEST_LINE) if remark else []
        below_title = MARGIN + 12 + len(titles) * TITLE_LINE
        y = below_title + len(remarks) * LINE
        drawn = [
            *(text(MARGIN, 36 + at * TITLE_LINE, part, "title") for at, part in enumerate(titles)),
            *(text(MARGIN, below_title + 2 + at * LINE, part) for at, part in enumerate(remarks)),
        ]
        panels = self.panels_of(story)
        columns = MARGIN, MARGIN + self.width + self.gap
        for row in (panels[at : at + 2] for at in range(0, len(panels), 2)):
            for x, panel in zip(columns, row, strict=False):
                shapes = panel.shapes(story, speak)
                drawn += [f'<g transform="translate({x} {y})">', *shapes, "</g>"]
            y += max(panel.height for panel in row) + self.gap
        width, height = 2 * (MARGIN + self.width) + self.gap, y - self.gap * bool(panels) + MARGIN
        lines = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">',
            f"<title>{escape(said)}</title>",
            f"<style>{STYLE}{self.colours}</style>",
            f'<rect class="paper" width="{width}" height="{height}"/>',
            *drawn,
            "</svg>",
        )
        return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class Axes:
    """A column for each round, and a scale from nothing at the bottom to the most at the top."""

    rounds: Sequence[int]
    most: float
    top: int
    bottom: int
    left: int
    right: int

    @property
    def columns(self) -> list[float]:
        """The middle of each."""
        step = (self.right - self.left) / len(self.rounds)
        return [self.left + step * (at + 0.5) for at in range(len(self.rounds))]

    def height(self, value: float) -> float:
        return self.bottom - (self.bottom - self.top) * value / self.most

    def tick(self, value: float, label: str, style: str = "faint", words: str = "small") -> Shapes:
        y = self.height(value)
        yield line(self.left, y, self.right, y, style)
        yield text(self.left - 6, y + 4, label, words, "end")

    def numbers(self, style: str = "") -> Shapes:
        """Of the rounds, below the columns."""
        every = 1 if len(self.rounds) <= MOST_NUMBERS else 3
        for x, number in zip(self.columns, self.rounds, strict=True):
            if number % every == 0:
                yield text(x, self.bottom + 18, str(number), style, "middle")

    def spots(self, values: Iterable[float]) -> list[tuple[float, float]]:
        """Where a value of each round lies."""
        return [(x, self.height(each)) for x, each in zip(self.columns, values, strict=True)]


def curve(spots: Iterable[tuple[float, float]], style: str) -> str:
    path = " ".join(f"{x:g},{y:g}" for x, y in spots)
    return f'<polyline class="open {style}" points="{path}"/>'


def bars(
    rows: Sequence[tuple[str, int]], style: str, top: int, step: int, room: int, usual: float = 0.0
) -> Shapes:
    """A bar for each row with its name above and its number behind; a line where one is usual."""
    scale = room / max(1, usual, *(number for _, number in rows))
    for at, (name, number) in enumerate(rows):
        y = top + at * step
        yield text(0, y, name, "small")
        yield box(0, y + 5, number * scale, 12, style)
        if usual:
            yield line(usual * scale, y + 4, usual * scale, y + 20, "ink")
        yield text(max(usual, number) * scale + 6, y + 16, str(number))


def legend(
    keys: Iterable[tuple[str, str]], y: float, right: int, marks: Mapping[str, str] | None = None
) -> Shapes:
    """A box in each style, and its name; in as many lines as it takes."""
    x = 0.0
    for name, style in keys:
        wide = 32 + 6.4 * len(name)
        if x + wide > right:
            x, y = 0.0, y + 20
        yield from marked(x, y - 11, 14, 14, style, marks or {})
        yield text(x + 19, y, name, "small")
        x += wide


def marked(
    x: float, y: float, width: float, height: float, style: str, marks: Mapping[str, str]
) -> Shapes:
    """A box with the shape of what it counts, where there is room for it."""
    yield box(x, y, width, height, style)
    if height >= ROOM_FOR_A_MARK and style in marks:
        yield text(x + width / 2, y + height / 2 + 4, marks[style], "mark", "middle")


def text(x: float, y: float, said: str, style: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{style}" text-anchor="{anchor}">{escape(said)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, style: str, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path class="{style}" d="M{x1:g} {y1:g}L{x2:g} {y2:g}"{dashed}/>'


def box(x: float, y: float, width: float, height: float, style: str) -> str:
    size = f'width="{width:g}" height="{height:g}"'
    return f'<rect class="{style}" x="{x:g}" y="{y:g}" {size}/>'
