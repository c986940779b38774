"""What every request must pass and every answer carries, whichever page it is.

A name that is not this machine's is refused, so that no foreign page can reach the table under a
name of its own; and whoever writes must say that they come from this very page.
"""

import re
import socket
from collections.abc import Collection, Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, request

from companion.errors import Refusal
from companion.i18n.message import say

MAX_BODY_BYTES = 64 * 1024
HEAD = "HEAD"
"""Who asks only about a page gets its headers."""
READING = ("GET", HEAD, "OPTIONS")
COOKIES = "COOKIE"
"""Where waitress has them."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not "no-referrer": a browser would then send "null" as the origin of our own forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
}


def guard(app: Flask, hosts: Collection[str], larger: Mapping[str, int] = {}) -> None:
    """``larger`` has the endpoints that take more bytes than others: pictures."""
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.config["MAX_FORM_PARTS"] = 200

    @app.before_request
    def check_sender() -> None:
        if not is_ours(request.host, hosts):
            raise Refusal(
                "foreign_host", say("The companion is not known by the name in this address.")
            )
        request.max_content_length = larger.get(request.endpoint or "", MAX_BODY_BYTES)
        if (request.content_length or 0) > request.max_content_length:
            abort(413)  # also where nobody would have read it
        if request.method not in READING and not is_same_origin(
            request.headers.get("Origin", ""), request.host
        ):
            raise Refusal(
                "foreign_origin", say("Only the companion's own page may change anything.")
            )

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-store")
        if "language" in g:
            response.headers.setdefault("Content-Language", g.language.code)
        return response


def is_ours(host: str, allowed: Collection[str]) -> bool:
    """Is this one of the machine's own names or addresses? The port does not matter."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    return name in allowed or is_own_name(name) or is_own_address(name)


def is_own_name(name: str) -> bool:
    """``localhost``, the host name, and that name as the local network knows it: with ``.local``,
    and with a number where another machine had it first."""
    own = socket.gethostname().lower()
    short = re.escape(own.partition(".")[0])
    return name in ("localhost", own) or bool(re.fullmatch(rf"{short}(-[0-9]+)?\.local", name))


def is_own_address(text: str) -> bool:
    """An address is this machine's if a socket can be bound to it: so a new one counts at once."""
    try:
        address = ip_address(text)
        if address.is_unspecified or address.is_multicast:
            return False
        family = socket.AF_INET if address.version == 4 else socket.AF_INET6
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((str(address), 0))
    except (OSError, ValueError):
        return False
    return True


def is_same_origin(origin: str, host: str) -> bool:
    return origin == f"http://{host}"
