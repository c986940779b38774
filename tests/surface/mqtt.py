"""What goes over an MQTT broker: topics, and the keys of what is told on them."""

from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from functools import partial
from typing import Any

from companion.devices.readers.air import messages as air
from companion.games import AnyGame, game
from companion.games.display import Chance
from companion.i18n.message import count, say
from companion.match.script import Script
from companion.match.session import ActiveMatch
from companion.match.writer import MatchWriter
from companion.mqtt import topics
from companion.mqtt.hall_messages import HallLine
from companion.mqtt.message_codec import encode
from companion.mqtt.payloads import discovery_of, ended_of, news_of, state_of, table_of, undone_of
from companion.mqtt.topics import discovery_topic
from tests.surface.games import Naming, general, paths, played

TABLE = "<table>"


def messages() -> Iterator[str]:
    for what in topics.TABLE_TOPICS:
        retained = "retained" if what in topics.RETAINED else "not retained"
        yield f"{topics.topic(TABLE, what)} ({retained})"
    yield f"{topics.topic(TABLE, topics.RESULT)}/<key> (retained, cleared by the hall)"
    yield f"{topics.topic(TABLE, topics.SAY)} (from the hall, retained)"
    yield f"{topics.HALL_SAYS} (from the hall, retained)"
    yield f"{discovery_topic(TABLE)} (retained)"
    yield f"{topics.STATUS}: {topics.ONLINE.decode()}"
    yield f"{topics.STATUS}: {topics.OFFLINE.decode()}"
    yield f"{topics.HELP}: {topics.YES.decode()}"
    yield f"{topics.SAY}: {' '.join(HallLine.__struct_fields__)}"
    for what in (air.TAP, air.STATUS, air.TOLD, f"{air.LIGHT}/zone", f"{air.LIGHT}/button"):
        yield air.topic("<reader>", what)
    yield f"{air.TAP}: {' '.join(air.SeatMessage.__struct_fields__)}"
    words = encode(count("{n} {what}", "{n} {what}s", 2, what=say("tree")))
    yield f"a message: {' '.join(sorted(words))}"
    for name in ("daybreak", "naufragos", "council_of_shadows"):
        yield from told_of(name)
    card = table_of("Match", "id", "1", ("en",), "http://table.local", "now")
    yield from (f"{topics.TABLE}: {path}" for path in paths(card))
    device = discovery_of("table", "Match", "1", "http://table.local", "°C")
    yield from (f"discovery: {path}" for path in paths(device))
    for what, component in device["components"].items():
        yield f"discovery: {component['platform']} {what} = {component['value_template']}"
        yield f"discovery: unique_id {component['unique_id'].replace('-table-', f'-{TABLE}-')}"


def told_of(name: str) -> Iterator[str]:
    """Of a whole game: how it stands, what happened last, and how it ended."""
    rules = game(name)
    file = next(played(rules))
    table = Script(file.read_text(encoding="utf-8"), file).play()
    with closing(MatchWriter(table)) as writer:
        active, last = ActiveMatch(writer, 1), table.history[-1]
        chance = Chance("Losing", Fraction(1, 8), "12 %")
        told = {
            topics.STATE: {**state_of(active, last, chance), "document": {}},
            topics.NEWS: news_of(last),
            topics.ENDED: {**ended_of(active, last, "Match", "id"), "story": {}},
            topics.RESULT: undone_of(active, "Match", "id"),
        }
    for what, payload in told.items():
        yield from (f"{what}: {path}" for path in paths(without_words(payload), seatless(rules)))


def seatless(rules: AnyGame) -> Naming:
    return partial(general, rules)


def without_words(value: Any) -> Any:
    """A message is its id, its text and what goes into it, wherever it stands."""
    if isinstance(value, dict):
        if {"id", "text"} <= value.keys():
            return "words"
        return {key: without_words(inner) for key, inner in value.items()}
    return [without_words(each) for each in value] if isinstance(value, list) else value
