"""Cards on the phone: looked up, read in words, completed from one's own box, given their tags."""

from collections.abc import Callable
from typing import Any, Protocol, get_args
from urllib.parse import quote

from flask import Blueprint, Response, g, render_template, request

from companion.errors import CompanionError, Malformed
from companion.games import Document
from companion.i18n.message import Message, say
from companion.match.collection.card_answers import save_card
from companion.match.session import Session
from companion.match.taps.enrolment import EnrolmentStep
from companion.storage.packs.card_search import COMPLETENESS, matches, name_of
from companion.storage.packs.load import Entry, NoSuchCard, guide_of
from companion.storage.packs.own_packs import OwnPacks
from companion.web.live.form_to_line import card_number
from companion.web.responses import rendered, see_other, wants_json
from companion.web.security.auth import paired

MAX_LISTED = 60
TAG_FIELDS = 5
MAX_NAME = 80


def card_routes(session: Session) -> Blueprint:
    routes = Blueprint("cards", __name__)

    @routes.get("/cards")
    def search() -> str:
        game = session.writer.match.game
        wanted, kind = request.args.get("q", "")[:80].strip(), request.args.get("kind", "")
        guide = guide_of(game)
        found = [
            card
            for card in session.cards().cards.values()
            if kind in ("", card.kind) and matches(card, wanted)
        ]
        return render_template(
            "templates/cards.html",
            wanted=wanted,
            kind=kind,
            guide=guide,
            cards=found[:MAX_LISTED],
            left=max(0, len(found) - MAX_LISTED),
            known=COMPLETENESS,
            called=called,
        )

    @routes.get("/cards/<number>")
    def show(number: str) -> Response:
        return page(number)

    @routes.post("/cards/<number>")
    @paired
    def complete(number: str) -> Response:
        try:
            number = completed(session, number)
        except CompanionError as error:
            if wants_json() or isinstance(error, NoSuchCard):
                raise
            return page(number, error)
        return see_other(f"/cards/{quote(number)}")

    def page(number: str, refused: CompanionError | None = None) -> Response:
        game = session.writer.match.game
        guide = guide_of(game)
        return rendered(
            "templates/card.html",
            refused,
            game=game,
            card=find(session, number).card,
            guide=guide,
            known=COMPLETENESS,
            called=called,
            tags=game.phone(session.writer.current.state).tags,
            fields=TAG_FIELDS,
            given=request.form,
            phone=g.phone,
        )

    return routes


def find(session: Session, number: str) -> Entry:
    return session.cards().find(number)


def called(card: Any) -> str:
    return name_of(card, g.language.code)


def completed(session: Session, number: str) -> str:
    """Saves what the form says of a card in the owner's own pack; the number it has now."""
    form, language = request.form, g.language.code

    game = session.writer.match.game
    raw = OwnPacks(game, session.folder, session.tell).raw(number)
    said: Document = {}
    if tags := [tag for tag in form.getlist("tags") if tag]:
        said |= guide_of(game).tagged(tags)
    if name := " ".join(form.get("name", "").split())[:80]:
        said["name"] = {**raw["name"], language: name}
    saved: str = save_card(session, raw["number"], said).entry.card.number
    return saved


def names_code(session: Session, name_code: Callable[[str, str], None]) -> bool:
    """Says which card a new code is, or that it is none, if the form does."""
    form = request.form
    if uid := form.get("no_card", ""):
        name_code(uid, "")
        return True
    if uid := form.get("code", ""):
        name = form.get("named", "").strip()[:MAX_NAME]
        if not name:
            raise Malformed(say("Something is missing: please fill in every field."))
        cards = session.cards() if session.writer.match.game.cards else None
        name_code(uid, card_number(name, cards) if cards else name)
        return True
    return False


class Tagging(Protocol):
    """The table with its readers, as this page sees it."""

    @property
    def enrolling(self) -> Message | None:
        """What people are asked to tap now; None while no tags are given."""

    @property
    def notice(self) -> Message | None:
        """What the last tap did, or why it did nothing."""

    @property
    def new_code(self) -> str:
        """A printed code of which nobody has said yet which card it is."""

    def enrol(self, step: EnrolmentStep, first: str = "") -> None: ...

    def name_code(self, uid: str, name: str) -> None:
        """Says which card a new code is; without a name, that it is none."""


def tag_routes(session: Session, tagging: Tagging) -> Blueprint:
    routes = Blueprint("tags", __name__)

    @routes.get("/tags")
    @paired
    def page() -> str:
        return render_template(
            "templates/tags.html",
            asked=tagging.enrolling,
            notice=tagging.notice,
            new_code=tagging.new_code,
        )

    @routes.post("/tags")
    @paired
    def step() -> Response:
        if names_code(session, tagging.name_code):
            return see_other("/tags")
        for each in get_args(EnrolmentStep):
            if request.form.get("step") == each:
                tagging.enrol(each, request.form.get("first", "").strip()[:12])
                return see_other("/tags")
        raise Malformed(say("Nothing was pressed."))

    return routes
