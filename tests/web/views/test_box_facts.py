"""Boards and reference cards, a page for each: looked at once, and kept for every game."""

import pytest

from companion.games import Document, game
from companion.storage.packs.box_facts import OwnBox
from tests.benchmarks.box_filling import Form
from tests.support.phone import Phone, Room

CHINA, TRACKS, THERMOMETER = "/facts/0", "/facts/4", "/facts/5"


def sent(phone: Phone, page: str) -> Document:
    """What a browser would send of a page as it is."""
    return dict(Form(phone.get(page).text.partition("facts-of")[2].partition("</form>")[0]).sent())


def owners(room: Room) -> Document:
    return OwnBox(room.session.writer.match.game, room.session.folder).said()


def test_every_card_and_board_is_listed_with_what_is_to_be_checked(room: Room) -> None:
    page = room.paired().get("/facts").text

    for title in (
        "China",
        "Majority World",
        "solo game",
        "Planetary tracks",
        "Thermometer and die",
    ):
        assert title in page
    assert "10 numbers to check" in page


def test_a_reference_card_is_laid_out_as_the_card_and_kept_whole(room: Room) -> None:
    phone = room.paired()
    page = phone.get(CHINA).text
    headings = [
        f"<legend>{part}</legend>" for part in ("Energy and demand", "Emissions", "Resilience")
    ]
    assert sorted(headings, key=page.index) == headings

    fields = sent(phone, CHINA) | {"powers.china.emissions.waste": "3"}
    answer = phone.post(CHINA, **fields)
    assert answer.headers["Location"] == "/facts/1?game=daybreak"
    assert owners(room)["powers.china.emissions.waste"] == 3
    assert len(owners(room)) == len(fields), "whatever stands on the card is the owner's word"
    assert (
        phone.get("/facts").text.partition("China")[2].partition("</small>")[0].endswith("checked")
    )


def test_before_the_game_it_counts_in_this_one(room: Room) -> None:
    phone = room.paired()
    phone.post(CHINA, **sent(phone, CHINA) | {"powers.china.demand": "15"})
    room.played()
    assert room.document["powers"]["china"]["demand"] == 15


def test_while_people_play_it_counts_at_once_and_is_undone(room: Room) -> None:
    phone = room.played().paired()
    phone.post(
        TRACKS, **sent(phone, TRACKS) | {"facts.tracks.arctic": "#2", "facts.tracks.arctic.": "1"}
    )
    assert room.document["facts"]["tracks"]["arctic"] == [False, True]
    assert not [path for path in room.document["facts"]["standins"] if ".tracks." in path]

    before = room.document["powers"]["china"]["demand"]
    phone.post(CHINA, **sent(phone, CHINA) | {"powers.china.demand": "15"})
    assert room.document["powers"]["china"]["demand"] == before, "that is how the next one begins"


def test_an_impossible_number_is_told_beside_its_field_and_nothing_is_kept(room: Room) -> None:
    phone = room.paired()
    for text in ("many", "99"):
        answer = phone.post(CHINA, **sent(phone, CHINA) | {"powers.china.demand": text})
        assert answer.status_code == 409
        field = answer.text.partition(f'name="powers.china.demand" value="{text}"')[2]
        assert field.index('id="wrong"') < field.index("<label")
    assert owners(room) == {}


def test_one_space_more_is_shown_and_not_kept(room: Room) -> None:
    phone = room.paired()
    fields = sent(phone, TRACKS)
    spaces = int(fields["facts.tracks.arctic"][0][1:])

    page = phone.post(TRACKS, **fields, more="facts.tracks.arctic").text
    assert f'name="facts.tracks.arctic" value="#{spaces + 1}"' in page
    assert owners(room) == {}


def test_the_last_page_leads_back_to_the_list(room: Room) -> None:
    phone, page = room.paired(), CHINA
    pages = []
    while "/facts/" in page:
        pages.append(page)
        page = phone.post(page, **sent(phone, page)).headers["Location"]
    assert len(pages) == 7
    assert "to check" not in phone.get("/facts").text


@pytest.mark.parametrize("name", ["naufragos", "council_of_shadows"])
def test_every_game_with_box_facts_has_such_pages(room: Room, name: str) -> None:
    host = room.host()
    host.post("/games/new", game=name)
    assert room.session.writer.match.game is game(name)

    assert host.post(CHINA, **sent(host, CHINA)).status_code == 303
    assert owners(room)


def test_there_is_no_such_page(room: Room) -> None:
    assert room.paired().get("/facts/99").status_code == 404
    assert room.watching().get("/facts").status_code == 403
    assert room.watching().get(CHINA).status_code == 403


def test_the_box_of_another_game_is_checked_without_putting_it_on_the_table(room: Room) -> None:
    phone, page = room.paired(), "/facts/0?game=naufragos"
    assert phone.post(page, **sent(phone, page)).status_code == 303

    assert OwnBox(game("naufragos"), room.session.folder).said()
    assert owners(room) == {}
    assert "/facts?game=daybreak" in phone.get("/box").text
