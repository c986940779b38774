"""The hall with real tables and a real broker: late, restarted, flooded, cut off."""

import json
import os
from pathlib import Path

import msgspec
import pytest

from companion.errors import Refusal
from companion.hall.hall import Hall
from companion.hall.results import Results
from companion.mqtt.outbox import ResultOutbox
from companion.mqtt.topics import SAY, TABLE_TOPICS, OutgoingMessage, topic
from tests.support.hall.brokers import Around, eventually, mood_of, tile_of
from tests.support.hall.rooms import state

GARBAGE = 50_000_000 * int(os.environ.get("SOAK", "1"))
"""Bytes in all."""


def test_a_hall_that_starts_late_shows_every_table(around: Around) -> None:
    listener = around.listener()
    for number in (4, 5):
        around.table(f"Table {number}").play("seat china", "start")
    eventually(lambda: listener.document(topic("table-4", "state")))
    eventually(lambda: listener.document(topic("table-5", "state")))
    around.tell(topic("table-5", "help"), b"yes")
    hall = around.hall()

    assert tile_of(hall, "table-4").mood == "playing"
    eventually(lambda: tile_of(hall, "table-5").help)
    assert [tile.name for tile in hall.registry.tiles()] == ["Table 5", "Table 4"]


def test_a_table_that_is_lost_and_back_is_current_at_once(around: Around) -> None:
    hall, table = around.hall(), around.table()
    table.play("seat china", "start")
    tile_of(hall)
    table.cut()
    eventually(lambda: mood_of(hall) == "lost")
    again = around.table(machine="machine1")
    again.play("seat us", "seat europe", "start")

    eventually(lambda: tile_of(hall).mood == "playing")
    eventually(lambda: b'"europe"' in document_of(hall))


def test_a_broker_that_was_killed_is_told_and_comes_back(around: Around) -> None:
    hall = around.hall()
    around.table()
    tile_of(hall)
    around.mosquitto.stop()
    eventually(lambda: hall.faults)
    with pytest.raises(Refusal) as refused:
        hall.say("anybody there?", 10)
    assert refused.value.code == "no_broker"
    around.mosquitto.start()

    eventually(lambda: hall.connected and not hall.faults)
    eventually(lambda: tile_of(hall).online)


def test_a_line_is_said_to_one_table_or_to_all(around: Around) -> None:
    hall = around.hall()
    four, five = around.table("Table 4"), around.table("Table 5")
    tile_of(hall, "table-4")
    tile_of(hall, "table-5")
    hall.say("  ten   minutes left ", 10)
    hall.say("your pizza is here", 5, "table-5")

    eventually(lambda: five.said and len(five.said) == 2)
    eventually(lambda: four.said)
    assert four.said == ["ten minutes left"]
    eventually(lambda: len(hall.lines()) == 2)
    hall.say("", 10)
    eventually(lambda: not four.publisher.lines)


def test_a_line_that_cannot_be_read_is_no_line_and_the_next_one_is(around: Around) -> None:
    hall = around.hall()
    hall.say("your pizza is here", 5, "table-5")
    eventually(lambda: "table-5" in hall.lines())
    around.tell(topic("table-5", SAY), b'{"text": "your p\xefzza"}')

    eventually(lambda: "table-5" not in hall.lines())
    hall.say("your pizza is cold", 5, "table-5")
    eventually(lambda: hall.lines().get("table-5") == "your pizza is cold")


def test_a_table_that_is_gone_is_forgotten_by_the_broker_too(around: Around) -> None:
    hall, table = around.hall(), around.table()
    tile_of(hall)
    table.publisher.stop()
    eventually(lambda: mood_of(hall) == "away")
    hall.forget("table-4")
    eventually(lambda: hall.connection.idle)

    assert hall.registry.tiles() == []
    late = around.listener()
    around.tell("done", b"yes")
    eventually(lambda: late.last("done"))
    assert late.topics() == {"done"}


def test_a_result_is_kept_once_however_often_it_is_told(around: Around, tmp_path: Path) -> None:
    hall = around.hall(results=Results(tmp_path / "hall.sqlite3"))
    table = around.table()
    table.play("seat china", "start", "set thermometer.bands 8")
    eventually(hall.results.all)
    around.mosquitto.stop()
    eventually(lambda: not hall.connected)
    around.mosquitto.start()
    eventually(lambda: hall.connected)
    tile_of(hall)
    around.tell("table-companion/1/table-4/status", b"online")

    [result] = hall.results.all()
    assert (result.name, result.outcome) == ("Table 4", "lost")
    again = around.hall(results=Results(tmp_path / "hall.sqlite3"))
    tile_of(again)
    assert len(again.results.all()) == 1


def test_an_end_that_was_undone_is_no_result(around: Around) -> None:
    hall, table = around.hall(), around.table()
    table.play("seat china", "start", "set thermometer.bands 8")
    eventually(hall.results.all)
    table.play("undo")

    eventually(lambda: not hall.results.all())


def test_every_game_that_ends_while_no_hall_runs_arrives(around: Around, tmp_path: Path) -> None:
    table = around.table()
    table.lose()
    table.lose()
    hall = around.hall(results=Results(tmp_path / "hall.sqlite3"))

    eventually(lambda: len(hall.results.all()) == 2)
    assert {each.report.number for each in hall.results.all()} == {1, 2}
    eventually(lambda: not table.outbox.all())
    late = around.listener()
    eventually(lambda: late.last(topic("table-4", "state")))
    assert not any("/result/" in each for each in late.topics())


def test_results_outlive_a_broker_that_is_away_and_a_table_that_is_switched_off(
    around: Around, tmp_path: Path
) -> None:
    file = tmp_path / "hall-results.json"
    around.mosquitto.stop()
    table = around.table(outbox=ResultOutbox(file), machine="one")
    table.lose()
    table.lose()
    table.close()
    around.mosquitto.start()
    hall = around.hall()
    again = around.table(outbox=ResultOutbox(file), machine="one")

    eventually(lambda: len(hall.results.all()) == 2)
    eventually(lambda: not again.outbox.all())
    assert ResultOutbox(file).all() == {}


def test_a_hall_that_cannot_store_a_result_does_not_confirm_it(around: Around) -> None:
    hall, table = around.hall(), around.table()
    hall.results.close()
    table.lose()
    eventually(lambda: "Results cannot be kept" in " ".join(map(str, hall.faults)))
    assert len(table.outbox.all()) == 1
    other = around.hall()

    eventually(other.results.all)
    eventually(lambda: not table.outbox.all())


def test_an_end_that_is_undone_while_no_hall_runs_is_no_result(
    around: Around, tmp_path: Path
) -> None:
    results = Results(tmp_path / "hall.sqlite3")
    hall, table = around.hall(results=results), around.table()
    table.play("seat china", "start", "set thermometer.bands 8")
    eventually(lambda: hall.results.all() and not table.outbox.all())
    hall.stop()
    table.play("undo")
    again = around.hall(results=Results(tmp_path / "hall.sqlite3"))

    eventually(lambda: not again.results.all())
    eventually(lambda: not table.outbox.all())


def test_a_result_that_nobody_can_read_is_said_on_its_tile_and_forgotten_with_it(
    around: Around,
) -> None:
    hall, table = around.hall(), around.table()
    tile_of(hall)
    around.tell(topic("table-4", "result/1"), b"{")
    eventually(lambda: tile_of(hall).fault)
    table.publisher.stop()
    eventually(lambda: mood_of(hall) == "away")
    hall.forget("table-4")
    eventually(lambda: hall.connection.idle)

    late = around.listener()
    around.tell("done", b"yes")
    eventually(lambda: late.last("done"))
    assert late.topics() == {"done"}


def test_two_halls_look_at_the_same_tables(around: Around) -> None:
    one, other = around.hall(), around.hall()
    around.table()

    assert tile_of(one).name == tile_of(other).name == "Table 4"
    assert (one.connection.connections, other.connection.connections) == (1, 1)


def test_deliveries_that_come_twice_or_late_change_nothing(around: Around) -> None:
    hall, voice = around.hall(), around.listener()
    around.table()
    tile_of(hall)
    where, news = topic("table-5", "state"), topic("table-5", "status")
    for revision in (1, 2, 2, 5, 3, 4, 5, 1):
        told = state(revision, at=f"2026-11-17T20:00:0{revision}")
        voice.link.publish(OutgoingMessage(where, msgspec.json.encode(told)))
    voice.link.publish(OutgoingMessage(news, b"online"))

    tile = eventually(lambda: (it := hall.registry.find("table-5")) and it.online and it)
    assert tile.state.revision == 5


def test_garbage_on_every_topic_is_a_sentence_on_that_tile_and_no_more(around: Around) -> None:
    hall = around.hall()
    around.table("Table 5")
    tile_of(hall, "table-5")
    share = GARBAGE // (2 * len(TABLE_TOPICS))
    voice = around.listener()
    for what in TABLE_TOPICS:
        where = topic("table-4", what)
        voice.link.publish(
            OutgoingMessage(where, os.urandom(1000) * (share // 1000), retained=False)
        )
        for piece in wrong_things(share // 100_000):
            voice.link.publish(OutgoingMessage(where, piece, retained=False))
    voice.link.publish(OutgoingMessage(topic("table-4", "state"), b'{"game": 7}'))
    eventually(lambda: voice.link.idle)

    tile = eventually(lambda: (it := hall.registry.find("table-4")) and it.fault and it)
    assert "cannot read" in str(tile.fault)
    assert tile_of(hall, "table-5").fault is None
    assert hall.connected
    assert not hall.faults


def document_of(hall: Hall) -> bytes:
    state = tile_of(hall).state
    return bytes(state.document) if state else b""


def wrong_things(many: int) -> list[bytes]:
    kinds = (
        b"\xff\xfe" * 50_000,
        b"[" * 100_000,
        b'{"headline": ' * 7_000,
        json.dumps({"game": "x" * 99_000}).encode(),
        json.dumps(list(range(18_000))).encode(),
    )
    return [kinds[at % len(kinds)] for at in range(many)]
