"""The phones that may act, for a table and for a hall: how one is let in, and how that ends."""

from collections.abc import Callable
from functools import lru_cache

import segno
from flask import Blueprint, g, jsonify, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from companion.web.errors import wants_json
from companion.web.security.auth import COOKIE, host_only, paired
from companion.web.security.pairing import Pairing, new_device

A_YEAR = 365 * 24 * 3600
"""Of a cookie; how long a pairing lasts is the table's to say."""
DEVICE = "device"


def phone_pages(pairing: Pairing, join: Callable[[], str]) -> Blueprint:
    """``join`` is the address at which a phone is paired, as others know it."""
    routes = Blueprint("phones", __name__)

    @routes.post("/unpair")
    @paired
    def leave() -> Answer:
        pairing.end(lambda phone: phone == g.phone)
        response = redirect("/", 303)
        response.delete_cookie(COOKIE, httponly=True, samesite="Strict")
        return response

    @routes.get("/phones")
    @host_only
    def phones() -> str:
        return render_template(
            "templates/phones.html",
            phones=pairing.phones(),
            paired=pairing.paired,
            address=join() or request.host_url + "pair",
            code=pairing.code,
            qr=qr_picture,
        )

    @routes.post("/phones/end")
    @host_only
    def end() -> Answer:
        chosen = request.form.get("phone", "")
        pairing.end(lambda phone: phone != g.phone and chosen in ("", phone.id))
        return redirect("/phones", 303)

    return routes


def let_in(pairing: Pairing, code: str, role: str, to: str = "/") -> Answer:
    """Whoever knows the code may act from now on, and goes on to where they were on the way to."""
    device = device_of_phone()
    secret = pairing.pair(code, role, request.remote_addr or "", device)
    response = jsonify(role=role) if wants_json() else redirect(to, 303)
    response.set_cookie(COOKIE, secret, max_age=A_YEAR, httponly=True, samesite="Strict")
    response.set_cookie(DEVICE, device, max_age=A_YEAR, httponly=True, samesite="Strict")
    return response


def device_of_phone() -> str:
    """What this browser was called when it was first paired, or a name for it from now on."""
    known = request.cookies.get(DEVICE, "")
    return known if len(known) == len(new_device()) else new_device()


@lru_cache(maxsize=4)
def qr_picture(text: str) -> Markup:
    made = segno.make(text, error="m", micro=False)
    return Markup(made.svg_inline(border=3, omitsize=True, svgclass="qr", lineclass=None))
