"""One connection to a broker that keeps itself up: lost, it is tried again after growing pauses.

Every try is a new client, so nothing old is ever sent after something newer. Whatever a broker does
is a sentence in ``fault``, never an exception.
"""

import logging
import ssl
from collections.abc import Callable, Sequence
from threading import Condition, Event, Thread
from time import monotonic
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.i18n.message import Message, say
from companion.mqtt.broker import Broker
from companion.mqtt.topics import Heard, Told

log = logging.getLogger(__name__)

KEEPALIVE = 10
"""Seconds: a broker misses whoever has been silent for one and a half times as long."""
SHORTEST, LONGEST = 1.0, 60.0
"""Seconds between two tries, which grow from the one to the other."""
PATIENCE = 5.0
"""Seconds for a broker to answer."""
LAST_WORDS = 1.0
"""Seconds that whoever goes home waits for a broker."""
LARGEST = 512 * 1024
"""Bytes. A broker that speaks MQTT 5 is asked to keep more to itself; else it is thrown away."""
UNKNOWN_VERSION = ("Unsupported protocol version", "Unacceptable protocol version")
WRONG_PASSWORD = ("Bad user name or password", "Not authorized")


class Link:
    """``heard`` gets what others tell, ``changed`` is told that the link is up, down, or idle.

    Both are called on the link's own thread, and must not wait.
    """

    def __init__(
        self,
        broker: Broker,
        client_id: str,
        *,
        heard: Callable[[Heard], None],
        changed: Callable[[], None],
        topics: Sequence[str] = (),
        will: Told | None = None,
        shortest: float = SHORTEST,
    ) -> None:
        self.broker = broker
        self.fault: Message | None = None
        self.up = False
        self.times_up = 0
        """How often a connection was made: after each, everything is told anew."""
        self.topics = tuple(topics)
        self.will = will
        self._id = client_id
        self._heard = heard
        self._changed = changed
        self._shortest = shortest
        self._protocol = MQTTProtocolVersion.MQTTv5
        self._client: Client | None = None
        self._leaving = False
        self._over = Event()
        self._news = Condition()
        self._waiting: set[int] = set()
        """The numbers of what the broker has not confirmed yet."""
        self._early: set[int] = set()
        """Of what it has confirmed before we knew the number."""
        self._thread = Thread(target=self._run, name="broker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, last: Sequence[Told] = ()) -> None:
        """Says the last words, if anybody listens, and leaves."""
        for told in last:
            self.tell(told)
        with self._news:
            self._news.wait_for(lambda: not (self.up and self._waiting), LAST_WORDS)
        self._over.set()
        if client := self._client:
            client.disconnect()
        if self._thread.is_alive():
            self._thread.join(LAST_WORDS)  # it may still be looking for a name in the network

    def again(self) -> None:
        """Begins anew, under another name or with other topics."""
        self._leaving = True
        if client := self._client:
            client.disconnect()

    @property
    def idle(self) -> bool:
        """Is everything confirmed that was told? Who tells the newest only waits for that."""
        return self.up and not self._waiting

    def tell(self, told: Told) -> bool:
        """Hands it over; False where nobody is there."""
        client = self._client
        if not (self.up and client):
            return False
        try:
            info = client.publish(told.topic, told.payload, qos=1, retain=told.retained)
        except ValueError:  # too long for the protocol
            return False
        # Not before: whoever confirms has locks of paho's own, and would wait for ours.
        with self._news:
            if info.mid in self._early:
                self._early.discard(info.mid)
            elif info.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
                self._waiting.add(info.mid)
        return info.rc == MQTTErrorCode.MQTT_ERR_SUCCESS

    # The link's own thread.

    def _run(self) -> None:
        pause = self._shortest
        while not self._over.is_set():
            before = self.times_up
            try:
                self._connect_once()
            except Exception as error:  # each layer below fails in its own way
                self._fail(unreachable(self.broker, error))
            self._lose()
            pause = self._shortest if self.times_up != before else pause
            self._over.wait(pause)
            pause = min(LONGEST, 2 * pause)

    def _connect_once(self) -> None:
        """From the first call to the loss of the connection."""
        self._client = client = self._new_client()
        self._leaving = False
        client.connect(
            self.broker.host,
            self.broker.port,
            KEEPALIVE,
            properties=small_packets() if self._is_5 else None,
        )
        patient_until = monotonic() + PATIENCE
        while not self._over.is_set():
            if client.loop(timeout=1.0) != MQTTErrorCode.MQTT_ERR_SUCCESS:
                break
            if not self.up and monotonic() > patient_until:
                self._fail(say("The broker {broker} does not answer.", broker=self.broker))
                break
        if not self._leaving and (self.up or not self.fault):
            self._fail(say("The connection to the broker {broker} is lost.", broker=self.broker))

    @property
    def _is_5(self) -> bool:
        return self._protocol is MQTTProtocolVersion.MQTTv5

    def _new_client(self) -> Client:
        client = Client(CallbackAPIVersion.VERSION2, self._id, protocol=self._protocol)
        client.connect_timeout = PATIENCE
        if self.broker.user:
            client.username_pw_set(self.broker.user, self.broker.password)
        if self.broker.tls:
            client.tls_set_context(tls_context(self.broker.ca))
        if self.will:
            client.will_set(self.will.topic, self.will.payload, qos=1, retain=self.will.retained)
        client.on_connect = self._answered
        client.on_message = self._received
        client.on_publish = self._confirmed
        # Only the link's own thread writes: whoever publishes wakes it up, and goes on.
        client.on_socket_register_write = client.on_socket_unregister_write = nothing
        return client

    def _answered(
        self, client: Client, _: Any, flags: Any, code: ReasonCode, properties: Any
    ) -> None:
        if code.is_failure:
            if self._is_5 and code.getName() in UNKNOWN_VERSION:
                self._protocol = MQTTProtocolVersion.MQTTv311
            self._fail(refused(self.broker, code))
            return
        if self.topics:
            client.subscribe([(each, 1) for each in self.topics])
        self.fault = None
        self.up = True
        self.times_up += 1
        self._changed()

    def _received(self, client: Client, _: Any, message: MQTTMessage) -> None:
        if len(message.payload) > LARGEST:
            return
        try:
            self._heard(Heard(message.topic, bytes(message.payload), message.retain))
        except UnicodeDecodeError:
            pass  # a topic that is no text
        except Exception:
            log.exception("a message from the broker")

    def _confirmed(
        self, client: Client, _: Any, mid: int, code: ReasonCode, properties: Any
    ) -> None:
        with self._news:
            (self._waiting.discard if mid in self._waiting else self._early.add)(mid)
            self._news.notify_all()
        if code.is_failure:
            self.fault = not_taken(self.broker, code)
        self._changed()

    def _fail(self, why: Message) -> None:
        if not self._over.is_set():
            self.fault = why

    def _lose(self) -> None:
        with self._news:
            self.up = False
            self._client = None
            self._waiting.clear()
            self._early.clear()
            self._news.notify_all()
        self._changed()


def nothing(*given: object) -> None:
    """Nobody waits for a socket here."""


class PoliteSocket(ssl.SSLSocket):
    """Closes what it could not agree upon, which paho leaves open."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


def tls_context(ca: str) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=ca or None)
    context.sslsocket_class = PoliteSocket
    return context


def small_packets() -> Properties:
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]  # paho's own
    properties.MaximumPacketSize = LARGEST
    return properties


def not_taken(broker: Broker, code: ReasonCode) -> Message:
    """Why a broker does not want what we tell: it is not ours to tell, or it is full."""
    if code.getName() in WRONG_PASSWORD:
        return say("The broker {broker} does not let us write under this name.", broker=broker)
    return say(
        "The broker {broker} does not take what we tell ({why}).", broker=broker, why=code.getName()
    )


def refused(broker: Broker, code: ReasonCode) -> Message:
    if code.getName() in WRONG_PASSWORD:
        return say(
            "The broker {broker} does not let us in: please check user and password.",
            broker=broker,
        )
    return say("The broker {broker} refuses us ({why}).", broker=broker, why=code.getName())


def unreachable(broker: Broker, error: Exception) -> Message:
    why = getattr(error, "verify_message", "") or getattr(error, "strerror", "") or error
    if isinstance(error, ssl.SSLError):
        return say(
            "The broker {broker} cannot be trusted, or speaks no TLS ({why}).",
            broker=broker,
            why=why,
        )
    return say("The broker {broker} cannot be reached ({why}).", broker=broker, why=why)
