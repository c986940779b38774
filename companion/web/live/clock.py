"""A gentle clock: how long evening, round and turns took, for those who want to see it."""

from threading import Lock

from flask import Blueprint, Response, request

from companion.i18n.message import Message
from companion.match.match import Revision
from companion.match.playing_time import Stopwatch, clock
from companion.match.session import ActiveMatch, Session
from companion.storage.mark import Mark
from companion.web.responses import see_other
from companion.web.security.auth import paired

FILE = "clock"


class Clock(Mark):
    """Out of sight until somebody wants it."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.folder / FILE)
        self._lock = Lock()
        self._watch: tuple[ActiveMatch, Stopwatch] | None = None

    def line(self, active: ActiveMatch, change: Revision) -> Message | None:
        if not self.on:
            return None
        game, state = change.step.game, change.state
        time = self._of(active).until(change.revision)
        return clock(time, game, game.round_of(state), game.turn_of(state))

    def _of(self, active: ActiveMatch) -> Stopwatch:
        with self._lock:
            if self._watch is None or self._watch[0] is not active:
                match = active.writer.match
                self._watch = active, Stopwatch(match.game, match.history)
            return self._watch[1]


def clock_routes(clock: Clock) -> Blueprint:
    routes = Blueprint("clock", __name__)

    @routes.post("/clock")
    @paired
    def switch() -> Response:
        clock.switch(request.form.get("on") == "1")
        return see_other("/")

    return routes
