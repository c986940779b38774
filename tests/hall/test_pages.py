"""The hall's pages, without any script: who may see what, and who may do what."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.hall.app import PHONES, HallServer
from companion.hall.board import TileCache, View
from companion.hall.pages import stream_changes
from companion.i18n.message import Message
from companion.mqtt.message_codec import encode
from companion.web.security.paired_phones import HOST
from tests.support.hall.rooms import Room, ended, state
from tests.support.phone import AS_PROGRAM, said, why


@pytest.fixture
def room() -> Iterator[Room]:
    made = Room()
    yield made
    made.close()


def test_anybody_sees_every_table_in_their_language(room: Room) -> None:
    room.table(4)
    spanish = room.watching().get("/", Accept_Language="es").text

    assert "1.4" in room.watching().get("/").text
    assert "1,4" in spanish
    assert "Roba 3 cartas" in spanish or "cartas de Crisis" in spanish
    assert 'http-equiv="refresh"' in spanish


def test_a_game_that_is_not_installed_is_shown_in_the_words_that_came_along(room: Room) -> None:
    room.table(4, guide=[{"id": "Feed the {n} sheep.", "text": "…", "values": {"n": 7}}])

    assert "Feed the 7 sheep." in room.watching().get("/", Accept_Language="pt").text


def test_a_tile_says_what_its_figure_is_and_has_the_look_of_its_game(room: Room) -> None:
    room.table(4, of=encode(Message("Temperature")))
    page = room.watching().get("/", Accept_Language="es").text

    assert "<small>Temperatura</small> <b>1,4</b>" in page
    assert 'data-look="daybreak"' in page
    assert '<symbol id="cover-daybreak"' in page
    assert 'href="#cover-daybreak"' in page


def test_words_of_a_table_are_never_markup(room: Room) -> None:
    room.table(4, guide=[{"id": "<script>alert(1)</script>"}], figure="<b>1</b>")
    page = room.watching().get("/").text

    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page
    assert "<b>1</b>" not in page


@pytest.mark.parametrize("address", ["javascript:alert(1)", "ftp://x", "//elsewhere"])
def test_only_the_address_of_a_page_is_a_link(room: Room, address: str) -> None:
    room.table(4)
    room.hear("table-4", "table", {"name": "Table 4", "version": "0", "address": address})

    assert address not in room.watching().get("/").text


def test_the_wall_has_nothing_to_touch(room: Room) -> None:
    room.table(4)
    wall = room.host().get("/wall").text

    assert "Table 4" in wall
    assert 'action="/say"' not in wall
    assert "up-to-1" in wall


@pytest.mark.parametrize("path", ["/say", "/seen", "/forget"])
def test_who_only_watches_does_nothing(room: Room, path: str) -> None:
    room.table(4)
    answer = room.watching().client.post(
        path, data={"table": "table-4"}, headers={"Origin": "http://localhost", **AS_PROGRAM}
    )

    assert (answer.status_code, why(answer)) == (403, "not_paired")
    assert room.sent == []


def test_a_page_from_elsewhere_does_nothing_either(room: Room) -> None:
    room.table(4)
    headers = {"Origin": "http://elsewhere", **AS_PROGRAM}
    answer = room.host().client.post("/say", data={"text": "buy"}, headers=headers)

    assert why(answer) == "foreign_origin"
    assert room.sent == []


def test_a_paired_phone_says_a_line(room: Room) -> None:
    host = room.host()
    room.table(4)
    assert host.post("/say", text="Ten minutes left", minutes="10").status_code == 303
    host.post("/say", text="Pizza", table="table-4")

    all_of_them, one = room.sent
    assert all_of_them.topic == "table-companion/1/hall/say"
    assert json.loads(all_of_them.payload) == {
        "text": "Ten minutes left",
        "until": "2026-11-17T20:10:00+00:00",
    }
    assert one.topic == "table-companion/1/table-4/say"


@pytest.mark.parametrize("minutes", ["0", "181", "-1", "soon", "9" * 40])
def test_a_line_is_not_said_for_ever(room: Room, minutes: str) -> None:
    answer = room.host().post("/say", text="x", minutes=minutes)

    assert answer.status_code == 400


def test_a_call_for_help_is_shown_and_seen(room: Room) -> None:
    host, table = room.host(), room.table(4)
    room.hear(table, "help", b"yes")
    assert "Somebody is there" in host.get("/").text
    host.post("/seen", table=table)

    assert [(each.topic, each.payload) for each in room.sent] == [
        ("table-companion/1/table-4/help", b"")
    ]


def test_only_a_table_that_is_there_can_be_forgotten(room: Room) -> None:
    host, table = room.host(), room.table(4)
    assert host.post("/forget", table="table-5").status_code == 404
    assert host.post("/forget", table=table).status_code == 303
    assert "Table 4" not in host.get("/").text


def test_programs_get_the_tables_as_data(room: Room) -> None:
    room.table(4, alarm=True)
    [told] = said(room.watching().get("/api/tables"))["tables"]

    assert (told["name"], told["figure"], told["mood"]) == ("Table 4", 1.4, "alarm")


def test_results_are_told_drawn_and_counted(room: Room) -> None:
    for number, won in ((4, True), (5, False), (6, None)):
        room.table(number)
        room.end(number, won)
    page = room.watching().get("/results").text

    assert "1/2 (50 %)" in page
    assert page.count("<polyline") == 3
    assert "Table 5" in page


def test_a_tile_says_how_its_game_ended(room: Room) -> None:
    began = ended(4)["began"]
    for number, won in ((4, True), (5, False)):
        room.table(number, over=True, began=began)
        room.end(number, won)
    page = room.watching().get("/").text
    assert 'data-won="true"' in page
    assert 'data-won="false"' in page
    room.hear("table-4", "state", state(2, began="another game"))

    assert 'data-won="true"' not in room.watching().get("/").text


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_no_request_is_a_fault_of_ours(room: Room, method: str) -> None:
    host, nasty = room.host(), ("", "\0", "../..", "9" * 300, "table-4", "<b>", "💥", "%00")
    paths = ("/", "/wall", "/results", "/results.csv", "/api/tables", "/pair", "/nowhere")
    acts = ("/say", "/seen", "/forget", "/s/x", "/files/x", "/phones", "/phones/end", "/unpair")
    room.table(4)
    for path in (*paths, *acts):
        for text in nasty:
            fields = dict.fromkeys(("table", "text", "minutes", "code"), text)
            ours = {"Origin": "http://localhost"}
            answer = host.client.open(path, method=method, data=fields, headers=ours)
            assert answer.status_code < 500, (method, path, text)


def test_results_go_into_a_spreadsheet_and_no_formula_with_them(room: Room) -> None:
    room.table(4)
    room.end(4, name="=1+1")
    text = room.watching().get("/results.csv").text

    [head, row] = text.splitlines()
    assert head.startswith("date,table,game,setup,players,rounds,outcome")
    assert row.startswith('2026-11-17T20:00,\'=1+1,daybreak,"standard, china, us",2,5,won,')


def test_a_hall_without_tables_says_how_one_joins(room: Room) -> None:
    assert "COMPANION_BROKER" in room.watching().get("/").text
    assert "No game has ended yet" in room.watching().get("/results").text


def test_a_stream_tells_what_changed_and_the_order_of_all(room: Room) -> None:
    room.table(4)
    with room.app.test_request_context():
        room.app.preprocess_request()
        tiles = TileCache(room.hall)
        told = stream_changes(room.hall, tiles, room.streams, View("en", False, False), -1)
        next(told)
        first = data_of(next(told))
        room.table(5, alarm=True)
        second = data_of(next(told))

    assert list(first["tiles"]) == ["table-4"]
    assert first["tiles"]["table-4"]["revision"] == 1
    assert list(second["tiles"]) == ["table-5"]
    assert second["order"] == ["table-5", "table-4"]


def test_a_stream_gives_a_sign_of_life(room: Room) -> None:
    with room.app.test_request_context():
        room.app.preprocess_request()
        told = stream_changes(
            room.hall, TileCache(room.hall), room.streams, View("en", False, False), 0
        )
        next(told)

        assert next(told) == "event: ping\ndata: {}\n\n"


def data_of(event: str) -> Any:
    return json.loads(event.partition("data: ")[2])


def test_a_pairing_outlives_the_hall_and_its_file_lets_nobody_in(
    room: Room, tmp_path: Path
) -> None:
    with serving(room, tmp_path) as hall:
        secret = hall.pairing.pair(hall.pairing.code, HOST, "192.0.2.7")
    assert secret not in (tmp_path / PHONES).read_text()

    with serving(room, tmp_path) as again:
        assert again.pairing.find(secret)


def test_a_damaged_file_of_phones_is_told_in_the_hall(room: Room, tmp_path: Path) -> None:
    (tmp_path / PHONES).write_text("{")
    with serving(room, tmp_path):
        assert PHONES in room.watching().get("/").text


def test_whoever_is_paired_sees_who_else_is_and_ends_it(room: Room) -> None:
    teacher, other = room.host(), room.host()
    assert "/phones" in teacher.get("/").text
    assert teacher.get("/phones").text.count("paired just now") == 2

    teacher.post("/phones/end")

    assert other.post("/say", text="still here?").status_code == 403
    assert room.watching().get("/phones").status_code == 403


@contextmanager
def serving(room: Room, folder: Path) -> Iterator[HallServer]:
    server = HallServer(room.hall, 0, address="127.0.0.1", folder=folder)
    server.start()
    yield server
    server.stop()
