"""How requests are answered: pages, redirects, every refusal in one shape, and text compressed.

A refusal is ``{"error": {"code": …, "message": …}}``, or a page that says the same. The code is for
programs and never changes; the message is for people, in their language.
"""

import gzip
import logging
from functools import lru_cache
from typing import Any

from flask import Flask, Response, g, jsonify, make_response, redirect, render_template, request
from werkzeug.exceptions import HTTPException

from companion.errors import CompanionError
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say
from companion.match.writer import not_counted

log = logging.getLogger(__name__)

MIN_BYTES = 600
"""Text from this length on is worth compressing."""
TEXT_TYPES = {"text/html", "text/css", "text/javascript", "image/svg+xml", "application/json"}
STATUS = {
    "malformed": 400,
    "bad_request": 400,
    "not_paired": 403,
    "wrong_code": 403,
    "host_only": 403,
    "foreign_origin": 403,
    "not_found": 404,
    "no_such_card": 404,
    "no_such_game": 404,
    "no_such_table": 404,
    "no_outlook": 404,
    "method_not_allowed": 405,
    "too_large": 413,
    "foreign_host": 421,
    "slow_down": 429,
    "internal": 500,
    "closed": 503,
    "no_broker": 503,
    "too_many_phones": 503,
    "too_many_paired": 503,
}
REFUSED = 409
"""Understood, allowed, and yet not possible at this table now."""
HTTP_CODES = {
    404: ("not_found", say("There is no such page.")),
    405: ("method_not_allowed", say("This page cannot be used in that way.")),
    413: ("too_large", say("That is more than the companion takes in at once.")),
}


def rendered(template: str, refused: CompanionError | None = None, /, **shown: Any) -> Response:
    """A page; with the status of a refusal, where it says why something was refused."""
    shown.setdefault("refusal", refused.message if refused else None)
    response = make_response(render_template(template, **shown))
    if refused:
        response.status_code = STATUS.get(refused.code, REFUSED)
    return response


def see_other(address: str) -> Response:
    """Where a browser goes on after it has sent something."""
    return make_response(redirect(address, 303))


def catch(app: Flask) -> None:
    @app.errorhandler(CompanionError)
    def refused(error: CompanionError) -> Response:
        return answer(error.code, error.message)

    @app.errorhandler(HTTPException)
    def not_understood(error: HTTPException) -> Response:
        if error.code is not None and error.code < 400:
            return make_response(error.get_response())
        unclear = "bad_request", say("The companion cannot make sense of this request.")
        return answer(*HTTP_CODES.get(error.code or 400, unclear))

    @app.errorhandler(Exception)
    def mistaken(error: Exception) -> Response:
        log.exception("%s %s", request.method, request.path, exc_info=error)
        mistake = not_counted()
        return answer(mistake.code, mistake.message)


def answer(code: str, message: Message) -> Response:
    try:
        # Before anything is known of who asks, or where finding that out went wrong.
        said = (g.get("language") or Language("en")).say(message)
        if wants_json():
            response = jsonify(error={"code": code, "message": said})
        else:
            page = render_template("templates/trouble.html", code=code, said=said)
            response = make_response(page)
    except Exception:
        log.exception("the page that tells of %s", code)
        response = Response(f"{message} [{code}]\n", mimetype="text/plain")
    response.status_code = STATUS.get(code, REFUSED)
    return response


def wants_json() -> bool:
    """A program, or our own script; a person's browser asks for a page."""
    if request.path.startswith("/api/"):
        return True
    best = request.accept_mimetypes.best_match(("text/html", "application/json"))
    return best == "application/json"


def compress(app: Flask) -> None:
    """Text travels compressed: everybody who watches shares a table's own small network."""

    @app.after_request
    def compress_text(response: Response) -> Response:
        if (
            response.is_streamed
            or response.mimetype not in TEXT_TYPES
            or response.status_code == 304
        ):
            return response
        response.vary.add("Accept-Encoding")
        content = response.get_data()
        if len(content) >= MIN_BYTES and request.accept_encodings["gzip"] > 0:
            response.set_data(gzipped(content))
            response.content_encoding = "gzip"
        return response


@lru_cache(maxsize=32)
def gzipped(content: bytes) -> bytes:
    """Cached: most phones get the same."""
    return gzip.compress(content, mtime=0)
