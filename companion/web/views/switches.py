"""Switches of the table that every paired phone has: lessons, clock, voice."""

from collections.abc import Mapping

from flask import Blueprint, Response, request

from companion.storage.mark import Mark
from companion.web.responses import see_other
from companion.web.security.auth import paired


def switch_routes(marks: Mapping[str, Mark | None]) -> Blueprint:
    """By name, which is the address as well; None for a switch that this table does not have."""
    routes = Blueprint("switches", __name__)

    def add(name: str, mark: Mark) -> None:
        @routes.post(f"/{name}", endpoint=name)
        @paired
        def switch() -> Response:
            mark.switch(request.form.get("on") == "1")
            return see_other("/")

    for name, mark in marks.items():
        if mark:
            add(name, mark)
    return routes
