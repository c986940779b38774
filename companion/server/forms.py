"""The forms that a game brings along, each on a page of its own or as a part of another page."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, Response, abort, g, make_response, render_template, request

from companion.errors import CompanionError, Refusal
from companion.games.display import Choice, Words
from companion.games.hands import Throw
from companion.games.layout import DIE
from companion.message import Message
from companion.server.access import paired, viewer
from companion.server.board import Boards, context
from companion.server.chronicle import preview
from companion.server.game_page import form_template
from companion.server.reasons import why_below
from companion.server.trouble import REFUSED, STATUS
from companion.server.watching import render_page
from companion.table.clerk import Clerk
from companion.table.session import Session
from companion.table.table import Change

PREFIX = "/do/"
Shown = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Asked:
    words: Words
    choices: Sequence[Choice] = ()
    throw: Throw | None = None


class Forms:
    def __init__(self, session: Session, boards: Boards) -> None:
        self._session = session
        self._boards = boards

    def routes(self) -> Blueprint:
        routes = Blueprint("forms", __name__)

        @routes.get(f"{PREFIX}<name>")
        @paired
        def form(name: str) -> Response:
            made = self._form(name, request.args.to_dict(), request.full_path)
            made += why_below(self._session, request.args.get("path", ""))
            return make_response(made) if "part" in request.args else self._page(made)

        return routes

    def again(self, shown: Shown | None = None, refused: CompanionError | None = None) -> Response:
        """The page that a form was sent from, with what there is to say about it."""
        why = refused.message if refused else None
        origin = request.form.get("origin", "")
        where = urlsplit(origin)
        if where.path.startswith(PREFIX):
            name, args = where.path.removeprefix(PREFIX), dict(parse_qsl(where.query))
            response = self._page(self._form(name, args, origin, shown, why))
        else:
            board = self._boards.board(g.phone, refusal=why)
            response = make_response(render_page(self._session, board.html))
        if refused:
            response.status_code = STATUS.get(refused.code, REFUSED)
        return response

    def _page(self, form: str) -> Response:
        game = self._session.clerk.table.game
        return make_response(render_template("templates/form.html", form=form, game=game))

    def _form(
        self,
        name: str,
        args: Mapping[str, str],
        origin: str,
        shown: Shown | None = None,
        refusal: Message | None = None,
    ) -> str:
        place = self._session.place
        change = place.clerk.current
        template = form_template(change.step.game, name)
        if template is None:
            abort(404)
        return render_template(
            template,
            **context(place, change, g.phone),
            args=defaultdict(str, args),
            origin=origin,
            given=request.form,
            shown=shown,
            refusal=refusal,
            phone=g.phone,
            would=lambda line: would(place.clerk, change, line),
            asked=lambda: asked_of(change),
        )


def asked_of(change: Change) -> Asked | None:
    """What the game itself asks now: a question with its answers, or dice."""
    game, state = change.step.game, change.state
    hands = game.hands
    if game.over(state):
        return None
    if question := hands.question(state):
        return Asked(question.words, question.choices)
    due = hands.due(state)
    if due.startswith(DIE) and (throw := hands.throw(state, due.removeprefix(DIE))):
        return Asked(game.guide(state)[0], throw=throw)
    return None


def would(clerk: Clerk, change: Change, line: str) -> list[Message]:
    """What a line would do now, for a form that need not be filled in; or why it cannot be done."""
    try:
        return list(preview(clerk, change, line, viewer()).told)
    except Refusal as refusal:
        return [refusal.message]
