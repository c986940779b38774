"""Publishes the newest revision of one table to a broker, on a thread of its own.

The writer never waits for it: a broker that is absent, slow or refuses is only a fault of the
table. What may not be missed, the result of a game, stays in an outbox until a hall has confirmed
it.
"""

import logging
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from queue import SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Protocol

import msgspec

from companion.clock import WallClock, earliest, wall_clock
from companion.games import Document
from companion.games.display import Chance
from companion.i18n.catalogs import LANGUAGES
from companion.i18n.message import Message, say
from companion.match.match import Revision
from companion.match.session import NOTHING, ActiveMatch
from companion.match.worker import SWITCH_INTERVAL_S
from companion.mqtt import topics
from companion.mqtt.broker import Broker
from companion.mqtt.connection import MIN_BACKOFF_S, BrokerConnection
from companion.mqtt.hall_messages import HallLines
from companion.mqtt.outbox import ResultOutbox
from companion.mqtt.payloads import (
    discovery_of,
    ended_of,
    news_of,
    state_of,
    table_of,
    undone_of,
)
from companion.mqtt.topics import (
    IncomingMessage,
    NameClaim,
    OutgoingMessage,
    discovery_topic,
    topic,
)
from companion.notifier import News, Notifier

log = logging.getLogger(__name__)

PUBLISHED = (News.REVISION, News.MATCH_REPLACED, News.HALL)
DEBOUNCE_S = 0.02
"""By then who tapped has their answer; of several revisions in a row only the last counts."""


class PublishedSession(Protocol):
    """The part of a session that is needed here."""

    @property
    def active(self) -> ActiveMatch: ...

    @property
    def notifier(self) -> Notifier: ...


class Publisher:
    """From ``start`` to ``stop``; ``report`` gets its faults, ``said`` each line of the hall."""

    def __init__(
        self,
        session: PublishedSession,
        broker: Broker,
        name: str,
        machine: str,
        *,
        address: Callable[[], str] = str,
        report: Callable[[Sequence[Message]], None] = lambda faults: None,
        said: Callable[[Message], None] = lambda line: None,
        outbox: ResultOutbox | None = None,
        now: WallClock = wall_clock,
        min_backoff_s: float = MIN_BACKOFF_S,
    ) -> None:
        self.name = name
        self.helping = False
        """Has this table called for help that has not come yet?"""
        self._session = session
        self._address = address
        self._report = report
        self._reported: object = (), ()
        self._now = now
        self._lines = HallLines(now, said)
        self._claim = NameClaim(name, machine)
        self._machine = machine
        self._version = version("table-companion")
        self._stopping = Event()
        self._published = _Published()
        self._connections_seen = 0
        self._outbox = outbox or ResultOutbox()
        self._active, self._was_over = session.active, session.active.writer.current.over
        self._ends: SimpleQueue[tuple[ActiveMatch, Revision]] = SimpleQueue()
        self._last_result: tuple[object, Document] | None = None
        self._chance: tuple[object, Chance, object] | None = None
        self._connection = BrokerConnection(
            broker,
            f"table-companion-{machine}",
            received=self._receive,
            changed=self._wake,
            min_backoff_s=min_backoff_s,
        )
        session.notifier.subscribe(self._note_end, News.REVISION)
        session.notifier.subscribe(self._note_match, News.MATCH_REPLACED)
        self._set_topics()
        self._worker = Thread(target=self._work, name="publisher", daemon=True)

    @property
    def table(self) -> str:
        """This table's word in the topics."""
        return self._claim.slug

    @property
    def lines(self) -> tuple[Message, ...]:
        """What the hall says now."""
        return self._lines.now()

    @property
    def faults(self) -> tuple[Message, ...]:
        found = self._claim.fault, self._connection.fault, self._outbox.fault
        return tuple(each for each in found if each)

    def start(self) -> None:
        self._connection.start()
        self._worker.start()

    def stop(self) -> None:
        """Goes offline, and says so to the hall."""
        self._stopping.set()
        self._wake()
        self._worker.join()
        goodbye = OutgoingMessage(topic(self.table, topics.STATUS), topics.OFFLINE)
        # Not before it has said who it is: the name may be another table's.
        self._connection.stop([goodbye] if self._published.here else [])

    def call(self, help: bool = True) -> Message:
        """Asks the hall for help, or takes that back."""
        self.helping = help
        self._wake()
        if not help:
            return say("The call for help is taken back.")
        if not self._connection.connected:
            return say("The hall cannot be reached now; it hears of your call as soon as it can.")
        return say("Help is called: somebody will come to this table.")

    # From the broker only these are taken: lines, and that a call or a result has arrived.

    def _receive(self, message: IncomingMessage) -> None:
        own = topic(self.table, "")
        if message.topic in (topics.HALL_SAYS, own + topics.SAY):
            self._lines.receive(message)
        elif message.topic == own + topics.HELP:
            if message.payload == topics.YES and message.retained:
                self.helping = self._published.help = (
                    True  # called before this table was started anew
                )
            elif not message.payload and self._published.help:
                self.helping = self._published.help = False
        elif message.topic.startswith(f"{own}{topics.RESULT}/"):
            key = message.topic.rpartition("/")[2]
            if not message.payload and key in self._published.results:
                self._outbox.remove(key, self._published.results.pop(key))
        else:
            self._claim.receive(message)
            if message.topic == own + topics.STATUS and message.payload != topics.ONLINE:
                # Somebody has removed this table, or speaks for it: it is here.
                self._published = _Published(help=self._published.help)
        self._wake()

    def _set_topics(self) -> None:
        own = (topics.SAY, topics.HELP, topics.TABLE, topics.STATUS, f"{topics.RESULT}/+")
        self._connection.will = OutgoingMessage(topic(self.table, topics.STATUS), topics.OFFLINE)
        self._connection.topics = (topics.HALL_SAYS, *(topic(self.table, each) for each in own))

    def _wake(self) -> None:
        self._session.notifier.notify(News.HALL)

    # On the thread of whoever changes the game: an end may be followed by the next game at once.

    def _note_match(self) -> None:
        if self._active is not self._session.active:
            self._active = self._session.active
            self._was_over = self._active.writer.current.over

    def _note_end(self) -> None:
        active = self._session.active
        change = active.writer.current
        undone = active is self._active and self._was_over and not change.over
        if active.number != NOTHING and (change.over or undone):
            self._ends.put((active, change))
        self._active, self._was_over = active, change.over

    # The publisher's own thread.

    def _work(self) -> None:
        sys.setswitchinterval(
            SWITCH_INTERVAL_S
        )  # a tap that comes meanwhile waits no longer than that
        notifier, seen = self._session.notifier, -1
        while not self._stopping.is_set():
            notifier.wait(seen, *PUBLISHED, timeout=self._timeout_s())
            self._stopping.wait(DEBOUNCE_S)
            seen = notifier.count(*PUBLISHED)
            for step in (self._report_faults, self._publish_newest, self._collect_results):
                self._try(step)
        self._try(self._collect_results)

    def _try(self, step: Callable[[], None]) -> None:
        try:
            step()
        except Exception:
            log.exception("publishing")

    def _collect_results(self) -> None:
        """Whether or not there is a connection."""
        ends: dict[int, tuple[ActiveMatch, Revision]] = {}
        while not self._ends.empty():
            active, change = self._ends.get()
            ends[active.number] = active, change
        for active, change in ends.values():
            if change.over:
                self._outbox.put(self._result_of(active, change))
            else:
                self._outbox.put(undone_of(active, self.name, self._machine))
        if ends:
            self._wake()

    def _result_of(self, active: ActiveMatch, change: Revision) -> Document:
        key = active, change.revision
        if self._last_result is None or self._last_result[0] != key:
            self._last_result = key, ended_of(active, change, self.name, self._machine)
        return self._last_result[1]

    def _timeout_s(self) -> float | None:
        """Until the next thing that no news announces."""
        return earliest(self._lines.due(), self._claim.due(monotonic()))

    def _report_faults(self) -> None:
        now = self.faults, self.lines
        if now != self._reported:
            self._reported = now
            self._report(now[0])

    def _publish_newest(self) -> None:
        if not self._connection.connected:
            self._claim.disconnected()
            return
        if self._connection.connections != self._connections_seen:
            self._connections_seen = self._connection.connections
            self._published = _Published()
            self._claim.connected(monotonic())
        if not (self._connection.idle and self._claim.is_settled(monotonic())):
            return
        if self._claim.is_lost(published=self._published.here):
            self._claim.rename()
            self._set_topics()
            self._connection.reconnect()
            return
        self._publish_changes()

    def _publish_changes(self) -> None:
        active = self._session.active
        change = active.writer.current
        if not self._published.here:
            self._published.here = True
            self._publish(topics.TABLE, self._card())
            self._publish(topics.STATUS, topics.ONLINE)
        if self._published.help != self.helping:
            self._published.help = self.helping
            self._publish(topics.HELP, topics.YES if self.helping else b"")
        if self._published.revision != (now := (active.number, change.revision)):
            known = self._published.revision
            self._published.revision = now
            self._publish_state(active, change, self._known_chance(change))
            if known:
                self._publish(topics.NEWS, news_of(change), retained=False)
        self._publish_slow_parts(active, change)
        self._publish_results()

    def _publish_results(self) -> None:
        """Every result that no hall has confirmed yet, once a connection."""
        results, seen = self._outbox.all(), self._published.results
        for key, result in results.items():
            if seen.get(key) is not result:
                seen[key] = result
                self._publish(f"{topics.RESULT}/{key}", result)
        for key in seen.keys() - results.keys():
            seen.pop(key, None)  # a hall may just have confirmed it
            self._publish(f"{topics.RESULT}/{key}", b"")

    def _publish_state(self, active: ActiveMatch, change: Revision, chance: Chance | None) -> None:
        state = state_of(active, change, chance)
        figure, unit = state["headline"]["figure"], state["headline"]["unit"]["text"]
        unit = "" if isinstance(figure, str) else unit
        if self._published.unit != unit:
            self._published.unit = unit
            device = discovery_of(self.table, self.name, self._version, self._address(), unit)
            message = OutgoingMessage(discovery_topic(self.table), msgspec.json.encode(device))
            self._connection.publish(message)
        self._publish(topics.STATE, state)

    def _publish_slow_parts(self, active: ActiveMatch, change: Revision) -> None:
        """Odds and a story, once everything else is told; not of a table that has moved on."""
        odds = change.step.game.odds
        cache_key = odds.cache_key(change.state) if odds else None
        if odds and cache_key is not None and self._known_chance(change) is None:
            # The state is kept as well: a key may name parts of it by their id.
            self._chance = cache_key, odds.chance(change.state), change.state
            if active.writer.current is change:
                self._publish_state(active, change, self._chance[1])
        key = active.number, change.revision
        if change.over and active.number != NOTHING and self._published.ended != key:
            self._published.ended = key
            self._publish(topics.ENDED, self._result_of(active, change))
        elif (
            not change.over and self._published.ended and self._published.ended[0] == active.number
        ):
            self._published.ended = None  # the end was taken back
            self._publish(topics.ENDED, b"")

    def _known_chance(self, change: Revision) -> Chance | None:
        odds = change.step.game.odds
        cache_key = odds.cache_key(change.state) if odds else None
        return self._chance[1] if self._chance and self._chance[0] == cache_key else None

    def _card(self) -> Document:
        return table_of(
            self.name,
            self._machine,
            self._version,
            LANGUAGES,
            self._address(),
            self._now().isoformat(timespec="seconds"),
        )

    def _publish(self, what: str, payload: bytes | Document, retained: bool = True) -> None:
        data = payload if isinstance(payload, bytes) else msgspec.json.encode(payload)
        self._connection.publish(OutgoingMessage(topic(self.table, what), data, retained))


class _Published:
    """What was published on this connection already."""

    def __init__(self, help: bool = False) -> None:
        self.here = False
        self.help = help
        self.revision: tuple[int, int] | None = None
        self.ended: tuple[int, int] | None = None
        self.results: dict[str, Document] = {}
        self.unit: str | None = None
