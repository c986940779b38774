"""Cards on the phone: looked up, read, and completed from one's own box."""

from pathlib import Path
from urllib.parse import quote

import pytest

from companion.games import game, playable
from companion.storage.packs.load import load_cards
from tests.support.phone import Room


def test_cards_are_found_by_number_or_name(room: Room) -> None:
    phone = room.watching()

    assert "Social Movements" in phone.get("/cards?q=1.004").text
    assert "1.005" in phone.get("/cards?q=environmental mov").text
    assert "No card has this" in phone.get("/cards?q=qqq").text


@pytest.mark.parametrize("name", [name for name, each in playable().items() if each.cards])
def test_the_cards_of_every_game_are_listed_and_told(name: str, tmp_path: Path) -> None:
    room = Room(tmp_path, name)
    phone = room.paired("host")
    numbers = list(room.session.cards().entries)

    assert f"/cards/{quote(numbers[0])}" in phone.get("/cards").text
    for number in numbers[:: len(numbers) // 5]:
        assert phone.get(f"/cards/{quote(number)}").status_code == 200
    room.session.close()


def test_cards_can_be_looked_for_by_kind(room: Room) -> None:
    page = room.watching().get("/cards?kind=crisis").text

    assert "/cards/1.4" in page
    assert "/cards/1.004" not in page


def test_a_card_is_told_in_words_with_a_link_to_its_public_page(room: Room) -> None:
    page = room.watching().get("/cards/1.004").text

    assert "Limit: once a round" in page
    assert 'href="https://daybreakgame.org/card/1004"' in page


def test_an_unknown_card_is_completed_from_one_s_own_box(room: Room) -> None:
    phone = room.paired()
    assert "Complete this card" in phone.get("/cards/1.004").text

    answer = phone.post("/cards/1.004", tags=["society", "", "society"], name="Movements")
    assert answer.headers["Location"] == "/cards/1.004"
    card = load_cards(game("daybreak"), room.session.folder).find("1.004").card
    assert (card.tags, card.name.en) == (("society", "society"), "Movements")


def test_a_tag_that_does_not_exist_is_refused_in_the_form(room: Room) -> None:
    answer = room.paired().post("/cards/1.004", tags=["magic"])

    assert answer.status_code == 409
    assert "this cannot stand here" in answer.text


def test_who_only_watches_cannot_complete_a_card(room: Room) -> None:
    phone = room.watching()

    assert "Complete this card" not in phone.get("/cards/1.004").text
    assert phone.post("/cards/1.004", name="x").status_code == 403


def test_a_card_that_is_not_there_is_not_found(room: Room) -> None:
    assert room.paired().get("/cards/9.999").status_code == 404
    assert room.paired().post("/cards/9.999", name="x").status_code == 404


def test_a_card_with_a_provisional_number_has_a_page(room: Room) -> None:
    phone = room.paired()
    found = phone.get("/cards?q=citizen").text

    assert "/cards/%3F.citizen-assemblies" in found
    assert phone.get("/cards/%3F.citizen-assemblies").status_code == 200
    answer = phone.post("/cards/%3F.citizen-assemblies", tags=["society"])
    assert phone.get(answer.headers["Location"]).status_code == 200
