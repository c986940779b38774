"""What a table tells a real broker, and what it does not."""

import json
import re
from typing import Any

import pytest

from companion.mqtt.topics import HALL_SAYS, OutgoingMessage, topic
from tests.support.hall.brokers import Around, eventually

STATE, NEWS, STATUS = (topic("table-4", what) for what in ("state", "news", "status"))
HELP, ENDED, TABLE = (topic("table-4", what) for what in ("help", "ended", "table"))
LOST = ("seat china", "start", "set thermometer.bands 8")


def test_a_table_says_who_it_is_and_how_it_stands(around: Around) -> None:
    listener = around.listener()
    table = around.table("Table 4")
    table.play("seat china", "seat us", "start")
    state = eventually(lambda: said_of_revision(listener, 4))

    assert listener.last(STATUS) == b"online"
    told = listener.document(TABLE)
    assert (told["name"], told["address"]) == ("Table 4", "http://192.0.2.4:8080/")
    assert told["languages"] == ["en", "es", "pt"]
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", told["version"])
    assert set(state) == {"game", "number", "revision", "at", "headline", "document"}
    assert state["document"]["seats"] == ["china", "us"]
    headline = state["headline"]
    assert (headline["figure"], headline["unit"]["text"], headline["level"]) == (1.2, "°C", 0)
    assert headline["guide"][0]["id"].startswith("Draw {n} Crisis cards")
    assert headline["guide"][0]["values"] == {"n": 3}


def said_of_revision(listener: Any, revision: int) -> Any:
    state = listener.document(STATE)
    return state if state and state["revision"] == revision else None


def test_the_newest_step_is_told_in_words(around: Around) -> None:
    listener, table = around.listener(), around.table()
    eventually(lambda: listener.last(STATE))
    table.play("seat china")
    news = eventually(lambda: listener.document(NEWS))

    assert (news["revision"], news["label"]) == (2, "China takes a seat")
    assert news["told"] == []
    assert news["messages"]["label"]["id"] == "{power} takes a seat"


def test_odds_come_as_soon_as_they_are_worked_out(around: Around) -> None:
    listener, table = around.listener(), around.table()
    table.play("seat china", "start", "to local")

    odds = eventually(
        lambda: (listener.document(STATE) or {"headline": {}})["headline"].get("odds")
    )
    assert odds["label"]["id"] == "Losing"
    assert 0 <= odds["odds"] <= 1


def test_a_table_that_is_cut_off_has_a_last_will(around: Around) -> None:
    listener, table = around.listener(), around.table()
    eventually(lambda: listener.last(STATUS) == b"online")
    table.cut()

    eventually(lambda: listener.last(STATUS) == b"offline")


def test_a_table_that_goes_home_says_goodbye(around: Around) -> None:
    listener, table = around.listener(), around.table()
    eventually(lambda: listener.last(STATUS) == b"online")
    table.publisher.stop()

    eventually(lambda: listener.last(STATUS) == b"offline")


def test_a_broker_that_was_killed_and_is_back_hears_what_is_newest(around: Around) -> None:
    table = around.table()
    listener = around.listener()
    eventually(lambda: listener.last(STATE))
    around.mosquitto.stop()
    eventually(lambda: "broker" in table.fault)
    table.play("seat china", "seat us")
    listener.heard.clear()
    around.mosquitto.start()

    state = eventually(lambda: said_of_revision(listener, 3))
    assert state["document"]["seats"] == ["china", "us"]
    eventually(lambda: not table.faults)


def test_a_game_that_has_ended_tells_its_result_and_its_story(around: Around) -> None:
    listener, table = around.listener(), around.table()
    table.play(*LOST)
    ended = eventually(lambda: listener.document(ENDED))

    assert ended["outcome"] == {"won": False, "reason": "temperature"}
    assert (ended["game"], ended["players"], ended["rounds"]) == ("daybreak", 1, 1)
    assert ended["story"]["outcome"]["reason"] == "temperature"
    assert ended["curve"] == [[1, 2.0]]


def test_an_end_that_is_taken_back_is_no_result(around: Around) -> None:
    listener, table = around.listener(), around.table()
    table.play(*LOST)
    eventually(lambda: listener.document(ENDED))
    table.play("undo")

    eventually(lambda: listener.last(ENDED) == b"")


def test_another_game_on_the_table_is_told(around: Around) -> None:
    listener, table = around.listener(), around.table()
    eventually(lambda: listener.last(STATE))
    table.session.begin(table.session.active.writer.match.game)

    eventually(lambda: listener.document(STATE)["number"] == 2)


def test_a_line_from_the_hall_is_shown_and_never_obeyed(around: Around) -> None:
    table = around.table()
    listener = around.listener()
    eventually(lambda: listener.last(STATE))
    around.tell(HALL_SAYS, b'{"text": "set trees 0", "until": null}')
    eventually(lambda: table.said == ["set trees 0"])

    assert table.session.active.writer.current.revision == 1
    assert [str(line) for line in table.publisher.lines] == ["set trees 0"]
    around.tell(HALL_SAYS, b"")
    eventually(lambda: not table.publisher.lines)


def test_a_line_for_another_table_is_not_ours(around: Around) -> None:
    table = around.table()
    listener = around.listener()
    eventually(lambda: listener.last(STATE))
    around.tell(topic("table-5", "say"), b'{"text": "for five"}')
    around.tell(topic("table-4", "say"), b'{"text": "for four"}')

    eventually(lambda: table.said)
    assert table.said == ["for four"]


@pytest.mark.parametrize("what", ["state", "news", "ended", "table", "act", "undo"])
def test_no_message_changes_a_game(around: Around, what: str) -> None:
    table = around.table()
    listener = around.listener()
    eventually(lambda: listener.last(STATE))
    around.tell(topic("table-4", what), json.dumps({"line": "seat china", "id": "x"}).encode())
    around.tell(topic("table-4", "say"), b'{"text": "heard everything before"}')

    eventually(lambda: table.said)
    assert table.session.active.writer.current.revision == 1


def test_a_call_for_help_shines_until_somebody_has_seen_it(around: Around) -> None:
    listener, table = around.listener(), around.table()
    eventually(lambda: listener.last(STATE))
    assert str(table.publisher.call()) == "Help is called: somebody will come to this table."
    eventually(lambda: listener.last(HELP) == b"yes")
    around.tell(HELP, b"")

    eventually(lambda: not table.publisher.helping)


def test_a_call_for_help_outlives_a_table_that_is_started_anew(around: Around) -> None:
    table = around.table()
    listener = around.listener()
    eventually(lambda: listener.last(STATE))
    table.publisher.call()
    eventually(lambda: listener.last(HELP) == b"yes")
    table.publisher.stop()

    again = around.table(machine="machine1")
    eventually(lambda: again.publisher.helping)


def test_who_comes_second_by_one_name_gets_another(around: Around) -> None:
    listener = around.listener()
    around.table("Table 4")
    eventually(lambda: listener.last(STATE))
    second = around.table("Table 4")

    other = topic("table-4-machine2", "state")
    eventually(lambda: listener.last(other))
    assert "Another table here is called Table 4" in second.fault
    assert listener.document(TABLE)["id"] == "machine1"


def test_a_new_machine_takes_over_the_name_of_one_that_is_gone(around: Around) -> None:
    listener = around.listener()
    first = around.table("Table 4")
    eventually(lambda: listener.last(STATE))
    first.publisher.stop()
    second = around.table("Table 4")

    eventually(lambda: listener.document(TABLE)["id"] == "machine2")
    assert second.publisher.table == "table-4"
    assert not second.faults


def test_a_table_that_was_forgotten_while_it_is_here_tells_everything_again(
    around: Around,
) -> None:
    listener = around.listener()
    around.table("Table 4")
    eventually(lambda: listener.last(STATE))
    listener.heard.clear()
    for where in (STATE, TABLE, STATUS):
        listener.link.publish(OutgoingMessage(where, b""))

    eventually(lambda: listener.last(STATUS) == b"online")
    eventually(lambda: listener.document(STATE))
