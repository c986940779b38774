"""Readers on the air, without any network: what they tell, and what is reported of it."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion.clock import VirtualClock
from companion.devices.board.parts import MqttReader
from companion.devices.readers.air.air_readers import GRACE_S, SETTLE_S, AirReaders
from companion.devices.readers.air.messages import MAX_BYTES, read_seat, read_tag
from companion.devices.readers.air.slot import (
    FILE,
    LATE_S,
    RESTART_S,
    SILENT_S,
    STILL_THERE_S,
    Pairings,
)
from companion.devices.readers.presence import (
    CardArrived,
    CardGone,
    Handled,
    ReaderBack,
    ReaderButton,
    ReaderLost,
    ReaderPaired,
    ReaderSays,
    Report,
)
from companion.devices.readers.watcher import Pace
from companion.i18n.message import Message, say
from companion.mqtt.topics import IncomingMessage, OutgoingMessage

UID, OTHER = "04a1b2c3d4e5f6", "0411223344aabb"
ROOT = "table-companion-readers/1"


class HeldLink:
    """A connection in the test's hand."""

    def __init__(self, received: Callable[[IncomingMessage], None]) -> None:
        self.received = received
        self.fault: Message | None = None
        self.connected = True
        self.connections = 1
        self.published: list[tuple[str, Any]] = []

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def publish(self, message: OutgoingMessage) -> bool:
        self.published.append((message.topic.removeprefix(f"{ROOT}/"), message.payload.decode()))
        return True


class Table:
    def __init__(self, *places: MqttReader, folder: Path | None = None) -> None:
        self.clock = VirtualClock()
        self.heard: list[Report] = []
        self.pairings = Pairings(folder)
        self.topics: Sequence[str] = ()
        self.readers = AirReaders(
            places, self.heard.append, self.clock, Pace(), self._connect, self.pairings
        )
        self.link: HeldLink
        self._numbers: dict[str, int] = {}

    def _connect(self, topics: Sequence[str], received: Any, changed: Any) -> HeldLink:
        self.topics = topics
        self.link = HeldLink(received)
        return self.link

    def after(self, seconds: float) -> list[Report]:
        self.heard.clear()
        self.clock.advance(seconds)
        self.readers.step()
        return list(self.heard)

    def says(self, topic: str, payload: bytes, retained: bool = False) -> list[Report]:
        self.link.received(IncomingMessage(topic, payload, retained))
        return self.after(0.0)

    def is_there(self, name: str = "seat-1") -> list[Report]:
        return self.says(f"{ROOT}/{name}/status", b"online")

    def tells(self, n: int, boot: str = "a", name: str = "seat-1", **what: Any) -> list[Report]:
        """What came of it, without the sign that it is dealt with."""
        payload = json.dumps({"boot": boot, "n": n, **what}).encode()
        reports = self.says(f"{ROOT}/{name}/tap", payload)
        self.handled = [each for each in reports if isinstance(each, Handled)]
        return [each for each in reports if not isinstance(each, Handled)]

    def acknowledged(self) -> list[Any]:
        told = [json.loads(said) for topic, said in self.link.published if topic.endswith("/told")]
        self.link.published.clear()
        return told


SEAT = MqttReader("seat:1", "seat-1")


@pytest.fixture
def table() -> Table:
    table = Table(SEAT)
    table.is_there()
    return table


def said(reports: Sequence[Report]) -> str:
    return " ".join(
        str(each.why if isinstance(each, ReaderLost) else each.words)
        for each in reports
        if isinstance(each, ReaderLost | ReaderSays)
    )


def test_a_tap_is_reported_with_an_id_of_its_own(table: Table) -> None:
    assert table.tells(1, uid="04-A1-B2-C3-D4-E5-F6") == [
        CardArrived("seat:1", UID, id="seat-1/a/1")
    ]
    assert table.tells(2, gone=True) == [CardGone("seat:1", UID, 1)]


def test_a_tap_is_acknowledged_only_when_it_is_dealt_with(table: Table) -> None:
    table.tells(1, uid=UID)
    assert table.acknowledged() == []
    [handled] = table.handled
    handled.acknowledge()
    assert table.acknowledged() == [{"boot": "a", "n": 1}]


def test_a_tap_that_is_told_twice_counts_once(table: Table) -> None:
    table.tells(1, uid=UID)
    first = table.handled
    assert table.tells(1, uid=UID) == []
    assert not table.handled, "the first one is under way"
    first[0].acknowledge()
    table.acknowledged()
    assert table.tells(1, uid=UID) == []
    assert table.acknowledged() == [{"boot": "a", "n": 1}], "the reader has not heard it"


def test_what_has_come_before_is_no_news_however_late_it_is_told_again(table: Table) -> None:
    table.tells(1, uid=UID)
    table.tells(2, gone=True)
    table.tells(3, uid=OTHER)
    assert table.tells(1, uid=UID) == []
    assert table.readers.conditions()[0].card == OTHER


def test_a_gap_in_the_numbers_is_told(table: Table) -> None:
    table.tells(1, uid=UID)
    reports = table.tells(4, uid=OTHER)
    assert "lost on the way" in said(reports)
    assert CardArrived("seat:1", OTHER, id="seat-1/a/4") in reports


def test_what_a_table_has_not_heard_from_the_start_is_no_gap(table: Table) -> None:
    assert table.tells(17, uid=UID) == [CardArrived("seat:1", UID, id="seat-1/a/17")]


def test_a_late_tap_does_not_count_and_that_is_said(table: Table) -> None:
    late = int(1000 * LATE_S)
    assert said(table.tells(1, uid=UID, ago=late - 1)) == ""
    assert table.tells(2, gone=True, ago=late) == [CardGone("seat:1", UID, 1)]
    assert "20 seconds late" in said(table.tells(3, uid=OTHER, ago=late))
    assert table.handled, "the reader may forget it"
    assert "seconds late" in said(table.tells(4, button="press", ago=late))


def test_taps_that_were_held_up_keep_their_distance_in_time(table: Table) -> None:
    table.after(30.0)
    table.tells(1, uid=UID, ago=9_000)
    table.tells(2, gone=True, ago=8_800)
    assert table.tells(3, uid=UID, ago=5_000) == [CardArrived("seat:1", UID, id="seat-1/a/3")]
    table.tells(4, gone=True, ago=4_800)
    [again] = table.tells(5, uid=UID, ago=4_000)
    assert isinstance(again, CardArrived)
    assert again.again, "within two seconds, another card may have lain on it"


def test_a_card_that_lies_there_while_its_reader_starts_anew_is_tapped_once(table: Table) -> None:
    table.tells(1, uid=UID)
    table.after(RESTART_S / 2)
    assert table.tells(1, boot="b", uid=UID) == []


def test_after_a_longer_absence_the_same_card_is_a_new_tap(table: Table) -> None:
    table.tells(1, uid=UID)
    table.after(2 * RESTART_S)
    assert table.tells(1, boot="b", uid=UID) == [
        CardGone("seat:1", UID, 1),
        CardArrived("seat:1", UID, id="seat-1/b/1"),
    ]


def test_two_readers_with_one_name_are_told_once_a_minute(table: Table) -> None:
    table.tells(1, boot="a", uid=UID)
    assert said(table.tells(1, boot="b", uid=OTHER)) == "", "it may have started anew"
    assert "Two readers are called seat-1" in said(table.tells(2, boot="a", gone=True))
    assert said(table.tells(2, boot="b", gone=True)) == ""


def test_of_two_readers_with_one_name_each_tap_counts_once(table: Table) -> None:
    table.tells(1, boot="a", uid=UID)
    table.tells(1, boot="b", uid=OTHER)
    assert table.tells(1, boot="b", uid=OTHER) == []
    assert CardGone("seat:1", OTHER, 1) in table.tells(2, boot="a", gone=True)


def test_the_button_of_a_reader_is_one_of_the_board(table: Table) -> None:
    assert table.tells(1, button="press") == [ReaderButton("next", False, "seat-1/a/1")]
    assert table.tells(2, button="hold") == [ReaderButton("next", True, "seat-1/a/2")]


def test_lights_follow_the_zone_and_the_button_that_is_waited_for(table: Table) -> None:
    table.readers.light("seat:1", True)
    table.readers.light("next", True)
    table.readers.light("die:1", True)
    table.readers.light("seat:1", False)
    assert table.link.published == [
        ("seat-1/light/zone", "on"),
        ("seat-1/light/button", "on"),
        ("seat-1/light/zone", "off"),
    ]


def test_a_reader_that_never_came_is_out_of_reach_once_the_broker_has_told_who_is_there() -> None:
    table = Table(SEAT)
    assert table.after(SETTLE_S / 2) == []
    [lost] = table.after(SETTLE_S)
    assert isinstance(lost, ReaderLost)
    assert "seat-1 is out of reach" in str(lost.why)
    assert table.readers.conditions()[0].why == lost.why
    assert table.is_there() == [ReaderBack("seat:1")]


def test_a_reader_whose_connection_breaks_is_named_at_once(table: Table) -> None:
    assert "out of reach" in said(table.says(f"{ROOT}/seat-1/status", b"offline"))
    assert table.tells(1, uid=UID)[0] == CardArrived("seat:1", UID, id="seat-1/a/1")
    assert ReaderBack("seat:1") in table.heard, "it speaks, so it is there"


def test_a_silent_reader_is_out_of_reach_although_nobody_says_so(table: Table) -> None:
    assert table.after(SILENT_S - 1) == []
    assert "out of reach" in said(table.after(1.0))
    assert table.is_there() == [ReaderBack("seat:1")]


def test_a_broker_that_is_back_at_once_has_cost_nothing(table: Table) -> None:
    table.link.connected = False
    assert table.after(GRACE_S / 2) == []
    table.link.connected, table.link.connections = True, 2
    assert table.after(0.1) == []


def test_without_a_broker_one_sentence_says_so() -> None:
    table = Table(SEAT, MqttReader("seat:2", "seat-2"))
    table.is_there("seat-1")
    table.is_there("seat-2")
    table.link.connected, table.link.fault = False, say("The broker is away.")
    table.after(0.0)
    assert table.after(GRACE_S) == [ReaderLost("seat:1", say("The broker is away."))]
    table.link.fault = say("The broker is still away.")
    assert table.after(60.0) == []
    table.link.connected, table.link.connections = True, 2
    assert table.after(0.0) == [ReaderBack("seat:1")]
    assert table.after(SILENT_S / 2) == [], "they have that long to come back"
    assert len(table.after(SILENT_S / 2)) == 2


def test_readers_are_paired_by_their_first_tap_one_place_after_the_other(tmp_path: Path) -> None:
    table = Table(MqttReader("seat:1"), MqttReader("seat:2"), folder=tmp_path)
    assert "tap any card on the one that lies there" in said(table.after(0.0))
    reports = table.tells(5, name="reader-1f", uid=UID)
    assert reports[0] == ReaderPaired("seat:1", "reader-1f")
    assert table.acknowledged() == [{"boot": "a", "n": 5}], "the tap that pairs is no other tap"
    assert [each.zone for each in reports if isinstance(each, ReaderLost)] == ["seat:2"]
    table.tells(1, name="reader-2e", uid=UID)
    assert table.tells(6, name="reader-1f", uid=UID) == [
        CardArrived("seat:1", UID, id="reader-1f/a/6")
    ]
    anew = Table(MqttReader("seat:1"), MqttReader("seat:2"), folder=tmp_path)
    assert anew.tells(7, name="reader-2e", uid=UID) == [
        CardArrived("seat:2", UID, id="reader-2e/a/7")
    ]


def test_a_button_pairs_nothing() -> None:
    table = Table(MqttReader("seat:1"))
    table.after(0.0)
    assert table.tells(1, name="reader-1f", button="press") == []
    assert table.pairings.names == {}


def test_a_reader_that_nobody_waits_for_is_told_once(table: Table) -> None:
    assert "lies nowhere on this board" in said(table.tells(1, name="stranger", uid=UID))
    assert table.acknowledged() == [{"boot": "a", "n": 1}], "or it would tell it for ever"
    assert table.tells(2, name="stranger", uid=UID) == []


def test_pairings_that_cannot_be_read_are_put_aside(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{", encoding="utf-8")
    pairings = Pairings(tmp_path)
    assert not pairings.names
    assert "put aside" in str(pairings.fault)


def test_pairings_that_cannot_be_kept_are_told_and_used(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    table = Table(MqttReader("seat:1"), folder=tmp_path)
    reports = table.tells(1, name="reader-1f", uid=UID)
    assert "readers.json" in said(reports)
    assert table.tells(2, name="reader-1f", uid=UID)[-1] == CardArrived(
        "seat:1", UID, id="reader-1f/a/2"
    )


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"[]",
        b"\xff\xfe",
        b"[" * 2000,
        b'{"boot": "a", "n": 0, "uid": "04a1b2c3"}',
        b'{"boot": "", "n": 1, "uid": "04a1b2c3"}',
        b'{"boot": "a", "n": 1}',
        b'{"boot": "a", "n": 1, "uid": "04a1b2c3", "gone": true}',
        b'{"boot": "a", "n": 1, "uid": "a card"}',
        b'{"boot": "a", "n": 1, "button": "kick"}',
        b'{"boot": "a", "n": 1, "uid": "04a1b2c3", "x": "' + b"x" * MAX_BYTES + b'"}',
    ],
)
def test_what_no_seat_reader_says_is_told_and_changes_nothing(table: Table, payload: bytes) -> None:
    assert read_seat(payload) is None
    assert "no tag's number" in said(table.says(f"{ROOT}/seat-1/tap", payload))


def test_what_the_broker_has_kept_is_no_tap_of_now(table: Table) -> None:
    payload = json.dumps({"boot": "a", "n": 1, "uid": UID}).encode()
    assert table.says(f"{ROOT}/seat-1/tap", payload, retained=True) == []


@pytest.mark.parametrize("topic", ["x/y", f"{ROOT}/seat-1", f"x/{ROOT}/seat-1/tap", f"{ROOT}//tap"])
def test_other_topics_are_nobodys(table: Table, topic: str) -> None:
    assert table.says(topic, b'{"boot": "a", "n": 1, "uid": "04a1b2c3"}') == []


def test_who_stops_is_heeded_also_while_a_step_takes_what_should_end_the_wait() -> None:
    table = Table(SEAT)
    step = table.readers.step

    def stop_meanwhile() -> None:
        table.readers._stopping.set()
        table.readers._inbox.put(None)
        step()

    with patch.object(table.readers, "step", stop_meanwhile):
        table.readers._run()


# Other devices: Home Assistant's tag scanners, and whatever publishes a number.

TASMOTA = b'{"Time":"2026-11-19T17:02:10","PN532":{"UID":"04A1B2C3D4E5F6","DATA":""}}'


@pytest.mark.parametrize(
    "payload",
    [
        b"04a1b2c3d4e5f6",
        b" 04:A1:B2:C3:D4:E5:F6\n",
        b"04-A1-B2-C3-D4-E5-F6",
        b"0x04A1B2C3D4E5F6",
        b'"04A1B2C3D4E5F6"',
        b'{"uid": "04a1b2c3d4e5f6"}',
        b'{"event_type": "tag_scanned", "data": {"tag_id": "04-A1-B2-C3-D4-E5-F6"}}',
        TASMOTA,
    ],
)
def test_a_tags_number_is_found_in_what_devices_publish(payload: bytes) -> None:
    assert read_tag(payload) == UID


@pytest.mark.parametrize("payload", [b"", b"off", b"12", b"{}", b'{"uid": 7}', b"\xff", b"[" * 999])
def test_what_is_no_tags_number_is_none(payload: bytes) -> None:
    assert read_tag(payload) == ""


@pytest.fixture
def scanner() -> Table:
    return Table(MqttReader("centre", topic="tasmota/tag"))


def test_another_device_is_heard_on_its_own_topic_only(scanner: Table) -> None:
    assert scanner.topics == ["tasmota/tag"]
    assert scanner.says("tasmota/tag", TASMOTA) == [CardArrived("centre", UID)]
    assert scanner.says("tasmota/other", TASMOTA) == []
    assert scanner.says("tasmota/tag", TASMOTA, retained=True) == []


def test_a_device_that_repeats_its_number_while_a_card_lies_there_taps_once(scanner: Table) -> None:
    scanner.says("tasmota/tag", TASMOTA)
    for _ in range(5):
        scanner.after(STILL_THERE_S / 2)
        assert scanner.says("tasmota/tag", TASMOTA) == []
    assert scanner.after(STILL_THERE_S) == [CardGone("centre", UID, 6)]


def test_another_card_ends_the_tap_before(scanner: Table) -> None:
    scanner.says("tasmota/tag", UID.encode())
    assert scanner.says("tasmota/tag", OTHER.encode()) == [
        CardGone("centre", UID, 1),
        CardArrived("centre", OTHER),
    ]


def test_a_device_that_says_something_else_is_told_of_once(scanner: Table) -> None:
    assert "no tag's number" in said(scanner.says("tasmota/tag", b"off"))
    assert scanner.says("tasmota/tag", b"off") == []
