"""A second phone of a seat, in a game with secrets: it needs a yes from there, or at the table."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.web.security.seat_claims import CLAIM_LIFETIME_S
from tests.support.phone import AS_PROGRAM, OURS, Phone, Room, said, why

STARTED = ("set detail galaxies", "seat red", "seat violet", "start", "to plan")


@pytest.fixture
def council(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path, "council_of_shadows")
    for line in STARTED:
        room.session.writer.ask(line)
    yield room
    room.session.close()


def asks_for(room: Room, seat: str) -> Phone:
    """A phone that has the code and wants to be this seat."""
    phone = room.watching()
    answer = phone.client.post(
        "/pair", data={"code": room.pairing.code, "role": seat}, headers={**OURS, **AS_PROGRAM}
    )
    assert (answer.status_code, said(answer)) == (202, {"role": seat, "waits": True})
    return phone


def plan_of(phone: Phone) -> object:
    return said(phone.get("/api/state", **AS_PROGRAM)).get("plan")


def answer(phone: Phone, yes: bool, claim: str) -> int:
    return phone.post("/pair/answer", claim=claim, yes="1" if yes else "0").status_code


def test_violet_cannot_read_the_plan_of_red_by_pairing_again(council: Room) -> None:
    red, violet = council.paired("red"), council.paired("violet")
    red.act("play red-tower red 1")

    again = violet.client.post(
        "/pair", data={"code": council.pairing.code, "role": "red"}, headers={**OURS, **AS_PROGRAM}
    )

    assert again.status_code == 202
    assert "red-tower" in str(plan_of(red))
    assert "red-tower" not in str(plan_of(violet))
    assert [phone.role for phone in council.pairing.phones()] == ["red", "violet"]


def test_the_first_phone_is_asked_and_its_yes_lets_the_second_in(council: Room) -> None:
    red = council.paired("red")
    second = asks_for(council, "red")
    assert "Another phone wants to be Red" in red.board()
    assert "This seat has a phone already" in second.get("/pair").text

    assert answer(red, True, council.pairing.claims()[0].id) == 303

    assert second.get("/pair").headers["Location"] == "/"
    assert plan_of(second) is not None
    assert "2 phones are Red" in red.board()


def test_a_no_lets_nobody_in(council: Room) -> None:
    red = council.paired("red")
    second = asks_for(council, "red")
    answer(red, False, council.pairing.claims()[0].id)

    assert "Nobody has let this phone in" in second.get("/pair").text
    assert plan_of(second) is None
    assert "Another phone" not in red.board()


@pytest.mark.parametrize("role", ["violet", "host"])
def test_nobody_else_says_yes_for_a_seat(council: Room, role: str) -> None:
    council.paired("red")
    asks_for(council, "red")
    other = council.paired(role)
    refused = other.client.post(
        "/pair/answer",
        data={"claim": council.pairing.claims()[0].id, "yes": "1"},
        headers={**OURS, **AS_PROGRAM},
    )

    assert why(refused) == "malformed"
    assert "Another phone" not in other.board()
    assert len(council.pairing.claims()) == 1


def test_after_two_minutes_nobody_waits_any_more(council: Room) -> None:
    red = council.paired("red")
    second = asks_for(council, "red")
    claim = council.pairing.claims()[0].id
    council.clock.sleep(CLAIM_LIFETIME_S)

    answer(red, True, claim)
    assert plan_of(second) is None
    assert "Nobody has let this phone in" in second.get("/pair").text


def test_one_phone_at_a_time_waits_for_a_seat(council: Room) -> None:
    council.paired("red")
    asks_for(council, "red")
    third = council.watching().client.post(
        "/pair", data={"code": council.pairing.code, "role": "red"}, headers={**OURS, **AS_PROGRAM}
    )

    assert why(third) == "seat_has_phone"


def test_the_same_phone_pairs_again_as_easily_as_before(council: Room) -> None:
    red = council.paired("red")

    assert red.post("/pair", code=council.pairing.code, role="red").status_code == 303
    assert council.pairing.claims() == []


def test_a_seat_whose_phone_has_stopped_is_free(council: Room) -> None:
    council.paired("red").post("/unpair")

    assert council.paired("red").get("/").status_code == 200


def test_a_host_who_ends_the_phone_of_a_seat_does_not_free_it(council: Room) -> None:
    council.paired("red")
    council.host().post("/phones/end")
    second = asks_for(council, "red")

    assert second.get("/pair").status_code == 200
    assert plan_of(second) is None


def test_in_a_game_without_secrets_any_number_of_phones_is_a_seat(room: Room) -> None:
    room.played()
    phones = [room.paired("china") for _ in range(3)]

    assert [phone.role for phone in room.pairing.phones()] == ["china"] * 3
    assert "phones are China" not in phones[0].board()
