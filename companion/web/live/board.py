"""The board as a phone shows it, and its routes: the page, the part that changes, the document.

It is rendered on the server from one revision, and cached for all phones that read the same.
"""

import re
from collections import OrderedDict
from dataclasses import astuple, dataclass
from threading import Lock
from typing import Any

from flask import Blueprint, Response, g, jsonify, make_response, render_template, request
from msgspec import structs

from companion.errors import CompanionError
from companion.games import ANYBODY, AnyGame, Viewer, playable
from companion.games.shared.inputs import is_number
from companion.games.taps import Do
from companion.i18n.message import Message
from companion.match.levels.show import Shown, state_shown
from companion.match.lobby import Lobby
from companion.match.match import Revision
from companion.match.session import ActiveMatch, PerMatch, Session
from companion.match.taps.throwing import in_a_row
from companion.notifier import News
from companion.storage.mark import Mark
from companion.web.live.clock import Clock
from companion.web.live.default_board import plain_board
from companion.web.live.kept_games import Summaries
from companion.web.live.odds_cache import Ahead, OddsCache, assumed
from companion.web.live.recent_events import Rounds, newest
from companion.web.live.tutorial import explained
from companion.web.responses import rendered
from companion.web.security.auth import viewer
from companion.web.security.paired_phones import Phone
from companion.web.security.pairing import Pairing
from companion.web.security.seat_claims import SeatClaim
from companion.web.transport.static_files import web_folder

SHOWN_EVENTS = 8
CACHED_BOARDS = 24


@dataclass(frozen=True, slots=True)
class Board:
    html: str
    key: tuple[object, ...]
    """Two boards with the same key read the same."""


class Boards:
    def __init__(
        self,
        session: Session,
        outlooks: OddsCache,
        teaching: Mark,
        pairing: Pairing,
        clock: Clock,
        kept_games: Summaries,
    ) -> None:
        self._session = session
        self._pairing = pairing
        self._clock = clock
        self._teaching = teaching
        self._outlooks = outlooks
        self._kept_games = kept_games
        self._lock = Lock()
        self._made: OrderedDict[tuple[object, ...], Board] = OrderedDict()
        self._rounds = PerMatch(lambda active: Rounds(active.writer))

    def board(
        self, phone: Phone | None, better: int | None = None, refusal: Message | None = None
    ) -> Board:
        """The board of the newest revision, for a phone in the language that its owner reads.

        Who wants to know what lies further ahead says what they assume, see ``Ahead``.
        """
        active = self._session.active
        change, shown = shown_now(self._session, active)
        foreseen = self._outlooks.look(change, better)
        claim, sharing = self._seat_of(phone)
        key = (
            *(claim and claim.id, sharing),
            *(active.number, change.revision, g.language.code, phone.role if phone else ""),
            *(
                len(active.writer.match.warnings),
                self._session.notifier.count(News.FAULTS),
                self._teaching.on,
                self._clock.on,
            ),
            *foreseen.key,
            *self._kept_games.key(active.writer.match.game),
            *(shown.key if shown else ()),
        )
        with self._lock:
            made = None if refusal else self._made.get(key)
        if made is None:
            html = self._make(active, change, phone, shown, foreseen, refusal, claim, sharing)
            made = Board(html, key)
        if refusal is None:
            with self._lock:
                self._made[key] = made
                while len(self._made) > CACHED_BOARDS:
                    self._made.popitem(last=False)
        return made

    def _make(
        self,
        active: ActiveMatch,
        change: Revision,
        phone: Phone | None,
        shown: Shown | None,
        foreseen: Ahead,
        refusal: Message | None,
        claim: SeatClaim | None,
        sharing: int,
    ) -> str:
        game, template = change.step.game, own_template(change.step.game, "board", PLAIN_BOARD)
        made = context(active, change, viewer()) | {
            "phone": phone,
            "claim": claim,
            "sharing": sharing,
            "camera": self._session.camera,
            "clock": self._clock.line(active, change),
        }
        handler, stepwise = game.tap_handler, self._teaching.on
        led = handler.plain(change.state, stepwise=stepwise)
        if template == PLAIN_BOARD:
            onward = handler.onward(change.state, stepwise=stepwise)
            made["plain"] = plain_board(game, change.state, made["doc"], onward)
        html = render_template(
            template,
            **made,
            foreseen=foreseen,
            refusal=refusal,
            chosen=game.id in playable() and len(playable()) > 1,
            proposals=handler.proposed(change.state, stepwise=stepwise),
            onward=led.line if isinstance(led, Do) else "next",
            guide=game.guide(change.state),
            lesson=game.teaching.lesson(change.state) if self._teaching.on else None,
            explained=lambda message: explained(message, game.teaching.glossary),
            glance=game.glance(change.state),
            happenings=newest(active.writer, change.revision, SHOWN_EVENTS, viewer()),
            rounds=self._rounds.of(active).until(change.revision),
            warnings=(*active.writer.match.warnings, *self._session.faults),
        )
        if shown is None:
            return html
        # In the place of what to do next where people are waited for, or else above it.
        panel = render_template("templates/moving.html", **made, shown=shown, chosen=False)
        return NOW_PART.sub(lambda found: panel + ("" if shown.waits else found[0]), html, count=1)

    def _seat_of(self, phone: Phone | None) -> tuple[SeatClaim | None, int]:
        """Who else wants to be this phone's seat, in a game with secrets; and how many are."""
        if phone is None or phone.host or not self._session.writer.match.game.secretive:
            return None, 0
        claim = next((it for it in self._pairing.claims() if it.phone.role == phone.role), None)
        same = sum(other.role == phone.role for other in self._pairing.phones())
        return claim, same if same > 1 else 0


def shown_now(session: Session, active: ActiveMatch) -> tuple[Revision, Shown | None]:
    """The newest revision as far as it was shown, and what there is to show of it."""
    change, shown = active.writer.current, session.show.of(active.writer.match)
    if shown and shown.waits:
        change = structs.replace(change, state=state_shown(change, shown))
    return change, shown


def context(active: ActiveMatch, change: Revision, viewer: Viewer) -> dict[str, Any]:
    """What every template about the game may use."""
    game = change.step.game
    return {
        "game": game,
        "number": active.number,
        "change": change,
        "revision": change.revision,
        "viewer": viewer,
        "doc": change.document_for(viewer),
        "claim": None,
        "sharing": 0,
        "camera": False,
        "clock": None,
        "page": game.phone(change.state),
        "ending": game.tap_handler.ending(change.state),
        "throws": lambda throw: sum(1 for _ in in_a_row(game, change.state, throw)),
        # What a seat keeps secret is behind a touch of its own, and so on no button.
        "label_of": lambda step: step.label_for(change.state, ANYBODY),
    }


NOW_PART = re.compile(r'<section data-part id="now".*?</section>', re.DOTALL)
"""What to do now, on the board of any game."""
FORMS = "forms"
PLAIN_BOARD = "templates/plain_board.html"
EVERY_GAME = {"asked": "templates/asked_form.html"}
"""Forms that a game need not bring along."""


def own_template(game: AnyGame, name: str, plain: str) -> str:
    own = f"games/{game.id}/{name}.html"
    return own if (web_folder() / own).is_file() else plain


def looks_of(game: AnyGame) -> list[str]:
    """The games whose look a page has: that of the game on the table, and of those to choose."""
    return [game.id, *(playable() if isinstance(game, Lobby) else ())]


def form_template(game: AnyGame, name: str) -> str | None:
    """A form by its name; the name is looked up among the files, never made into a path."""
    folder = web_folder() / "games" / game.id / FORMS
    names = {file.stem for file in folder.glob("*.html")} if folder.is_dir() else set()
    return f"games/{game.id}/{FORMS}/{name}.html" if name in names else EVERY_GAME.get(name)


def board_routes(session: Session, boards: Boards) -> Blueprint:
    routes = Blueprint("board", __name__)

    def newest() -> Board:
        return boards.board(g.phone, assumed(request.args.get("ahead")))

    @routes.get("/")
    def page() -> Response:
        return render_page(session, newest().html, result_of(session.active))

    @routes.get("/hidden")
    def hidden() -> str:
        """For a phone that is laid down or handed on."""
        return render_template("templates/hidden.html")

    @routes.get("/board")
    def board() -> Response:
        """The part of the page that changes; nothing if the phone has it already."""
        made = newest()
        return conditional(make_response(made.html), made.key)

    @routes.get("/api/state")
    def state() -> Response:
        active = session.active
        change = active.writer.current
        seen_by = change.step.game.visible_to(viewer())
        response = jsonify(change.with_odds(seen_by))
        return conditional(response, (active.number, change.revision, *astuple(seen_by)))

    return routes


def conditional(response: Response, key: tuple[object, ...]) -> Response:
    response.set_etag("-".join(map(str, key)))
    response.cache_control.no_cache = True
    response.make_conditional(request)
    return response


def result_of(active: ActiveMatch) -> Message | None:
    """What came of the input that this phone has just sent, where no script tells it so."""
    did = request.args.get("did", "")
    history = active.writer.match.history
    if not (g.phone and is_number(did) and 0 < int(did) <= len(history)):
        return None
    return history[int(did) - 1].result_for(viewer())


def render_page(
    session: Session,
    board: str,
    result: Message | None = None,
    refused: CompanionError | None = None,
) -> Response:
    active = session.active
    return rendered(
        "templates/page.html",
        refused,
        board=board,
        number=active.number,
        game=active.writer.match.game,
        result=result,
        lessons=session.teaching.on,
        phones=session.notifier.count(News.PHONES),
        moves=session.notifier.count(News.MOVES),
    )
