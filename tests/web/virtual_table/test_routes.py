"""The virtual table as a page: its parts, and what a form without any script does with them."""

import json
import re
import socket
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.web.app import create_app
from tests.support.phone import AS_PROGRAM, OURS, Phone, Room, take_compiled, why

PROGRAM = {**AS_PROGRAM, **OURS}


def test_every_part_of_the_board_is_on_the_page(room: Room) -> None:
    page = room.host().get("/virtual").text

    for value in ("next", "undo", "die:1", "majority_world", "china 5", "1.035"):
        assert f'value="{value}"' in page
    assert '<button class="cap" name="turn" value="-1"' in page
    assert page.count('<input type="radio" name="zone"') == 5


@pytest.mark.parametrize(("language", "word"), [("es", "Lectores"), ("pt", "Leitores")])
def test_the_page_speaks_three_languages(room: Room, language: str, word: str) -> None:
    assert word in room.host().get("/virtual", Accept_Language=language).text


def test_a_board_that_is_real_has_no_such_page(room: Room) -> None:
    app = create_app(room.session, room.pairing, room.streams)

    assert app.test_client().get("/virtual").status_code == 404
    assert "/virtual" not in app.test_client().get("/").text


def test_who_only_watches_does_not_see_it(room: Room) -> None:
    assert room.watching().get("/virtual").status_code == 403


def test_who_comes_from_the_terminal_s_address_is_led_to_it(room: Room) -> None:
    phone = room.watching()
    page = phone.get(f"/s/{room.pairing.code}?to=virtual").text
    assert 'name="to" value="virtual"' in page

    answer = phone.post("/pair", code=room.pairing.code, role="host", to="virtual")

    assert answer.headers["Location"] == "/virtual"


def test_nobody_is_led_to_any_other_page(room: Room) -> None:
    there = "//evil.example"
    answer = room.watching().post("/pair", code=room.pairing.code, role="host", to=there)

    assert answer.headers["Location"] == "/"


def test_a_card_is_laid_on_the_chosen_reader_and_lifted(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid: list[tuple[int, int]] = []
    monkeypatch.setattr(room.board.readers, "lay", lambda place, tag: laid.append(place))

    answer = room.host().post("/virtual", tap="1.133", zone="seat:2")

    assert 'value="seat:2" checked' in answer.text
    assert laid == [(1, 0)]
    assert room.board.lying == {}


def test_a_plug_is_pulled_and_put_back(room: Room) -> None:
    host = room.host()

    assert "Plug in: Seat 1" in host.post("/virtual", unplug="seat:1").text
    assert "Plug in: the small screen" in host.post("/virtual", unplug="screen").text
    assert room.board.unplugged == {"seat:1", "screen"}
    host.post("/virtual", plug="seat:1")
    host.post("/virtual", plug="screen")
    assert room.board.unplugged == set()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"tap": "9.999"}, "There is no card 9.999."),
        ({"turn": "north"}, "This is no movement of a hand: turn north"),
        ({"unplug": "mars"}, "This board has no part mars."),
        ({"pause": "1"}, "No game plays itself here."),
        ({}, "Nothing was pressed."),
    ],
)
def test_what_cannot_be_done_is_said_in_place(
    room: Room, fields: dict[str, str], said: str
) -> None:
    answer = room.host().post("/virtual", **fields)

    assert answer.status_code == 400
    assert said in answer.text
    assert "The virtual table" in answer.text


def test_what_is_no_number_of_a_tag_is_laid_on_no_reader(room: Room) -> None:
    answer = room.host().post("/virtual", tap="uid:zz")

    assert answer.status_code == 409
    assert "digits of 0 to f, or code: and a text, not zz." in answer.text


def test_a_script_gets_the_one_shape_of_errors(room: Room) -> None:
    headers = {"Origin": "http://localhost", "Accept": "application/json"}
    answer = room.host().client.post("/virtual", data={"tap": "9.999"}, headers=headers)

    assert why(answer) == "malformed"


def news(answer: TestResponse) -> dict[str, Any]:
    """The next thing that the stream tells; signs of life between are passed over."""
    told = (json.loads(part.decode().removeprefix("data: ")) for part in answer.response)  # type: ignore[union-attr]
    return next(each for each in told if each)


def test_the_stream_tells_how_the_board_looks(room: Room) -> None:
    answer = room.host().client.get("/api/virtual")
    first = news(answer)
    room.board.unplug("seat:1")
    second = news(answer)
    answer.close()

    assert first["unplugged"] == []
    assert first["paused"] is None
    assert second["unplugged"] == ["seat:1"]


def asked_on(page: str) -> str:
    return page.partition('id="asked"')[2].partition("</div>")[0]


def test_who_is_new_reads_what_to_do_now_and_which_button_is_waited_for(room: Room) -> None:
    host = room.host()
    assert "Who plays?" in asked_on(host.get("/virtual").text)

    room.played()
    asked = asked_on(host.get("/virtual").text)
    assert "Draw 3 Crisis cards" in asked
    assert "When that is done, press the button that shines: NEXT" in asked


def test_things_that_would_be_refused_are_pale(room: Room) -> None:
    page = room.played().host().get("/virtual").text

    assert 'value="1.415">' in page
    assert 'value="1.035" data-idle>' in page


def test_a_card_shows_its_kind_number_name_and_tags(room: Room) -> None:
    page = room.played("to local", "tags 1.205 grid").host().get("/virtual").text
    card = page.partition('class="thing card-1" name="tap" value="1.205"')[2].partition("</button")[
        0
    ]

    assert '<use href="#icon-kind-starting"/>' in card
    assert '<use href="#icon-tag-grid"/></svg>Grid' in card
    assert '<span class="name">Clean Electricity Plants</span>' in card


def test_stacks_projects_and_crises_are_where_they_lie_and_not_in_the_tray(room: Room) -> None:
    room.played("crisis 1.415", "next", "project 1.309", "to local", "tuck 1.004 china 1")
    page = room.host().get("/virtual").text
    table, tray = page.partition('id="tray-title"')[::2]
    china = table.partition("China</h3>")[2].partition("</section>")[0]

    assert "1 card below" in china.partition('value="china 2"')[0]
    assert 'value="1.309"' in table.partition("Global Project</h3>")[2]
    assert 'value="1.415"' in table.partition("Crisis</h3>")[2]
    assert "Europe</h3>" not in table
    laid = re.findall(r'value="([^"]+)"(?: data-idle)? data-laid>', tray)
    assert {"1.309", "1.415", "1.004"} <= set(laid)


@pytest.mark.parametrize("chosen", ["99", "x", "-1"])
def test_only_an_answer_that_is_offered_can_be_picked(room: Room, chosen: str) -> None:
    assert why(room.host().client.post("/virtual", data={"pick": chosen}, headers=PROGRAM)) == (
        "malformed"
    )


def test_without_a_script_nobody_loses_their_place_on_the_page(room: Room) -> None:
    host = room.host()
    found = host.get("/virtual?zone=seat:2&find=thermal").text
    assert 'value="seat:2" checked' in found
    tray = found.partition('id="tray-title"')[2]
    assert [part.partition('"')[0] for part in tray.split('name="tap" value="')[1:]] == ["1.017"]
    assert "url=/virtual?zone=seat%3A2&amp;find=thermal&amp;last=" in found

    last = host.get("/virtual?last=1.017").text
    tray = last.partition('id="tray-title"')[2]
    group = tray.partition("Local Project")[0].rpartition("<details")[2]
    assert group.startswith(" open")


def test_the_stream_tells_what_is_asked_when_it_is_something_else(room: Room) -> None:
    answer = room.host().client.get("/api/virtual", headers={"Accept-Language": "pt"})
    first = news(answer)
    room.played()
    second = news(answer)
    answer.close()

    assert "Quem joga?" in first["asked"]
    assert "china" in first["taken"]
    assert "1.415" not in first["taken"]
    assert "1.415" in second["taken"]
    assert "screen" not in second


@pytest.mark.parametrize(
    ("asked_as", "comes_from", "filled_in"),
    [
        ("localhost:8080", "127.0.0.1", True),
        ("127.0.0.1", "127.0.0.1", True),
        ("[::1]:8080", "::1", True),
        ("localhost", "10.0.0.7", False),
        (f"{socket.gethostname()}.local", "127.0.0.1", False),
    ],
)
def test_only_a_browser_on_this_machine_has_the_code_filled_in(
    room: Room, asked_as: str, comes_from: str, filled_in: bool
) -> None:
    page = room.watching().client.get(
        "/pair?to=virtual",
        headers={"Host": asked_as},
        environ_base={"REMOTE_ADDR": comes_from},
    )
    assert page.status_code == 200
    assert (f'value="{room.pairing.code}"' in page.text) is filled_in


def test_where_nothing_is_simulated_nobody_has_the_code_filled_in(room: Room) -> None:
    real = create_app(room.session, room.pairing, room.streams)
    take_compiled(real.jinja_env)
    assert room.pairing.code not in Phone(real.test_client()).get("/pair").text
