"""The pages on which a phone becomes a seat or the host, and on which the host ends that."""

from collections.abc import Callable, Mapping

from flask import Blueprint, g, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.errors import CompanionError, Malformed
from companion.message import Message, say
from companion.server.access import COOKIE, host_only, paired
from companion.server.pairing import HOST, Pairing, new_device
from companion.server.setup_pages import seated
from companion.server.speech import said
from companion.server.trouble import REFUSED, STATUS, wants_json
from companion.table.session import Session

A_DAY = 24 * 3600
A_YEAR = 365 * A_DAY
DEVICE = "device"


def pairing_pages(session: Session, pairing: Pairing) -> Blueprint:
    routes = Blueprint("pairing", __name__)

    def roles() -> Mapping[str, Message]:
        return seats_of(session)

    def form(code: str = "", refused: CompanionError | None = None) -> tuple[str, int]:
        taken = [phone.role for phone in pairing.phones()]
        made = render_template(
            "templates/pair.html",
            code=code,
            role=request.form.get("role", ""),
            to=request.values.get("to", ""),
            seats=roles(),
            taken=taken,
            at_table=seated(session),
            refusal=refused.message if refused else None,
        )
        return made, STATUS.get(refused.code, REFUSED) if refused else 200

    @routes.get("/pair")
    def ask() -> tuple[str, int]:
        return form()

    @routes.get("/s/<code>")
    def ask_with_code(code: str) -> tuple[str, int]:
        """What the QR code at the table leads to; only the person's own tap pairs the phone."""
        return form(code[:12])

    @routes.post("/pair")
    def pair() -> Answer | tuple[str, int]:
        code, role = request.form.get("code", ""), request.form.get("role", "")
        try:
            if role not in (HOST, *roles()):
                raise Malformed(say("Please choose who this phone is for."))
            device = device_of_phone()
            secret = pairing.pair(code, role, request.remote_addr or "", device)
        except CompanionError as error:
            if wants_json():
                raise
            return form(code, error)
        response = jsonify(role=role) if wants_json() else redirect(wanted_page(), 303)
        response.set_cookie(COOKIE, secret, max_age=A_DAY, httponly=True, samesite="Strict")
        response.set_cookie(DEVICE, device, max_age=A_YEAR, httponly=True, samesite="Strict")
        return response

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
            "templates/phones.html", phones=pairing.phones(), minutes=pairing.minutes
        )

    @routes.post("/phones/end")
    @host_only
    def end() -> Answer:
        chosen = request.form.get("phone", "")
        pairing.end(lambda phone: phone != g.phone and chosen in ("", phone.id))
        return redirect("/phones", 303)

    return routes


def device_of_phone() -> str:
    """What this browser was called when it was first paired, or a name for it from now on."""
    known = request.cookies.get(DEVICE, "")
    return known if len(known) == len(new_device()) else new_device()


def wanted_page() -> str:
    """Where somebody was on the way to; only a page of ours, and only one of these."""
    return "/virtual" if request.form.get("to") == "virtual" else "/"


def seats_of(session: Session) -> Mapping[str, Message]:
    return session.clerk.table.game.seats


def role_name(session: Session) -> Callable[[str], str]:
    """What to call a phone that was paired for a seat."""
    return lambda role: said(seats_of(session).get(role, role))
