"""The pages on which a phone becomes a seat or the host."""

from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from flask import Blueprint, g, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.errors import CompanionError, Malformed
from companion.games import playable
from companion.i18n.message import Message, say
from companion.i18n.negotiation import said
from companion.match.session import Session
from companion.web.errors import REFUSED, STATUS, wants_json
from companion.web.security.paired_phones import HOST
from companion.web.security.pairing import Pairing
from companion.web.views.phones import let_in
from companion.web.views.setup import seated

LOOPBACK = ("127.0.0.1", "::1")
HERE = ("localhost", *LOOPBACK)


def pairing_pages(session: Session, pairing: Pairing, simulated: bool = False) -> Blueprint:
    """Where the parts are ``simulated``, whoever sits at this very machine sits at the table."""
    routes = Blueprint("pairing", __name__)

    def roles() -> Mapping[str, Message]:
        return seats_of(session)

    def form(code: str = "", refused: CompanionError | None = None) -> tuple[str, int]:
        taken = [phone.role for phone in pairing.phones()]
        made = render_template(
            "templates/pair.html",
            code=code,
            role=request.form.get("role", g.phone.role if g.phone else ""),
            to=request.values.get("to", ""),
            seats=roles(),
            taken=taken,
            at_table=seated(session),
            refusal=refused.message if refused else None,
        )
        return made, STATUS.get(refused.code, REFUSED) if refused else 200

    @routes.get("/pair")
    def ask() -> Answer | tuple[str, int]:
        """Where the QR code at the table leads; who is paired already goes on to where they were
        on the way to."""
        if g.phone and request.args.get("to"):
            return redirect(wanted_page(), 303)
        return form(pairing.code if simulated and is_at_this_machine() else "")

    @routes.get("/s/<code>")
    def ask_with_code(code: str) -> tuple[str, int]:
        """The code is filled in; only the person's own tap pairs the phone."""
        return form(code[:12])

    @routes.post("/pair")
    def pair() -> Answer | tuple[str, int]:
        code, role = request.form.get("code", ""), request.form.get("role", "")
        try:
            if role not in (HOST, *roles()):
                raise Malformed(say("Please choose who this phone is for."))
            return let_in(pairing, code, role, wanted_page())
        except CompanionError as error:
            if wants_json():
                raise
            return form(code, error)

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
