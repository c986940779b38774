"""Real brokers on loopback, tables that tell them something, and somebody who listens."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import msgspec

from companion.games import AnyGame, game
from companion.hall.demo import SimulatedSession
from companion.hall.hall import Hall
from companion.hall.mosquitto import Mosquitto, find_mosquitto
from companion.hall.results import Results
from companion.hall.tile import Tile
from companion.i18n.message import Message
from companion.mqtt.broker import Broker
from companion.mqtt.connection import BrokerConnection
from companion.mqtt.outbox import ResultOutbox
from companion.mqtt.publisher import Publisher
from companion.mqtt.topics import IncomingMessage, OutgoingMessage
from tests.support.programs import run_program

CONFIGURATION = Path(__file__).parents[3] / "firmware_config" / "mosquitto"
PATIENCE = 15.0
SOON = 0.05
"""Seconds between two tries of a link that has lost its broker."""


def eventually(holds: Callable[[], Any]) -> Any:
    """What it gives, as soon as it gives something; a broker is a process of its own."""
    until, pause = monotonic() + PATIENCE, Event()
    while not (found := holds()):
        assert monotonic() < until, "it never came to that"
        pause.wait(0.005)
    return found


class Listener:
    """Whoever has subscribed to everything, or to these topics."""

    def __init__(self, broker: Broker, *topics: str) -> None:
        self.heard: list[IncomingMessage] = []
        self.link = BrokerConnection(
            broker,
            f"listener {broker.user}",
            received=self.heard.append,
            changed=lambda: None,
            topics=topics or ("#",),
            min_backoff_s=SOON,
        )
        self.link.start()
        eventually(lambda: self.link.connected)

    def last(self, topic: str) -> bytes | None:
        return next((each.payload for each in reversed(self.heard) if each.topic == topic), None)

    def document(self, topic: str) -> Any:
        payload = self.last(topic)
        return msgspec.json.decode(payload) if payload else None

    def topics(self) -> set[str]:
        return {each.topic for each in self.heard}


class TestTable:
    """A table with its publisher; ``faults`` is what it reported last."""

    __test__ = False

    def __init__(
        self,
        broker: Broker,
        name: str,
        machine: str,
        what: AnyGame | None = None,
        outbox: ResultOutbox | None = None,
    ) -> None:
        self.session = SimulatedSession(what or game("daybreak"))
        self.faults: tuple[Message, ...] = ()
        self.said: list[str] = []
        self.outbox = outbox or ResultOutbox()
        self.publisher = Publisher(
            self.session,
            broker,
            name,
            machine,
            address=lambda: "http://192.0.2.4:8080/",
            report=self._report,
            said=lambda line: self.said.append(str(line)),
            outbox=self.outbox,
            min_backoff_s=SOON,
        )
        self.publisher.start()

    def play(self, *lines: str) -> None:
        for line in lines:
            self.session.active.writer.ask(line)

    def lose(self) -> None:
        """A game from its beginning to its end, and the next one lies there."""
        self.play("seat china", "start", "set thermometer.bands 8")
        self.session.begin(self.session.active.writer.match.game)

    def cut(self) -> None:
        """Its network is gone: nobody says goodbye."""
        client = self.publisher._connection._client
        assert client
        self.publisher._connection._min_backoff_s = 60.0
        self.publisher._connection._stopping.set()
        sock = client.socket()
        assert sock
        sock.close()

    def close(self) -> None:
        self.publisher.stop()
        self.session.close()

    def _report(self, faults: Any) -> None:
        self.faults = tuple(faults)

    @property
    def fault(self) -> str:
        return " ".join(str(each) for each in self.faults)


class Around:
    """A broker, and whoever is connected to it; everybody leaves when the test is over."""

    def __init__(self, folder: Path, settings: str = "allow_anonymous true\n") -> None:
        self.folder = folder
        self.mosquitto = Mosquitto(folder, settings)
        self.broker = self.mosquitto.broker
        self._stack = ExitStack()
        self._stack.callback(self.mosquitto.stop)
        self.mosquitto.start()
        self._tables = 0

    def table(
        self,
        name: str = "Table 4",
        broker: Broker | None = None,
        game: AnyGame | None = None,
        outbox: ResultOutbox | None = None,
        machine: str = "",
    ) -> TestTable:
        self._tables += 1
        machine = machine or f"machine{self._tables}"
        table = TestTable(broker or self.broker, name, machine, game, outbox)
        self._stack.callback(table.close)
        return table

    def hall(self, broker: Broker | None = None, results: Results | None = None) -> Hall:
        hall = Hall(broker or self.broker, results or Results(":memory:"), min_backoff_s=SOON)
        self._stack.callback(hall.results.close)
        self._stack.callback(hall.stop)
        hall.start()
        eventually(lambda: hall.connected or hall.faults)
        return hall

    def listener(self, broker: Broker | None = None, *topics: str) -> Listener:
        listener = Listener(broker or self.broker, *topics)
        self._stack.callback(listener.link.stop)
        return listener

    def tell(self, topic: str, payload: bytes, retained: bool = True) -> None:
        """As anybody on the network could."""
        voice = BrokerConnection(
            self.broker, "voice", received=lambda _: None, changed=lambda: None
        )
        voice.start()
        eventually(lambda: voice.connected)
        voice.publish(OutgoingMessage(topic, payload, retained))
        eventually(lambda: voice.idle)
        voice.stop()

    def close(self) -> None:
        self._stack.close()


def tile_of(hall: Hall, table: str = "table-4") -> Tile:
    """The tile as soon as its table has told how it stands."""

    def known() -> Tile | None:
        tile = hall.registry.find(table)
        return tile if tile and tile.state and tile.card and tile.online else None

    found: Tile = eventually(known)
    return found


def mood_of(hall: Hall, table: str = "table-4") -> str:
    tile = hall.registry.find(table)
    return tile.mood if tile else ""


def with_users(folder: Path, *users: str) -> str:
    """The settings that ship, with these users; everybody's password is their name reversed."""
    passwords = folder / "hall.passwd"
    lines = "".join(f"{user}:{user[::-1]}\n" for user in users)
    passwords.write_text(lines, encoding="utf-8")
    run_program([find_mosquitto("mosquitto_passwd"), "-U", passwords], check=True)
    shipped = (CONFIGURATION / "hall.conf").read_text(encoding="utf-8")
    shipped = shipped.replace("listener 1883\n", "")
    shipped = shipped.replace("/etc/mosquitto/hall.passwd", str(passwords))
    return shipped.replace("/etc/mosquitto/hall.acl", str(CONFIGURATION / "hall.acl"))


def as_user(broker: Broker, user: str, password: str | None = None) -> Broker:
    secret = user[::-1] if password is None else password
    return Broker(broker.host, broker.port, user, secret, broker.tls, broker.ca)
