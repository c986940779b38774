"""The state of every table, from its messages; its notifier wakes whoever watches.

An unreadable message is a fault on the table's tile. A revision older than the known one is a late
delivery and changes nothing.
"""

from collections.abc import Callable
from dataclasses import replace
from threading import Lock
from typing import TypeVar

import msgspec

from companion import notifier
from companion.clock import WallClock, wall_clock
from companion.hall.table_messages import Ended, News, State, TableInfo
from companion.hall.tile import Tile, clock_skew_s, urgency
from companion.i18n.message import Message, say
from companion.mqtt import topics
from companion.mqtt.topics import IncomingMessage, parse_topic
from companion.storage.json_file import DECODE_ERRORS

MAX_TABLES = 2000
"""A limit for whoever invents names on a broker without users."""
Kind = TypeVar("Kind")


class TableRegistry:
    """``ended`` is called when a game is over, ``undone`` when it turns out not to be."""

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
        """Every table, the most urgent first."""
        with self._lock:
            return sorted(self._tiles.values(), key=urgency)

    def find(self, table: str) -> Tile | None:
        return self._tiles.get(table)

    def notify(self) -> None:
        """Something beside the tables has changed."""
        with self._lock:
            self.version += 1
        self.notifier.notify(notifier.News.TABLES)

    def forget(self, table: str) -> bool:
        """Removes a table; one that is still there comes back with its next message."""
        with self._lock:
            gone = self._tiles.pop(table, None)
        self.notify()
        return gone is not None

    def report_unreadable(self, table: str, what: str) -> None:
        """Shows on its tile that something of a table cannot be read."""
        if tile := self._tiles.get(table):
            self._put(replace(tile, fault=unreadable(what)))

    def receive(self, message: IncomingMessage) -> None:
        found = parse_topic(message.topic)
        if found is None or found[1] not in topics.TABLE_TOPICS:
            return
        table, what = found
        tile = self._tiles.get(table)
        if tile is None:
            if not message.payload or (what == topics.STATUS and message.payload != topics.ONLINE):
                return  # the rest of a table that was removed
            if len(self._tiles) >= MAX_TABLES:
                self.full = True
                return
            tile = Tile(table, since=self._now())
        try:
            now = self._with(tile, what, message)
        except DECODE_ERRORS:
            now = replace(tile, fault=unreadable(what))
        if now is not tile:
            self._put(now)

    def _put(self, tile: Tile) -> None:
        with self._lock:
            self.version += 1
            self._tiles[tile.table] = replace(tile, version=self.version)
        self.notifier.notify(notifier.News.TABLES)

    def _with(self, tile: Tile, what: str, message: IncomingMessage) -> Tile:
        """The tile after this message; the same object if nothing has changed."""
        if what == topics.STATUS:
            online = message.payload == topics.ONLINE
            return (
                tile if online == tile.online else replace(tile, online=online, since=self._now())
            )
        if what == topics.HELP:
            return replace(tile, help=message.payload == topics.YES)
        if not message.payload:
            return tile
        if what == topics.TABLE:
            card = decoded(message, TableInfo)
            apart = tile.clock_skew_s if message.retained else clock_skew_s(card.at, self._now())
            return replace(tile, card=card, clock_skew_s=apart, fault=None)
        if what == topics.NEWS:
            return replace(tile, news=decoded(message, News))
        if what == topics.STATE:
            return self._with_state(tile, decoded(message, State))
        result = decoded(message, Ended)
        if tile.state and is_of(tile.state, result) and not tile.over:
            return tile  # it was undone since
        tile = replace(tile, ended=result, fault=None)
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
            fault=None,
        )


def is_late(state: State, known: State) -> bool:
    """Older in revision and by the table's clock: a new journal begins again at revision 0."""
    return (
        (state.game, state.number) == (known.game, known.number)
        and state.revision < known.revision
        and state.at <= known.at
    )


def is_of(state: State, ended: Ended) -> bool:
    """Are both of the same game?"""
    return (state.number, state.headline.began) == (ended.number, ended.began)


def decoded(message: IncomingMessage, kind: type[Kind]) -> Kind:
    return msgspec.json.decode(message.payload, type=kind)


def unreadable(what: str) -> Message:
    return say("It tells something that this hall cannot read ({what}).", what=what)
