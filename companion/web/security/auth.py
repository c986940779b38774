"""Who a request is from, answered once for each request; and what that phone may do.

The server asks before a request waits for its turn, and hands the answer on with the request.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Flask, g, request
from werkzeug.http import parse_cookie

from companion.errors import Refusal
from companion.games import ANYBODY, Viewer
from companion.i18n.message import say
from companion.web.security.paired_phones import Phone
from companion.web.security.pairing import Pairing

COOKIE = "companion"
IDENTITY = "companion.identity"
"""In the environment of a request: the answer, where there is one already."""
Args = ParamSpec("Args")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Identity:
    secret: str = ""
    """What the request says that its phone is known by."""
    phone: Phone | None = None
    """The phone, where it is paired."""


NOBODY = Identity()


def identify(pairing: Pairing, cookies: str) -> Identity:
    """Who a request with these cookies is from."""
    secret = parse_cookie(cookies).get(COOKIE, "")
    return Identity(secret, pairing.find(secret)) if secret else NOBODY


def authenticate(app: Flask, pairing: Pairing) -> None:
    @app.before_request
    def find_phone() -> None:
        cookies = request.headers.get("Cookie", "")
        g.identity = request.environ.get(IDENTITY) or identify(pairing, cookies)
        g.phone = g.identity.phone
        g.no_longer_paired = bool(g.identity.secret) and g.phone is None
        if g.phone:
            pairing.note_address(g.identity.secret, request.remote_addr or "")


def viewer() -> Viewer:
    """Who looks at a game through this request: a seat, the host, or anybody."""
    phone = g.get("phone")
    return Viewer.of(phone.role) if phone else ANYBODY


def role_now(pairing: Pairing) -> Callable[[], str]:
    """What the phone of this request is from now on: its pairing may end while it watches."""
    secret = g.identity.secret

    def role() -> str:
        phone = pairing.find(secret) if secret else None
        return phone.role if phone else ""

    return role


def paired(view: Callable[Args, Answer]) -> Callable[Args, Answer]:
    """Only for phones whose owner could read the code at the table."""

    @wraps(view)
    def checked(*args: Args.args, **kwargs: Args.kwargs) -> Answer:
        if g.phone is None:
            raise Refusal(
                "not_paired", say("This phone only watches: pair it with the code at the table.")
            )
        return view(*args, **kwargs)

    return checked


def host_only(view: Callable[Args, Answer]) -> Callable[Args, Answer]:
    @wraps(view)
    def checked(*args: Args.args, **kwargs: Args.kwargs) -> Answer:
        if not g.phone.host:
            raise Refusal("host_only", say("Only a phone that was paired as the host may do this."))
        return view(*args, **kwargs)

    return paired(checked)
