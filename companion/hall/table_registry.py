"""Everything that the hall has heard, table by table; whoever watches waits here for news.

What cannot be read is a sentence on that table's tile. An older revision than the one that is known
is a late delivery, and changes nothing.
"""

from collections.abc import Callable
from dataclasses import replace
from threading import Lock
from typing import TypeVar

import msgspec

from companion import notifier
from companion.clock import WallClock, wall_clock
from companion.hall.table_messages import Card, Ended, News, State
from companion.hall.tile import Tile, attention, seconds_ahead
from companion.i18n.message import Message, say
from companion.mqtt import topics
from companion.mqtt.topics import Heard, taken_apart

MOST = 2000
"""Tables. Whoever invents names on a broker without users gets no further."""
Kind = TypeVar("Kind")


class Floor:
    """``ended`` and ``undone`` hear of a game that is over, and of one that is not, after all."""

    def __init__(
        self,
        now: WallClock = wall_clock,
        ended: Callable[[Tile, Ended], None] = lambda tile, result: None,
        undone: Callable[[Tile, Ended], None] = lambda tile, result: None,
    ) -> None:
        self._now = now
        self._ended = ended
        self._undone = undone
        self._tiles: dict[str, Tile] = {}
        self._lock = Lock()
        self.notifier = notifier.Notifier()
        self.version = 0
        self.full = False

    def tiles(self) -> list[Tile]:
        """Every table, the one that needs somebody first."""
        with self._lock:
            return sorted(self._tiles.values(), key=attention)

    def find(self, table: str) -> Tile | None:
        return self._tiles.get(table)

    def notify(self) -> None:
        """Something beside the tables has changed."""
        with self._lock:
            self.version += 1
        self.notifier.notify(notifier.News.TABLES)

    def forget(self, table: str) -> bool:
        """A table that is gone; it comes back by itself if it is not."""
        with self._lock:
            gone = self._tiles.pop(table, None)
        self.notify()
        return gone is not None

    def hear(self, heard: Heard) -> None:
        found = taken_apart(heard.topic)
        if found is None or found[1] not in topics.TOLD_BY_TABLES:
            return
        table, what = found
        tile = self._tiles.get(table)
        if tile is None:
            if not heard.payload or (what == topics.STATUS and heard.payload != topics.ONLINE):
                return  # what is left of a table that was forgotten
            if len(self._tiles) >= MOST:
                self.full = True
                return
            tile = Tile(table, since=self._now())
        try:
            now = self._with(tile, what, heard)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            now = replace(tile, trouble=unreadable(what))
        if now is not tile:
            with self._lock:
                self.version += 1
                self._tiles[table] = replace(now, version=self.version)
            self.notifier.notify(notifier.News.TABLES)

    def _with(self, tile: Tile, what: str, heard: Heard) -> Tile:
        """The tile after this message; the same one where nothing has changed."""
        if what == topics.STATUS:
            online = heard.payload == topics.ONLINE
            return (
                tile if online == tile.online else replace(tile, online=online, since=self._now())
            )
        if what == topics.HELP:
            return replace(tile, help=heard.payload == topics.YES)
        if not heard.payload:
            return tile
        if what == topics.TABLE:
            card = decoded(heard, Card)
            apart = tile.apart if heard.retained else seconds_ahead(card.at, self._now())
            return replace(tile, card=card, apart=apart, trouble=None)
        if what == topics.NEWS:
            return replace(tile, news=decoded(heard, News))
        if what == topics.STATE:
            return self._with_state(tile, decoded(heard, State))
        result = decoded(heard, Ended)
        if tile.state and is_of(tile.state, result) and not tile.over:
            return tile  # it was taken back since
        tile = replace(tile, ended=result, trouble=None)
        self._ended(tile, result)
        return tile

    def _with_state(self, tile: Tile, state: State) -> Tile:
        before = tile.state
        if before and is_late(state, before):
            return tile
        ended = tile.ended
        if ended and is_of(state, ended) and not state.headline.over:
            self._undone(tile, ended)
            ended = None
        other = before is None or before.number != state.number
        ended = None if ended and not is_of(state, ended) else ended
        return replace(
            tile,
            state=state,
            ended=ended,
            news=None if other else tile.news,
            trouble=None,
        )


def is_late(state: State, known: State) -> bool:
    """Of the same game and older, also by the table's own clock: a journal may begin anew."""
    return (
        (state.game, state.number) == (known.game, known.number)
        and state.revision < known.revision
        and state.at <= known.at
    )


def is_of(state: State, ended: Ended) -> bool:
    """Do both tell of the same game?"""
    return (state.number, state.headline.began) == (ended.number, ended.began)


def decoded(heard: Heard, kind: type[Kind]) -> Kind:
    return msgspec.json.decode(heard.payload, type=kind)


def unreadable(what: str) -> Message:
    return say("It tells something that this hall cannot read ({what}).", what=what)
