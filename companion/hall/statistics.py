"""What many games together tell: how often each is won, how long it takes, and its usual curve."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from statistics import fmean
from typing import TypeVar

from companion.hall.results import Result
from companion.i18n.message import Message

WIDTH, HEIGHT = 640.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 46.0, 14.0, 16.0, 34.0
TICKS = 4
Key = TypeVar("Key", int, str)


@dataclass(frozen=True, slots=True)
class Summary:
    """All games of one kind, with one number of players or with any."""

    title: Message | str
    players: int | None
    games: int
    won: int
    lost: int
    rounds: float
    minutes: float | None

    @property
    def decided(self) -> int:
        return self.won + self.lost

    @property
    def percent(self) -> int | None:
        """Won, of those that are won or lost as a table."""
        return round(100 * self.won / self.decided) if self.decided else None


def summaries(results: Sequence[Result]) -> list[Summary]:
    """By game, and then by players: who has more games comes first."""
    by_game = grouped(results, lambda result: result.report.game)
    found = []
    for games in sorted(by_game.values(), key=len, reverse=True):
        found.append(summary(games, None))
        by_players = grouped(games, lambda result: result.report.players)
        if len(by_players) > 1:
            found += [summary(by_players[n], n) for n in sorted(by_players)]
    return found


def grouped(results: Iterable[Result], key: Callable[[Result], Key]) -> dict[Key, list[Result]]:
    found: dict[Key, list[Result]] = defaultdict(list)
    for result in results:
        found[key(result)].append(result)
    return found


def summary(results: Sequence[Result], players: int | None) -> Summary:
    minutes = [result.minutes for result in results if result.minutes is not None]
    return Summary(
        results[0].title,
        players,
        len(results),
        sum(result.report.won is True for result in results),
        sum(result.report.won is False for result in results),
        fmean(result.report.rounds for result in results),
        fmean(minutes) if minutes else None,
    )


@dataclass(frozen=True, slots=True)
class Trace:
    """One table's curve in a picture."""

    name: str
    outcome: str
    points: str
    end: tuple[float, float]
    last: float


@dataclass(frozen=True, slots=True)
class Picture:
    """The curves of all tables that played one game."""

    title: Message | str
    unit: Message | str
    traces: tuple[Trace, ...]
    rounds: tuple[tuple[float, int], ...]
    """Where each round stands."""
    ticks: tuple[tuple[float, float], ...]
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    right: float = WIDTH - RIGHT
    bottom: float = HEIGHT - BOTTOM


def pictures(results: Sequence[Result]) -> list[Picture]:
    """One for each game of which there are curves."""
    curved = [result for result in results if len(result.report.curve) > 1]
    return [drawn(games) for games in grouped(curved, lambda result: result.report.game).values()]


def drawn(results: Sequence[Result]) -> Picture:
    points = [point for result in results for point in result.report.curve]
    last = max(2, *(number for number, _ in points))
    low, high = min(value for _, value in points), max(value for _, value in points)
    ticks = even_steps(low, high)
    low, high = ticks[0], ticks[-1]

    def x(number: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (number - 1) / (last - 1), 1)

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)

    traces = tuple(
        Trace(
            result.name,
            result.outcome,
            " ".join(f"{x(number)},{y(value)}" for number, value in result.report.curve),
            (x(result.report.curve[-1][0]), y(result.report.curve[-1][1])),
            result.report.curve[-1][1],
        )
        for result in results
    )
    return Picture(
        results[0].title,
        results[0].unit,
        traces,
        tuple((x(number), number) for number in range(1, last + 1)),
        tuple((y(value), value) for value in ticks),
    )


def even_steps(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest value to above the highest, a few of them."""
    wanted = max((high - low) / TICKS, abs(high) * 1e-6, 0.1)
    scale = 10.0 ** floor(log10(wanted))
    step = next(scale * each for each in (1, 2, 5, 10) if scale * each >= wanted * 0.999)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(step * at, 6) for at in range(first, max(last, first + 1) + 1)]
