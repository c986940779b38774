"""Draws the story of a game: temperature and carbon by round, who changed what, and the dice.

Shapes and words stand beside every colour, so that nothing is told by a colour alone. Each of the
four drawings stands by itself, so that a page can put them below each other on a phone.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from textwrap import wrap

from companion.games.daybreak.model.terms import BANDS_TO_LOSE, DICE, EFFECTS, POWERS
from companion.games.daybreak.odds.text import percent
from companion.games.daybreak.recap.recap import Story, totals
from companion.games.daybreak.recap.text import TOTALS, how_it_ended, turning_point
from companion.games.daybreak.text.effects import joined
from companion.games.daybreak.text.names import celsius
from companion.i18n.message import Message, say

Speak = Callable[[Message], str]

WIDE, UPPER, LOWER = 340, 316, 304  # one drawing: as wide as a phone, in two heights
MARGIN, GAP = 24, 36
LEFT = 48  # of what is drawn by round
TOP = 44
HOT_BOTTOM, CARBON_BOTTOM = 208, 190
LINE, TITLE_LINE = 15, 20
A_POWER = 65
MARKS = {"china": "●", "us": "■", "europe": "◆", "majority_world": "▲", "sink": "−", "planet": "+"}
ROOM_FOR_A_MARK = 11
WORDS_BELOW = 54  # letters in a line
LONGEST_TITLE, LONGEST_LINE = 72, 100
STYLE = (
    "text{font:13px sans-serif;fill:#1b1f24}.small{font-size:12px;fill:#57606a}"
    ".head{font-size:14px;font-weight:bold}.title{font-size:16px;font-weight:bold}"
    ".paper{fill:#fff}.ink{stroke:#1b1f24}.faint{stroke:#d0d7de}.hot{stroke:#b3261e}"
    "text.hot{fill:#b3261e;stroke:none}.open{fill:none}.thick{stroke-width:3}"
    "circle{fill:#fff}.halo{stroke:#fff;stroke-width:4;paint-order:stroke}"
    ".china{fill:#8c4a3c}.us{fill:#2f5d8a}.europe{fill:#5b4b8a}.majority_world{fill:#3d6b6b}"
    ".sink{fill:#2e7d4f}.planet{fill:#c77700}text.mark{font-size:11px;fill:#fff}"
)


def draw_story(story: Story, speak: Speak) -> str:
    """The picture, as the text of an SVG file."""
    title = wrap(speak(how_it_ended(story)), LONGEST_TITLE)
    told = wrap(speak(turning_point(story)), LONGEST_LINE) if story.rounds else []
    below_title = MARGIN + 12 + len(title) * TITLE_LINE
    above = below_title + len(told) * LINE
    panels = panels_of(story)
    lower = GAP + LOWER if len(panels) > 2 else 0
    width, height = 2 * (MARGIN + WIDE) + GAP, above + UPPER + lower + MARGIN
    columns, rows = (MARGIN, MARGIN + WIDE + GAP), (above, above + UPPER + GAP)
    places = [(x, y) for y in rows for x in columns]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{escape(speak(how_it_ended(story)))}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
        *(text(MARGIN, 36 + at * TITLE_LINE, part, "title") for at, part in enumerate(title)),
        *(text(MARGIN, below_title + 2 + at * LINE, part) for at, part in enumerate(told)),
    ]
    for (x, y), panel in zip(places, panels, strict=False):
        drawn = panel.draw(story, speak)
        lines += [f'<g transform="translate({x} {y})">', panel.head(speak), *drawn, "</g>"]
    return "\n".join((*lines, "</svg>")) + "\n"


def draw_panels(story: Story, speak: Speak) -> tuple[str, ...]:
    """The four drawings, each as an SVG element without colours."""
    return tuple(
        f'<svg viewBox="0 0 {WIDE} {panel.height}" role="img" '
        f'aria-label="{escape(speak(panel.title))}">'
        + "".join((panel.head(speak), *panel.draw(story, speak)))
        + "</svg>"
        for panel in panels_of(story)
    )


@dataclass(frozen=True, slots=True)
class Panel:
    """One of the drawings, and what stands above it."""

    title: Message
    height: int
    draw: Callable[[Story, Speak], Iterator[str]]

    def head(self, speak: Speak) -> str:
        said = speak(self.title)
        return text(0, 16, said[0].upper() + said[1:], "head")


def panels_of(story: Story) -> tuple[Panel, ...]:
    if not story.rounds:
        return ()
    panels = [
        Panel(say("Temperature at the end of each round"), UPPER, temperature),
        Panel(say("Carbon a round"), TOP + 8 + len(story.seats) * A_POWER, people),
    ]
    if any(told.emitted or told.released for told in story.rounds):
        panels.append(Panel(say("Carbon by round"), LOWER, carbon))
    if story.rolls:
        panels.append(Panel(DICE["planetary"], LOWER, dice))
    return tuple(panels)


def columns_of(story: Story, left: float) -> list[float]:
    """The middle of each round's column."""
    step = (WIDE - left) / len(story.rounds)
    return [left + step * (at + 0.5) for at in range(len(story.rounds))]


def temperature(story: Story, speak: Speak) -> Iterator[str]:
    def height(bands: float) -> float:
        return HOT_BOTTOM - (HOT_BOTTOM - TOP) * bands / BANDS_TO_LOSE

    for bands in range(0, BANDS_TO_LOSE + 1, 2):
        y, last = height(bands), bands == BANDS_TO_LOSE
        yield line(LEFT, y, WIDE, y, "hot" if last else "faint")
        yield text(LEFT - 6, y + 4, f"{speak(celsius(bands))} °C", f"small{' hot' * last}", "end")
    xs = columns_of(story, LEFT)
    spots = [(LEFT, height(0))] + [
        (x, height(min(BANDS_TO_LOSE, told.thermometer.carbon / told.thermometer.row)))
        for x, told in zip(xs, story.rounds, strict=True)
    ]
    if turn := story.turn:
        x, y = spots[1 + [told.round for told in story.rounds].index(turn.round)]
        yield line(x, min(HOT_BOTTOM, y + 8), x, HOT_BOTTOM, "ink", "4 4")
        yield line(x, TOP - 4, x, max(TOP - 4, y - 28), "ink", "4 4")
        yield text(x, TOP - 9, speak(say("turning point")), "small", anchored(x))
    path = " ".join(f"{x:g},{y:g}" for x, y in spots)
    yield f'<polyline class="open hot thick" points="{path}"/>'
    for (x, y), told in zip(spots[1:], story.rounds, strict=True):
        yield f'<circle class="hot thick" cx="{x:g}" cy="{y:g}" r="5"/>'
        above = y - 12 if y > TOP + 24 else y + 22
        yield text(x, above, speak(celsius(told.thermometer.bands)), "head halo", "middle")
    yield from rounds(xs, story, HOT_BOTTOM)
    if not any(told.prospect for told in story.rounds):
        return
    asked = speak(say("Odds of winning (▲) and losing (▼) within two rounds, had nothing changed:"))
    for at, part in enumerate(wrap(asked, WORDS_BELOW)):
        yield text(0, HOT_BOTTOM + 44 + at * LINE, part, "small")
    for x, told in zip(xs, story.rounds, strict=True):
        if seen := told.prospect:
            for at, odds in enumerate((f"▲ {percent(seen.won)}", f"▼ {percent(seen.lost)}")):
                yield text(x, HOT_BOTTOM + 82 + at * 17, odds, "small", "middle")


def anchored(x: float) -> str:
    """From where words begin that would else leave the drawing."""
    return "end" if x > WIDE - LEFT else "middle"


def rounds(xs: list[float], story: Story, bottom: float) -> Iterator[str]:
    for x, told in zip(xs, story.rounds, strict=True):
        yield text(x, bottom + 18, str(told.round), "", "middle")


def carbon(story: Story, speak: Speak) -> Iterator[str]:
    most = max(
        1, *(max(told.emitted.total(), told.absorbed, told.released) for told in story.rounds)
    )
    scale = (CARBON_BOTTOM - TOP) / most
    yield line(0, CARBON_BOTTOM, WIDE, CARBON_BOTTOM, "ink")
    wide = min(28.0, WIDE / len(story.rounds) / 3.1)
    xs = columns_of(story, 0)
    for x, told in zip(xs, story.rounds, strict=True):
        left, top = x - 1.5 * wide, float(CARBON_BOTTOM)
        for seat in story.seats:
            tall = told.emitted[seat] * scale
            top -= tall
            yield from marked(left, top, wide - 2, tall, seat)
        figures = ((told.emitted.total(), ""), (told.absorbed, "sink"), (told.released, "planet"))
        for at, (cubes, what) in enumerate(figures):
            tall = cubes * scale
            if what:
                yield from marked(left + at * wide, CARBON_BOTTOM - tall, wide - 2, tall, what)
            middle = left + (at + 0.5) * wide - 1
            yield text(middle, CARBON_BOTTOM - tall - 4, str(cubes), "small", "middle")
    yield from rounds(xs, story, CARBON_BOTTOM)
    yield from legend(
        [
            *((speak(POWERS[seat]), seat) for seat in story.seats),
            (speak(say("absorbed by the sinks")), "sink"),
            (speak(say("set free by the planet")), "planet"),
        ]
    )


def legend(keys: list[tuple[str, str]]) -> Iterator[str]:
    x, y = 0.0, CARBON_BOTTOM + 46
    for name, what in keys:
        wide = 32 + 6.4 * len(name)
        if x + wide > WIDE:
            x, y = 0.0, y + 20
        yield from marked(x, y - 11, 14, 14, what)
        yield text(x + 19, y, name, "small")
        x += wide


def marked(x: float, y: float, width: float, height: float, what: str) -> Iterator[str]:
    """A box with the shape of what it counts, where there is room for it."""
    yield box(x, y, width, height, what)
    if height >= ROOM_FOR_A_MARK:
        yield text(x + width / 2, y + height / 2 + 4, MARKS[what], "mark", "middle")


def people(story: Story, speak: Speak) -> Iterator[str]:
    """Each power's carbon a round: at the start as a frame, at the end filled."""
    yield text(0, 34, speak(say("at the start (frame) and at the end (filled)")), "small")
    most = max(
        1, *(power.carbon for powers in (story.start, story.end) for power in powers.values())
    )
    scale = (WIDE - 70) / most
    for at, seat in enumerate(story.seats):
        top = TOP + 18 + at * A_POWER
        was, now = story.start[seat].carbon, story.end[seat].carbon
        yield text(0, top, speak(POWERS[seat]))
        yield box(1, top + 6, now * scale, 16, seat)
        yield (f'<rect class="open ink" x="1" y="{top + 6}" width="{was * scale:g}" height="16"/>')
        yield text(max(was, now) * scale + 9, top + 19, f"{was} → {now}")
        yield text(0, top + 37, speak(energy(story, seat)), "small")


def energy(story: Story, seat: str) -> Message:
    was, now = totals(story.start[seat]), totals(story.end[seat])
    return joined(
        [
            Message("{what} {by}", {"what": TOTALS[name], "by": f"{now[name] - was[name]:+}"})
            for name in ("dirty", "clean", "emissions")
            if now[name] != was[name]
        ]
    )


def dice(story: Story, speak: Speak) -> Iterator[str]:
    """How often each face fell; a line stands where it was to be expected."""
    rolls = story.rolls
    expected = rolls.total() / len(EFFECTS)
    yield text(0, 34, speak(say("rolls of each face; the line: what was expected")), "small")
    scale = (WIDE - 30) / max(1, expected, *rolls.values())
    for at, (effect, name) in enumerate(EFFECTS.items()):
        top = TOP + 14 + at * 39
        yield text(0, top, speak(name), "small")
        yield box(0, top + 5, rolls[effect] * scale, 12, "planet")
        x = expected * scale
        yield line(x, top + 4, x, top + 20, "ink")
        yield text(max(expected, rolls[effect]) * scale + 6, top + 16, str(rolls[effect]))


def text(x: float, y: float, said: str, style: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{style}" text-anchor="{anchor}">{escape(said)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, style: str, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path class="{style}" d="M{x1:g} {y1:g}L{x2:g} {y2:g}"{dashed}/>'


def box(x: float, y: float, width: float, height: float, style: str) -> str:
    size = f'width="{width:g}" height="{height:g}"'
    return f'<rect class="{style}" x="{x:g}" y="{y:g}" {size}/>'
