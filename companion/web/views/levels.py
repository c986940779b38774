"""Who counts: the page on which a table chooses its level, and the presses that go with it."""

import re

from flask import Blueprint, Response, jsonify, render_template, request

from companion.errors import Malformed
from companion.i18n.message import Message, say
from companion.i18n.negotiation import said
from companion.match.levels.level import KINDS, MEANS, PACES_S, read_level
from companion.match.levels.show import words_of
from companion.match.session import Session
from companion.web.live.form_to_line import whole_number
from companion.web.responses import see_other, wants_json
from companion.web.security.auth import paired

AT = re.compile(r"(\d{1,9})-(\d{1,6})")
COUNTED = "total."
NUMBER = re.compile(r"[-+]?\d{1,4}")


def level_routes(session: Session) -> Blueprint:
    routes = Blueprint("levels", __name__)

    @routes.get("/levels")
    def page() -> str:
        level = session.writer.match.level
        pace = session.show.pace_s if level.pace_s is None else level.pace_s
        return render_template(
            "templates/levels.html",
            level=level,
            kinds=KINDS,
            means=MEANS,
            paces=sorted({*PACES_S, pace}),
            now_s=pace,
            refusal=None,
        )

    @routes.post("/levels")
    @paired
    def choose() -> Response:
        kind, pace = request.form.get("kind", ""), request.form.get("pace", "")
        told = f"level {kind} {pace}" if kind == "all" else f"level {kind}"
        level = read_level(told.strip())
        if level != session.writer.match.level:
            session.writer.ask(level.line)
        return see_other("/")

    @routes.post("/levels/next")
    @paired
    def press() -> Response:
        found = AT.fullmatch(request.form.get("at", ""))
        if found is None:
            raise Malformed(say("Where the totals are is not said."))
        session.show.press(session.writer.match, (int(found[1]), int(found[2])))
        return answer()

    @routes.post("/levels/count")
    @paired
    def count() -> Response:
        counted = {
            name.removeprefix(COUNTED): int(value)
            for name, value in request.form.items()
            if name.startswith(COUNTED) and NUMBER.fullmatch(value)
        }
        revision = whole_number(request.form.get("revision", ""))
        if revision is None:
            raise Malformed(say("Where the totals are is not said."))
        session.show.count(session.writer.match, revision, counted)
        return answer()

    def answer() -> Response:
        """Where a script asks, what there is to do now; else the way back to the page."""
        shown = session.show.of(session.writer.match)
        words: Message = words_of(shown) if shown else say("All of it has been seen.")
        if not wants_json():
            return see_other("/")
        return jsonify(result=said(words), asks=False)

    return routes
