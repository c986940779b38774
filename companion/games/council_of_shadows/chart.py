"""The story of a game as a picture: each seat's two tracks by round, and what paid."""

from collections.abc import Iterator
from functools import partial

from companion.games.council_of_shadows.model.terms import MOST_CONSUMPTION, SEATS, roman
from companion.games.council_of_shadows.recap import PAID, SOURCES, Story
from companion.games.council_of_shadows.text.events import ending
from companion.games.shared.chart import Axes, Chart, Panel, Speak, box, curve, legend, text
from companion.i18n.message import Message, say

WIDE, TALL = 420, 216
LEFT, TOP, BOTTOM = 34, 34, 168
BAR = 34
COLOURS = (
    ".dashed{stroke-dasharray:5 4;stroke-width:2}"
    ".blue{stroke:#2f6fb7;fill:#2f6fb7}.green{stroke:#2f8f5b;fill:#2f8f5b}"
    ".red{stroke:#c0392b;fill:#c0392b}.violet{stroke:#7d5bb5;fill:#7d5bb5}"
    ".open.blue,.open.green,.open.red,.open.violet{fill:none}"
    ".by-galaxies{fill:#2f5d8a}.by-actions{fill:#2e7d4f}.by-harvest{fill:#c77700}"
    ".by-cards{fill:#5b4b8a}.by-upgrades{fill:#8c4a3c}.by-account{fill:#57606a}"
)


def panels_of(story: Story) -> tuple[Panel, ...]:
    if not story.rounds:
        return ()
    seats = tuple(Panel(SEATS[seat], TALL, partial(both_tracks, seat)) for seat in story.seats)
    height = TOP + len(story.seats) * BAR + 64
    return (*seats, Panel(say("Where the energy came from"), height, what_paid))


def title(story: Story) -> Message:
    if story.outcome:
        return ending(story.outcome.winners, story.outcome.reason)
    return say("The game goes on.")


def both_tracks(seat: str, story: Story, speak: Speak) -> Iterator[str]:
    """Consumption as a dashed line, energy as a full one; a mark where a level was reached."""
    told = [each.seats[seat] for each in story.rounds]
    most = max(MOST_CONSUMPTION, *(each.energy for each in told))
    axes = Axes([each.round for each in story.rounds], most, TOP, BOTTOM, LEFT, WIDE)
    for space in (0, 50, 100):
        yield from axes.tick(space, str(space))
    yield curve(axes.spots(each.consumption for each in told), f"dashed {seat}")
    energy = axes.spots(each.energy for each in told)
    yield curve(energy, f"thick {seat}")
    yield from (f'<circle class="{seat}" cx="{x:g}" cy="{y:g}" r="4"/>' for x, y in energy)
    yield from axes.numbers()
    for x, number in zip(axes.columns, axes.rounds, strict=True):
        reached = [each.level for each in story.rises if (each.round, each.seat) == (number, seat)]
        if reached:
            yield text(x, TOP - 4, f"↑ {roman(max(reached))}", "head halo", "middle")
    yield text(LEFT, TALL - 6, speak(say("full: energy; dashed: consumption; ↑ level")), "small")


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
    keys = [(speak(PAID[source]), f"by-{source}") for source in SOURCES]
    yield from legend(keys, TOP + len(story.seats) * BAR + 14, WIDE)


CHART = Chart(panels_of, title, COLOURS, WIDE, gap=28)
draw_story, draw_panels = CHART.draw, CHART.panels
