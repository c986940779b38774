"""Giving tags to cards from a phone."""

import pytest

from companion.i18n.message import say
from companion.web.app import create_app
from tests.support.phone import Room, why


def test_a_phone_begins_with_any_card(room: Room) -> None:
    answer = room.paired().post("/tags", step="begin", first=" 1.200 ")

    assert answer.headers["Location"] == "/tags"
    assert room.tagging.done == [("begin", "1.200")]


def test_the_page_says_what_to_tap_and_what_the_last_tap_did(room: Room) -> None:
    phone = room.paired()
    assert "refresh" not in phone.get("/tags").text
    room.tagging.enrolling = say("Tap {card} ({n} of {all}).", card="1.200", n=1, all=9)
    room.tagging.notice = say("Read once.")

    page = phone.get("/tags").text

    assert "Tap 1.200 (1 of 9)." in page
    assert "Read once." in page
    assert 'http-equiv="refresh"' in page


@pytest.mark.parametrize("step", ["skip", "back", "end"])
def test_a_phone_goes_through_the_deck(room: Room, step: str) -> None:
    room.paired().post("/tags", step=step)

    assert room.tagging.done == [(step, "")]


def test_any_other_step_is_refused(room: Room) -> None:
    answer = room.paired().client.post(
        "/tags",
        data={"step": "jump"},
        headers={"Origin": "http://localhost", "Accept": "application/json"},
    )

    assert why(answer) == "malformed"
    assert room.tagging.done == []


def test_without_readers_there_is_no_such_page(room: Room) -> None:
    app = create_app(room.session, room.pairing, room.streams)

    assert app.test_client().get("/tags").status_code == 404
