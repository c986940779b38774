"""``/api/spoken``: what a page reads out when somebody wants to listen."""

from dataclasses import asdict

from flask import Blueprint, Response, g, jsonify, request

from companion.i18n.catalogs import Language
from companion.i18n.spoken import VOICES
from companion.match.commentary import missed
from companion.match.session import Session
from companion.web.live.event_stream import position


def reading_routes(session: Session) -> Blueprint:
    routes = Blueprint("reading", __name__)

    @routes.get("/api/spoken")
    def spoken() -> Response:
        """Sentences about all that has happened since a revision; without one, what to do now."""
        active = session.active
        now = active.writer.current
        language = Language(g.language.code, now.step.game.id)
        game, heard = position(request.args.get("since", "")) or (0, 0)
        history = active.writer.match.history[: now.revision]
        told = missed(history, heard if game == active.number else 0, language)
        voice = VOICES.get(language.code, language.code)
        return jsonify(at=f"{active.number}-{now.revision}", voice=voice, **asdict(told))

    return routes
