"""The phone page of Náufragos: what a seat can do now comes first."""

import re
from pathlib import Path

import pytest

from companion.i18n.catalogs import LANGUAGES
from companion.match.script_syntax import lines
from companion.storage.packs.load import load_cards
from tests.support.phone import Phone, Room

FORMS = (
    *("correct?path=red.energy", "correct?path=red.place", "correct?path=fire.lit"),
    *("correct?path=first", "correct?path=difficulty", "correct?path=red.character"),
    *("place?pawn=red", "place?pawn=white", "explore", "return", "gain", "gain?seat=red"),
    "object?seat=red",
)
TURN = """
event sun 3
next
place white camp fish
choose 4
place red forage
place red build
place yellow wood
place yellow explore
place green fire
place green rest 2
next
choose 5
choose 3
roll dice 2
choose sand_sign
choose 1
choose 0
choose 0
explore coast 2 advance story
return
roll dice 1 1
choose lost
feed
next
eat green 1
next
"""


def played(room: Room, *given: str, seats: tuple[str, ...] = ("red", "yellow", "green")) -> Room:
    for line in (*(f"seat {seat}" for seat in seats), "start", *given):
        room.session.writer.ask(line)
    return room


def buttons(board: str) -> list[str]:
    """The lines that the buttons of a page send."""
    return re.findall(r'name="line" value="([^"]*)"', board)


@pytest.mark.slow
def test_every_step_of_a_turn_has_its_page_and_its_forms(room: Room) -> None:
    phone = played(room).paired("red")
    for line in lines(TURN):
        if line.text != "feed":
            room.session.writer.ask(line.text)
        assert phone.get("/").status_code == 200, line
        for form in FORMS:
            assert phone.get(f"/do/{form}").status_code == 200, (line, form)
    assert room.document["stage"] == "end"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_said_in_every_language(room: Room, language: str) -> None:
    phone = played(room, "event sun 3", "next").paired("red")

    assert phone.get("/", Accept_Language=language).status_code == 200


def test_who_plays_sits_where_the_form_says_and_with_a_character(room: Room) -> None:
    host = room.host()
    asked = host.get("/setup?seat=red&seat=blue").text
    assert 'name="with.red"' in asked
    assert 'name="at.blue"' in asked

    host.client.post(
        "/setup",
        data={"seat": ["red", "blue"], "with.red": "strong", "at.red": "2", "at.blue": "1"},
        headers={"Origin": "http://localhost"},
    )

    assert room.document["seats"] == ["blue", "red"]
    assert room.document["first"] == "blue"
    assert room.document["castaways"]["red"]["character"] == "strong"


def test_facts_of_the_own_box_are_entered_as_words_and_numbers(room: Room) -> None:
    room.host().client.post(
        "/setup",
        data={
            "seat": ["red"],
            "facts.weather": "storm rain cloudy sunny hot",
            "facts.actions.wood": "1 2 3",
            "facts.characters.guide.return_bonus": "-1",
        },
        headers={"Origin": "http://localhost"},
    )

    facts = room.document["facts"]
    assert facts["weather"] == ["storm", "rain", "cloudy", "sunny", "hot"]
    assert facts["actions"]["wood"] == [1, 2, 3]
    assert facts["characters"]["guide"]["return_bonus"] == -1
    assert "facts.weather" not in facts["standins"]


def test_a_seat_places_its_own_pawns_with_one_touch(room: Room) -> None:
    phone = played(room, "event none none", "next").paired("yellow")
    offered = buttons(phone.board())

    assert "place yellow wood" in offered
    assert "place yellow salvage" not in offered
    phone.post("/act", line="place yellow wood", game=room.document["round"])
    assert room.document["actions"]["wood"] == ["yellow"]


def test_another_pawn_takes_two_touches_and_says_what_cannot_be(room: Room) -> None:
    phone = played(room, "event none none", "next").paired("yellow")
    form = phone.get("/do/place?pawn=red").text

    assert "place red wood" in buttons(form)
    assert "Nothing has come ashore." in form


def test_the_meal_is_told_by_numbers(room: Room) -> None:
    phone = played(room, "event none none", "to survival").paired("red")
    assert "eat green {units}[ {own}]" in buttons(phone.board())

    phone.post("/act", line="eat green {units}[ {own}]", units="1")

    assert room.document["castaways"]["green"]["eaten"] == 1


def test_points_are_added_up(room: Room) -> None:
    lines_ = (
        "event none none",
        "set red.track 13",
        "choose now",
        "set store.food 9",
        "to survival",
    )
    phone = played(room, *lines_, "next", "choose yes").paired("red")
    phone.post("/act", line="choose {points}", points="3+2+5")

    assert room.document["castaways"]["red"]["score"] == 10


def test_what_the_seen_event_asks_for_is_compared(room: Room) -> None:
    room.session.writer.ask(
        'cards [{"number": "E05", "kind": "event", "name": {"en": "?"}, "weather": "none", '
        '"wreck": "none", "rescue": ["bonfire", "Catalejo"]}]'
    )
    played(room, "event E05", "set constructions.bonfire.done true")

    board = room.paired("red").board()

    assert "✓ Great bonfire" in board
    assert "– Catalejo" in board


def test_marks_that_people_tell_are_kept_in_the_owners_pack(room: Room, tmp_path: Path) -> None:
    played(room, "event E07 storm 4", "next", "place red explore", "next", "explore C03 coast 2")
    game = room.session.writer.match.game

    cards = load_cards(game, tmp_path).cards

    assert (cards["E07"].weather, cards["E07"].wreck) == ("storm", 4)
    assert (cards["C03"].advance, cards["C03"].difficulty) == (False, 2)


def test_a_card_gives_in_one_form_and_can_be_tried_first(room: Room) -> None:
    phone = played(room).paired("red")
    tried = gain(phone, preview="1")
    assert tried.status_code == 200
    assert "one more injury" in tried.text
    assert room.document["castaways"]["red"]["injuries"] == 0

    gain(phone)

    assert room.document["castaways"]["red"]["injuries"] == 2


def gain(phone: Phone, **more: str):  # type: ignore[no-untyped-def]
    form = {"how": "gain", "what": "red.injuries", "n": "2", "origin": "/do/gain"}
    return phone.post("/act", line="{how} {what} {n}", **form, **more)


def test_the_dead_and_the_lost_are_told(room: Room) -> None:
    phone = played(room, "gain red.traumas 4", "set yellow.place lost").paired("green")
    board = phone.board()

    assert "dead" in board
    assert "home next turn" in board


def test_nobody_who_only_watches_can_do_anything(room: Room) -> None:
    board = played(room, "event none none", "next").watching().board()

    assert buttons(board) == []


def test_the_end_leads_to_the_story(room: Room) -> None:
    phone = played(room, *(f"gain {seat}.traumas 4" for seat in ("red", "yellow", "green"))).host()

    assert 'href="/story"' in phone.board()


def test_the_first_pawn_ends_the_event(room: Room) -> None:
    phone = played(room, "event none none").paired("yellow")

    assert "next; place yellow wood" in buttons(phone.board())
    phone.post("/act", line="next; place yellow wood")

    assert room.document["step"] == "place"
    phone.act("undo")
    assert room.document["step"] == "effect"


def test_the_last_pawn_of_all_is_followed_by_the_actions(room: Room) -> None:
    pawns = ("place white camp B2", "place red diary", "place red wood", "place yellow diary")
    phone = played(room, "event none none", "next", *pawns, seats=("red", "yellow")).paired(
        "yellow"
    )
    assert "the last of all" in phone.board()

    phone.post("/act", line="place yellow wood; next")

    assert room.document["step"] == "done"


def test_a_pawn_goes_alone_while_others_are_left(room: Room) -> None:
    pawns = ("place red diary", "place red wood", "place yellow diary")
    phone = played(room, "event none none", "next", *pawns, seats=("red", "yellow")).paired(
        "yellow"
    )

    assert "place yellow wood" in buttons(phone.board())


def test_the_first_player_fishes_with_the_white_pawn_by_the_number_of_the_tile(room: Room) -> None:
    played(room, "event none none", "next")
    line = "place white camp fish; choose 3"
    assert line in buttons(room.paired("red").board())
    assert line not in buttons(room.paired("yellow").board())

    room.paired("red").post("/act", line=line)

    assert room.document["store"]["perishable"] == 3


def test_a_known_event_ends_the_turn_before(room: Room) -> None:
    told = 'card {"number": "E05", "weather": "sun", "wreck": 2}'
    fed = ("set store.food 9", "set fire.lit true", "set fire.wood 1")
    played(room, told, "event none none", *fed, "to end")

    assert "next; event E05" in buttons(room.paired("red").board())


def test_all_dice_of_one_cause_are_rolled_by_one_touch(room: Room) -> None:
    hurt = [f"set {seat}.injuries 1" for seat in ("red", "yellow", "green")]
    phone = played(room, "event none none", *hurt, "to end").paired("red")
    assert "Roll for all 3 here" in phone.board()

    phone.post("/act", throw="dice")

    thrown = room.session.writer.current.step.line.split("; ")
    assert thrown[0].startswith("roll dice ")
    # A 1 makes a trauma, and asks before the next one rolls.
    assert len(thrown) == 3 or room.document["prompt"]["kind"] in ("reroll", "roll")


def test_going_back_and_rolling_is_one_touch(room: Room) -> None:
    phone = played(room, "event none none", "next", "place red explore", "next").paired("red")
    assert "Everybody goes back: roll here" in phone.board()

    phone.post("/act", line="return", throw="dice")

    assert room.document["dice"]["last"]["what"] == "return"


def test_a_line_that_leads_to_no_dice_is_refused_with_them(room: Room) -> None:
    phone = played(room).paired("red")

    answer = phone.post("/act", line="event none none", throw="planetary")

    assert "There is no die planetary." in answer.text
    assert room.document["step"] == "event"


def test_what_a_card_gives_is_one_touch_of_its_sheet(room: Room) -> None:
    phone = played(room, "event none none").paired("red")
    offered = buttons(phone.get("/do/gain?seat=red").text)

    assert {"lose red.energy 1", "gain red.injuries 2", "gain store.wood 1"} <= set(offered)
    assert "gain yellow.energy 1" not in offered
