"""The hall's page as it changes: the tiles that are different now, and the order of all of them.

What changes at once at many tables comes in one event; so a page has time to show it.
"""

import json
from collections.abc import Iterator
from threading import Event

from flask import Blueprint, Response, request, stream_with_context

from companion.hall.board import Tiles, View, size_of, summary, viewer
from companion.hall.hall import Hall
from companion.web.live.event_stream import RETRY_MS, StreamLimits, hold_thread

BREATH = 0.03
"""Seconds between two events at least."""


def stream_routes(hall: Hall, tiles: Tiles, streams: StreamLimits) -> Blueprint:
    routes = Blueprint("stream", __name__)

    @routes.get("/api/events")
    def events() -> Response:
        view = viewer(wall=request.args.get("view") == "wall")
        seen = position(request.headers.get("Last-Event-ID") or request.args.get("since", ""))
        hold_thread(streams)
        told = stream_with_context(follow(hall, tiles, streams, view, seen))
        response = Response(told, mimetype="text/event-stream")
        response.call_on_close(streams.leave)
        return response

    return routes


def position(text: str) -> int:
    """How much was seen; a number that this hall has not reached is that of an earlier one."""
    return int(text) if text.isdecimal() and len(text) < 12 else -1


def follow(hall: Hall, tiles: Tiles, streams: StreamLimits, view: View, seen: int) -> Iterator[str]:
    pause = Event()
    floor = hall.floor
    seen = seen if seen <= floor.version else -1
    yield f"retry: {RETRY_MS}\n\n"
    while not streams.closing:
        heard = floor.notifier.count()
        if floor.version == seen:
            floor.notifier.wait(heard, timeout=streams.ping_s)
        if floor.version == seen:
            yield "event: ping\ndata: {}\n\n"
            continue
        now = floor.version
        yield event(now, changes(hall, tiles, view, seen))
        seen = now
        pause.wait(BREATH)


def changes(hall: Hall, tiles: Tiles, view: View, seen: int) -> dict[str, object]:
    shown = hall.floor.tiles()
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
