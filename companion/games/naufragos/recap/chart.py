"""Draws the story of a game: everybody's energy by turn, food and wood, the way home, the dice.

Shapes and words stand beside every colour, so that nothing is told by a colour alone. Each drawing
stands by itself, so that a page can put them below each other on a phone.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from textwrap import wrap

from companion.games.naufragos.model.terms import COLOURS
from companion.games.naufragos.recap.recap import Story
from companion.games.naufragos.recap.text import ending
from companion.i18n.message import Message, say

Speak = Callable[[Message], str]

WIDE, TALL = 340, 250
MARGIN, GAP = 24, 36
LEFT, TOP, BOTTOM = 28, 40, 190
TITLE_LINE, LONGEST_TITLE = 20, 72
MARKS = {"red": "●", "yellow": "■", "green": "◆", "blue": "▲"}
STYLE = (
    "text{font:13px sans-serif;fill:#1b1f24}.small{font-size:12px;fill:#57606a}"
    ".head{font-size:14px;font-weight:bold}.title{font-size:16px;font-weight:bold}"
    ".paper{fill:#fff}.ink{stroke:#1b1f24}.faint{stroke:#d0d7de}.open{fill:none;stroke-width:2.5}"
    ".red{fill:#c0392b}.yellow{fill:#b58a00}.green{fill:#2f8f5b}.blue{fill:#2f6fb7}"
    ".open.red{fill:none;stroke:#c0392b}.open.yellow{fill:none;stroke:#b58a00}"
    ".open.green{fill:none;stroke:#2f8f5b}.open.blue{fill:none;stroke:#2f6fb7}.fill{fill:#8c6d46}"
)


@dataclass(frozen=True, slots=True)
class Panel:
    """One of the drawings, and what stands above it."""

    title: Message
    draw: Callable[[Story, Speak], Iterator[str]]

    def elements(self, story: Story, speak: Speak) -> tuple[str, ...]:
        return text(0, 16, speak(self.title), "head"), *self.draw(story, speak)


def panels_of(story: Story) -> tuple[Panel, ...]:
    if not story.turns:
        return ()
    panels = [
        Panel(say("Energy at the end of each turn"), energy),
        Panel(say("Where food and wood went"), goods),
    ]
    if any(told.furthest for told in story.turns):
        panels.append(Panel(say("The way back, at its hardest"), way_back))
    if story.faces:
        panels.append(Panel(say("What the dice showed"), dice))
    return tuple(panels)


def draw_panels(story: Story, speak: Speak) -> tuple[str, ...]:
    """The drawings, each as an SVG element without colours."""
    return tuple(
        f'<svg viewBox="0 0 {WIDE} {TALL}" role="img" aria-label="{escape(speak(panel.title))}">'
        + "".join(panel.elements(story, speak))
        + "</svg>"
        for panel in panels_of(story)
    )


def draw_story(story: Story, speak: Speak) -> str:
    """The picture, as the text of an SVG file."""
    said = speak(ending(story))
    title = wrap(said, LONGEST_TITLE)
    above = MARGIN + 12 + len(title) * TITLE_LINE
    panels = panels_of(story)
    rows = (len(panels) + 1) // 2
    width, height = 2 * (MARGIN + WIDE) + GAP, above + rows * (TALL + GAP) + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{escape(said)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
        *(text(MARGIN, 36 + at * TITLE_LINE, part, "title") for at, part in enumerate(title)),
    ]
    for at, panel in enumerate(panels):
        x, y = MARGIN + at % 2 * (WIDE + GAP), above + at // 2 * (TALL + GAP)
        lines += [f'<g transform="translate({x} {y})">', *panel.elements(story, speak), "</g>"]
    return "\n".join((*lines, "</svg>")) + "\n"


def columns_of(story: Story) -> list[float]:
    """The middle of each turn's column."""
    step = (WIDE - LEFT) / len(story.turns)
    return [LEFT + step * (at + 0.5) for at in range(len(story.turns))]


def axis(story: Story, most: int, step: int) -> Iterator[str]:
    """Lines for every so many, and the turns below them."""
    for value in range(0, most + 1, step):
        y = height(value, most)
        yield line(LEFT, y, WIDE, y, "faint" if value else "ink")
        yield text(LEFT - 6, y + 4, str(value), "small", "end")
    every = 1 if len(story.turns) <= 12 else 3
    for x, told in zip(columns_of(story), story.turns, strict=True):
        if told.round % every == 0:
            yield text(x, BOTTOM + 18, str(told.round), "small", "middle")


def height(value: float, most: int) -> float:
    return BOTTOM - (BOTTOM - TOP) * value / most


def energy(story: Story, speak: Speak) -> Iterator[str]:
    """A line for each castaway, with a shape of its own at every turn."""
    most = max(6, *(value for told in story.turns for value in told.energy.values()))
    yield from axis(story, most, 2)
    xs = columns_of(story)
    for seat in story.seats:
        spots = [
            (x, height(told.energy[seat], most)) for x, told in zip(xs, story.turns, strict=True)
        ]
        path = " ".join(f"{x:g},{y:g}" for x, y in spots)
        yield f'<polyline class="open {seat}" points="{path}"/>'
        for x, y in spots:
            yield text(x, y + 4, MARKS[seat], seat, "middle")
    for at, seat in enumerate(story.seats):
        x = LEFT + at * (WIDE - LEFT) / len(story.seats)
        yield text(x, BOTTOM + 44, MARKS[seat], seat)
        yield text(x + 15, BOTTOM + 44, speak(COLOURS[seat]), "small")


def goods(story: Story, speak: Speak) -> Iterator[str]:
    """Bars of what was found, and of what became of it."""
    rows = (
        (say("food found"), story.food["found"]),
        (say("food eaten"), story.food["eaten"]),
        (say("food rotten"), story.food["rotten"]),
        (say("wood found"), story.wood["found"]),
        (say("wood burned"), story.wood["burned"]),
        (say("wood built with"), story.wood["built"]),
    )
    yield from bars([(speak(name), number) for name, number in rows])


def bars(rows: list[tuple[str, int]]) -> Iterator[str]:
    most = max(1, *(number for _, number in rows))
    for at, (name, number) in enumerate(rows):
        y = TOP + at * 32
        yield text(0, y, name, "small")
        yield box(0, y + 5, (WIDE - 40) * number / most, 12)
        yield text((WIDE - 40) * number / most + 6, y + 16, str(number))


def way_back(story: Story, speak: Speak) -> Iterator[str]:
    most = max(15, *(told.furthest for told in story.turns))
    yield from axis(story, most, 5)
    wide = min(18.0, (WIDE - LEFT) / len(story.turns) * 0.7)
    for x, told in zip(columns_of(story), story.turns, strict=True):
        top = height(told.furthest, most)
        yield box(x - wide / 2, top, wide, BOTTOM - top)
        if told.furthest:
            yield text(x, top - 4, str(told.furthest), "small", "middle")


def dice(story: Story, speak: Speak) -> Iterator[str]:
    yield from bars([(str(face), story.faces[face]) for face in range(1, 7)])


def text(x: float, y: float, said: str, style: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{style}" text-anchor="{anchor}">{escape(said)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<path class="{style}" d="M{x1:g} {y1:g}L{x2:g} {y2:g}"/>'


def box(x: float, y: float, width: float, tall: float) -> str:
    size = f'width="{width:g}" height="{tall:g}"'
    return f'<rect class="fill" x="{x:g}" y="{y:g}" {size}/>'
