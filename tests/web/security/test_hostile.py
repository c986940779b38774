"""Requests and phones that mean no good, or know no better: nobody else is worse off for them."""

from pathlib import Path

import pytest
from flask import Flask

from companion.errors import Refusal
from companion.storage.saved_games import FILE
from companion.web.security.pairing import (
    CODE_LIFETIME_S,
    FREE_TRIES,
    MAX_PHONES,
    TRIES_PER_CODE,
    WINDOW_S,
    Pairing,
)
from tests.support.phone import AS_PROGRAM, OURS, HeldClock, Room, said, why


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def pairing(clock: HeldClock) -> Pairing:
    return Pairing(clock)


def guess(pairing: Pairing, addresses: int, each: int) -> None:
    for address in range(addresses):
        for _ in range(each):
            with pytest.raises(Refusal):
                pairing.pair("WRONG", "china", f"10.0.{address // 250}.{address % 250}")


def test_a_crowd_that_guesses_does_not_replace_the_code(pairing: Pairing) -> None:
    code = pairing.code
    guess(pairing, addresses=12, each=FREE_TRIES)
    assert pairing.code == code
    assert pairing.pair(code, "host", "10.1.1.1")


def test_whoever_asks_for_the_code_at_the_table_has_time_to_type_it(
    pairing: Pairing, clock: HeldClock
) -> None:
    clock.sleep(CODE_LIFETIME_S - 1)
    pairing.open_window()
    code = pairing.code
    guess(pairing, addresses=TRIES_PER_CODE + 1, each=1)
    clock.sleep(WINDOW_S - 1)
    assert pairing.pair(code, "host", "10.1.1.1")
    clock.sleep(1)
    assert pairing.code != code


def test_a_phone_that_pairs_again_is_the_same_phone(room: Room) -> None:
    host, phone = room.host(), room.paired("us")
    for _ in range(MAX_PHONES + 2):
        assert phone.post("/pair", code=room.pairing.code, role="china").status_code == 303
    assert [each.role for each in room.pairing.phones()] == ["host", "china"]
    assert host.get("/phones").status_code == 200


def test_who_pairs_again_and_again_pushes_out_nobody_else(pairing: Pairing) -> None:
    host = pairing.pair(pairing.code, "host", "10.0.0.1")
    seat = pairing.pair(pairing.code, "us", "10.0.0.2")
    for _ in range(MAX_PHONES + 2):
        pairing.pair(pairing.code, "china", "10.0.0.66")
    assert pairing.find(host)
    assert pairing.find(seat)
    assert pairing.find(pairing.pair(pairing.code, "china", "10.0.0.3"))


def test_an_input_that_is_sent_again_after_a_restart_counts_once(tmp_path: Path) -> None:
    room = Room(tmp_path)
    phone = room.paired("china")
    first = said(phone.act("seat china", id="tap-1"))
    cookies = {name: phone.client.get_cookie(name) for name in ("companion", "device")}
    room.session.close()

    again = Room(tmp_path)
    device = cookies["device"]
    assert device
    later = again.watching()
    later.client.set_cookie("device", device.value)
    later.post("/pair", code=again.pairing.code, role="china")
    assert said(later.act("seat china", id="tap-1"))["revision"] == first["revision"]
    assert again.revision == first["revision"]
    again.session.close()


@pytest.mark.parametrize("referer", ["http://[", "http://[::1", "//]", "http://a\x00b"])
def test_a_referer_that_is_no_address_gives_an_ordinary_answer(room: Room, referer: str) -> None:
    answer = room.watching().client.post(
        "/pair", data={"code": "WRONG"}, headers={**OURS, "Referer": referer}
    )
    assert answer.status_code == 400
    assert "Content-Security-Policy" in answer.headers


def test_a_mistake_in_the_error_page_is_still_told_in_a_sentence(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble(*given: object, **named: object) -> str:
        raise KeyError("a stone")

    monkeypatch.setattr("companion.web.responses.render_template", stumble)
    answer = room.watching().get("/nowhere")
    assert answer.status_code == 404
    assert answer.text == "There is no such page. [not_found]\n"
    assert "Content-Security-Policy" in answer.headers


def test_thousands_of_languages_cost_no_more_than_a_few(room: Room) -> None:
    many = ",".join(f"x{number}" for number in range(9000))
    answer = room.watching().get("/board", Accept_Language=f"pt,{many}")
    assert answer.headers["Content-Language"] == "pt"


def test_a_folder_that_cannot_be_written_still_shows_and_exports_its_games(
    tmp_path: Path,
) -> None:
    room = Room(tmp_path)
    room.played()
    room.session.close()
    (tmp_path / "lock").unlink()
    (tmp_path / "lock").mkdir()
    before = (tmp_path / FILE).read_bytes()

    again = Room(tmp_path)
    host = again.host()
    assert again.document["seats"] == ["china", "us"]
    assert host.get("/games").status_code == 200
    assert host.get("/games/1/export").text.startswith("game daybreak\n")
    assert host.post("/games/new").status_code == 303
    assert (tmp_path / FILE).read_bytes() == before
    again.session.close()


def test_a_program_is_told_in_its_own_form_too(room: Room) -> None:
    app: Flask = room.app
    answer = app.test_client().get("/nowhere", headers=AS_PROGRAM)
    assert why(answer) == "not_found"
