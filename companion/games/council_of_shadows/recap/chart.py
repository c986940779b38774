"""The story of a game as a picture: each seat's two tracks by round, and what paid."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from xml.sax.saxutils import escape

from companion.games.council_of_shadows.model.terms import MOST_CONSUMPTION, SEATS, roman
from companion.games.council_of_shadows.recap.recap import SOURCES, Story
from companion.games.council_of_shadows.recap.text import PAID
from companion.games.council_of_shadows.text.events import ending
from companion.i18n.message import Message, say

Speak = Callable[[Message], str]
WIDE, TALL = 420, 216
MARGIN, GAP = 24, 28
LEFT, TOP, BOTTOM = 34, 34, 168
BAR = 34
STYLE = (
    "text{font:13px sans-serif;fill:#1b1f24}.small{font-size:12px;fill:#57606a}"
    ".head{font-size:14px;font-weight:bold}.title{font-size:16px;font-weight:bold}"
    ".paper{fill:#fff}.faint{stroke:#d0d7de}.open{fill:none}.thick{stroke-width:3}"
    ".dashed{stroke-dasharray:5 4;stroke-width:2}.halo{stroke:#fff;stroke-width:4;"
    "paint-order:stroke}.blue{stroke:#2f6fb7;fill:#2f6fb7}.green{stroke:#2f8f5b;fill:#2f8f5b}"
    ".red{stroke:#c0392b;fill:#c0392b}.violet{stroke:#7d5bb5;fill:#7d5bb5}"
    ".open.blue,.open.green,.open.red,.open.violet{fill:none}"
    ".by-galaxies{fill:#2f5d8a}.by-actions{fill:#2e7d4f}.by-harvest{fill:#c77700}"
    ".by-cards{fill:#5b4b8a}.by-upgrades{fill:#8c4a3c}.by-account{fill:#57606a}"
)


@dataclass(frozen=True, slots=True)
class Panel:
    """One of the drawings, and what stands above it."""

    title: Message
    height: int
    draw: Callable[[Story, Speak], Iterator[str]]

    def head(self, speak: Speak) -> str:
        return text(0, 16, speak(self.title), "head")


def panels_of(story: Story) -> tuple[Panel, ...]:
    if not story.rounds:
        return ()
    seats = tuple(Panel(SEATS[seat], TALL, partial(both_tracks, seat)) for seat in story.seats)
    height = TOP + len(story.seats) * BAR + 64
    return (*seats, Panel(say("Where the energy came from"), height, what_paid))


def draw_story(story: Story, speak: Speak) -> str:
    """The picture, as the text of an SVG file."""
    said = say("The game goes on.")
    if story.outcome:
        said = ending(story.outcome.winners, story.outcome.reason)
    panels = panels_of(story)
    rows = [panels[at : at + 2] for at in range(0, len(panels), 2)]
    heights = [max(panel.height for panel in row) for row in rows]
    width = 2 * (MARGIN + WIDE) + GAP
    height = 56 + sum(heights) + GAP * len(rows)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{escape(speak(said))}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
        text(MARGIN, 34, speak(said), "title"),
    ]
    y = 56
    for row, tall in zip(rows, heights, strict=True):
        for at, panel in enumerate(row):
            x = MARGIN + at * (WIDE + GAP)
            drawn = panel.draw(story, speak)
            lines += [f'<g transform="translate({x} {y})">', panel.head(speak), *drawn, "</g>"]
        y += tall + GAP
    return "\n".join((*lines, "</svg>")) + "\n"


def draw_panels(story: Story, speak: Speak) -> tuple[str, ...]:
    """The same drawings one by one, for a page that brings the colours."""
    return tuple(
        f'<svg viewBox="0 0 {WIDE} {panel.height}" role="img" '
        f'aria-label="{escape(speak(panel.title))}">'
        + "".join((panel.head(speak), *panel.draw(story, speak)))
        + "</svg>"
        for panel in panels_of(story)
    )


def both_tracks(seat: str, story: Story, speak: Speak) -> Iterator[str]:
    """Consumption as a dashed line, energy as a full one; a mark where a level was reached."""
    most = max(MOST_CONSUMPTION, *(told.seats[seat].energy for told in story.rounds))

    def height(space: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * space / most

    for space in (0, 50, 100):
        yield line(LEFT, height(space), WIDE, height(space), "faint")
        yield text(LEFT - 6, height(space) + 4, str(space), "small", "end")
    step = (WIDE - LEFT) / len(story.rounds)
    xs = [LEFT + step * (at + 0.5) for at in range(len(story.rounds))]
    for what, style in (("consumption", "dashed"), ("energy", "thick")):
        spots = [
            (x, height(getattr(told.seats[seat], what)))
            for x, told in zip(xs, story.rounds, strict=True)
        ]
        path = " ".join(f"{x:g},{y:g}" for x, y in spots)
        yield f'<polyline class="open {style} {seat}" points="{path}"/>'
        if what == "energy":
            yield from (f'<circle class="{seat}" cx="{x:g}" cy="{y:g}" r="4"/>' for x, y in spots)
    for x, told in zip(xs, story.rounds, strict=True):
        yield text(x, BOTTOM + 18, str(told.round), "", "middle")
        reached = [each for each in story.rises if (each.round, each.seat) == (told.round, seat)]
        if reached:
            level = roman(max(each.level for each in reached))
            yield text(x, TOP - 4, f"↑ {level}", "head halo", "middle")
    legend = speak(say("full: energy; dashed: consumption; ↑ level"))
    yield text(LEFT, TALL - 6, legend, "small")


def what_paid(story: Story, speak: Speak) -> Iterator[str]:
    """One bar a seat, in parts; the colours are named below."""
    totals = [sum(story.paid[seat].values()) for seat in story.seats if seat in story.paid]
    scale = (WIDE - 40) / max(1, *totals, 1)
    for at, seat in enumerate(story.seats):
        y, x = TOP + at * BAR, 0.0
        yield text(0, y, speak(SEATS[seat]), "small")
        for source in SOURCES:
            energy = story.paid[seat][source] if seat in story.paid else 0
            if energy > 0:
                yield box(x, y + 4, energy * scale, 14, f"by-{source}")
                x += energy * scale
        yield text(x + 6, y + 16, str(round(x / scale)), "")
    y = TOP + len(story.seats) * BAR + 14
    x = 0.0
    for source in SOURCES:
        name = speak(PAID[source])
        wide = 30 + 6.6 * len(name)
        if x + wide > WIDE:
            x, y = 0.0, y + 20
        yield box(x, y - 11, 12, 12, f"by-{source}")
        yield text(x + 17, y, name, "small")
        x += wide


def text(x: float, y: float, said: str, style: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{style}" text-anchor="{anchor}">{escape(said)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<path class="{style}" d="M{x1:g} {y1:g}L{x2:g} {y2:g}"/>'


def box(x: float, y: float, width: float, height: float, style: str) -> str:
    size = f'width="{width:g}" height="{height:g}"'
    return f'<rect class="{style}" x="{x:g}" y="{y:g}" {size}/>'
