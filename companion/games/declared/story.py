"""The story of a declared game: how its counters went, round by round, and how it ended."""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.games.capabilities import Document, Recap
from companion.games.declared.fields import Counter, States, shown_in
from companion.games.shared import chart
from companion.i18n.message import Message, say

if TYPE_CHECKING:
    from companion.games.declared.game import DeclaredGame

    Declared = DeclaredGame[Any]

HEIGHT, TOP, BELOW, LEFT, WIDTH = 150, 30, 28, 30, 340


@dataclass(frozen=True, slots=True)
class Course:
    """Each curve by its name: what it was at the end of every round."""

    rounds: tuple[int, ...]
    curves: Mapping[str, tuple[Message, tuple[int, ...]]]
    ended: Message | None


def recap(game: "Declared") -> Recap:
    drawn = chart.Chart(panels_of, lambda story: game.name, "")
    return Recap(
        story=lambda happened: course(game, happened),
        document=document,
        describe=describe,
        draw=drawn.draw,
        panels=drawn.panels,
    )


def course(game: "Declared", happened: Iterable[tuple[Any, Any]]) -> Course:
    by_round: dict[int, dict[str, tuple[Message, int]]] = {}
    ended = None
    for before, event in happened:
        state = game.evolve(before, event)
        if state.round:
            by_round[state.round] = dict(measured(state))
        if state.outcome:
            ended = game.guide(state)[0]
    names = {name: said for row in by_round.values() for name, (said, _) in row.items()}
    curves = {
        name: (said, tuple(row[name][1] for row in by_round.values()))
        for name, said in names.items()
    }
    return Course(tuple(by_round), curves, ended)


def measured(state: Any) -> Iterator[tuple[str, tuple[Message, int]]]:
    """What is followed: counters of the table, and how many things are in each state."""
    for name, what in shown_in(state).items():
        value = getattr(state, name)
        if what.seats:
            continue
        if isinstance(what, States) and what.each:
            tally = Tally(value.values())
            for one, said in what.values.items():
                yield f"{name}.{one}", (said, tally[one])
        elif isinstance(what, Counter) and not what.each:
            yield name, (what.name, value)


def document(story: Course) -> Document:
    curves = {name: list(values) for name, (_, values) in story.curves.items()}
    return {"rounds": list(story.rounds), "curves": curves}


def describe(story: Course) -> tuple[Message, ...]:
    """A sentence for each curve that moved; the ending last."""
    told = [
        say("{name}: {first} at first, {last} at last.", name=name, first=each[0], last=each[-1])
        for name, each in story.curves.values()
        if len(set(each)) > 1
    ]
    return (*told, story.ended or say("The game goes on."))


def panels_of(story: Course) -> list[chart.Panel]:
    moved = [(name, values) for name, values in story.curves.values() if len(set(values)) > 1]
    return [chart.Panel(name, HEIGHT, curve_of(values)) for name, values in moved]


def curve_of(values: tuple[int, ...]) -> Any:
    def draw(story: Course, speak: chart.Speak) -> chart.Shapes:
        most = max(values)
        axes = chart.Axes(story.rounds, most or 1, TOP, HEIGHT - BELOW, LEFT, WIDTH - 10)
        yield from axes.tick(0, "0", "ink")
        yield from axes.tick(most, str(most))
        yield from axes.numbers("small")
        yield chart.curve(axes.spots(values), "ink thick")

    return draw
