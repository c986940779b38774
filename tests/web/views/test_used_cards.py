"""A phone that uses a card once more is told in a sentence, and nothing changes."""

from pathlib import Path

import pytest

from tests.support.phone import Room, said

DAYBREAK = ("seat china", "seat us", "start", "to local", "next", "tags 1.205 grid")
COUNCIL = ("set detail cards", "seat red", "seat violet", "start")
NAUFRAGOS = ("seat red", "seat blue", "start", "event none none", "next")
USED = {
    "played": ("daybreak", DAYBREAK, "play 1.112 china 3", "play 1.112 us 3", "already_there"),
    "tucked": ("daybreak", DAYBREAK, "tuck 1.112 china 3", "play 1.112 us 3", "already_there"),
    "discarded": ("daybreak", DAYBREAK, "discard 1.112 china", "play 1.112 us 3", "discarded"),
    "paid": ("daybreak", DAYBREAK, "act china 1 paying 1.112", "tuck 1.112 us 2", "discarded"),
    "bought": (
        "council_of_shadows",
        COUNCIL,
        "buy red ai-05 free",
        "buy red ai-05 free",
        "already_there",
    ),
    "planned": (
        "council_of_shadows",
        (*COUNCIL, "to plan"),
        "play red-harvest red 1",
        "play red-harvest red 2",
        "not_in_hand",
    ),
    "taken": ("naufragos", NAUFRAGOS, "place red camp B2", "place blue camp B2", "no_space"),
    "gone": (
        "naufragos",
        (*NAUFRAGOS, "play W05 red"),
        "discard W05",
        "discard W05",
        "unknown_card",
    ),
}


@pytest.mark.parametrize("how", USED)
def test_a_used_card_is_refused_with_a_sentence(how: str, tmp_path: Path) -> None:
    game, before, line, again, code = USED[how]
    room = Room(tmp_path, game)
    for each in before:
        room.session.writer.ask(each)
    phone = room.host()
    assert phone.act(line).status_code == 200
    revision = room.revision

    refused = phone.act(again)

    assert refused.status_code == 409
    assert said(refused)["error"]["code"] == code
    assert said(refused)["error"]["message"].endswith(".")
    assert room.revision == revision
