"""The forms that a game brings along, each on a page of its own or as a part of another page."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Mapping
from typing import TypeVar
from urllib.parse import parse_qsl, urlsplit

import msgspec
from flask import Blueprint, Response, abort, g, jsonify, render_template, request

from companion.errors import CompanionError, Malformed, Refusal
from companion.games import several
from companion.i18n.message import Message, say
from companion.i18n.negotiation import said
from companion.match.match import Revision, moved_on
from companion.match.session import ActiveMatch, Session
from companion.match.taps.effects import Ports, carry_out
from companion.match.taps.throwing import throw_all
from companion.match.writer import MatchWriter
from companion.storage.json_file import DECODE_ERRORS
from companion.storage.packs.load import Collection
from companion.web.live.board import Boards, context, form_template, render_page
from companion.web.live.default_board import asked_of
from companion.web.live.form_to_line import check_line, line_of, value_at, whole_number
from companion.web.live.number_history import why_below
from companion.web.live.recent_events import happening, preview
from companion.web.responses import rendered, see_other, wants_json
from companion.web.security.auth import paired, viewer
from companion.web.security.hidden_information import refuse_secret_of_another

PREFIX = "/do/"
Shown = Mapping[str, object]


class Forms:
    def __init__(self, session: Session, boards: Boards) -> None:
        self._session = session
        self._boards = boards

    def page(self, form: str, refused: CompanionError | None = None) -> Response:
        game = self._session.writer.match.game
        return rendered("templates/form.html", refused, form=form, game=game)

    def again(self, shown: Shown | None = None, refused: CompanionError | None = None) -> Response:
        """The page that a form was sent from, with what there is to say about it."""
        why = refused.message if refused else None
        origin = request.form.get("origin", "")
        where = urlsplit(origin)
        if not where.path.startswith(PREFIX):
            board = self._boards.board(g.phone, refusal=why)
            return render_page(self._session, board.html, refused=refused)
        name, args = where.path.removeprefix(PREFIX), dict(parse_qsl(where.query))
        return self.page(self.form(name, args, origin, shown, why), refused)

    def form(
        self,
        name: str,
        args: Mapping[str, str],
        origin: str,
        shown: Shown | None = None,
        refusal: Message | None = None,
    ) -> str:
        active = self._session.active
        change = active.writer.current
        template = form_template(change.step.game, name)
        if template is None:
            abort(404)
        return render_template(
            template,
            **context(active, change, viewer()),
            args=defaultdict(str, args),
            origin=origin,
            given=request.form,
            shown=shown,
            refusal=refusal,
            phone=g.phone,
            would=lambda line: would(active.writer, change, line),
            asked=lambda: asked_of(change.step.game, change.state),
        )


def would(writer: MatchWriter, change: Revision, line: str) -> list[Message]:
    """What a line would do now, for a form that need not be filled in; or why it cannot be done."""
    try:
        return list(preview(writer, change, line, viewer()).told)
    except Refusal as refusal:
        return [refusal.message]


PLACE = re.compile(r"[\w-]{1,60}")
"""The id of something on the page."""
Value = int | str | bool | None
Body = TypeVar("Body")
TRIES = 5


class Input(msgspec.Struct, forbid_unknown_fields=True):
    """The body of ``/api/act``."""

    line: str
    id: str = msgspec.field(default="")
    seen: int | None = None
    expects: dict[str, Value] = {}


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """The body of ``/api/preview``."""

    line: str


def act_routes(session: Session, boards: Boards) -> Blueprint:
    routes, forms = Blueprint("act", __name__), Forms(session, boards)

    @routes.get(f"{PREFIX}<name>")
    @paired
    def form(name: str) -> Response | str:
        made = forms.form(name, request.args.to_dict(), request.full_path)
        made += why_below(session, request.args.get("path", ""))
        return made if "part" in request.args else forms.page(made)

    @routes.post("/api/act")
    @paired
    def act_by_line() -> Response:
        given = body(Input)
        id = f"{g.phone.id}:{given.id[:80]}" if given.id else ""
        return answer(act(session.writer, given.line, id, given.seen, given.expects))

    @routes.post("/api/preview")
    @paired
    def preview_line() -> Response:
        return jsonify(previewed(session.writer, body(Question).line))

    @routes.post("/act")
    @paired
    def act_by_form() -> Response:
        active = session.active
        try:
            if request.form.get("game", str(active.number)) != str(active.number):
                raise moved_on()
            line = line_of(request.form, cards_of(session))
            if die := request.form.get("throw", ""):
                line = with_throws(active.writer, line, die)
            if "preview" in request.form:
                shown = previewed(active.writer, line)
                return jsonify(shown) if wants_json() else forms.again(shown)
            seen = whole_number(request.form.get("seen", ""))
            pairs = (each.partition("=") for each in request.form.getlist("expects"))
            expects: dict[str, Value] = {path: value for path, _, value in pairs}
            change = act(active.writer, line, id_of(active, line), seen, expects)
        except CompanionError as error:
            if wants_json():
                raise
            return forms.again(refused=error)
        return answer(change) if wants_json() else see_other(back_to(change))

    return routes


def with_throws(writer: MatchWriter, line: str, die: str) -> str:
    """What a form says, and then every throw of one cause to which it leads."""
    game, state = writer.match.game, writer.current.state
    if line:
        state = several.state_after(game, state, several.decide(game, state, line))
    throw = game.tap_handler.throw(state, die)
    if throw is None:
        raise Refusal("unknown_die", say("There is no die {die}.", die=die))
    thrown = carry_out(throw_all(game, state, throw), writer.ask, Ports())
    return several.together(line, thrown.line)


def back_to(change: Revision) -> str:
    """The page as it was left, with what came of the input; ``back`` is where the hand was."""
    place = dict(parse_qsl(urlsplit(request.form.get("origin", "")).query)).get("back", "")
    anchor = f"#{place}" if PLACE.fullmatch(place) else ""
    return f"/?did={change.revision}{anchor}"


def body(kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except DECODE_ERRORS as error:
        raise Malformed(say("The request cannot be read: {why}", why=error)) from None


def act(
    writer: MatchWriter, line: str, id: str, seen: int | None, expects: Mapping[str, Value]
) -> Revision:
    """Sends a line to the table, if it still is as the sender expects."""
    line = check_line(writer.match.game, line)
    refuse_secret_of_another(writer.current, line, viewer())
    if not expects:
        return writer.ask(line, id, seen)
    for _ in range(TRIES):
        now = writer.current
        document, group = now.document_for(viewer()), now.step.game.group
        if any(str(value_at(document, path, group)) != str(it) for path, it in expects.items()):
            break
        try:
            return writer.ask(line, id, now.revision)
        except Refusal as refusal:
            if refusal.code != "moved_on":
                raise
    raise moved_on()


def previewed(writer: MatchWriter, line: str) -> dict[str, object]:
    """What a line would do, in words; or why it would be refused."""
    step = preview(writer, writer.current, check_line(writer.match.game, line), viewer())
    return {"label": said(step.label), "told": [said(message) for message in step.told]}


def answer(change: Revision) -> Response:
    told = happening(change, change.state, viewer())
    return jsonify(
        revision=change.revision,
        label=said(told.label),
        told=[said(message) for message in told.told],
        result=said(change.result_for(viewer())),
        asks=asked_of(change.step.game, change.state) is not None,
    )


def id_of(active: ActiveMatch, line: str) -> str:
    """The same line from the same phone that saw the same revision is the same tap."""
    seen = request.form.get("at", "")
    tap = f"{active.number} {seen} {line}"
    return f"{g.phone.id}:{hashlib.sha256(tap.encode()).hexdigest()[:24]}" if seen else ""


def cards_of(session: Session) -> Collection | None:
    game = session.writer.match.game
    return session.cards() if game.cards else None
