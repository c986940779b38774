"""Brokers that refuse, hang, lie or cannot be trusted: each is a sentence, and no table notices."""

import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from companion.mqtt import connection
from companion.mqtt.broker import Broker
from companion.mqtt.topics import OutgoingMessage, topic
from tests.support.hall.brokers import (
    CONFIGURATION,
    TestTable,
    as_user,
    eventually,
    tile_of,
    with_users,
)
from tests.support.hall.hall_fixtures import Open
from tests.support.programs import run_program

Serve = Callable[[Callable[[socket.socket], None]], TestTable]
CONNACK_TOO_NEW = bytes((0x20, 2, 0, 1))
CONNACK_WELCOME = bytes((0x20, 2, 0, 0))


@pytest.fixture
def served() -> Iterator[Serve]:
    """A table whose broker is a socket that does what the test says with whoever comes."""
    closing: list[Callable[[], None]] = []

    def serve(meet: Callable[[socket.socket], None]) -> TestTable:
        door = socket.create_server(("127.0.0.1", 0))

        def wait() -> None:
            with suppress(OSError):
                while True:
                    guest, _ = door.accept()
                    with guest, suppress(OSError):
                        meet(guest)

        Thread(target=wait, daemon=True).start()
        closing.append(door.close)
        table = TestTable(Broker("127.0.0.1", door.getsockname()[1]), "Table 4", "machine1")
        closing.append(table.close)
        return table

    yield serve
    for close in reversed(closing):
        close()


def plays_on(table: TestTable) -> bool:
    before = table.session.active.writer.current.revision
    table.play("seat china", "undo")
    return table.session.active.writer.current.revision == before + 2


def test_a_broker_that_is_not_there_is_one_sentence() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        table = TestTable(Broker("127.0.0.1", nobody.getsockname()[1]), "Table 4", "machine1")
        eventually(lambda: table.faults)
    assert "cannot be reached" in table.fault
    assert plays_on(table)
    assert "cannot be reached now" in str(table.publisher.call())
    table.close()


def test_a_broker_without_a_name_in_the_network_is_one_sentence() -> None:
    table = TestTable(Broker("nowhere.invalid", 1883), "Table 4", "machine1")
    eventually(lambda: "nowhere.invalid:1883 cannot be reached" in table.fault)
    table.close()


def test_a_broker_that_says_nothing_is_given_up(
    served: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "TIMEOUT_S", 0.2)
    table = served(lambda guest: read_to_the_end(guest))

    eventually(lambda: "does not answer" in table.fault)
    assert plays_on(table)


def test_a_broker_that_speaks_garbage_is_one_sentence(served: Serve) -> None:
    def shout(guest: socket.socket) -> None:
        guest.recv(1000)
        guest.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" + bytes(range(256)) * 40)

    table = served(shout)
    eventually(lambda: "broker" in table.fault)
    assert plays_on(table)


def test_a_broker_that_hangs_up_at_once_is_one_sentence(served: Serve) -> None:
    table = served(lambda guest: None)

    eventually(lambda: "is lost" in table.fault or "cannot be reached" in table.fault)
    assert plays_on(table)


def test_a_broker_that_only_speaks_the_older_protocol_is_spoken_to_in_it(served: Serve) -> None:
    versions: list[int] = []

    def old(guest: socket.socket) -> None:
        versions.append(guest.recv(1000)[8])
        guest.sendall(CONNACK_WELCOME if versions[-1] == 4 else CONNACK_TOO_NEW)
        if versions[-1] == 4:
            read_to_the_end(guest)

    table = served(old)
    eventually(lambda: table.publisher._connection.connected)
    assert versions[0] == 5
    assert versions[-1] == 4


def test_a_wrong_password_is_told_as_one(settings: Open, tmp_path: Path) -> None:
    around = settings(with_users(tmp_path, "table-4"))
    table = around.table(broker=as_user(around.broker, "table-4", "guessed"))

    eventually(lambda: "please check user and password" in table.fault)
    assert plays_on(table)


def test_a_table_writes_below_its_own_name_and_is_read_by_the_hall(
    settings: Open, tmp_path: Path
) -> None:
    around = settings(with_users(tmp_path, "hall", "table-4"))
    hall = around.hall(as_user(around.broker, "hall"))
    table = around.table("Table 4", as_user(around.broker, "table-4"))

    assert tile_of(hall).name == "Table 4"
    hall.say("ten minutes left", 10)
    eventually(lambda: table.said == ["ten minutes left"])
    table.publisher.call()
    eventually(lambda: tile_of(hall).help)
    hall.clear_help("table-4")
    eventually(lambda: not table.publisher.helping)
    assert not table.faults


def test_a_table_cannot_write_for_another(settings: Open, tmp_path: Path) -> None:
    around = settings(with_users(tmp_path, "hall", "table-4", "table-5"))
    hall = around.hall(as_user(around.broker, "hall"))
    false = around.table("Table 4", as_user(around.broker, "table-5"))
    eventually(lambda: "does not let us write" in false.fault)
    around.table("Table 5", as_user(around.broker, "table-5"))

    tile_of(hall, "table-5")
    assert hall.registry.find("table-4") is None


def test_a_table_hears_nothing_of_another(settings: Open, tmp_path: Path) -> None:
    around = settings(with_users(tmp_path, "hall", "table-4", "table-5"))
    hall = around.hall(as_user(around.broker, "hall"))
    around.table("Table 4", as_user(around.broker, "table-4"))
    tile_of(hall)
    spy = around.listener(as_user(around.broker, "table-5"))
    spy.link.publish(OutgoingMessage(topic("table-5", "status"), b"online"))
    eventually(lambda: spy.last(topic("table-5", "status")))

    assert not [each for each in spy.topics() if "/table-4/" in each]


def certificates(folder: Path, host: str) -> Path:
    made = folder / host
    made.mkdir()
    script = CONFIGURATION / "certificates.sh"
    run_program(["sh", script, host, made], check=True)
    return made


def test_a_broker_is_reached_through_tls_and_only_where_it_is_who_it_says(
    settings: Open, tmp_path: Path
) -> None:
    made = certificates(tmp_path, "127.0.0.1")
    shipped = (CONFIGURATION / "tls.conf").read_text(encoding="utf-8")
    shipped = shipped.replace("listener 8883\n", "").replace("/etc/mosquitto/certs", str(made))
    around = settings(shipped + "allow_anonymous true\n")
    port, ca = around.broker.port, str(made / "hall-ca.crt")
    trusting = around.table("Table 4", Broker("127.0.0.1", port, tls=True, ca=ca))
    eventually(lambda: trusting.publisher._connection.connected)
    doubting = around.table("Table 5", Broker("127.0.0.1", port, tls=True))
    misled = around.table("Table 6", Broker("localhost", port, tls=True, ca=ca))

    eventually(lambda: "cannot be trusted" in doubting.fault)
    eventually(lambda: "cannot be trusted" in misled.fault)
    assert not trusting.faults


def read_to_the_end(guest: socket.socket) -> None:
    while guest.recv(4096):
        pass


def test_a_broker_that_is_full_is_not_taken_for_one_that_does_not_know_us() -> None:
    broker = Broker("hall.local", 1883)
    full = ReasonCode(PacketTypes.PUBACK, "Quota exceeded")
    strange = ReasonCode(PacketTypes.PUBACK, "Not authorized")

    assert "does not take what we tell (Quota exceeded)" in str(
        connection.publish_refused(broker, full)
    )
    assert "does not let us write under this name" in str(
        connection.publish_refused(broker, strange)
    )
