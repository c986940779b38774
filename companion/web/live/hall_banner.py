"""What a table's pages know of a hall around it: a line that it says, and a call for help."""

from typing import Protocol

from flask import Blueprint, Response, request

from companion.i18n.message import Message
from companion.web.responses import see_other
from companion.web.security.auth import paired


class Hall(Protocol):
    """Implemented by whoever is connected to a broker, of which this server knows nothing."""

    @property
    def lines(self) -> tuple[Message, ...]:
        """What the hall says now."""

    helping: bool
    """Has this table called for help, and nobody come yet?"""

    def call(self, help: bool = True) -> Message:
        """Asks for help, or takes that back; what people are told then."""


def hall_routes(hall: Hall) -> Blueprint:
    routes = Blueprint("hall", __name__)

    @routes.post("/help")
    @paired
    def call() -> Response:
        hall.call(request.form.get("call", "1") != "0")
        return see_other("/")

    return routes
