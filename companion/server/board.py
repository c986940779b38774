"""The board as a phone shows it, made on the server from one revision: the only renderer there is.

What reads the same for several phones is made once and kept for as long as it is the newest.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any

from flask import g, render_template

from companion.message import Message
from companion.server.chronicle import Rounds, newest
from companion.server.foreseen import Foreseen, Seer
from companion.server.game_page import board_template, page_of
from companion.server.pairing import Phone
from companion.table.sitting import Place, Sitting
from companion.table.table import Change

HAPPENINGS = 8
KEPT = 24


@dataclass(frozen=True, slots=True)
class Board:
    html: str
    key: tuple[object, ...]
    """Two boards with the same key read the same."""


class Boards:
    def __init__(self, sitting: Sitting, seer: Seer) -> None:
        self._sitting = sitting
        self._seer = seer
        self._lock = Lock()
        self._made: OrderedDict[tuple[object, ...], Board] = OrderedDict()
        self._rounds: tuple[Place, Rounds] | None = None

    def board(
        self, phone: Phone | None, better: int | None = None, refusal: Message | None = None
    ) -> Board:
        """The board of the newest revision, for a phone in the language that its owner reads.

        Who wants to know what lies further ahead says what they assume, see ``Foreseen``.
        """
        place = self._sitting.place
        change = place.clerk.current
        foreseen = self._seer.look(change, better)
        key = (
            *(place.number, change.revision, g.language.code, phone.role if phone else ""),
            *(len(place.clerk.table.warnings), self._sitting.reports, *foreseen.key),
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
        foreseen: Foreseen,
        refusal: Message | None,
    ) -> str:
        game = change.step.game
        return render_template(
            board_template(game),
            **context(place, change),
            phone=phone,
            foreseen=foreseen,
            refusal=refusal,
            guide=game.guide(change.state),
            glance=game.glance(change.state),
            happenings=newest(place.clerk, change.revision, HAPPENINGS),
            rounds=self._rounds_of(place).until(change.revision),
            warnings=(*place.clerk.table.warnings, *self._sitting.faults),
        )

    def _rounds_of(self, place: Place) -> Rounds:
        with self._lock:
            if self._rounds is None or self._rounds[0] is not place:
                self._rounds = place, Rounds(place.clerk)
            return self._rounds[1]


def context(place: Place, change: Change) -> dict[str, Any]:
    """What every template about the game may use."""
    game = change.step.game
    return {
        "game": game,
        "number": place.number,
        "change": change,
        "revision": change.revision,
        "doc": change.document,
        "page": page_of(game, change.state),
    }
