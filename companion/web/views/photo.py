"""*Photo*: a phone takes a picture of a whole hand, and one touch does with all its cards what the
stage asks. Nothing happens before that touch, and one undo takes it back.

Pictures are read beside the requests, few at a time, and kept as names only.
"""

from collections import OrderedDict
from dataclasses import dataclass
from io import BytesIO
from threading import Lock
from typing import Any

from flask import Blueprint, Response, g, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import parse_form_data

from companion.devices.camera.decoding import PrintedCode, read_codes
from companion.devices.camera.pictures import advice, open_picture
from companion.errors import BadPicture, CompanionError, Malformed, Refusal
from companion.games.display import Choice
from companion.games.several import together
from companion.games.taps import Thing
from companion.i18n.message import Message, say
from companion.match import worker
from companion.match.session import Session
from companion.match.taps.printed_codes import tag_of
from companion.storage.packs.card_search import name_of
from companion.web.live.form_to_line import card_number
from companion.web.responses import rendered, see_other, wants_json
from companion.web.security.auth import paired
from companion.web.views.act import act, back_to

MAX_WAITING = 2
MAX_KEPT = 32


@dataclass(frozen=True, slots=True)
class Photograph:
    """The codes in one picture, in reading order; ``why`` there are none."""

    codes: tuple[str, ...] = ()
    why: Message | None = None
    read: bool = True


READING = Photograph(read=False)


class Photographs:
    """The last one of each phone."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, Photograph] = OrderedDict()
        self._waiting: list[tuple[str, bytes]] = []
        self._works = False
        self._lock = Lock()

    def send(self, phone: str, picture: bytes) -> None:
        with self._lock:
            if len(self._waiting) >= MAX_WAITING:
                why = say("Other photographs are being read: please wait a moment.")
                raise Refusal("slow_down", why)
            self._waiting.append((phone, picture))
            self._keep(phone, READING)
            begin, self._works = not self._works, True
        if begin:
            worker.in_a_thread(self._work)

    def find(self, phone: str) -> Photograph | None:
        with self._lock:
            return self._of.get(phone)

    def forget(self, phone: str) -> None:
        with self._lock:
            self._of.pop(phone, None)

    def _work(self) -> None:
        while job := self._take():
            phone, picture = job
            try:
                found = read_photograph(picture)
            except BadPicture as error:
                found = Photograph(why=error.message)
            except Exception:  # whatever a library stumbles over in bytes from anywhere
                found = Photograph(why=say("That picture is damaged. Take it once more."))
            with self._lock:
                if self._of.get(phone) is READING:
                    self._keep(phone, found)

    def _take(self) -> tuple[str, bytes] | None:
        with self._lock:
            self._works = bool(self._waiting)
            return self._waiting.pop(0) if self._waiting else None

    def _keep(self, phone: str, photograph: Photograph) -> None:
        self._of[phone] = photograph
        self._of.move_to_end(phone)
        while len(self._of) > MAX_KEPT:
            self._of.popitem(last=False)


def read_photograph(sent: bytes) -> Photograph:
    picture = open_picture(sent)
    codes: list[PrintedCode] = read_codes(picture, thorough=True)
    uids = tuple(uid for code in codes if (uid := tag_of(code.text)))
    return Photograph(uids) if uids else Photograph(why=advice(picture))


FIELD = "picture"
MAX_CARDS = 24
MAX_FORM_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Seen:
    """A code in a photograph; without a number it is left open to be chosen."""

    uid: str
    number: str = ""
    name: str = ""


def photo_routes(session: Session) -> Blueprint:
    routes, photographs = Blueprint("photo", __name__), Photographs()

    @routes.get("/photo")
    @paired
    def page() -> Response:
        return shown()

    @routes.post("/photo")
    @paired
    def send() -> Response:
        try:
            photographs.send(g.phone.id, sent_picture())
        except CompanionError as error:
            if wants_json():
                raise
            return shown(error)
        return see_other("/photo")

    @routes.post("/photo/use")
    @paired
    def use() -> Response:
        try:
            cards = chosen(session)
            pattern = request.form.get("use", "")
            if pattern not in [each.answer for each in offered(session, cards)]:
                raise Malformed(say("Nothing was pressed."))
            line = together(*lines_of(pattern, cards))
            change = act(session.writer, line, "", None, {})
        except CompanionError as error:
            if wants_json():
                raise
            return shown(error)
        photographs.forget(g.phone.id)
        return see_other(back_to(change))

    @routes.post("/photo/forget")
    @paired
    def forget() -> Response:
        photographs.forget(g.phone.id)
        return see_other("/photo")

    def shown(refused: CompanionError | None = None) -> Response:
        taken = photographs.find(g.phone.id)
        seen = [named(session, uid) for uid in taken.codes] if taken else []
        return rendered(
            "templates/photo.html",
            refused,
            taken=taken,
            seen=seen,
            uses=offered(session, [each.number for each in seen if each.number]),
            why=refused.message if refused else taken.why if taken else None,
        )

    return routes


def sent_picture() -> bytes:
    """The picture of the form, from memory: it is never written to a disk."""

    def in_memory(*args: Any, **options: Any) -> BytesIO:
        return BytesIO()

    try:
        _, _, files = parse_form_data(
            request.environ,
            stream_factory=in_memory,
            max_form_memory_size=MAX_FORM_BYTES,
            max_content_length=request.max_content_length,
            max_form_parts=4,
        )
    except RequestEntityTooLarge:
        raise
    except Exception:  # whatever is no form
        raise Malformed(say("Nothing was pressed.")) from None
    return files[FIELD].read() if FIELD in files else b""


def named(session: Session, uid: str) -> Seen:
    thing = session.walk.box(session.writer.match.game).tags.find(uid)
    if thing is None or thing.kind != "card":
        return Seen(uid)
    entry = session.cards().cards.get(thing.name)
    return Seen(uid, thing.name, name_of(entry, g.language.code) if entry else "")


def chosen(session: Session) -> list[str]:
    """The ticked cards, and those that were named by hand; what a code is, is kept."""
    form, cards = request.form, session.cards()
    game, state = session.writer.match.game, session.writer.current.state
    numbers = form.getlist("card")[:MAX_CARDS]
    tags = session.walk.box(game).tags
    uids = form.getlist("code")[:MAX_CARDS]
    for at, text in enumerate(form.getlist("named")[:MAX_CARDS]):
        if text := text.strip()[:80]:
            number = card_number(text, cards)
            if game.tap_handler.thing(state, number) != Thing("card", number):
                raise Refusal("unknown_card", say("There is no card {card}.", card=number))
            if at < len(uids) and uids[at]:
                tags.bind(uids[at], Thing("card", number))
            numbers.append(number)
    return list(dict.fromkeys(numbers))


def offered(session: Session, cards: list[str]) -> list[Choice]:
    """What the game does now with cards of these kinds, by whoever holds this phone."""
    writer, known = session.writer, session.cards().cards
    kinds = [known[each].kind for each in cards if each in known]
    whose = "" if g.phone.host else g.phone.role
    return list(writer.match.game.uses(writer.current.state, whose, kinds))


def lines_of(pattern: str, cards: list[str]) -> list[str]:
    if "{card}" in pattern:
        return [pattern.replace("{card}", card) for card in cards]
    return [pattern.replace("{cards}", " ".join(cards))]
