"""In which language a phone reads: what its owner chose, or else what its browser asks for."""

from collections.abc import Callable
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Flask, Response, g, redirect, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header
from werkzeug.wrappers import Response as Answer

from companion.i18n.catalogs import LANGUAGES, Language, language_name
from companion.i18n.message import Message, count, decimal, say, signed

COOKIE = "language"
MAX_HEADER_LETTERS = 200
"""Letters of what a browser asks for: nobody reads in more languages than fit in there."""
YEAR_S = 365 * 24 * 3600


def speak(app: Flask, game: Callable[[], str | None]) -> None:
    """``game`` is the one whose words are looked up first."""

    @app.before_request
    def choose_language() -> Answer | None:
        chosen = request.args.get("lang", "")
        g.language = Language(preferred(chosen), game())
        if chosen not in LANGUAGES or request.path.startswith("/api/"):
            return None
        back = redirect(address(request.full_path), 303)
        back.set_cookie(COOKIE, chosen, max_age=YEAR_S, httponly=True, samesite="Strict")
        return back

    app.jinja_env.globals.update(
        say=say_now,
        count=count_now,
        languages=LANGUAGES,
        language_name=language_name,
        in_language=in_language,
    )
    app.jinja_env.filters.update(
        said=said, decimal=lambda number: said(decimal(number)), signed=signed
    )

    @app.after_request
    def vary(response: Response) -> Response:
        response.vary.update(("Accept-Language", "Cookie"))
        return response


def preferred(chosen: str) -> str:
    for code in (chosen, request.cookies.get(COOKIE, "")):
        if code in LANGUAGES:
            return code
    asked = request.headers.get("Accept-Language", "")[:MAX_HEADER_LETTERS]
    return parse_accept_header(asked, LanguageAccept).best_match(LANGUAGES, LANGUAGES[0])


def in_language(code: str) -> str:
    """The address of the page that is being read, in another language.

    What was sent cannot be asked for again: then it is the page that it was sent from.
    """
    sent = request.method == "POST"
    return address(request.referrer or "/" if sent else request.full_path, lang=code)


def address(page: str, **more: str) -> str:
    """A page of ours with everything that its address says, but the language only if asked for."""
    try:
        where = urlsplit(page)
    except ValueError:  # what a browser never says of a page of ours
        where = urlsplit("/")
    path = f"/{where.path.lstrip('/')}"  # two slashes would lead to another machine
    kept = [pair for pair in parse_qsl(where.query) if pair[0] != "lang"]
    query = urlencode([*kept, *more.items()])
    return f"{path}?{query}" if query else path


def speak_of(game: str) -> None:
    """The page is about this game, which need not be the one on the table."""
    g.language = Language(g.language.code, game)


def said(message: Message | str) -> str:
    """A message in the reader's language; plain words stay as they are."""
    return str(g.language.say(message)) if isinstance(message, Message) else message


def say_now(text: str, /, **values: object) -> str:
    return said(say(text, **values))


def count_now(one: str, many: str, /, n: int, **values: object) -> str:
    return said(count(one, many, n, **values))
