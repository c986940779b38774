"""The virtual table: a simulated board as a page, with its parts to look at and to touch.

The server knows no part: whoever has simulated a board says what it looks like, and moves hands on
it. The page is one form, so it works without a script as well; a script keeps it alive.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from threading import Event, Lock, Thread
from typing import Protocol
from urllib.parse import urlencode

from flask import Blueprint, Response, g, jsonify, render_template, request

from companion.devices.camera.page_camera import PageCamera
from companion.errors import CompanionError, Malformed
from companion.games import ANYBODY, AnyGame
from companion.games.defaults import heading
from companion.games.display import Page
from companion.games.layout import SCREEN
from companion.i18n.message import Message, say
from companion.i18n.negotiation import said
from companion.match.lobby import Lobby
from companion.match.session import Session
from companion.match.taps import common_pages
from companion.match.taps.prompts import Prompt, taken
from companion.notifier import News, Notifier
from companion.web.live.event_stream import StreamLimits, thread_stream
from companion.web.live.form_to_line import whole_number
from companion.web.live.recent_events import newest
from companion.web.responses import rendered, wants_json
from companion.web.security.auth import paired
from companion.web.views.cards import names_code
from companion.web.virtual_table.decks import Decks
from companion.web.virtual_table.pieces import before_them, hands, laid, rows, tray

SPEEDS = {
    "slow": say("slow"),
    "normal": say("normal"),
    "fast": say("fast"),
    "step": say("one step"),
}
LOOK_INTERVAL_S = 0.06
"""Seconds between two looks at the table: as fast as an eye follows."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a board has."""

    zones: tuple[str, ...]
    """Of its readers; the first one is the board's own."""
    roles: tuple[str, ...]
    """Of its buttons."""
    knob: bool
    bar: int
    screen: bool


@dataclass(frozen=True, slots=True)
class Look:
    """How a board looks now; equal for two moments that look the same."""

    screen: str
    """The lit dots of the small screen, row by row, as the path of a drawing."""
    lit: tuple[str, ...]
    """The buttons and zones whose lights are on."""
    bar: tuple[bool, ...]
    buzzing: bool
    lying: tuple[str, ...]
    """Zones on whose readers something lies."""
    unplugged: tuple[str, ...]
    """Zones whose reader is unplugged, and ``screen``."""
    paused: bool | None
    """Whether a game that plays itself has been stopped; None where none does."""
    speed: str
    """How fast it plays: one of ``SPEEDS``, or nothing."""


class VirtualTable(Protocol):
    parts: Parts
    camera: PageCamera | None
    """What takes the pictures of a browser's camera."""

    def look(self) -> Look: ...

    def prompt(self) -> Prompt:
        """What the table asks of people now."""

    def move(self, line: str) -> None:
        """A movement of hands, as table scripts say it."""

    def plug(self, part: str, there: bool) -> None:
        """Pulls the plug of a zone's reader or of the screen, or puts it back."""

    def name_code(self, uid: str, name: str) -> None:
        """Says which card a new code is; without a name, that it is none."""

    def show(self, page: Page) -> None:
        """Has the small screen show a page for a moment."""

    def pause(self, stop: bool) -> None:
        """Stops the game that plays itself, or lets it go on."""

    def go(self, speed: str) -> None:
        """The game that plays itself goes on at this speed; or ``step``, for one thing more."""


Asked = dict[str, object]
"""What is asked, as the page says it; the things that may be tapped now; what lies on the table;
which game it is, and who sits at which reader."""


def virtual_table_routes(session: Session, table: VirtualTable, streams: StreamLimits) -> Blueprint:
    routes = Blueprint("virtual", __name__)
    decks = Decks(session)
    poller = LookPoller(table, decks)

    @routes.get("/virtual")
    @paired
    def page() -> Response:
        return shown()

    @routes.post("/virtual")
    @paired
    def move() -> Response:
        try:
            if not (drawn(session, decks, table) or names_code(session, table.name_code)):
                perform(table)
        except CompanionError as error:
            if wants_json():
                raise
            return shown(error)
        return Response("{}", mimetype="application/json") if wants_json() else shown()

    @routes.post("/virtual/camera")
    @paired
    def look() -> Response:
        """A picture of what lies before this page's camera, or a word that it looks no more."""
        if table.camera is None:
            raise Malformed(say("This board has no camera."))
        owner = f"{g.phone.id} {request.args.get('window', '')[:20]}"
        if "off" in request.args:
            table.camera.shut(owner)
            return jsonify(seen=0, fault="")
        zone = request.args.get("zone", "")
        table.camera.show(request.get_data(), zone if zone in table.parts.zones else "", owner)
        return jsonify(seen=table.camera.in_sight, fault=said(table.camera.fault or ""))

    @routes.get("/api/virtual")
    @paired
    def live() -> Response:
        return thread_stream(streams, follow(poller, streams, asked))

    def asked(prompt: Prompt) -> Asked:
        game, state = session.writer.match.game, session.writer.current.state
        table_rows, before = list(rows(session)), list(before_them(session))
        things = [
            *(piece.thing for group in tray(session) for piece in group.pieces),
            *(place.piece.thing for row in table_rows for place in row.places),
        ]
        may_be = [thing.name for thing in taken(game, state, prompt.gesture, things)]
        out = laid(table_rows, before)
        held = decks.hands(out)
        return {
            "asked": render_template(
                "templates/asked.html",
                prompt=prompt,
                choosing=isinstance(game, Lobby),
                newest=newest_drawn(decks.newest, held),
                heading=heading(game, state),
                last=newest(session.writer, session.writer.current.revision, 1, ANYBODY)[0],
                knob=table.parts.knob,
                words=button_words(game, table.parts.roles),
            ),
            "taken": may_be,
            "laid": [*out, *(card for cards in held.values() for card in cards)],
            "rows": render_template(
                "templates/virtual_rows.html",
                rows=table_rows,
                before=before,
                hands=list(hands(session, held)),
                piles=decks.piles(out),
                deals=decks.deals(),
                taken=may_be,
                game=game,
            ),
            "new_code": prompt.new_code,
            "table": session.active.number,
            "zones": {zone: said(game.zone_name(state, zone)) for zone in table.parts.zones},
        }

    def shown(refused: CompanionError | None = None) -> Response:
        game, state = session.writer.match.game, session.writer.current.state
        named = asked(table.prompt())
        zones = {zone: game.zone_name(state, zone) for zone in table.parts.zones}
        # Without a script the page is made anew all the time: nobody is to lose their place on it.
        first = table.parts.zones[0] if table.parts.zones else ""
        last = request.form.get("tap") or request.args.get("last", "")
        kept = {"zone": request.values.get("zone", first), "find": request.values.get("find", "")}
        return rendered(
            "templates/virtual.html",
            refused,
            parts=table.parts,
            look=table.look(),
            tray=list(tray(session, kept["find"].strip()[:60], last)),
            game=game,
            rows=named["rows"],
            laid=named["laid"],
            zones=zones,
            plugs={**zones, SCREEN: say("the small screen")} if table.parts.screen else zones,
            words=button_words(game, table.parts.roles),
            chosen=kept["zone"],
            find=kept["find"],
            again=f"/virtual?{urlencode({**kept, 'last': last})}",
            prompt=table.prompt(),
            offers=game.offers if isinstance(game, Lobby) else (),
            asked=named["asked"],
            taken=named["taken"],
            number=session.active.number,
            new_code=named["new_code"],
            camera=table.camera is not None,
            speeds=SPEEDS,
        )

    return routes


def newest_drawn(cards: Sequence[str], held: Mapping[str, Sequence[str]]) -> list[str]:
    """What was drawn last, as long as it is in somebody's hand."""
    in_hands = {card for hand in held.values() for card in hand}
    return [card for card in cards if card in in_hands]


def drawn(session: Session, decks: Decks, table: VirtualTable) -> bool:
    """Draws from a virtual deck, or puts a drawn card away, if the pressed button says so."""
    if kind := request.form.get("draw", ""):
        game, state = session.writer.match.game, session.writer.current.state
        out = laid(rows(session), before_them(session))
        decks.draw(kind, game.whose(state, request.form.get("zone", "")), out)
        show_drawn(session, decks, table)
        return True
    if due := request.form.get("deal", ""):
        seat, _, deck = due.partition(" ")
        decks.deal(deck, seat, laid(rows(session), before_them(session)))
        show_drawn(session, decks, table)
        return True
    if card := request.form.get("away", ""):
        decks.put_away(card)
        return True
    return False


def show_drawn(session: Session, decks: Decks, table: VirtualTable) -> None:
    """The small screen says which cards, and of one what it does."""
    guide, known = session.writer.match.game.cards, session.cards().cards
    cards = [known[number] for number in decks.newest if number in known]
    if guide and cards:
        table.show(common_pages.drawn(guide, cards))


def perform(table: VirtualTable) -> None:
    """Does what the one pressed button of the form says."""
    form = request.form
    zone = form.get("zone", "")
    if thing := form.get("tap", ""):
        table.move(f"tap {thing} @ {zone}" if zone else f"tap {thing}")
    elif role := form.get("press", ""):
        table.move(f"press {role}")
    elif role := form.get("hold", ""):
        table.move(f"hold {role}")
    elif step := form.get("turn", ""):
        table.move(f"turn {step}")
    elif chosen := form.get("pick", ""):
        pick(table, chosen)
    elif part := form.get("unplug", ""):
        table.plug(part, False)
    elif part := form.get("plug", ""):
        table.plug(part, True)
    elif speed := form.get("speed", ""):
        table.go(speed)
    elif "pause" in form:
        table.pause(form["pause"] == "1")
    else:
        raise Malformed(say("Nothing was pressed."))


def pick(table: VirtualTable, chosen: str) -> None:
    """One of the answers that are offered: the knob is turned to it, and NEXT takes it."""
    prompt = table.prompt()
    at = whole_number(chosen)
    if at is None or at >= len(prompt.choices):
        raise Malformed(say("Nothing was pressed."))
    if step := at - prompt.mark:
        table.move(f"turn {step:+d}")
    table.move("press next")


class LookPoller:
    """One look at the table for all who watch it: taken again and again while somebody does."""

    def __init__(self, table: VirtualTable, decks: Decks) -> None:
        self.notifier = Notifier()
        self._table = table
        self._decks = decks
        self._watchers = 0
        self._lock = Lock()
        self._pause = Event()
        self.now = self._look()

    @contextmanager
    def watched(self) -> Iterator[None]:
        with self._lock:
            self._watchers += 1
            if self._watchers == 1:
                self.now = self._look()
                Thread(target=self._watch, name="virtual look", daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                self._watchers -= 1

    def _watch(self) -> None:
        while self._watchers:
            self._pause.wait(LOOK_INTERVAL_S)
            if (look := self._look()) != self.now:
                self.now = look
                self.notifier.notify(News.LOOK)

    def _look(self) -> tuple[Look, tuple[Prompt, int]]:
        return self._table.look(), (self._table.prompt(), self._decks.changes)


def follow(
    poller: LookPoller, streams: StreamLimits, asked: Callable[[Prompt], Asked]
) -> Iterator[str]:
    """The table whenever it looks different or asks something else; or a sign of life."""
    look: Look | None = None
    told: tuple[Prompt, int] | None = None
    with poller.watched():
        while not streams.closing:
            heard = poller.notifier.count()
            looked, before = look, told
            look, told = poller.now
            news = {
                **(asdict(look) if look != looked else {}),
                **(asked(told[0]) if told != before else {}),
            }
            yield f"data: {json.dumps(news)}\n\n"
            poller.notifier.wait(heard, timeout=streams.ping_s)


def button_words(game: AnyGame, roles: Sequence[str]) -> dict[str, Message]:
    """What is on the buttons that the game on the table has a use for."""
    return {role: game.layout.name(role) for role in roles if game.layout.uses(role)}
