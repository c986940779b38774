"""``/api/events``: every revision in order, to every phone at its own pace.

A stream holds a thread for as long as it lives, so there is a cap; a ping every few seconds makes
sure that a phone which has gone gives its thread back.
"""

import json
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from threading import BoundedSemaphore, Lock
from typing import Any

from flask import Blueprint, Response, g, request

from companion.errors import Refusal
from companion.games import ANYBODY, Viewer
from companion.language import Language
from companion.message import Message, say
from companion.server.access import viewer as looking
from companion.server.chronicle import happening
from companion.server.hall import Hall
from companion.table.session import Place, Session
from companion.table.table import Change

STREAMS = 50
PING = 5.0
REMEMBERED = 64
RETRY = 2000
"""Milliseconds after which a browser tries again by itself."""


class Streams:
    """How many phones may watch live, and whether they still may."""

    def __init__(self, many: int = STREAMS, ping: float = PING) -> None:
        self.many = many
        self.ping = ping
        self.closing = False
        self._free = BoundedSemaphore(many)
        self._said: OrderedDict[tuple[int, int, str, Viewer], str] = OrderedDict()
        self._lock = Lock()

    def enter(self) -> None:
        if not self._free.acquire(blocking=False):
            raise Refusal(
                "too_many_phones",
                say(
                    "{n} phones are watching live, and no more can: this page looks again by"
                    " itself every few seconds.",
                    n=self.many,
                ),
            )

    def leave(self) -> None:
        self._free.release()

    def told(self, change: Change, game: int, language: Language, viewer: Viewer, now: Any) -> str:
        """A revision as an event: worked out once for all who see and read the same."""
        key = game, change.revision, language.code, change.step.game.visible_to(viewer)
        with self._lock:
            said = self._said.get(key)
            if said is None:
                told = news(change, game, language, viewer, now)
                said = self._said[key] = event("change", game, change.revision, told)
                while len(self._said) > REMEMBERED:
                    self._said.popitem(last=False)
            return said


def stream_of(session: Session, streams: Streams, hall: Hall | None = None) -> Blueprint:
    routes = Blueprint("stream", __name__)

    @routes.get("/api/events")
    def events() -> Response:
        seen = position(request.headers.get("Last-Event-ID") or request.args.get("since", ""))
        streams.enter()
        told = follow(session, streams, seen, g.language, looking(), hall)
        response = Response(told, mimetype="text/event-stream")
        response.call_on_close(streams.leave)
        return response

    return routes


def position(text: str) -> tuple[int, int] | None:
    """Which revision of which game was seen, as an event's id says it."""
    game, _, revision = text.partition("-")
    if game.isdecimal() and revision.isdecimal() and len(text) < 24:
        return int(game), int(revision)
    return None


def follow(
    session: Session,
    streams: Streams,
    seen: tuple[int, int] | None,
    language: Language,
    viewer: Viewer = ANYBODY,
    hall: Hall | None = None,
) -> Iterator[str]:
    place: Place | None = session.place
    yield f"retry: {RETRY}\n\n"
    while place:
        clerk, game = place.clerk, place.number
        if seen and seen[0] == game:
            last = seen[1] if seen[1] <= clerk.table.revision else 0
        else:
            last = clerk.table.revision - 1
            yield event("table", game, last, {"game": game})
        while not streams.closing:
            heard = session.bell.times
            if news := clerk.since(last):
                for change in news:
                    yield streams.told(change, game, language, viewer, clerk.current.state)
                    last = change.revision
                continue
            if not session.serves(place):
                break
            session.bell.wait(heard, streams.ping)
            if not clerk.since(last):
                yield ping(session.faults, hall.lines if hall else (), language)
        seen, place = None, None if streams.closing else session.after(place)


def ping(faults: Sequence[Message], lines: Sequence[Message], language: Language) -> str:
    """Nothing has happened in the game; but a part of the table may have failed, or be back, or the
    hall may say something."""
    beside = {
        "faults": [language.say(fault) for fault in faults],
        "said": [language.say(line) for line in lines],
    }
    told = json.dumps(beside, ensure_ascii=False)
    return f"event: ping\ndata: {told}\n\n"


def event(kind: str, game: int, revision: int, data: dict[str, object]) -> str:
    written = json.dumps(data, ensure_ascii=False)
    return f"id: {game}-{revision}\nevent: {kind}\ndata: {written}\n\n"


def news(
    change: Change, game: int, language: Language, viewer: Viewer, now: Any
) -> dict[str, object]:
    told = happening(change, now, viewer)
    return {
        "game": game,
        "revision": change.revision,
        "kind": change.kind,
        "label": language.say(told.label),
        "told": [language.say(message) for message in told.told],
        "undo": language.say(change.undoes.label_for(now, viewer)) if change.undoes else None,
        "redo": language.say(change.redoes.label_for(now, viewer)) if change.redoes else None,
        "over": change.over,
        "at": change.at,
    }
