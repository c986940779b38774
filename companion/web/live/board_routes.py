"""The page that anybody on the network may look at, and the state for programs."""

from dataclasses import astuple

from flask import Blueprint, Response, g, jsonify, make_response, render_template, request

from companion.games.shared.lines import is_number
from companion.i18n.message import Message
from companion.match.session import ActiveMatch, Session
from companion.web.live.board import Board, Boards
from companion.web.live.odds_cache import assumed
from companion.web.security.auth import viewer


def watching(session: Session, boards: Boards) -> Blueprint:
    routes = Blueprint("watching", __name__)

    def newest() -> Board:
        return boards.board(g.phone, assumed(request.args.get("ahead")))

    @routes.get("/")
    def page() -> str:
        return render_page(session, newest().html, result_of(session.active))

    @routes.get("/board")
    def board() -> Response:
        """The part of the page that changes; nothing if the phone has it already."""
        made = newest()
        return conditional(make_response(made.html), made.key)

    @routes.get("/api/state")
    def state() -> Response:
        active = session.active
        change = active.writer.current
        seen_by = change.step.game.visible_to(viewer())
        response = jsonify(change.with_odds(seen_by))
        return conditional(response, (active.number, change.revision, *astuple(seen_by)))

    return routes


def conditional(response: Response, key: tuple[object, ...]) -> Response:
    response.set_etag("-".join(map(str, key)))
    response.cache_control.no_cache = True
    response.make_conditional(request)
    return response


def result_of(active: ActiveMatch) -> Message | None:
    """What came of the input that this phone has just sent, where no script tells it so."""
    did = request.args.get("did", "")
    history = active.writer.match.history
    if not (g.phone and is_number(did) and 0 < int(did) <= len(history)):
        return None
    return history[int(did) - 1].result_for(viewer())


def render_page(session: Session, board: str, result: Message | None = None) -> str:
    active = session.active
    return render_template(
        "templates/page.html",
        board=board,
        number=active.number,
        game=active.writer.match.game,
        result=result,
        lessons=session.teaching.on,
    )
