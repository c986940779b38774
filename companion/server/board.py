"""The board as a phone shows it, made on the server from one revision: the only renderer there is.

What reads the same for several phones is made once and kept for as long as it is the newest.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any

from flask import g, render_template

from companion.games import ANYBODY, Viewer
from companion.games.hands import Do
from companion.message import Message
from companion.server.chronicle import Rounds, newest
from companion.server.game_page import PLAIN_BOARD, board_template
from companion.server.outlook import Ahead, OutlookCache
from companion.server.phone_book import Phone
from companion.server.plain import plain_board
from companion.server.teaching import explained, lesson_of
from companion.table.session import Place, Session
from companion.table.table import Change
from companion.table.teaching import Teaching

HAPPENINGS = 8
KEPT = 24


@dataclass(frozen=True, slots=True)
class Board:
    html: str
    key: tuple[object, ...]
    """Two boards with the same key read the same."""


class Boards:
    def __init__(self, session: Session, outlooks: OutlookCache, teaching: Teaching) -> None:
        self._session = session
        self._teaching = teaching
        self._outlooks = outlooks
        self._lock = Lock()
        self._made: OrderedDict[tuple[object, ...], Board] = OrderedDict()
        self._rounds: tuple[Place, Rounds] | None = None

    def board(
        self, phone: Phone | None, better: int | None = None, refusal: Message | None = None
    ) -> Board:
        """The board of the newest revision, for a phone in the language that its owner reads.

        Who wants to know what lies further ahead says what they assume, see ``Ahead``.
        """
        place = self._session.place
        change = place.clerk.current
        foreseen = self._outlooks.look(change, better)
        key = (
            *(place.number, change.revision, g.language.code, phone.role if phone else ""),
            *(len(place.clerk.table.warnings), self._session.reports, self._teaching.on),
            *foreseen.key,
        )
        with self._lock:
            made = None if refusal else self._made.get(key)
        if made is None:
            made = Board(self._make(place, change, phone, foreseen, refusal), key)
        if refusal is None:
            with self._lock:
                self._made[key] = made
                while len(self._made) > KEPT:
                    self._made.popitem(last=False)
        return made

    def _make(
        self,
        place: Place,
        change: Change,
        phone: Phone | None,
        foreseen: Ahead,
        refusal: Message | None,
    ) -> str:
        game, template = change.step.game, board_template(change.step.game)
        made = context(place, change, phone)
        led = game.hands.onward(change.state, stepwise=self._teaching.on)
        if template == PLAIN_BOARD:
            made["plain"] = plain_board(game, change.state, made["doc"], led)
        return render_template(
            template,
            **made,
            phone=phone,
            foreseen=foreseen,
            refusal=refusal,
            onward=led.line if isinstance(led, Do) else "next",
            guide=game.guide(change.state),
            lesson=lesson_of(game, change.state, self._teaching),
            explained=lambda message: explained(message, game.glossary),
            glance=game.glance(change.state),
            happenings=newest(place.clerk, change.revision, HAPPENINGS, viewer_of(phone)),
            rounds=self._rounds_of(place).until(change.revision),
            warnings=(*place.clerk.table.warnings, *self._session.faults),
        )

    def _rounds_of(self, place: Place) -> Rounds:
        with self._lock:
            if self._rounds is None or self._rounds[0] is not place:
                self._rounds = place, Rounds(place.clerk)
            return self._rounds[1]


def viewer_of(phone: Phone | None) -> Viewer:
    return Viewer.of(phone.role) if phone else ANYBODY


def context(place: Place, change: Change, phone: Phone | None) -> dict[str, Any]:
    """What every template about the game may use."""
    game, viewer = change.step.game, viewer_of(phone)
    return {
        "game": game,
        "number": place.number,
        "change": change,
        "revision": change.revision,
        "viewer": viewer,
        "doc": change.document_for(viewer),
        "page": game.phone(change.state),
        "ending": game.hands.ending(change.state),
        "label_of": lambda step: step.label_for(change.state, viewer),
    }
