"""A seat reader on the air as its firmware is: what happened waits in a queue, and is told again
and again until it is acknowledged. It shares no code with what it talks to but paho."""

import json
import secrets
import socket
from collections import deque
from collections.abc import Callable
from threading import Condition, Thread
from time import monotonic
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.mqtt.broker import Broker
from tests.support.programs import LIMIT_S

ROOT = "table-companion-readers/1"
AGAIN_S = 0.25
RECONNECT_S = 0.05


class SeatReader:
    def __init__(
        self,
        broker: Broker,
        name: str,
        *,
        told: Callable[[int], None] = lambda n: None,
        publish: Callable[[Callable[[], object]], object] = lambda send: send(),
    ) -> None:
        """``told`` hears which number was acknowledged; ``publish`` may lose a message, or send it
        twice."""
        self.name = name
        self.boot = secrets.token_hex(4)
        self.n = 0
        self._broker = broker
        self._told = told
        self._publish = publish
        self._waiting: deque[tuple[int, dict[str, Any], float]] = deque()
        self._changed = Condition()
        self._sent_at = 0.0
        self._up = self._stopping = False
        self._client = self._new_client()
        self._thread = Thread(target=self._run, name=f"reader {name}", daemon=True)
        self._thread.start()

    def tap(self, uid: str) -> int:
        """A card is laid there and lifted; the answer is the number of the tap."""
        dashed = "-".join(uid[at : at + 2] for at in range(0, len(uid), 2)).upper()
        number = self._put(uid=dashed)
        self._put(gone=True)
        return number

    def lay(self, uid: str) -> None:
        self._put(uid=uid)

    def lift(self) -> None:
        self._put(gone=True)

    def press(self, how: str = "press") -> None:
        self._put(button=how)

    @property
    def waiting(self) -> int:
        with self._changed:
            return len(self._waiting)

    @property
    def is_connected(self) -> bool:
        return self._up

    def wait(self, most: int = 0, timeout: float = 15.0) -> bool:
        """Until no more than so many wait to be acknowledged."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self._waiting) <= most, timeout)

    def cut(self) -> None:
        """The Wi-Fi is gone for a moment: nobody says goodbye."""
        if sock := self._client.socket():
            sock.close()

    def close(self) -> None:
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        self._thread.join(LIMIT_S)

    def _put(self, **what: Any) -> int:
        with self._changed:
            self.n += 1
            self._waiting.append((self.n, what, monotonic()))
            self._changed.notify_all()
            return self.n

    # Its own thread: as a microcontroller, it does one thing after the other.

    def _new_client(self) -> Client:
        client = Client(CallbackAPIVersion.VERSION2, f"{self.name}-{self.boot}")
        if self._broker.user:
            client.username_pw_set(self._broker.user, self._broker.password)
        client.will_set(f"{ROOT}/{self.name}/status", b"offline", qos=1, retain=True)
        client.on_socket_open = send_at_once
        client.on_connect = self._connected
        client.on_message = self._heard
        return client

    def _run(self) -> None:
        while not self._stopping:
            try:
                self._client = self._new_client()
                self._client.connect(self._broker.host, self._broker.port, keepalive=5)
                self._talk()
            except (OSError, ValueError):
                pass
            self._up = False
            with self._changed:
                self._changed.wait_for(lambda: self._stopping, RECONNECT_S)

    def _talk(self) -> None:
        while not self._stopping:
            if self._client.loop(timeout=0.002) != 0:
                return
            if self._up:
                self._tell_next()
        self._client.publish(f"{ROOT}/{self.name}/status", b"offline", qos=1, retain=True)
        self._client.loop(timeout=0.05)
        self._client.disconnect()

    def _tell_next(self) -> None:
        with self._changed:
            if not self._waiting:
                return
            number, what, happened = self._waiting[0]
        now = monotonic()
        if now - self._sent_at < AGAIN_S:
            return
        self._sent_at = now
        ago = int(1000 * (now - happened))
        payload = json.dumps({"boot": self.boot, "n": number, "ago": ago, **what}).encode()
        topic = f"{ROOT}/{self.name}/tap"
        self._publish(lambda: self._client.publish(topic, payload, qos=1))

    def _connected(self, client: Client, *_: Any) -> None:
        client.subscribe(f"{ROOT}/{self.name}/told", 1)
        client.publish(f"{ROOT}/{self.name}/status", b"online", qos=1, retain=True)
        self._sent_at = 0.0
        self._up = True

    def _heard(self, client: Client, _: Any, message: Any) -> None:
        told = json.loads(message.payload)
        with self._changed:
            if told["boot"] != self.boot or not self._waiting:
                return
            if told["n"] != self._waiting[0][0]:
                return
            self._waiting.popleft()
            self._sent_at = 0.0
            self._changed.notify_all()
        self._told(told["n"])


def send_at_once(client: Client, _: Any, sock: Any) -> None:
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
