"""Tells a hall how one table stands: the newest revision only, from a thread of its own.

The clerk never waits for it. A broker that is absent, slow or refuses changes nothing at the table
but a sentence under what is wrong with its parts.
"""

import logging
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from threading import Event, Thread
from time import monotonic
from typing import Protocol

import msgspec

from companion.clock import WallClock, wall_clock
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
from companion.mqtt.payloads import discovery_of, ended_of, news_of, state_of, table_of
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
"""Seconds before a revision is told: whoever tapped has their answer by then, and of several
revisions in a row only the last is worked out."""


class PublishedSession(Protocol):
    """As much of a session as this needs."""

    @property
    def active(self) -> ActiveMatch: ...

    @property
    def notifier(self) -> Notifier: ...


class Publisher:
    """From ``start`` to ``stop``; ``report`` gets what is wrong, ``said`` each line of the hall."""

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
        now: WallClock = wall_clock,
        min_backoff_s: float = MIN_BACKOFF_S,
    ) -> None:
        self.name = name
        self.helping = False
        """Has this table called for help, and nobody come yet?"""
        self._session = session
        self._address = address
        self._report = report
        self._reported: object = (), ()
        self._now = now
        self._lines = HallLines(now, said)
        self._namesake = NameClaim(name, machine)
        self._machine = machine
        self._version = version("table-companion")
        self._over = Event()
        self._seen = _Published()
        self._connections_seen = 0
        self._ended: tuple[object, Document] | None = None
        self._chance: tuple[object, Chance, object] | None = None
        self._connection = BrokerConnection(
            broker,
            f"table-companion-{machine}",
            received=self._receive,
            changed=self._wake,
            min_backoff_s=min_backoff_s,
        )
        self._take_name()
        self._worker = Thread(target=self._work, name="publisher", daemon=True)

    @property
    def table(self) -> str:
        """This table's word in the topics."""
        return self._namesake.slug

    @property
    def lines(self) -> tuple[Message, ...]:
        """What the hall says now."""
        return self._lines.now()

    @property
    def faults(self) -> tuple[Message, ...]:
        """What is wrong with the way to the hall."""
        return tuple(each for each in (self._namesake.fault, self._connection.fault) if each)

    def start(self) -> None:
        self._connection.start()
        self._worker.start()

    def stop(self) -> None:
        """The table goes home: the hall sees it offline at once."""
        self._over.set()
        self._wake()
        self._worker.join()
        goodbye = OutgoingMessage(topic(self.table, topics.STATUS), topics.OFFLINE)
        # Not before it has said who it is: the name may be another table's.
        self._connection.stop([goodbye] if self._seen.here else [])

    def call(self, help: bool = True) -> Message:
        """Asks the hall for help, or takes that back."""
        self.helping = help
        self._wake()
        if not help:
            return say("The call for help is taken back.")
        if not self._connection.connected:
            return say("The hall cannot be reached now; it hears of your call as soon as it can.")
        return say("Help is called: somebody will come to this table.")

    # What comes from the broker: a line, and that a call was heard. Nothing else is ever taken.

    def _receive(self, heard: IncomingMessage) -> None:
        own = topic(self.table, "")
        if heard.topic in (topics.HALL_SAYS, own + topics.SAY):
            self._lines.hear(heard)
        elif heard.topic == own + topics.HELP:
            if heard.payload == topics.YES and heard.retained:
                self.helping = self._seen.help = True  # called before this table was started anew
            elif not heard.payload and self._seen.help:
                self.helping = self._seen.help = False
        else:
            self._namesake.hear(heard)
            if heard.topic == own + topics.STATUS and heard.payload != topics.ONLINE:
                # Somebody has forgotten this table, or speaks for it: it is here.
                self._seen = _Published(help=self._seen.help)
        self._wake()

    def _take_name(self) -> None:
        own = (topics.SAY, topics.HELP, topics.TABLE, topics.STATUS)
        self._connection.will = OutgoingMessage(topic(self.table, topics.STATUS), topics.OFFLINE)
        self._connection.topics = (topics.HALL_SAYS, *(topic(self.table, each) for each in own))

    def _wake(self) -> None:
        self._session.notifier.notify(News.HALL)

    # The publisher's own thread.

    def _work(self) -> None:
        sys.setswitchinterval(
            SWITCH_INTERVAL_S
        )  # a tap that comes meanwhile waits no longer than that
        notifier, seen = self._session.notifier, -1
        while not self._over.is_set():
            notifier.wait(seen, *PUBLISHED, timeout=self._patience())
            self._over.wait(DEBOUNCE_S)
            seen = notifier.count(*PUBLISHED)
            try:
                self._tell_faults()
                self._tell_newest()
            except Exception:
                log.exception("publishing")

    def _patience(self) -> float | None:
        """For how long nothing has to be done, unless something happens."""
        waits = self._lines.due(), self._namesake.due(monotonic())
        return min((each for each in waits if each is not None), default=None)

    def _tell_faults(self) -> None:
        now = self.faults, self.lines
        if now != self._reported:
            self._reported = now
            self._report(now[0])

    def _tell_newest(self) -> None:
        if not self._connection.connected:
            self._namesake.forget()
            return
        if self._connection.connections != self._connections_seen:
            self._connections_seen = self._connection.connections
            self._seen = _Published()
            self._namesake.look_around(monotonic())
        if not (self._connection.idle and self._namesake.is_settled(monotonic())):
            return
        if self._namesake.must_yield(told=self._seen.here):
            self._namesake.step_aside()
            self._take_name()
            self._connection.reconnect()
            return
        self._tell_what_changed()

    def _tell_what_changed(self) -> None:
        active = self._session.active
        change = active.writer.current
        if not self._seen.here:
            self._seen.here = True
            self._tell(topics.TABLE, self._card())
            self._tell(topics.STATUS, topics.ONLINE)
        if self._seen.help != self.helping:
            self._seen.help = self.helping
            self._tell(topics.HELP, topics.YES if self.helping else b"")
        if self._seen.revision != (now := (active.number, change.revision)):
            known = self._seen.revision
            self._seen.revision = now
            self._tell_state(active, change, self._known_chance(change))
            if known:
                self._tell(topics.NEWS, news_of(change), retained=False)
        self._tell_what_takes_longer(active, change)

    def _tell_state(self, active: ActiveMatch, change: Revision, chance: Chance | None) -> None:
        state = state_of(active, change, chance)
        figure, unit = state["headline"]["figure"], state["headline"]["unit"]["text"]
        unit = "" if isinstance(figure, str) else unit
        if self._seen.unit != unit:
            self._seen.unit = unit
            device = discovery_of(self.table, self.name, self._version, self._address(), unit)
            told = OutgoingMessage(discovery_topic(self.table), msgspec.json.encode(device))
            self._connection.publish(told)
        self._tell(topics.STATE, state)

    def _tell_what_takes_longer(self, active: ActiveMatch, change: Revision) -> None:
        """Odds and a story, once everything else is told; not of a table that has moved on."""
        odds = change.step.game.odds
        cache_key = odds.cache_key(change.state) if odds else None
        if odds and cache_key is not None and self._known_chance(change) is None:
            # The state is kept as well: a key may name parts of it by their id.
            self._chance = cache_key, odds.chance(change.state), change.state
            if active.writer.current is change:
                self._tell_state(active, change, self._chance[1])
        key = active.number, change.revision
        if change.over and active.number != NOTHING and self._seen.ended != key:
            if self._ended is None or self._ended[0] != key:
                self._ended = key, ended_of(active, change, self.name, self._machine)
            self._seen.ended = key
            self._tell(topics.ENDED, self._ended[1])
        elif not change.over and self._seen.ended and self._seen.ended[0] == active.number:
            self._seen.ended = None  # the end was taken back
            self._tell(topics.ENDED, b"")

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

    def _tell(self, what: str, payload: bytes | Document, retained: bool = True) -> None:
        data = payload if isinstance(payload, bytes) else msgspec.json.encode(payload)
        self._connection.publish(OutgoingMessage(topic(self.table, what), data, retained))


class _Published:
    """What this connection was told already."""

    def __init__(self, help: bool = False) -> None:
        self.here = False
        self.help = help
        self.revision: tuple[int, int] | None = None
        self.ended: tuple[int, int] | None = None
        self.unit: str | None = None
