"""Why a number is what it is: the events of this round that changed it, and their small curve.

It knows no game: whatever changes a path of the document is told in the words of the game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, render_template, request

from companion.games import AnyGame, Viewer
from companion.i18n.message import Message, say
from companion.match.match import Step
from companion.match.session import Session
from companion.web.live.form_to_line import NOTHING, value_at
from companion.web.live.recent_events import steps_of_round
from companion.web.live.tutorial import terms_in
from companion.web.security.auth import viewer

MAX_REASONS = 40


@dataclass(frozen=True, slots=True)
class Cause:
    before: Any
    after: Any
    why: Message

    @property
    def by(self) -> str:
        """The difference, with its sign; nothing where there is none between the two."""
        whole = all(type(value) is int for value in (self.before, self.after))
        return f"{self.after - self.before:+d}".replace("-", "−") if whole else ""


@dataclass(frozen=True, slots=True)
class NumberHistory:
    """A number in this round: what it was, what changed it, what it is."""

    name: Message
    round: int
    first: Any
    now: Any
    causes: Sequence[Cause]
    values: Mapping[str, Message]
    """The names of what it can be, where it is a state and no number."""

    def say(self, value: Any) -> Any:
        if isinstance(value, bool):
            return say("yes") if value else say("no")
        return self.values.get(value, value) if self.values else value


def number_history_routes(session: Session) -> Blueprint:
    routes = Blueprint("reasons", __name__)

    @routes.get("/why")
    def why() -> str:
        history = history_of(session, request.args.get("path", ""), viewer())
        if history is None:
            abort(404)
        part = told(session, history, alone=True)
        if "part" in request.args:
            return part
        game = session.writer.match.game
        return render_template("templates/form.html", form=part, game=game)

    return routes


def why_below(session: Session, path: str) -> str:
    """The same below a form about a number; nothing where there is nothing to tell."""
    history = history_of(session, path, viewer()) if path else None
    return told(session, history, alone=False) if history else ""


def told(session: Session, history: NumberHistory, alone: bool) -> str:
    game = session.writer.match.game
    return render_template(
        "templates/why.html",
        history=history,
        alone=alone,
        terms=terms_in(history.name, game.teaching.glossary),
        round=game.name_of(session.writer.current.state, "round"),
    )


def history_of(session: Session, path: str, who: Viewer) -> NumberHistory | None:
    writer = session.writer
    change = writer.current
    game, round = change.step.game, change.step.game.round_of(change.state)
    now = value_at(game.view(change.state, who), path, game.group)
    values = game.values_at(change.state, path)
    if not isinstance(now, int) and str(now) not in values:
        return None
    steps = steps_of_round(writer, change.revision, round)
    causes = [each for step in steps for each in of_step(game, step, path, who, change.state)]
    first = causes[0].before if causes else now
    name = game.name_of(change.state, path)
    return NumberHistory(name, round, first, now, causes[-MAX_REASONS:], values)


def of_step(game: AnyGame, step: Step, path: str, who: Viewer, now: Any) -> Iterator[Cause]:
    def value(state: Any) -> Any:
        return value_at(game.view(state, who), path, game.group)

    before, after = value(step.before), value(step.after)
    if before == after:
        return
    hidden, state = step.redact(now, who), step.before
    for event in step.events:
        told, state = game.tell(state, event), game.evolve(state, event)
        if (here := value(state)) != before:
            # One input may end a round in the midst of its events.
            if NOTHING not in (before, here) and game.round_of(state) == game.round_of(now):
                yield Cause(before, here, hidden or told or step.label)
            before = here


WIDTH, HEIGHT = 320.0, 120.0
SIDE, ABOVE, BELOW = 24.0, 26.0, 22.0
"""Room for the words around it."""


@dataclass(frozen=True, slots=True)
class Point:
    x: float
    y: float
    value: float


@dataclass(frozen=True, slots=True)
class Curve:
    points: tuple[Point, ...]
    zero: float
    """Where the line of the lowest value that matters lies."""
    width: float = WIDTH
    height: float = HEIGHT

    @property
    def path(self) -> str:
        return " ".join(f"{point.x:g},{point.y:g}" for point in self.points)


def curve(values: Sequence[float], places: int, low: float, high: float) -> Curve:
    """A value for each place from the left; ``low`` and ``high`` are always in the picture."""
    low, high = min(low, *values, high), max(high, *values, low)
    step = (WIDTH - 2 * SIDE) / max(1, places - 1)
    scale = (HEIGHT - ABOVE - BELOW) / ((high - low) or 1)

    def height_of(value: float) -> float:
        return round(HEIGHT - BELOW - (value - low) * scale, 1)

    points = tuple(
        Point(round(SIDE + at * step, 1), height_of(value), value)
        for at, value in enumerate(values)
    )
    return Curve(points, height_of(max(low, min(0.0, high)) if low < 0 else low))
