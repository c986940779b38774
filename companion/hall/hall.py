"""The hall itself: one connection to the broker, what was heard through it, and what it says."""

import logging
import secrets
import sqlite3
from collections.abc import Callable
from datetime import timedelta
from importlib.metadata import version

import msgspec

from companion.clock import WallClock, wall_clock
from companion.errors import Refusal
from companion.hall.results import Results
from companion.hall.table_messages import Ended
from companion.hall.table_registry import MOST, Floor
from companion.hall.tile import Tile
from companion.i18n.message import Message, say
from companion.mqtt import topics
from companion.mqtt.broker import Broker
from companion.mqtt.connection import SHORTEST, Link
from companion.mqtt.hall_messages import LONGEST, Line, moment
from companion.mqtt.topics import Heard, Told, discovery_topic, topic

log = logging.getLogger(__name__)

MINUTES = range(1, 181)
"""For how long a line may be said."""


class Hall:
    """From ``start`` to ``stop``."""

    def __init__(
        self,
        broker: Broker,
        results: Results,
        *,
        now: WallClock = wall_clock,
        shortest: float = SHORTEST,
    ) -> None:
        self.version = version("table-companion")
        self.broker = broker
        self.results = results
        self.floor = Floor(now, self._ended, self._undone)
        self.said: dict[str, Line] = {}
        """Lines in force, by table; that to all of them by an empty word."""
        self.warnings: list[Message] = []
        """What was found at the start, and is worth reading."""
        self._now = now
        self._broken: Message | None = None
        self._phones: tuple[Message, ...] = ()
        heard = (f"{topics.PREFIX}/+/{what}" for what in (*topics.TOLD_BY_TABLES, topics.SAY))
        self._link = Link(
            broker,
            # A broker hangs up on the first of two by one name, and there may be two halls.
            f"table-companion-hall-{secrets.token_hex(4)}",
            heard=self._hear,
            changed=self.floor.notify,
            topics=tuple(heard),
            shortest=shortest,
        )

    def start(self) -> None:
        self._link.start()

    def stop(self) -> None:
        self._link.stop()

    @property
    def up(self) -> bool:
        return self._link.up

    @property
    def faults(self) -> list[Message]:
        full = say("There are more tables than this hall can show.")
        found = self._link.fault, self._broken, full if self.floor.full else None
        return [*(each for each in found if each), *self._phones, *self.warnings]

    def report(self, faults: tuple[Message, ...]) -> None:
        """What is wrong with the file of its phones, for as long as it lasts."""
        self._phones = faults
        self.floor.notify()

    def lines(self) -> dict[str, str]:
        """What is said now, by table; to all of them by an empty word."""
        now, said = self._now(), dict(self.said)  # in one piece: another thread hears meanwhile
        found = {table: (line.text, moment(line.until)) for table, line in said.items()}
        return {table: text for table, (text, until) in found.items() if not until or until > now}

    # What the hall does. Each is a message to the broker: the tile changes when it comes back.

    def say(self, text: str, minutes: int, table: str = "") -> None:
        """A line for one table, or for all of them; an empty one takes it back."""
        text = " ".join(text.split())[:LONGEST]
        until = self._now() + timedelta(minutes=minutes)
        line = Line(text, until.isoformat(timespec="seconds"))
        where = topic(table, topics.SAY) if table else topics.HALL_SAYS
        self._tell(Told(where, msgspec.json.encode(line) if text else b""))

    def clear_help(self, table: str) -> None:
        self._tell(Told(topic(table, topics.HELP), b""))

    def forget(self, table: str) -> None:
        """Nothing of a table that is gone stays with the broker; its results stay here."""
        for what in topics.RETAINED:
            self._tell(Told(topic(table, what), b""))
        self._tell(Told(discovery_topic(table), b""))
        self.floor.forget(table)

    def _tell(self, told: Told) -> None:
        if not self._link.tell(told):
            raise Refusal("no_broker", say("The broker cannot be reached now; please try again."))

    # What it hears.

    def _hear(self, heard: Heard) -> None:
        if not heard.topic.endswith(f"/{topics.SAY}"):
            self.floor.hear(heard)
            return
        table = heard.topic.removeprefix(f"{topics.PREFIX}/").removesuffix(f"/{topics.SAY}")
        table = "" if table == topics.HALL else table
        if len(self.said) > MOST:
            return
        try:
            self.said[table] = msgspec.json.decode(heard.payload, type=Line)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self.said.pop(table, None)
        self.floor.notify()

    def _ended(self, tile: Tile, told: Ended) -> None:
        heard = self._now().isoformat(timespec="seconds")
        name = told.name or tile.name
        self._keep(lambda: self.results.keep(told.id or tile.table, name, told, heard))

    def _undone(self, tile: Tile, told: Ended) -> None:
        self._keep(lambda: self.results.take_back(told.id or tile.table, told))

    def _keep(self, work: Callable[[], None]) -> None:
        """A disk that fails is told, and the tables are shown all the same."""
        try:
            work()
        except (sqlite3.Error, OverflowError) as error:
            self._broken = say("Results cannot be kept ({why}).", why=error)
        else:
            self._broken = None
