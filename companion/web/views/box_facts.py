"""What is printed on boards and reference cards, a page for each: looked at once, and kept.

Whoever keeps a page has the thing in their hand, so all of it is the owner's word from then on.
"""

import logging
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, g, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.errors import CompanionError
from companion.games import AnyGame, Fact, playable
from companion.i18n.catalogs import Language
from companion.i18n.message import Message
from companion.match.script_syntax import json_in_a_line
from companion.match.session import Session
from companion.storage.packs.own_box_facts import OwnBox
from companion.web.errors import REFUSED, STATUS, wants_json
from companion.web.security.auth import paired
from companion.web.views.box_form import entered, fields, reshaped
from companion.web.views.setup import wrong_fact

log = logging.getLogger(__name__)

PRINTED = "facts."
"""How the paths of facts begin that hold all through a game; others say how it begins."""
Group = tuple[Message, dict[str, Message]]


def groups_of(game: AnyGame) -> list[Group]:
    """Everything that prints facts of a game, whoever plays it: each once, with its paths."""
    page, found = game.phone(game.blank), dict[tuple[str, ...], Group]()
    for players in reversed(game.players):
        for title, paths in page.fact_groups(list(game.seats)[:players]):
            if paths:
                found.setdefault(tuple(paths), (title, dict(paths)))
    return list(found.values())


def to_check(group: Group, facts: dict[str, Fact]) -> int:
    """How many numbers of a group nobody has verified."""
    return sum(facts[path].stand_in for path in group[1] if path in facts)


def fact_pages(session: Session) -> Blueprint:
    routes = Blueprint("facts", __name__)

    game = partial(named_game, session)

    def box() -> OwnBox:
        return OwnBox(game(), session.folder, session.tell)

    def groups() -> list[Group]:
        return groups_of(game())

    @routes.get("/facts")
    @paired
    def overview() -> str:
        facts = box().facts()
        listed = [(title, to_check((title, paths), facts)) for title, paths in groups()]
        return render_template("templates/facts.html", groups=listed, game=game())

    @routes.get("/facts/<int:at>")
    @paired
    def ask(at: int) -> Response:
        return page(at)

    @routes.post("/facts/<int:at>")
    @paired
    def keep(at: int) -> Answer:
        group = found(at)
        if reshaped(request.form):
            return page(at)
        try:
            facts = box().facts()
            said = {
                path: entered(path, request.form, facts[path].value)
                for path in group[1]
                if path in facts and path in request.form
            }
            box().add(said)
            if game() is session.writer.match.game:
                tell_table(session, said, facts)
        except CompanionError as error:
            if wants_json():
                raise
            return page(at, error)
        return redirect(following(at), 303)

    def found(at: int) -> Group:
        there = groups()
        if at >= len(there):
            abort(404)
        return there[at]

    def following(at: int) -> str:
        """The next page on which something is to be checked; the list once there is none."""
        facts, there = box().facts(), groups()
        for other in (*range(at + 1, len(there)), *range(at)):
            if to_check(there[other], facts):
                return f"/facts/{other}?game={game().id}"
        return f"/facts?game={game().id}"

    def page(at: int, refused: CompanionError | None = None) -> Response:
        title, paths = found(at)
        wrong = wrong_fact(refused)
        response = make_response(
            render_template(
                "templates/facts_page.html",
                title=title,
                at=at,
                facts=fields(paths, box().facts(), request.form, wrong),
                wrong=wrong,
                refusal=None if wrong else refused and refused.message,
                game=game(),
            )
        )
        response.status_code = STATUS.get(refused.code, REFUSED) if refused else 200
        return response

    return routes


def tell_table(session: Session, said: dict[str, Any], before: dict[str, Fact]) -> None:
    """The game on the table hears it, too: how it begins, until it has begun, and then what holds
    all through it. What it does not take counts in the next one."""
    writer, game = session.writer, session.writer.match.game
    if not game.round_of(writer.current.state):
        lines = [OwnBox(game, session.folder, session.tell).line()]
    else:
        news = (path for path in said if before[path].stand_in or said[path] != before[path].value)
        lines = [
            f"set {path} {json_in_a_line(said[path])}" for path in news if path.startswith(PRINTED)
        ]
    for line in filter(None, lines):
        try:
            writer.ask(line)
        except CompanionError as error:
            log.info("%s: %s", line, error.message)


def named_game(session: Session) -> AnyGame:
    """The game that the address or the form names, otherwise the one on the table. Its own words
    are said from then on."""
    table = session.writer.match.game
    game = playable().get(request.values.get("game", ""), table)
    if game is not table:
        g.language = Language(g.language.code, game.id)
    return game
