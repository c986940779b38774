"""Draws the story of a game: everybody's energy by turn, food and wood, the way home, the dice."""

from collections.abc import Iterator

from companion.games.naufragos.model.terms import COLOURS as SEATS
from companion.games.naufragos.recap import Story, ending
from companion.games.shared.chart import Axes, Chart, Panel, Speak, bars, box, curve, text
from companion.i18n.message import say

WIDE, TALL = 340, 250
LEFT, TOP, BOTTOM = 28, 40, 190
MARKS = {"red": "●", "yellow": "■", "green": "◆", "blue": "▲"}
COLOURS = (
    ".open{stroke-width:2.5}"
    ".red{fill:#c0392b}.yellow{fill:#b58a00}.green{fill:#2f8f5b}.blue{fill:#2f6fb7}"
    ".open.red{fill:none;stroke:#c0392b}.open.yellow{fill:none;stroke:#b58a00}"
    ".open.green{fill:none;stroke:#2f8f5b}.open.blue{fill:none;stroke:#2f6fb7}.fill{fill:#8c6d46}"
)


def panels_of(story: Story) -> tuple[Panel, ...]:
    if not story.turns:
        return ()
    panels = [
        Panel(say("Energy at the end of each turn"), TALL, energy),
        Panel(say("Where food and wood went"), TALL, goods),
    ]
    if any(told.furthest for told in story.turns):
        panels.append(Panel(say("The way back, at its hardest"), TALL, way_back))
    if story.faces:
        panels.append(Panel(say("What the dice showed"), TALL, dice))
    return tuple(panels)


def axes_of(story: Story, most: int) -> Axes:
    return Axes([told.round for told in story.turns], most, TOP, BOTTOM, LEFT, WIDE)


def axis(axes: Axes, step: int) -> Iterator[str]:
    """Lines for every so many, and the turns below them."""
    for value in range(0, int(axes.most) + 1, step):
        yield from axes.tick(value, str(value), "faint" if value else "ink")
    yield from axes.numbers("small")


def energy(story: Story, speak: Speak) -> Iterator[str]:
    """A line for each castaway, with a shape of its own at every turn."""
    most = max(6, *(value for told in story.turns for value in told.energy.values()))
    axes = axes_of(story, most)
    yield from axis(axes, 2)
    for seat in story.seats:
        spots = axes.spots(told.energy[seat] for told in story.turns)
        yield curve(spots, seat)
        for x, y in spots:
            yield text(x, y + 4, MARKS[seat], seat, "middle")
    for at, seat in enumerate(story.seats):
        x = LEFT + at * (WIDE - LEFT) / len(story.seats)
        yield text(x, BOTTOM + 44, MARKS[seat], seat)
        yield text(x + 15, BOTTOM + 44, speak(SEATS[seat]), "small")


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
    yield from bars([(speak(name), number) for name, number in rows], "fill", TOP, 32, WIDE - 40)


def way_back(story: Story, speak: Speak) -> Iterator[str]:
    axes = axes_of(story, max(15, *(told.furthest for told in story.turns)))
    yield from axis(axes, 5)
    wide = min(18.0, (WIDE - LEFT) / len(story.turns) * 0.7)
    for (x, top), told in zip(
        axes.spots(told.furthest for told in story.turns), story.turns, strict=True
    ):
        yield box(x - wide / 2, top, wide, BOTTOM - top, "fill")
        if told.furthest:
            yield text(x, top - 4, str(told.furthest), "small", "middle")


def dice(story: Story, speak: Speak) -> Iterator[str]:
    rows = [(str(face), story.faces[face]) for face in range(1, 7)]
    yield from bars(rows, "fill", TOP, 32, WIDE - 40)


CHART = Chart(panels_of, ending, COLOURS)
draw_story, draw_panels = CHART.draw, CHART.panels
