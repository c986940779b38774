"""Giving tags to cards from a phone: the page names a card, somebody taps it on a reader."""

from typing import Protocol, get_args

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.errors import Malformed
from companion.i18n.message import Message, say
from companion.match.taps.enrolment import EnrolmentStep
from companion.web.security.auth import paired


class Tagging(Protocol):
    """The table with its readers, as this page sees it."""

    @property
    def enrolling(self) -> Message | None:
        """What people are asked to tap now; None while no tags are given."""

    @property
    def notice(self) -> Message | None:
        """What the last tap did, or why it did nothing."""

    def enrol(self, step: EnrolmentStep, first: str = "") -> None: ...


def tag_pages(tagging: Tagging) -> Blueprint:
    routes = Blueprint("tags", __name__)

    @routes.get("/tags")
    @paired
    def page() -> str:
        return render_template(
            "templates/tags.html", asked=tagging.enrolling, notice=tagging.notice
        )

    @routes.post("/tags")
    @paired
    def step() -> Answer:
        for each in get_args(EnrolmentStep):
            if request.form.get("step") == each:
                tagging.enrol(each, request.form.get("first", "").strip()[:12])
                return redirect("/tags", 303)
        raise Malformed(say("Nothing was pressed."))

    return routes
