"""Which phone a request comes from, and what it may do."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Flask, g, request

from companion.errors import Refusal
from companion.games import ANYBODY, Viewer
from companion.i18n.message import say
from companion.web.security.pairing import Pairing

COOKIE = "companion"
Args = ParamSpec("Args")
Answer = TypeVar("Answer")


def recognise(app: Flask, pairing: Pairing) -> None:
    @app.before_request
    def find_phone() -> None:
        secret = request.cookies.get(COOKIE, "")
        g.phone = pairing.find(secret, request.remote_addr or "") if secret else None
        g.no_longer_paired = bool(secret) and g.phone is None


def viewer() -> Viewer:
    """Who looks at a game through this request: a seat, the host, or anybody."""
    phone = g.get("phone")
    return Viewer.of(phone.role) if phone else ANYBODY


def role_now(pairing: Pairing) -> Callable[[], str]:
    """What the phone of this request is from now on: its pairing may end while it watches."""
    secret = request.cookies.get(COOKIE, "")

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
