"""The wall: one picture of the table for everybody in the room, from what anybody may see."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from flask import Blueprint, Response, g, make_response, render_template

from companion.games import ANYBODY, AnyGame
from companion.games.defaults import HOME, heading
from companion.games.display import Chance, Choices, Code, Part, Words
from companion.i18n.message import Message, decimal, say
from companion.match.session import PerMatch, Session
from companion.notifier import News
from companion.web.live.board import Board, conditional, context, own_template, shown_now
from companion.web.live.clock import Clock
from companion.web.live.odds_cache import OddsCache
from companion.web.live.recent_events import Rounds, newest

LIGHTS = 8
"""As many as the bar of a board has."""
NOW = "now"
PLAIN_WALL = "templates/plain_wall.html"
ELSEWHERE = (Chance, Choices, Code)


@dataclass(frozen=True, slots=True)
class Tile:
    """A page of the small screen, as the wall shows it: each part with what it is."""

    title: Words
    corner: Words
    parts: Sequence[tuple[str, Part]]


def wall_routes(session: Session, outlooks: OddsCache, clock: Clock) -> Blueprint:
    routes = Blueprint("wall", __name__)
    walls = Walls(session, outlooks, clock)

    @routes.get("/wall")
    def page() -> str:
        active, made = session.active, walls.newest()
        return render_template("templates/wall.html", wall=made.html, game=active.writer.match.game)

    @routes.get("/wall/now")
    def now() -> Response:
        """The part of it that changes; nothing if the wall has it already."""
        made = walls.newest()
        return conditional(make_response(made.html), made.key)

    return routes


class Walls:
    """A table has one or two walls, so only the newest picture of each language is kept."""

    def __init__(self, session: Session, outlooks: OddsCache, clock: Clock) -> None:
        self._session = session
        self._clock = clock
        self._outlooks = outlooks
        self._lock = Lock()
        self._made: dict[str, Board] = {}
        self._rounds = PerMatch(lambda active: Rounds(active.writer))

    def newest(self) -> Board:
        active, language = self._session.active, g.language.code
        change, shown = shown_now(self._session, active)
        chance = self._outlooks.chance(change)
        key = (
            *(shown.key if shown else ()),
            *("wall", active.number, change.revision, language, chance.soon),
            *(len(active.writer.match.warnings), self._session.notifier.count(News.FAULTS)),
            self._clock.on,
        )
        with self._lock:
            kept = self._made.get(language)
        if kept and kept.key == key:
            return kept
        game, state = change.step.game, change.state
        happened = newest(active.writer, change.revision, 1, ANYBODY)
        html = render_template(
            own_template(game, "wall", PLAIN_WALL),
            **context(active, change, ANYBODY) | {"clock": self._clock.line(active, change)},
            shown=shown,
            heading=heading(game, state),
            headline=game.headline(state),
            figure=written(game.headline(state).figure),
            level=min(LIGHTS, game.tap_handler.level(state)),
            lights=LIGHTS,
            guide=game.guide(state),
            chance=chance,
            tiles=tiles(game, state),
            rounds=self._rounds.of(active).until(change.revision),
            last=happened[0],
            warnings=(*active.writer.match.warnings, *self._session.faults),
        )
        made = Board(html, key)
        with self._lock:
            self._made[language] = made
        return made


def tiles(game: AnyGame, state: Any) -> list[Tile]:
    """The pages that say how things stand, each once; what to do now and odds are elsewhere."""
    found: list[Tile] = []
    for page in game.pages(state):
        shown = [part for part in page.parts if not isinstance(part, ELSEWHERE)]
        parts = [(type(part).__name__, part) for part in shown]
        if page.name != NOW and parts and all(parts != tile.parts for tile in found):
            title = say("How things stand") if page.name == HOME else page.title
            found.append(Tile(title, page.corner, parts))
    return found


def written(figure: float | str) -> Message | str:
    """A whole number as it is; one decimal for a game that counts in tenths."""
    return decimal(figure) if isinstance(figure, float) else str(figure)
