"""My box on the phone: what is known in bars, and the walk from card to card."""

import re
from pathlib import Path

from companion.games import game
from companion.match.collection.my_box import MyBox
from companion.storage.packs.load import load_cards
from tests.support.phone import Phone, Room

UID = "04a1b2c3d4e580"


def card(room: Room, number: str, name: str = "daybreak"):  # type: ignore[no-untyped-def]
    return load_cards(game(name), room.session.folder).cards[number]


def walking(room: Room) -> Phone:
    phone = room.paired()
    phone.post("/box", step="begin")
    return phone


def where(phone: Phone, number: str) -> str:
    answer = phone.get(f"/box/where?number={number}").json
    assert answer
    return str(answer["number"])


def test_my_box_shows_in_bars_what_is_known(room: Room) -> None:
    page = room.watching().get("/box").text

    assert re.search(r"Numbers checked.*14/86", page, re.DOTALL)
    assert re.search(r"Cards with a tag.*0/239", page, re.DOTALL)
    assert re.search(r"Printed tags known.*0/167", page, re.DOTALL)
    assert re.search(r"What cards do, known.*72/239", page, re.DOTALL)


def test_every_game_with_cards_has_a_box_in_its_own_words(room: Room) -> None:
    page = room.watching().get("/box?game=naufragos", Accept_Language="es").text

    assert "Náufragos" in page
    assert "/box?game=daybreak" in page
    assert room.watching().get("/box/E07?game=naufragos").status_code == 200


def test_a_card_is_found_by_its_digits_and_by_its_name(room: Room) -> None:
    phone = room.watching()

    for typed in ("1.035", "1035", "35"):
        assert phone.get(f"/box/find?q={typed}").headers["Location"].startswith("/box/1.035?")
    assert "/box/1.014?" in phone.get("/box/find?q=solar").text
    assert "No card has this" in phone.get("/box/find?q=qqq").text


def test_saving_leads_to_the_next_card_that_is_due(room: Room) -> None:
    phone = walking(room)

    saved = phone.post("/box/1.035", tags=["grid", "grid"], save="1")
    onward = phone.get(saved.headers["Location"])

    assert card(room, "1.035").tags == ("grid", "grid")
    assert onward.headers["Location"].startswith("/box/1.036?")
    assert "Saved: 1.035" in phone.get(onward.headers["Location"]).text


def test_what_is_saved_counts_in_the_game_on_the_table(room: Room) -> None:
    phone = room.paired()
    for line in ("seat china", "seat us", "start", "to local"):
        phone.act(line)

    phone.post("/box/1.210", tags="grid", save="1")

    phone.act("act us 1 paying ?")
    assert room.document["prompt"]["kind"] == "none"
    assert room.document["powers"]["us"]["clean"] == 4


def test_tags_are_touched_without_javascript_as_well(room: Room) -> None:
    phone = room.paired()

    once = phone.post("/box/1.035", add="grid").text
    assert 'name="tags" value="grid"' in once
    twice = phone.post("/box/1.035", tags=["grid"], add="grid").text
    assert 'data-times="2"' in twice
    back = phone.post("/box/1.035", tags=["grid", "wind"], drop="0").text
    assert 'name="tags" value="wind"' in back
    assert 'name="tags" value="grid"' not in back
    assert card(room, "1.035").tags == ("regulation",)


def test_a_mistake_is_told_on_the_page_and_keeps_what_was_touched(room: Room) -> None:
    answer = room.paired().post("/box/1.035", tags=["grid"] * 4, save="1")

    assert answer.status_code == 409
    assert "1 to 3 tags" in answer.text
    assert "own.toml" not in answer.text
    assert answer.text.count('name="tags" value="grid"') == 4


def test_a_card_that_is_not_in_the_box_is_never_asked_for_again(room: Room) -> None:
    phone = walking(room)

    onward = phone.post("/box/1.000", absent="1").headers["Location"]
    assert phone.get(onward).headers["Location"].startswith("/box/1.001?")

    assert MyBox(game("daybreak"), room.session.folder).due(readers=True) == "1.001"
    assert "1 card is not in your box" in phone.get("/box").text
    assert "/238" in phone.get("/box").text
    phone.post("/box/1.000", absent="0")
    assert "not in your box" not in phone.get("/box").text


def test_a_number_that_nobody_knew_is_added(room: Room) -> None:
    phone = room.paired()
    assert phone.get("/box/find?q=1140").headers["Location"].startswith("/box/1.140?")

    phone.post("/box/1.140", tags="wind", name="Ours", save="1")

    added = card(room, "1.140")
    assert (added.name.en, added.tags, added.kind) == ("Ours", ("wind",), "local")


def test_a_number_that_only_the_companion_uses_is_no_printed_number(room: Room) -> None:
    phone = room.watching()

    for page in ("/cards?q=citizen", "/cards/%3F.citizen-assemblies"):
        read = re.sub("<[^>]*>", " ", phone.get(page).text)
        assert "Citizen Assemblies" in read
        assert "?.citizen" not in read, page


def test_the_walk_names_the_card_with_which_it_begins(tmp_path: Path) -> None:
    phone = Room(tmp_path, "council_of_shadows").paired("red")

    assert "Begin with blue-colonize Blue: Colonize" in phone.get("/box").text


def test_a_provisional_card_gets_its_printed_number(room: Room) -> None:
    phone = room.paired()
    assert "Its printed number" in phone.get("/box/?.citizen-assemblies".replace("?", "%3F")).text

    phone.post("/box/%3F.citizen-assemblies", number="1.031", tags="society", save="1")

    assert card(room, "1.031").name.en == "Citizen Assemblies"
    assert card(room, "1.031").tags == ("society",)


def test_a_name_goes_to_the_language_that_it_was_typed_in(room: Room) -> None:
    phone = room.paired()
    phone.client.post(
        "/box/1.105",
        data={"name": "Nuestra", "save": "1"},
        headers={"Origin": "http://localhost", "Accept-Language": "es"},
    )

    assert (card(room, "1.105").name.en, card(room, "1.105").name.es) == ("Nuestra", "Nuestra")


def test_a_tap_on_a_reader_binds_the_tag_of_the_card_that_is_shown(room: Room) -> None:
    phone = walking(room)
    phone.get("/box/1.035")

    assert str(room.session.walk.read(UID)) == "Read once."
    assert str(room.session.walk.lifted(UID, 2)) == "Enrolled: 1.035."

    assert "It has its tag" in phone.get("/box/1.035").text
    assert re.search(r"Cards with a tag.*1/239", phone.get("/box").text, re.DOTALL)


def test_a_card_that_has_its_tag_says_which_it_is(room: Room) -> None:
    phone = walking(room)
    phone.get("/box/1.035")
    room.session.walk.read(UID)
    room.session.walk.read(UID)
    phone.get("/box/1.036")

    room.session.walk.read(UID)

    assert where(phone, "1.036") == "1.035"


def test_with_several_walkers_a_new_tag_is_offered_to_each(room: Room) -> None:
    one, other = walking(room), walking(room)
    one.get("/box/1.035")
    other.get("/box/1.036")
    room.session.walk.read(UID)

    page = other.get("/box/1.036").text
    assert "The tag that was tapped is this card" in page
    assert "is on 1.035" in page
    other.post("/box/1.036", claim="1")

    assert MyBox(game("daybreak"), room.session.folder).enrolled == {"1.036"}


def test_nobody_is_led_to_a_card_that_somebody_else_has(room: Room) -> None:
    one, other = room.paired(), room.paired()
    first = one.get(one.post("/box", step="begin").headers["Location"]).headers["Location"]
    one.get(first)
    second = other.get(other.post("/box", step="begin").headers["Location"]).headers["Location"]

    assert first.startswith("/box/1.000?")
    assert second.startswith("/box/1.001?")


def test_a_phone_that_only_watches_may_look_and_change_nothing(room: Room) -> None:
    phone = room.watching()

    assert phone.get("/box/1.035").status_code == 200
    assert phone.post("/box/1.035", tags="grid", save="1").status_code == 403
    assert phone.post("/box", step="begin").status_code == 403
    assert room.session.walk.game == ""


def test_after_the_walk_taps_are_moves_of_the_game_again(room: Room) -> None:
    phone = walking(room)
    assert room.session.walk.game == "daybreak"

    phone.post("/box", step="end")

    assert room.session.walk.game == ""


def test_a_tap_is_pushed_to_the_phones_that_walk(room: Room) -> None:
    phone = walking(room)
    phone.get("/box/1.035")
    stream = phone.client.get("/api/events?since=1-1")
    room.session.walk.read(UID)

    events = iter(stream.response)
    assert any(b"event: walk" in next(events) for _ in range(4))
    stream.close()
