"""The phones that may act, for a table and for a hall: paired, listed, ended."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, g, jsonify, render_template, request
from markupsafe import Markup

from companion.errors import CompanionError, Malformed, Refusal
from companion.games import playable
from companion.i18n.message import Message, say
from companion.i18n.negotiation import said
from companion.match.session import Session
from companion.web.responses import rendered, see_other, wants_json
from companion.web.security.auth import COOKIE, host_only, paired
from companion.web.security.paired_phones import HOST
from companion.web.security.pairing import Pairing, new_device
from companion.web.views.setup import seated

YEAR_S = 365 * 24 * 3600
"""Of a cookie; how long a pairing lasts is the table's to say."""
DEVICE = "device"
CLAIM = "claim"
"""What a phone will be known by that waits for a seat."""


def phone_routes(pairing: Pairing, join: Callable[[], str]) -> Blueprint:
    """``join`` is the address at which a phone is paired, as others know it."""
    routes = Blueprint("phones", __name__)

    @routes.post("/unpair")
    @paired
    def leave() -> Response:
        pairing.leave(g.phone)
        response = see_other("/")
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
    def end() -> Response:
        chosen = request.form.get("phone", "")
        pairing.end(lambda phone: phone != g.phone and chosen in ("", phone.id))
        return see_other("/phones")

    return routes


def let_in(
    pairing: Pairing, code: str, role: str, to: str = "/", *, guarded: bool = False
) -> Response:
    """Whoever knows the code may act from now on, and goes on to where they were on the way to.

    In a game with secrets a seat is ``guarded``: where it has a phone, this one waits for a yes.
    """
    device = device_of_phone()
    secret = pairing.pair(code, role, request.remote_addr or "", device, guarded=guarded)
    waits = pairing.waits(secret)
    if wants_json():
        response = jsonify(role=role, waits=waits)
        response.status_code = 202 if waits else 200
    else:
        response = see_other("/pair" if waits else to)
    keep_cookie(response, CLAIM if waits else COOKIE, secret)
    keep_cookie(response, DEVICE, device)
    return response


def keep_cookie(response: Response, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=YEAR_S, httponly=True, samesite="Strict")


def device_of_phone() -> str:
    """What this browser was called when it was first paired, or a name for it from now on."""
    known = request.cookies.get(DEVICE, "")
    return known if len(known) == len(new_device()) else new_device()


@lru_cache(maxsize=4)
def qr_picture(text: str) -> Markup:
    made = segno.make(text, error="m", micro=False)
    return Markup(made.svg_inline(border=3, omitsize=True, svgclass="qr", lineclass=None))


LOOPBACK = ("127.0.0.1", "::1")
HERE = ("localhost", *LOOPBACK)


def pairing_routes(session: Session, pairing: Pairing, simulated: bool = False) -> Blueprint:
    """Where the parts are ``simulated``, whoever sits at this very machine sits at the table."""
    routes = Blueprint("pairing", __name__)

    def roles() -> Mapping[str, Message]:
        return seats_of(session)

    def form(code: str = "", refused: CompanionError | None = None) -> Response:
        taken = [phone.role for phone in pairing.phones()]
        return rendered(
            "templates/pair.html",
            refused,
            code=code,
            role=request.form.get("role", g.phone.role if g.phone else ""),
            to=request.values.get("to", ""),
            seats=roles(),
            taken=taken,
            at_table=seated(session),
        )

    @routes.get("/pair")
    def ask() -> Response:
        """Where the QR code leads; who is paired already goes on to the page that they wanted."""
        if claim := request.cookies.get(CLAIM, ""):
            return follow_claim(claim)
        if g.phone and request.args.get("to"):
            return see_other(wanted_page())
        return form(pairing.code if simulated and is_at_this_machine() else "")

    @routes.get("/s/<code>")
    def ask_with_code(code: str) -> Response:
        """The code is filled in; only the person's own tap pairs the phone."""
        return form(code[:12])

    @routes.post("/pair")
    def pair() -> Response:
        code, role = request.form.get("code", ""), request.form.get("role", "")
        try:
            if role not in (HOST, *roles()):
                raise Malformed(say("Please choose who this phone is for."))
            guarded = role != HOST and session.writer.match.game.secretive
            return let_in(pairing, code, role, wanted_page(), guarded=guarded)
        except CompanionError as error:
            if wants_json():
                raise
            return form(code, error)

    @routes.post("/pair/answer")
    @paired
    def answer() -> Response:
        """A yes or no of the seat's own phone to another one that wants to be this seat."""
        claim = request.form.get("claim", "")
        if all(each.id != claim or each.phone.role != g.phone.role for each in pairing.claims()):
            raise Malformed(say("No phone waits for this answer any more."))
        pairing.answer(claim, yes=request.form.get("yes") == "1")
        return jsonify(done=True) if wants_json() else see_other("/")

    def follow_claim(secret: str) -> Response:
        """A phone that waits for a seat, until it was let in, refused or forgotten."""
        if pairing.waits(secret):
            return rendered("templates/pair_waits.html")
        if pairing.find(secret):
            response = see_other("/")
            keep_cookie(response, COOKIE, secret)
        else:
            unanswered = say("Nobody has let this phone in. Try again, or choose another seat.")
            response = form(refused=Refusal("seat_has_phone", unanswered))
        response.delete_cookie(CLAIM, httponly=True, samesite="Strict")
        return response

    return routes


def is_at_this_machine() -> bool:
    """A browser that runs here and was told so: its terminal shows the code anyway."""
    return request.remote_addr in LOOPBACK and urlsplit(request.host_url).hostname in HERE


def wanted_page() -> str:
    """Where somebody was on the way to; only a page of ours, and only one of these."""
    return "/virtual" if request.values.get("to") == "virtual" else "/"


def seats_of(session: Session) -> Mapping[str, Message]:
    return session.writer.match.game.seats


def role_name(session: Session) -> Callable[[str], str]:
    """What to call a phone that was paired for a seat, if only of a game that was played before."""

    def named(role: str) -> str:
        known = (seats_of(session), *(game.seats for game in playable().values()))
        return said(next((seats[role] for seats in known if role in seats), role))

    return named
