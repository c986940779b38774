"""Readers on the air with a real broker: what breaks on the way, and who may say what."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import pytest

from companion.clock import SystemClock
from companion.devices.board.parts import MqttReader
from companion.devices.readers.air import air_readers, slot
from companion.devices.readers.presence import (
    CardArrived,
    Handled,
    ReaderBack,
    ReaderLost,
    Report,
)
from companion.devices.readers.readers import Readers
from companion.devices.readers.watcher import Pace
from companion.hall.mosquitto import find_mosquitto
from companion.mqtt.broker import Broker
from companion.mqtt.topics import OutgoingMessage
from tests.support.devices.seat_reader import ROOT, SeatReader
from tests.support.hall.brokers import CONFIGURATION, Around, eventually
from tests.support.programs import LIMIT_S, run_program

UID, OTHER = "04a1b2c3d4e5f6", "0411223344aabb"
SEATS = [MqttReader("seat:1", "seat-1"), MqttReader("seat:2", "seat-2")]


class Listening:
    """A companion's readers at work, and somebody who deals with what they report."""

    def __init__(self, seats: list[MqttReader], folder: Path) -> None:
        self.reports: list[Report] = []
        self._queue: SimpleQueue[Report | None] = SimpleQueue()
        self.readers = Readers(seats, self._queue.put, clock=SystemClock(), folder=folder)
        self._thread = Thread(target=self._handle, daemon=True)
        self._thread.start()
        self.readers.start()

    def _handle(self) -> None:
        while report := self._queue.get():
            self.reports.append(report)
            if isinstance(report, Handled):
                report.acknowledge()

    @property
    def taps(self) -> list[tuple[str, str]]:
        return [(each.zone, each.uid) for each in self.reports if isinstance(each, CardArrived)]

    @property
    def said(self) -> str:
        return " ".join(str(each.why) for each in self.reports if isinstance(each, ReaderLost))

    def close(self) -> None:
        self.readers.stop()
        self._queue.put(None)
        self._thread.join(LIMIT_S)


class Room:
    """A broker, a companion, readers; everybody leaves when the test is over."""

    def __init__(self, stack: ExitStack, around: Around, folder: Path, set_broker: Any) -> None:
        self.around = around
        self._stack = stack
        self._folder = folder
        set_broker(around.broker)

    def listening(self, *seats: MqttReader) -> Listening:
        made = Listening([*(seats or SEATS)], self._folder)
        self._stack.callback(made.close)
        return made

    def reader(self, name: str, **more: Any) -> SeatReader:
        made = SeatReader(self.around.broker, name, **more)
        self._stack.callback(made.close)
        return made


@pytest.fixture
def set_broker(monkeypatch: pytest.MonkeyPatch) -> Callable[[Broker], None]:
    """What the environment says of the readers' broker."""

    def set_to(broker: Broker) -> None:
        user = f"{broker.user}@" if broker.user else ""
        address = f"mqtt://{user}{broker.host}:{broker.port}"
        monkeypatch.setenv("COMPANION_READERS", address)
        monkeypatch.setenv("COMPANION_READERS_PASSWORD", broker.password)

    return set_to


@pytest.fixture
def room(
    around: Around, tmp_path: Path, set_broker: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Room]:
    monkeypatch.setattr(air_readers, "GRACE_S", 0.2)
    monkeypatch.setattr(air_readers, "SETTLE_S", 0.2)
    with ExitStack() as stack:
        yield Room(stack, around, tmp_path, set_broker)


def test_a_tap_comes_through_the_broker_and_is_acknowledged(room: Room) -> None:
    table, seat = room.listening(), room.reader("seat-1")
    seat.tap(UID)
    assert seat.wait()
    assert table.taps == [("seat:1", UID)]


def test_what_is_told_twice_counts_once(room: Room) -> None:
    def twice(send: Callable[[], object]) -> None:
        send()
        send()

    table, seat = room.listening(), room.reader("seat-1", publish=twice)
    for uid in (UID, OTHER) * 5:
        seat.tap(uid)
    assert seat.wait()
    assert table.taps == [("seat:1", UID), ("seat:1", OTHER)] * 5


def test_what_gets_lost_is_told_again(room: Room) -> None:
    lost = iter([True, False] * 50)

    def every_other(send: Callable[[], object]) -> None:
        if not next(lost):
            send()

    table, seat = room.listening(), room.reader("seat-1", publish=every_other)
    seat.tap(UID)
    seat.tap(OTHER)
    assert seat.wait()
    assert table.taps == [("seat:1", UID), ("seat:1", OTHER)]


def test_taps_while_the_broker_is_away_count_once_when_it_is_back(room: Room) -> None:
    table, seat = room.listening(), room.reader("seat-1")
    seat.tap(UID)
    assert seat.wait()
    room.around.mosquitto.stop()
    eventually(lambda: "broker" in table.said)
    seat.tap(OTHER)
    room.around.mosquitto.start()
    assert seat.wait()
    assert table.taps == [("seat:1", UID), ("seat:1", OTHER)]
    eventually(lambda: ReaderBack("seat:1") in table.reports)


def test_taps_while_the_table_is_away_count_once_when_it_is_back(room: Room) -> None:
    table, seat = room.listening(), room.reader("seat-1")
    seat.tap(UID)
    assert seat.wait()
    table.close()
    seat.tap(OTHER)
    assert seat.waiting == 2
    anew = room.listening()
    assert seat.wait()
    assert anew.taps == [("seat:1", OTHER)]


def test_a_reader_whose_wifi_breaks_is_named_and_its_taps_come_once_it_is_back(room: Room) -> None:
    table = room.listening(SEATS[0])
    seat = room.reader("seat-1")
    eventually(lambda: seat.is_connected)
    seat.tap(UID)
    assert seat.wait()
    seat.cut()
    seat.tap(OTHER)
    assert seat.wait()
    assert table.taps == [("seat:1", UID), ("seat:1", OTHER)]
    seat.close()
    eventually(lambda: "seat-1 is out of reach" in table.said)


def test_a_device_that_tells_once_is_heard_by_a_table_that_was_away_for_a_moment(
    room: Room,
) -> None:
    place = MqttReader("centre", topic="tasmota/tag")
    before = room.listening(place)

    def heard() -> bool:
        room.around.tell("tasmota/tag", b"04112233", retained=False)
        return bool(before.taps)

    eventually(heard)
    before.close()
    room.around.tell("tasmota/tag", UID.encode(), retained=False)
    table = room.listening(place)
    eventually(lambda: ("centre", UID) in table.taps)


def test_an_address_that_is_none_is_said_and_stops_nothing(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_READERS", "http://nowhere")
    table = room.listening()
    eventually(lambda: "is not the address of a broker" in table.said)


# Names, passwords and rights, as they ship.


def with_readers(folder: Path, *users: str) -> str:
    """The settings that ship, with these users; everybody's password is their name reversed."""
    passwords = folder / "readers.passwd"
    lines = "".join(f"{user}:{user[::-1]}\n" for user in users)
    passwords.write_text(lines, encoding="utf-8")
    run_program([find_mosquitto("mosquitto_passwd"), "-U", passwords], check=True)
    shipped = (CONFIGURATION / "readers.conf").read_text(encoding="utf-8")
    shipped = shipped.replace("listener 1883\n", "")
    shipped = shipped.replace("/etc/mosquitto/readers.passwd", str(passwords))
    return shipped.replace("/etc/mosquitto/readers.acl", str(CONFIGURATION / "readers.acl"))


def as_user(broker: Broker, user: str) -> Broker:
    return Broker(broker.host, broker.port, user, user[::-1])


@pytest.fixture
def guarded(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Around:
    monkeypatch.setattr(air_readers, "GRACE_S", 0.2)
    around: Around = settings(with_readers(tmp_path, "companion", "seat-1", "seat-2"))
    return around


def test_with_the_rights_that_ship_taps_come_and_are_acknowledged(
    guarded: Around, tmp_path: Path, set_broker: Any
) -> None:
    set_broker(as_user(guarded.broker, "companion"))
    with ExitStack() as stack:
        table = Listening(SEATS, tmp_path)
        stack.callback(table.close)
        for name in ("seat-1", "seat-2"):
            seat = SeatReader(as_user(guarded.broker, name), name)
            stack.callback(seat.close)
            seat.tap(UID)
            assert seat.wait()
        assert table.taps == [("seat:1", UID), ("seat:2", UID)]


def test_a_reader_can_publish_its_own_taps_and_nothing_else(guarded: Around) -> None:
    ours = guarded.listener(as_user(guarded.broker, "companion"), f"{ROOT}/#")
    voice = guarded.listener(as_user(guarded.broker, "seat-1"), f"{ROOT}/#", f"{ROOT}/+/tap")
    for topic in (
        f"{ROOT}/seat-2/tap",
        f"{ROOT}/seat-2/status",
        f"{ROOT}/seat-1/told",
        f"{ROOT}/seat-1/light/zone",
        "table-companion/1/seat-1/state",
        "homeassistant/tag/x/config",
        f"{ROOT}/seat-1/tap",
    ):
        voice.link.publish(OutgoingMessage(topic, b"x", retained=False))
    eventually(lambda: ours.heard)
    assert ours.topics() == {f"{ROOT}/seat-1/tap"}
    assert voice.heard == [], "nor does it hear anything of the others"


def test_nobody_gets_in_without_a_password(
    guarded: Around, tmp_path: Path, set_broker: Any
) -> None:
    set_broker(guarded.broker)
    table = Listening(SEATS, tmp_path)
    try:
        eventually(lambda: "does not let us in" in table.said)
    finally:
        table.close()


def test_what_waits_for_nothing_takes_no_time() -> None:
    """A silent reader is due at its own time: no thread looks again and again."""
    quiet = slot.AirSlot(SEATS[0], "seat-1", Pace(), 100.0)
    assert quiet.due is None
    quiet.hear_status(True, 100.0)
    assert quiet.due == 100.0 + slot.SILENT_S
