"""The hall: one connection to the broker, the tables behind it, and the lines that it sends."""

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
from companion.hall.table_registry import MAX_TABLES, TableRegistry
from companion.hall.tile import Tile
from companion.i18n.message import Message, say
from companion.mqtt import topics
from companion.mqtt.broker import Broker
from companion.mqtt.connection import MIN_BACKOFF_S, BrokerConnection
from companion.mqtt.hall_messages import MAX_LENGTH, HallLine, parse_time
from companion.storage.json_file import DECODE_ERRORS

log = logging.getLogger(__name__)

LINE_MINUTES = range(1, 181)
"""For how long a line may be said."""


class Hall:
    """From ``start`` to ``stop``."""

    def __init__(
        self,
        broker: Broker,
        results: Results,
        *,
        now: WallClock = wall_clock,
        min_backoff_s: float = MIN_BACKOFF_S,
    ) -> None:
        self.version = version("table-companion")
        self.broker = broker
        self.results = results
        self.registry = TableRegistry(now, self._ended, self._undone)
        self.said: dict[str, HallLine] = {}
        """Lines in force, by table; an empty one stands for all tables."""
        self.warnings: list[Message] = []
        """Of the start."""
        self._now = now
        self._results_fault: Message | None = None
        self._unconfirmed: set[str] = set()
        """Topics of results that could not be stored."""
        self._phone_faults: tuple[Message, ...] = ()
        kinds = (*topics.TABLE_TOPICS, topics.SAY, f"{topics.RESULT}/+")
        wanted = (f"{topics.PREFIX}/+/{what}" for what in kinds)
        self.connection = BrokerConnection(
            broker,
            # A broker hangs up on the first of two by one name, and there may be two halls.
            f"table-companion-hall-{secrets.token_hex(4)}",
            received=self.receive,
            changed=self.registry.notify,
            topics=tuple(wanted),
            min_backoff_s=min_backoff_s,
        )

    def start(self) -> None:
        self.connection.start()

    def stop(self) -> None:
        self.connection.stop()

    @property
    def connected(self) -> bool:
        return self.connection.connected

    @property
    def faults(self) -> list[Message]:
        full = say("There are more tables than this hall can show.")
        found = self.connection.fault, self._results_fault, full if self.registry.full else None
        return [*(each for each in found if each), *self._phone_faults, *self.warnings]

    def report(self, faults: tuple[Message, ...]) -> None:
        """Faults of the file of paired phones, for as long as they last."""
        self._phone_faults = faults
        self.registry.notify()

    def lines(self) -> dict[str, str]:
        """The lines that are shown now, by table; an empty one stands for all tables."""
        now, said = self._now(), dict(self.said)  # a copy: another thread writes meanwhile
        found = {table: (line.text, parse_time(line.until)) for table, line in said.items()}
        return {table: text for table, (text, until) in found.items() if not until or until > now}

    # Actions. Each is a message to the broker: the tile changes when it comes back.

    def say(self, text: str, minutes: int, table: str = "") -> None:
        """Sends a line to one table, or to all; an empty text takes it back."""
        text = " ".join(text.split())[:MAX_LENGTH]
        until = self._now() + timedelta(minutes=minutes)
        line = HallLine(text, until.isoformat(timespec="seconds"))
        where = topics.topic(table, topics.SAY) if table else topics.HALL_SAYS
        self._publish(topics.OutgoingMessage(where, msgspec.json.encode(line) if text else b""))

    def clear_help(self, table: str) -> None:
        self._publish(topics.OutgoingMessage(topics.topic(table, topics.HELP), b""))

    def forget(self, table: str) -> None:
        """Removes a table from the broker; its results are kept."""
        for what in topics.RETAINED:
            self._publish(topics.OutgoingMessage(topics.topic(table, what), b""))
        self._publish(topics.OutgoingMessage(topics.discovery_topic(table), b""))
        for unconfirmed in [*self._unconfirmed]:
            if unconfirmed.startswith(topics.topic(table, f"{topics.RESULT}/")):
                self._publish(topics.OutgoingMessage(unconfirmed, b""))
        self.registry.forget(table)

    def _publish(self, message: topics.OutgoingMessage) -> None:
        if not self.connection.publish(message):
            raise Refusal("no_broker", say("The broker cannot be reached now; please try again."))

    # Messages from the broker.

    def receive(self, message: topics.IncomingMessage) -> None:
        if f"/{topics.RESULT}/" in message.topic:
            self._receive_result(message)
            return
        if not message.topic.endswith(f"/{topics.SAY}"):
            self.registry.receive(message)
            return
        table = message.topic.removeprefix(f"{topics.PREFIX}/").removesuffix(f"/{topics.SAY}")
        table = "" if table == topics.HALL else table
        if len(self.said) > MAX_TABLES:
            return
        try:
            self.said[table] = msgspec.json.decode(message.payload, type=HallLine)
        except DECODE_ERRORS:
            self.said.pop(table, None)
        self.registry.notify()

    def _receive_result(self, message: topics.IncomingMessage) -> None:
        """Stores a result, and confirms it to its table by clearing the topic."""
        parsed = topics.parse_topic(message.topic)
        if parsed is None:
            return
        table, _ = parsed
        self._unconfirmed.discard(message.topic)
        if not message.payload:
            return
        try:
            report = msgspec.json.decode(message.payload, type=Ended)
        except DECODE_ERRORS:
            self.registry.report_unreadable(table, topics.RESULT)
        else:
            machine, name = report.id or table, report.name or table
            stored = (
                self._take_back(machine, report)
                if report.undone
                else self._store(machine, name, report)
            )
            if stored and self.connection.publish(topics.OutgoingMessage(message.topic, b"")):
                return
        if len(self._unconfirmed) < MAX_TABLES:
            self._unconfirmed.add(message.topic)

    def _ended(self, tile: Tile, report: Ended) -> None:
        self._store(report.id or tile.table, report.name or tile.name, report)

    def _undone(self, tile: Tile, report: Ended) -> None:
        self._take_back(report.id or tile.table, report)

    def _store(self, machine: str, name: str, report: Ended) -> bool:
        heard = self._now().isoformat(timespec="seconds")
        return self._try(lambda: self.results.keep(machine, name, report, heard))

    def _take_back(self, machine: str, report: Ended) -> bool:
        return self._try(lambda: self.results.take_back(machine, report))

    def _try(self, work: Callable[[], None]) -> bool:
        """A failing disk is a fault; the tables are shown all the same."""
        try:
            work()
        except (sqlite3.Error, OverflowError) as error:
            self._results_fault = say("Results cannot be kept ({why}).", why=error)
            return False
        self._results_fault = None
        return True
