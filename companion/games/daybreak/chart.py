"""Draws the story of a game: temperature and carbon by round, who changed what, and the dice."""

from collections.abc import Iterator
from textwrap import wrap

from companion.games.daybreak.model.terms import BANDS_TO_LOSE, DICE, EFFECTS, POWERS
from companion.games.daybreak.recap import TOTALS, Story, how_it_ended, totals, turning_point
from companion.games.daybreak.text.names import celsius
from companion.games.shared.chart import (
    LINE,
    Axes,
    Chart,
    Panel,
    Speak,
    bars,
    box,
    curve,
    legend,
    line,
    marked,
    text,
)
from companion.games.shared.text import joined, percent
from companion.i18n.message import Message, say, signed

WIDE, UPPER, LOWER = 340, 316, 304
LEFT = 48  # of what is drawn by round
TOP = 44
HOT_BOTTOM, CARBON_BOTTOM = 208, 190
A_POWER = 65
MARKS = {"china": "●", "us": "■", "europe": "◆", "majority_world": "▲", "sink": "−", "planet": "+"}
WORDS_BELOW = 54  # letters in a line
COLOURS = (
    ".hot{stroke:#b3261e}text.hot{fill:#b3261e;stroke:none}circle{fill:#fff}"
    ".china{fill:#8c4a3c}.us{fill:#2f5d8a}.europe{fill:#5b4b8a}.majority_world{fill:#3d6b6b}"
    ".sink{fill:#2e7d4f}.planet{fill:#c77700}text.mark{font-size:11px;fill:#fff}"
)


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


def temperature(story: Story, speak: Speak) -> Iterator[str]:
    numbers = [told.round for told in story.rounds]
    axes = Axes(numbers, BANDS_TO_LOSE, TOP, HOT_BOTTOM, LEFT, WIDE)
    for bands in range(0, BANDS_TO_LOSE + 1, 2):
        hot = bands == BANDS_TO_LOSE
        label = f"{speak(celsius(bands))} °C"
        yield from axes.tick(
            bands, label, "hot" if hot else "faint", "small hot" if hot else "small"
        )
    heats = (told.thermometer for told in story.rounds)
    spots = axes.spots(min(BANDS_TO_LOSE, heat.carbon / heat.row) for heat in heats)
    if turn := story.turn:
        x, y = spots[numbers.index(turn.round)]
        yield line(x, min(HOT_BOTTOM, y + 8), x, HOT_BOTTOM, "ink", "4 4")
        yield line(x, TOP - 4, x, max(TOP - 4, y - 28), "ink", "4 4")
        anchor = "end" if x > WIDE - LEFT else "middle"  # words would else leave the drawing
        yield text(x, TOP - 9, speak(say("turning point")), "small", anchor)
    yield curve([(LEFT, HOT_BOTTOM), *spots], "hot thick")
    for (x, y), told in zip(spots, story.rounds, strict=True):
        yield f'<circle class="hot thick" cx="{x:g}" cy="{y:g}" r="5"/>'
        above = y - 12 if y > TOP + 24 else y + 22
        yield text(x, above, speak(celsius(told.thermometer.bands)), "head halo", "middle")
    yield from axes.numbers()
    if not any(told.prospect for told in story.rounds):
        return
    asked = speak(say("Odds of winning (▲) and losing (▼) within two rounds, had nothing changed:"))
    for at, part in enumerate(wrap(asked, WORDS_BELOW)):
        yield text(0, HOT_BOTTOM + 44 + at * LINE, part, "small")
    for x, told in zip(axes.columns, story.rounds, strict=True):
        if seen := told.prospect:
            for at, odds in enumerate((f"▲ {percent(seen.won)}", f"▼ {percent(seen.lost)}")):
                yield text(x, HOT_BOTTOM + 82 + at * 17, odds, "small", "middle")


def carbon(story: Story, speak: Speak) -> Iterator[str]:
    most = max(
        1, *(max(told.emitted.total(), told.absorbed, told.released) for told in story.rounds)
    )
    axes = Axes([told.round for told in story.rounds], most, TOP, CARBON_BOTTOM, 0, WIDE)
    scale = (CARBON_BOTTOM - TOP) / most
    yield line(0, CARBON_BOTTOM, WIDE, CARBON_BOTTOM, "ink")
    wide = min(28.0, WIDE / len(story.rounds) / 3.1)
    for x, told in zip(axes.columns, story.rounds, strict=True):
        left, top = x - 1.5 * wide, float(CARBON_BOTTOM)
        for seat in story.seats:
            tall = told.emitted[seat] * scale
            top -= tall
            yield from marked(left, top, wide - 2, tall, seat, MARKS)
        figures = ((told.emitted.total(), ""), (told.absorbed, "sink"), (told.released, "planet"))
        for at, (cubes, what) in enumerate(figures):
            tall = cubes * scale
            if what:
                bottom = CARBON_BOTTOM - tall
                yield from marked(left + at * wide, bottom, wide - 2, tall, what, MARKS)
            middle = left + (at + 0.5) * wide - 1
            yield text(middle, CARBON_BOTTOM - tall - 4, str(cubes), "small", "middle")
    yield from axes.numbers()
    keys = [
        *((speak(POWERS[seat]), seat) for seat in story.seats),
        (speak(say("absorbed by the sinks")), "sink"),
        (speak(say("set free by the planet")), "planet"),
    ]
    yield from legend(keys, CARBON_BOTTOM + 46, WIDE, MARKS)


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
        yield box(1, top + 6, was * scale, 16, "open ink")
        yield text(max(was, now) * scale + 9, top + 19, f"{was} → {now}")
        yield text(0, top + 37, speak(energy(story, seat)), "small")


def energy(story: Story, seat: str) -> Message:
    was, now = totals(story.start[seat]), totals(story.end[seat])
    return joined(
        [
            Message("{what} {by}", {"what": TOTALS[name], "by": signed(now[name] - was[name])})
            for name in ("dirty", "clean", "emissions")
            if now[name] != was[name]
        ]
    )


def dice(story: Story, speak: Speak) -> Iterator[str]:
    """How often each face fell; a line stands where it was to be expected."""
    yield text(0, 34, speak(say("rolls of each face; the line: what was expected")), "small")
    rows = [(speak(name), story.rolls[effect]) for effect, name in EFFECTS.items()]
    expected = story.rolls.total() / len(EFFECTS)
    yield from bars(rows, "planet", TOP + 14, 39, WIDE - 30, expected)


CHART = Chart(
    panels_of,
    how_it_ended,
    COLOURS,
    remark=lambda story: turning_point(story) if story.rounds else None,
)
draw_story, draw_panels = CHART.draw, CHART.panels
