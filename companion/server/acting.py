"""What a paired phone does at the table: inputs and previews, as lines or by forms.

An input has an id, so that a tap which is sent twice counts once; and a number is corrected only if
it still is what the person saw, so that nobody overwrites what another phone has just entered.
"""

import hashlib
import re
from collections.abc import Mapping
from typing import TypeVar
from urllib.parse import parse_qsl, urlsplit

import msgspec
from flask import Blueprint, Response, g, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.errors import CompanionError, Malformed, Refusal
from companion.message import say
from companion.server.access import paired, viewer
from companion.server.chronicle import happening, preview
from companion.server.discretion import refuse_secret_of_another
from companion.server.forms import Forms, asked_of
from companion.server.lines import check_line, line_of, value_at
from companion.server.speech import said
from companion.server.trouble import wants_json
from companion.table.clerk import Clerk
from companion.table.packs.loading import Collection
from companion.table.session import Place, Session
from companion.table.table import Change

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


def acting(session: Session, forms: Forms) -> Blueprint:
    routes = Blueprint("acting", __name__)

    @routes.post("/api/act")
    @paired
    def act_by_line() -> Response:
        given = body(Input)
        id = f"{g.phone.id}:{given.id[:80]}" if given.id else ""
        return answer(act(session.clerk, given.line, id, given.seen, given.expects))

    @routes.post("/api/preview")
    @paired
    def preview_line() -> Response:
        return jsonify(previewed(session.clerk, body(Question).line))

    @routes.post("/act")
    @paired
    def act_by_form() -> Answer:
        place = session.place
        try:
            if request.form.get("game", str(place.number)) != str(place.number):
                raise moved_on()
            line = line_of(request.form, cards_of(session))
            if "preview" in request.form:
                shown = previewed(place.clerk, line)
                return jsonify(shown) if wants_json() else forms.again(shown)
            id = id_of(place, line)
            change = act(place.clerk, line, id, seen_in_form(), expected_in_form())
        except CompanionError as error:
            if wants_json():
                raise
            return forms.again(refused=error)
        return answer(change) if wants_json() else redirect(back_to(change), 303)

    return routes


def back_to(change: Change) -> str:
    """The page as it was left, with what came of the input; ``back`` is where the hand was."""
    place = dict(parse_qsl(urlsplit(request.form.get("origin", "")).query)).get("back", "")
    anchor = place if PLACE.fullmatch(place) else None
    return url_for("watching.page", did=change.revision, _anchor=anchor)


def body(kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(say("The request cannot be read: {why}", why=error)) from None


def act(clerk: Clerk, line: str, id: str, seen: int | None, expects: Mapping[str, Value]) -> Change:
    """Sends a line to the table, if it still is as the sender expects."""
    line = check_line(clerk.table.game, line)
    refuse_secret_of_another(clerk.current, line, viewer())
    if not expects:
        return clerk.ask(line, id, seen)
    for _ in range(TRIES):
        now = clerk.current
        document, group = now.document_for(viewer()), now.step.game.group
        if any(str(value_at(document, path, group)) != str(it) for path, it in expects.items()):
            break
        try:
            return clerk.ask(line, id, now.revision)
        except Refusal as refusal:
            if refusal.code != "moved_on":
                raise
    raise moved_on()


def moved_on() -> Refusal:
    return Refusal("moved_on", say("The table has moved on; please look again."))


def previewed(clerk: Clerk, line: str) -> dict[str, object]:
    """What a line would do, in words; or why it would be refused."""
    step = preview(clerk, clerk.current, check_line(clerk.table.game, line), viewer())
    return {"label": said(step.label), "told": [said(message) for message in step.told]}


def answer(change: Change) -> Response:
    told = happening(change, change.state, viewer())
    return jsonify(
        revision=change.revision,
        label=said(told.label),
        told=[said(message) for message in told.told],
        result=said(change.result_for(viewer())),
        asks=asked_of(change) is not None,
    )


def id_of(place: Place, line: str) -> str:
    """The same line from the same phone that saw the same revision is the same tap."""
    seen = request.form.get("at", "")
    tap = f"{place.number} {seen} {line}"
    return f"{g.phone.id}:{hashlib.sha256(tap.encode()).hexdigest()[:24]}" if seen else ""


def seen_in_form() -> int | None:
    text = request.form.get("seen", "")
    return int(text) if text.isdecimal() and len(text) < 10 else None


def expected_in_form() -> dict[str, Value]:
    pairs = (each.partition("=") for each in request.form.getlist("expects"))
    return {path: value for path, _, value in pairs}


def cards_of(session: Session) -> Collection | None:
    game = session.clerk.table.game
    return session.cards() if game.cards else None
