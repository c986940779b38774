"""docs/hall.md names every address of the hall, every topic, and every key of what tables tell."""

import re
from pathlib import Path

from companion.games import game
from companion.hall.demo import SimulatedSession
from companion.mqtt import topics
from companion.mqtt.payloads import ended_of, news_of, state_of, table_of, undone_of
from companion.mqtt.topics import discovery_topic
from tests.support.hall.rooms import Room
from tests.web.security.test_request_checks import known_rules

TEXT = (Path(__file__).parents[2] / "docs" / "hall.md").read_text(encoding="utf-8")
ROWS = {line.split("|")[1].strip(): line for line in TEXT.splitlines() if line.startswith("| `")}


def row_of(topic: str) -> str:
    return next(row for cell, row in ROWS.items() if f"`{topic}`" in cell)


def test_every_route_is_told() -> None:
    room = Room()
    routes = {f"{method} {rule}" for method, rule in known_rules(room.app)}
    room.close()

    assert {route for route in routes if f"`{route}`" not in TEXT} == set()


def test_every_topic_is_told() -> None:
    for what in (*topics.TABLE_TOPICS, topics.SAY, f"{topics.RESULT}/<key>"):
        assert row_of(topics.topic("<table>", what))
    assert row_of(topics.HALL_SAYS)
    assert row_of(discovery_topic("<table>"))


def test_every_key_of_a_payload_is_told() -> None:
    session = SimulatedSession(game("daybreak"))
    for line in ("seat china", "start", "set thermometer.bands 8"):
        session.active.writer.ask(line)
    session.close()
    active, change = session.active, session.active.writer.current
    state = state_of(active, change)
    told = {
        "table": table_of("Table 4", "id", "0.1.0", ("en",), "", ""),
        "state": state,
        "news": news_of(change),
        "ended": ended_of(active, change, "Table 4", "id"),
    }
    undone = undone_of(active, "Table 4", "id")
    told[f"{topics.RESULT}/<key>"] = {key: undone[key] for key in undone.keys() - told["ended"]}
    for what, payload in told.items():
        row = row_of(topics.topic("<table>", what))
        assert [key for key in payload if f"`{key}`" not in row] == []
    headline = re.search(r"^`headline` has .*?\n\n", TEXT, re.MULTILINE | re.DOTALL)
    assert headline
    assert [key for key in state["headline"] if f"`{key}`" not in headline[0]] == []
