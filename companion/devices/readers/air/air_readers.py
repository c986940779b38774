"""Readers that tell their taps through a broker, each in a zone of the table.

A tap is reported once however often it is told, and acknowledged to its reader only when whoever
takes reports has dealt with it: so one that was under way when a broker, a network or the companion
went down is told again.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Protocol
from uuid import uuid4

from companion.clock import Clock, earliest, seconds_until
from companion.devices.board.parts import MqttReader
from companion.devices.readers import presence
from companion.devices.readers.air import messages
from companion.devices.readers.air.messages import LIGHT, STATUS, TAP, TOLD
from companion.devices.readers.air.slot import UNREADABLE_TAG, AirSlot, Pairings
from companion.devices.readers.watcher import Condition, Pace, Sink, Watcher
from companion.i18n.message import Message, say
from companion.mqtt.broker import READERS, BadBroker, Broker, broker_at
from companion.mqtt.connection import BrokerConnection
from companion.mqtt.topics import ONLINE, IncomingMessage, OutgoingMessage, machine_id

DEFAULT_BROKER = "mqtt://localhost"
SESSION_S = 20
"""So long the broker keeps what devices tell that tell it once, while the companion starts anew."""
GRACE_S = 3.0
"""A broker that is back within that time has cost nothing, and nobody is told."""
SETTLE_S = 2.0
"""By then a broker has said which readers are there."""
MIN_BACKOFF_S = 0.25
NO_READER_YET = say("No reader is paired with this place: tap any card on the one that lies there.")


class Link(Protocol):
    """A connection to a broker that is kept up by itself."""

    fault: Message | None
    connected: bool
    connections: int

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def publish(self, message: OutgoingMessage) -> bool: ...


Connect = Callable[
    [Sequence[str], Callable[[IncomingMessage], None], Callable[[], None]],
    Link,
]
"""From topics, and who is told of each message and of each change of the connection."""


def on_air(
    places: Sequence[MqttReader], sink: Sink, clock: Clock, pace: Pace, folder: Path | None
) -> "AirReaders":
    """The readers of the broker that the environment names."""
    client = f"table-companion-{machine_id(folder) if folder else uuid4().hex[:8]}"
    broker, fault = Broker("localhost", 1883), None
    try:
        broker = broker_of_readers()
    except BadBroker as error:
        fault = error.message

    # Seat readers tell again themselves, and how late it is by then.
    session_s = SESSION_S if any(place.topic for place in places) else 0

    def connect(
        topics: Sequence[str],
        received: Callable[[IncomingMessage], None],
        changed: Callable[[], None],
    ) -> BrokerConnection:
        return BrokerConnection(
            broker,
            client,
            received=received,
            changed=changed,
            topics=topics,
            min_backoff_s=MIN_BACKOFF_S,
            session_s=session_s,
        )

    return AirReaders(places, sink, clock, pace, connect, Pairings(folder), fault)


def broker_of_readers() -> Broker:
    return broker_at(os.environ.get(READERS, DEFAULT_BROKER), variable=READERS)


class AirReaders(Watcher):
    def __init__(
        self,
        places: Sequence[MqttReader],
        sink: Sink,
        clock: Clock,
        pace: Pace,
        connect: Connect,
        pairings: Pairings,
        fault: Message | None = None,
    ) -> None:
        self._sink = sink
        self._clock = clock
        self._pairings = pairings
        self._fault = fault
        self._inbox: SimpleQueue[IncomingMessage | None] = SimpleQueue()
        """What the connection hears; None where it has changed, or the thread is to end."""
        self._slots = [
            AirSlot(place, place.name or pairings.names.get(place.zone, ""), pace, clock.now())
            for place in places
        ]
        self._seats = [slot for slot in self._slots if not slot.place.topic]
        topics = [each.place.topic for each in self._slots if each.place.topic]
        if self._seats:
            topics += [messages.topic("+", TAP), messages.topic("+", STATUS)]
        self._link = connect(topics, self._inbox.put, lambda: self._inbox.put(None))
        self._connections = 0
        self._down_since: float | None = clock.now()
        self._settled_at = clock.now()
        self._broker_fault: Message | None = None
        self._strangers: set[str] = set()
        self._stopping = Event()
        self._thread: Thread | None = None

    def step(self) -> None:
        """Takes what was heard meanwhile, and says what is wrong by now."""
        with suppress(Empty):
            while True:
                if heard := self._inbox.get_nowait():
                    self._tell(self._hear(heard))
        self._look_around()

    def conditions(self) -> list[Condition]:
        return [slot.condition for slot in self._slots]

    def light(self, name: str, on: bool) -> None:
        """The light of the readers in a zone, or of those whose button has this role."""
        for slot in self._seats:
            if slot.name and name in (slot.place.zone, slot.place.button):
                what = f"{LIGHT}/{'zone' if name == slot.place.zone else 'button'}"
                shown = b"on" if on else b"off"
                self._link.publish(OutgoingMessage(messages.topic(slot.name, what), shown))

    def start(self) -> None:
        self._stopping.clear()
        if self._fault is None:
            self._link.start()
        self._thread = Thread(target=self._run, name="readers on the air", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._inbox.put(None)
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            self._link.stop()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.step()
            if self._stopping.is_set():
                return  # only now: the step may have taken what should end the wait
            wait_s = seconds_until(self._due(), self._clock)
            with suppress(Empty):
                if heard := self._inbox.get(timeout=wait_s):
                    self._tell(self._hear(heard))

    def _due(self) -> float | None:
        """When something is to be looked at although nothing is heard."""
        times = [slot.due for slot in self._slots]
        if self._down_since is not None and self._broker_fault is None:
            times.append(self._down_since + GRACE_S)
        if self._down_since is None and self._clock.now() < self._settled_at:
            times.append(self._settled_at)
        return earliest(*times)

    def _tell(self, reports: Iterator[presence.Report]) -> None:
        for report in reports:
            self._sink(report)

    # What is heard.

    def _hear(self, message: IncomingMessage) -> Iterator[presence.Report]:
        now = self._clock.now()
        for slot in self._slots:
            if slot.place.topic and slot.place.topic == message.topic:
                # What was said before anybody listened is no tap of now.
                uid = messages.read_tag(message.payload)
                yield from () if message.retained else slot.hear_number(uid, now)
        name, what = messages.parse_topic(message.topic)
        slots = [slot for slot in self._seats if slot.name == name]
        if what == STATUS:
            for slot in slots:
                slot.hear_status(message.payload == ONLINE, now)
        elif what == TAP and not message.retained:
            yield from self._hear_seat(name, slots, message.payload, now)

    def _hear_seat(
        self, name: str, slots: list[AirSlot], payload: bytes, now: float
    ) -> Iterator[presence.Report]:
        message = messages.read_seat(payload)
        if message is None:
            yield from (presence.ReaderSays(slot.place.zone, UNREADABLE_TAG) for slot in slots)
            return
        if not slots:
            yield from self._meet(name, bool(message.uid), now)
            self._link.publish(acknowledgement(name, message))
            return
        for slot in slots:
            slot.hear_status(True, now)
            if slot.stream.is_handled(message):
                self._link.publish(acknowledgement(name, message))
                continue
            before = slot.stream.last.get(message.boot, 0)
            yield from slot.hear(message, now)
            if message.n > before:
                yield presence.Handled(partial(self._acknowledge, slot, message))

    def _acknowledge(self, slot: AirSlot, message: messages.SeatMessage) -> None:
        """On the thread of whoever takes reports: what this tap has brought about is kept."""
        slot.stream.handle(message)
        self._link.publish(acknowledgement(slot.name, message))

    def _meet(self, name: str, tapped: bool, now: float) -> Iterator[presence.Report]:
        """A reader that nobody knows lies where one is missing, from its first tap on."""
        waiting = self._unpaired
        if waiting and tapped:
            zone = waiting.place.zone
            self._pairings.pair(zone, name)
            waiting.name, waiting.fault = name, None
            waiting.hear_status(True, now)
            yield presence.ReaderPaired(zone, name)
            if self._pairings.fault:
                yield presence.ReaderSays(zone, self._pairings.fault)
        elif not waiting and name not in self._strangers:
            self._strangers.add(name)
            words = say(
                "The reader {name} lies nowhere on this board: “companion readers” says more.",
                name=name,
            )
            yield presence.ReaderSays("", words)

    @property
    def _unpaired(self) -> AirSlot | None:
        return next((slot for slot in self._seats if not slot.name), None)

    # What is wrong.

    def _look_around(self) -> None:
        now = self._clock.now()
        if not self._link.connected:
            self._down_since = now if self._down_since is None else self._down_since
        elif self._connections != self._link.connections or self._down_since is not None:
            self._connections, self._down_since = self._link.connections, None
            self._settled_at = now + SETTLE_S
            self._broker_fault = None
            for slot in self._slots:
                slot.heard_at = now
        if self._down_since is not None and now - self._down_since >= GRACE_S:
            self._broker_fault = self._broker_fault or self._why_down()
        for slot in self._slots:
            self._tell(iter(slot.pass_time(now)))
            self._compare(slot, self._wrong_with(slot, now))

    def _compare(self, slot: AirSlot, wrong: Message | None) -> None:
        if wrong != slot.fault:
            slot.fault = wrong
            zone = slot.place.zone
            self._sink(presence.ReaderLost(zone, wrong) if wrong else presence.ReaderBack(zone))

    def _wrong_with(self, slot: AirSlot, now: float) -> Message | None:
        if self._down_since is not None:
            # One sentence is enough: the others are as they were said to be.
            return self._broker_fault if slot is self._slots[0] else slot.fault
        if not (slot.name or slot.place.topic):
            return NO_READER_YET if slot is self._unpaired else None
        return slot.wrong(now, settled=now >= self._settled_at)

    def _why_down(self) -> Message:
        fault = self._fault or self._link.fault
        return fault or say("The broker of the readers does not answer.")


def acknowledgement(name: str, message: messages.SeatMessage) -> OutgoingMessage:
    return OutgoingMessage(
        messages.topic(name, TOLD), messages.acknowledged(message), retained=False
    )
