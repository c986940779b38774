"""``/api/events``: every revision once and in order, caught up after a gap."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from companion.i18n.catalogs import Language
from companion.i18n.message import say
from companion.web.live.event_stream import AT_ONCE, follow
from tests.support.phone import Room, why

Event = tuple[str, str, dict[str, object]]
"""Its kind, its id and what it says."""


def listen(
    room: Room, seen: tuple[int, int] | None = None, language: str = "en"
) -> Iterator[Event]:
    """The events of a stream, without its pings, for as long as there are any."""
    silent = 0
    for block in follow(room.session, room.streams, seen, Language(language, "daybreak")):
        fields = dict(line.split(": ", 1) for line in block.strip().splitlines())
        if fields.get("event") == "ping":
            silent += 1
            if silent > 1:
                return
        elif "event" in fields:
            yield fields["event"], fields["id"], json.loads(fields["data"])


def revisions(events: Iterator[Event]) -> list[object]:
    return [data["revision"] for kind, _, data in events if kind == "change"]


def test_a_new_phone_is_told_how_things_stand(room: Room) -> None:
    room.played()
    (table, _, _), (change, id, news) = listen(room)

    assert (table, change, id) == ("table", "change", f"1-{room.revision}")
    assert news["label"] == "The game starts"
    assert "Round 1 of 6." in str(news["told"])
    assert news["undo"] == "The game starts"


def test_a_phone_that_was_away_gets_everything_it_missed(room: Room) -> None:
    room.played("set trees 3", "undo", "redo")

    assert revisions(listen(room, (1, 3))) == list(range(4, room.revision + 1))
    assert revisions(listen(room, (1, room.revision))) == []


def test_a_phone_that_saw_another_game_gets_the_newest_of_this_one(room: Room) -> None:
    room.played()

    assert [kind for kind, _, _ in listen(room, (7, 2))] == ["table", "change"]


def test_a_phone_that_saw_more_than_there_is_starts_anew(room: Room) -> None:
    room.played()

    assert revisions(listen(room, (1, 99))) == list(range(1, room.revision + 1))


def test_a_stream_speaks_its_reader_s_language(room: Room) -> None:
    *_, (_, _, news) = listen(room.played(), language="es")

    assert news["label"] == "Empieza la partida"


def test_who_watches_follows_to_another_game(room: Room) -> None:
    room.played()
    events = follow(room.session, room.streams, None, Language("en"))
    heard = list(islice(events, 3))

    room.session.begin("daybreak")
    heard += [block for block in islice(events, 4) if "ping" not in block]
    assert any("event: table" in block and '"game": 2' in block for block in heard)


def test_a_stream_ends_when_everybody_goes_home(tmp_path: Path) -> None:
    room = Room(tmp_path)
    events = follow(room.session, room.streams, None, Language("en"))
    next(events)

    room.session.close()
    assert list(events)[-1].startswith("id: 1-1\nevent: change")


def test_a_stream_ends_when_the_server_stops(room: Room) -> None:
    room.streams.closing = True

    assert revisions(listen(room.played())) == []


def test_the_browser_s_last_event_is_where_it_goes_on(room: Room) -> None:
    room.played("set trees 3")
    answer = room.watching().get("/api/events", Last_Event_ID=f"1-{room.revision - 1}")
    _, change = islice(answer.iter_encoded(), 2)

    assert f"id: 1-{room.revision}\n".encode() in change
    assert answer.mimetype == "text/event-stream"
    answer.close()


def test_one_phone_too_many_is_told_so_and_can_come_back(tmp_path: Path) -> None:
    room = Room(tmp_path, streams=2)
    first, second = (room.watching().get("/api/events") for _ in range(2))

    third = room.watching().get("/api/events")
    assert third.status_code == 503
    assert why(third) == "too_many_phones"
    first.close()
    assert room.watching().get("/api/events").status_code == 200
    second.close()
    room.session.close()


def test_a_ping_tells_what_is_wrong_with_the_parts_of_the_table(room: Room) -> None:
    room.session.report([say("The small screen is back.")])
    blocks = follow(room.session, room.streams, (1, room.revision), Language("es", "daybreak"))

    ping = next(block for block in blocks if block.startswith("event: ping"))

    assert '{"faults": ["La pantalla pequeña' in ping


def test_a_switch_to_explanations_is_told_without_waiting_for_a_ping(room: Room) -> None:
    seen = room.session.notifier.count(*AT_ONCE)
    room.session.teaching.switch(True)
    assert room.session.notifier.wait(seen, *AT_ONCE, timeout=0)

    blocks = follow(room.session, room.streams, (1, room.revision), Language("en", "daybreak"))
    ping = next(block for block in blocks if block.startswith("event: ping"))
    assert '"lessons": true' in ping


def test_what_happens_in_the_next_game_is_told_in_its_own_words(room: Room) -> None:
    blocks = follow(room.session, room.streams, (1, room.revision), Language("es", "daybreak"))
    next(blocks)
    room.session.begin("naufragos")
    room.session.writer.ask("seat red")

    told = next(block for block in blocks if "event: change" in block and "-2\n" in block)
    assert Language("es", "naufragos").say(room.session.writer.current.label) in told
