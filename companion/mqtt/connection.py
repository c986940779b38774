"""One connection to a broker that reconnects by itself, with exponential backoff.

Every attempt is a new client, so nothing old is ever sent after something newer. Whatever goes
wrong is a sentence in ``fault``, never an exception.
"""

import logging
import socket
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
from companion.mqtt.topics import IncomingMessage, OutgoingMessage

log = logging.getLogger(__name__)

KEEPALIVE_S = 10
"""A broker gives up whoever has been silent for one and a half times as long."""
MIN_BACKOFF_S, MAX_BACKOFF_S = 1.0, 60.0
TIMEOUT_S = 5.0
SHUTDOWN_TIMEOUT_S = 1.0
MAX_PAYLOAD_BYTES = 512 * 1024
"""An MQTT 5 broker is asked not to send more; otherwise it is dropped."""
UNKNOWN_VERSION = ("Unsupported protocol version", "Unacceptable protocol version")
WRONG_PASSWORD = ("Bad user name or password", "Not authorized")


class BrokerConnection:
    """``received`` is called with each message, ``changed`` when it is connected, lost, or idle.

    Both are called on the connection's own thread, and must not block. An MQTT 5 broker keeps what
    comes for it while it is away, for ``session_s`` seconds.
    """

    def __init__(
        self,
        broker: Broker,
        client_id: str,
        *,
        received: Callable[[IncomingMessage], None],
        changed: Callable[[], None],
        topics: Sequence[str] = (),
        will: OutgoingMessage | None = None,
        min_backoff_s: float = MIN_BACKOFF_S,
        session_s: int = 0,
    ) -> None:
        self.broker = broker
        self.fault: Message | None = None
        self.connected = False
        self.connections = 0
        """How often it was connected: after each, everything is published again."""
        self.topics = tuple(topics)
        self.will = will
        self._id = client_id
        self._on_message = received
        self._on_change = changed
        self._min_backoff_s = min_backoff_s
        self._session_s = session_s
        self._protocol = MQTTProtocolVersion.MQTTv5
        self._client: Client | None = None
        self._reconnecting = False
        self._stopping = Event()
        self._acknowledged = Condition()
        self._unacknowledged: set[int] = set()
        """Message ids."""
        self._early_acks: set[int] = set()
        """Message ids whose acknowledgement came before ``publish`` had returned them."""
        self._thread = Thread(target=self._run, name="broker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, last: Sequence[OutgoingMessage] = ()) -> None:
        """Publishes the last messages, if it is connected, and disconnects."""
        for message in last:
            self.publish(message)
        with self._acknowledged:
            self._acknowledged.wait_for(
                lambda: not (self.connected and self._unacknowledged), SHUTDOWN_TIMEOUT_S
            )
        self._stopping.set()
        if client := self._client:
            client.disconnect()
        if self._thread.is_alive():
            self._thread.join(SHUTDOWN_TIMEOUT_S)  # it may still be resolving a name

    def reconnect(self) -> None:
        """With other topics, or another will."""
        self._reconnecting = True
        if client := self._client:
            client.disconnect()

    @property
    def idle(self) -> bool:
        """Is everything acknowledged? Whoever publishes only the newest waits for that."""
        return self.connected and not self._unacknowledged

    def publish(self, message: OutgoingMessage) -> bool:
        """Hands a message over to be sent; False if there is no connection."""
        client = self._client
        if not (self.connected and client):
            return False
        try:
            info = client.publish(message.topic, message.payload, qos=1, retain=message.retained)
        except ValueError:  # too long for the protocol
            return False
        # Not before: an acknowledgement comes with paho's locks held, and would wait for ours.
        with self._acknowledged:
            if info.mid in self._early_acks:
                self._early_acks.discard(info.mid)
            elif info.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
                self._unacknowledged.add(info.mid)
        return info.rc == MQTTErrorCode.MQTT_ERR_SUCCESS

    # The connection's own thread.

    def _run(self) -> None:
        pause = self._min_backoff_s
        while not self._stopping.is_set():
            before = self.connections
            try:
                self._connect_once()
            except Exception as error:  # each layer below fails in its own way
                self._fail(unreachable(self.broker, error))
            self._lose()
            pause = self._min_backoff_s if self.connections != before else pause
            self._stopping.wait(pause)
            pause = min(MAX_BACKOFF_S, 2 * pause)

    def _connect_once(self) -> None:
        """Connects, and returns when the connection is lost."""
        self._client = client = self._new_client()
        self._reconnecting = False
        settings: dict[str, Any] = {}
        if self._is_5:
            settings["clean_start"] = not self._session_s
            settings["properties"] = connect_properties(self._session_s)
        client.connect(self.broker.host, self.broker.port, KEEPALIVE_S, **settings)
        deadline = monotonic() + TIMEOUT_S
        while not self._stopping.is_set():
            if client.loop(timeout=1.0) != MQTTErrorCode.MQTT_ERR_SUCCESS:
                break
            if not self.connected and monotonic() > deadline:
                self._fail(say("The broker {broker} does not answer.", broker=self.broker))
                break
        if not self._reconnecting and (self.connected or not self.fault):
            self._fail(say("The connection to the broker {broker} is lost.", broker=self.broker))

    @property
    def _is_5(self) -> bool:
        return self._protocol is MQTTProtocolVersion.MQTTv5

    def _new_client(self) -> Client:
        client = Client(CallbackAPIVersion.VERSION2, self._id, protocol=self._protocol)
        client.connect_timeout = TIMEOUT_S
        if self.broker.user:
            client.username_pw_set(self.broker.user, self.broker.password)
        if self.broker.tls:
            client.tls_set_context(tls_context(self.broker.ca))
        if self.will:
            client.will_set(self.will.topic, self.will.payload, qos=1, retain=self.will.retained)
        client.on_connect = self._answered
        client.on_message = self._received
        client.on_publish = self._confirmed
        # Only this thread writes to the socket: a publisher wakes it and goes on.
        client.on_socket_open = send_at_once
        client.on_socket_register_write = client.on_socket_unregister_write = ignore
        return client

    def _answered(
        self, client: Client, _: Any, flags: Any, code: ReasonCode, properties: Any
    ) -> None:
        if code.is_failure:
            if self._is_5 and code.getName() in UNKNOWN_VERSION:
                self._protocol = MQTTProtocolVersion.MQTTv311
            self._fail(connection_refused(self.broker, code))
            return
        if self.topics:
            client.subscribe([(each, 1) for each in self.topics])
        self.fault = None
        self.connected = True
        self.connections += 1
        self._on_change()

    def _received(self, client: Client, _: Any, message: MQTTMessage) -> None:
        if len(message.payload) > MAX_PAYLOAD_BYTES:
            return
        try:
            self._on_message(IncomingMessage(message.topic, bytes(message.payload), message.retain))
        except UnicodeDecodeError:
            pass  # a topic that is no text
        except Exception:
            log.exception("a message from the broker")

    def _confirmed(
        self, client: Client, _: Any, mid: int, code: ReasonCode, properties: Any
    ) -> None:
        with self._acknowledged:
            (self._unacknowledged.discard if mid in self._unacknowledged else self._early_acks.add)(
                mid
            )
            self._acknowledged.notify_all()
        if code.is_failure:
            self.fault = publish_refused(self.broker, code)
        self._on_change()

    def _fail(self, why: Message) -> None:
        if not self._stopping.is_set():
            self.fault = why

    def _lose(self) -> None:
        with self._acknowledged:
            self.connected = False
            self._client = None
            self._unacknowledged.clear()
            self._early_acks.clear()
            self._acknowledged.notify_all()
        self._on_change()


def send_at_once(client: Client, _: Any, sock: Any) -> None:
    """A small message waits for no other: a tap is one, and people wait for it."""
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def ignore(*given: object) -> None:
    """A callback that does nothing."""


class ClosingSocket(ssl.SSLSocket):
    """Closes itself after a failed handshake; paho leaves it open."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


def tls_context(ca: str) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=ca or None)
    context.sslsocket_class = ClosingSocket
    return context


def connect_properties(session_s: int) -> Properties:
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]  # paho's own
    properties.MaximumPacketSize = MAX_PAYLOAD_BYTES
    properties.SessionExpiryInterval = session_s
    return properties


def publish_refused(broker: Broker, code: ReasonCode) -> Message:
    """Why a broker does not want what we tell: it is not ours to tell, or it is full."""
    if code.getName() in WRONG_PASSWORD:
        return say("The broker {broker} does not let us write under this name.", broker=broker)
    return say(
        "The broker {broker} does not take what we tell ({why}).", broker=broker, why=code.getName()
    )


def connection_refused(broker: Broker, code: ReasonCode) -> Message:
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
