"""The hall's pages: all tables, the wall, results; and what a paired phone may do here."""

import json
from collections.abc import Iterator, Sequence
from threading import Event

from flask import Blueprint, Response, jsonify, render_template, request

from companion.errors import CompanionError, Malformed, Refusal
from companion.hall.board import TileCache, View, current_view, size_of, summary
from companion.hall.hall import LINE_MINUTES, Hall
from companion.hall.results import Result, as_csv
from companion.hall.statistics import pictures, summaries
from companion.hall.tile import Tile
from companion.i18n.message import say
from companion.mqtt.topics import SLUG
from companion.web.live.event_stream import RETRY_MS, StreamLimits, thread_stream
from companion.web.live.form_to_line import whole_number
from companion.web.responses import rendered, see_other, wants_json
from companion.web.security.auth import paired
from companion.web.security.paired_phones import HOST
from companion.web.security.pairing import Pairing
from companion.web.views.phones import let_in

MAX_RESULTS_SHOWN = 200


def hall_routes(hall: Hall, tiles: TileCache) -> Blueprint:
    routes = Blueprint("hall", __name__)

    def shown(template: str, wall: bool) -> str:
        version = hall.registry.version
        tables, view = hall.registry.tiles(), current_view(wall)
        tiles.forget({tile.table for tile in tables})
        return render_template(
            template,
            tiles=[tiles.html(tile, view) for tile in tables],
            version=version,
            size=size_of(len(tables)),
            summary=summary(hall, tables),
            view="wall" if wall else "hall",
        )

    @routes.get("/")
    def page() -> str:
        return shown("hall/hall.html", wall=False)

    @routes.get("/wall")
    def wall() -> str:
        """For a projector: nothing to touch, and as large as it can be."""
        return shown("hall/wall.html", wall=True)

    @routes.get("/api/tables")
    def tables() -> Response:
        return jsonify(tables=[as_data(tile) for tile in hall.registry.tiles()])

    @routes.get("/results")
    def results() -> str:
        found = hall.results.all()
        return render_template(
            "hall/results.html",
            results=found[:MAX_RESULTS_SHOWN],
            summaries=summaries(found),
            pictures=pictures(of_one_evening(found)),
        )

    @routes.get("/results.csv")
    def results_as_csv() -> Response:
        answer = Response(as_csv(hall.results.all()), mimetype="text/csv")
        answer.headers["Content-Disposition"] = "attachment; filename=results.csv"
        return answer

    @routes.post("/say")
    @paired
    def say_line() -> Response:
        minutes = whole_number(request.form.get("minutes", "10")) or 0
        if minutes not in LINE_MINUTES:
            raise Malformed(say("A line is said for 1 to {n} minutes.", n=LINE_MINUTES[-1]))
        hall.say(request.form.get("text", ""), minutes, named_table(hall, optional=True))
        return done()

    @routes.post("/seen")
    @paired
    def clear_help() -> Response:
        hall.clear_help(named_table(hall))
        return done()

    @routes.post("/forget")
    @paired
    def forget() -> Response:
        hall.forget(named_table(hall))
        return done()

    return routes


def done() -> Response:
    return jsonify(done=True) if wants_json() else see_other("/")


def named_table(hall: Hall, optional: bool = False) -> str:
    table = request.form.get("table", "")
    if (optional and not table) or (SLUG.fullmatch(table) and hall.registry.find(table)):
        return table
    raise Refusal("no_such_table", say("There is no such table in this hall."))


def of_one_evening(results: Sequence[Result]) -> list[Result]:
    """Those of the last day on which anybody played."""
    day = results[0].heard[:10] if results else ""
    return [result for result in results if result.heard[:10] == day]


def as_data(tile: Tile) -> dict[str, object]:
    head = tile.state.headline if tile.state else None
    return {
        "table": tile.table,
        "name": tile.name,
        "online": tile.online,
        "help": tile.help,
        "mood": tile.mood,
        "game": tile.game,
        "revision": tile.state.revision if tile.state else None,
        "round": head.round if head else None,
        "figure": head.figure if head else None,
        "level": head.level if head else None,
        "alarm": tile.alarm,
        "address": tile.card.link if tile.card else "",
    }


def pairing_routes(pairing: Pairing) -> Blueprint:
    """Whoever can read the code in the hall's terminal may act here."""
    routes = Blueprint("pairing", __name__)

    def form(code: str = "", refused: CompanionError | None = None) -> Response:
        return rendered("hall/pair.html", refused, code=code)

    @routes.get("/pair")
    def ask() -> Response:
        return form()

    @routes.get("/s/<code>")
    def ask_with_code(code: str) -> Response:
        return form(code[:12])

    @routes.post("/pair")
    def pair() -> Response:
        code = request.form.get("code", "")
        try:
            return let_in(pairing, code, HOST)
        except CompanionError as error:
            if wants_json():
                raise
            return form(code, error)

    return routes


MIN_INTERVAL_S = 0.03
"""Seconds between two events at least."""


def stream_routes(hall: Hall, tiles: TileCache, streams: StreamLimits) -> Blueprint:
    routes = Blueprint("stream", __name__)

    @routes.get("/api/events")
    def events() -> Response:
        view = current_view(wall=request.args.get("view") == "wall")
        said = request.headers.get("Last-Event-ID") or request.args.get("since", "")
        seen = whole_number(said, most_digits=11)
        return thread_stream(streams, stream_changes(hall, tiles, streams, view, seen))

    return routes


def stream_changes(
    hall: Hall, tiles: TileCache, streams: StreamLimits, view: View, said: int | None
) -> Iterator[str]:
    """``said`` is how much a page has seen; a number not reached yet is of an earlier hall."""
    pause, registry = Event(), hall.registry
    seen = -1 if said is None or said > registry.version else said
    yield f"retry: {RETRY_MS}\n\n"
    while not streams.closing:
        heard = registry.notifier.count()
        if registry.version == seen:
            registry.notifier.wait(heard, timeout=streams.ping_s)
        if registry.version == seen:
            yield "event: ping\ndata: {}\n\n"
            continue
        now = registry.version
        yield event(now, changes(hall, tiles, view, seen))
        seen = now
        pause.wait(MIN_INTERVAL_S)


def changes(hall: Hall, tiles: TileCache, view: View, seen: int) -> dict[str, object]:
    shown = hall.registry.tiles()
    fresh = [tile for tile in shown if tile.version > seen]
    return {
        "order": [tile.table for tile in shown],
        "size": size_of(len(shown)),
        "summary": summary(hall, shown),
        "tiles": {
            tile.table: {
                "game": tile.state.number if tile.state else None,
                "revision": tile.state.revision if tile.state else None,
                "html": tiles.html(tile, view),
            }
            for tile in fresh
        },
    }


def event(version: int, data: dict[str, object]) -> str:
    return f"id: {version}\nevent: tiles\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
