"""Set-up as a guided form, with what nobody verified marked, and remembered for the next game."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.games import game
from companion.storage.packs.box_facts import OwnBox
from tests.support.phone import Phone, Room

FACTS = {
    "powers.china.demand": "12",
    "powers.us.demand": "14",
    "facts.tracks.arctic": "#4",
    "facts.tracks.arctic.": ["1", "3"],
    "facts.geoengineering": "1 2 3",
    "facts.crisis_cards.5": "4",
}


def start(phone: Phone, **facts: object) -> int:
    return phone.post("/setup", seat=["china", "us"], **facts).status_code


def spaces(page: str, path: str) -> list[bool]:
    """Those of a track, as a page shows them: which of them tip."""
    found = re.findall(f'name="{re.escape(path)}[.]" value="[0-9]+"( checked)?', page)
    return [bool(checked) for checked in found]


def test_the_form_says_how_difficult_the_chosen_powers_are(room: Room) -> None:
    phone = room.paired()

    assert "Who plays?" in phone.get("/setup").text
    page = phone.get("/setup?seat=majority_world&seat=china").text
    assert "Difficulty: Extreme" in page
    assert "16 Trees and 11 Oceans" in page


def test_stand_ins_are_marked_and_verified_facts_are_not(room: Room) -> None:
    page = room.paired().get("/setup?seat=china&seat=us").text
    demands = {
        seat: page.partition(f'name="powers.{seat}.demand"')[0].rpartition("<label")[2]
        for seat in ("china", "us")
    }

    assert "stand-in: check your card" in demands["us"]
    assert "stand-in: check your card" not in demands["china"]


def test_one_power_alone_checks_the_solo_card(room: Room) -> None:
    page = room.paired().get("/setup?seat=europe").text

    assert 'name="powers.solo.demand"' in page
    assert 'name="powers.europe.demand"' not in page


def test_the_game_starts_with_what_the_owner_entered(room: Room) -> None:
    assert start(room.paired(), **FACTS) == 303

    document = room.document
    assert (document["round"], document["seats"]) == (1, ["china", "us"])
    assert document["powers"]["us"]["demand"] == 14
    assert document["facts"]["tracks"]["arctic"] == [False, True, False, True]
    assert document["facts"]["geoengineering"] == [1, 2, 3]
    assert "powers.us.demand" not in document["facts"]["standins"]
    assert "powers.us.dirty" in document["facts"]["standins"]


def test_three_powers_say_in_which_order_they_sit(room: Room) -> None:
    phone = room.paired()
    assert "place at the table" not in phone.get("/setup?seat=china&seat=us").text
    assert "China: place at the table" in phone.get("/setup?seat=china&seat=us&seat=europe").text

    places = {"at.china": "2", "at.us": "1", "at.europe": "3"}
    phone.post("/setup", seat=["china", "us", "europe"], **places)

    assert room.document["seats"] == ["us", "china", "europe"]


def test_a_card_that_was_checked_has_no_stand_ins_any_more(room: Room) -> None:
    start(room.paired(), **{"powers.us.dirty": "7", "powers.us.clean": "2"}, checked="1")

    unsure = room.document["facts"]["standins"]
    assert "powers.us.dirty" not in unsure
    assert "powers.us.emissions.waste" in unsure


def test_what_was_entered_is_there_for_the_next_game(room: Room) -> None:
    host = room.host()
    start(host, **FACTS)
    host.post("/games/new")

    page = host.get("/setup?seat=us&seat=china").text
    assert 'name="powers.us.demand" value="14"' in page
    assert spaces(page, "facts.tracks.arctic") == [False, True, False, True]
    start(host)
    assert room.document["powers"]["us"]["demand"] == 14


def test_it_is_kept_as_a_box_file_that_says_only_what_differs(room: Room) -> None:
    start(room.paired(), **FACTS)

    kept = tomllib.loads((room.session.folder / "daybreak-box.toml").read_text(encoding="utf-8"))
    assert kept["powers"] == {"us": {"demand": 14}}
    assert kept["facts"]["geoengineering"] == [1, 2, 3]


@pytest.mark.parametrize(
    ("path", "text", "called"),
    [
        ("powers.us.demand", "many", "United States, Energy Demand"),
        ("powers.us.demand", "99", "United States, Energy Demand"),
        ("powers.us.demand", "1 2", "United States, Energy Demand"),
        ("facts.tracks.arctic", "#3", "Planetary tracks, Loss of Arctic Sea Ice"),
        ("facts.geoengineering", "", "Thermometer and die, Geoengineering die"),
    ],
)
def test_an_impossible_fact_is_refused_beside_its_field_and_nothing_starts(
    room: Room, path: str, text: str, called: str
) -> None:
    answer = room.paired().post("/setup", seat=["china", "us"], **{path: text})

    assert answer.status_code == 409
    assert f'class="refusal" role="alert">{called}: ' in answer.text
    field = answer.text.partition(f'name="{path}" value="{text}"')[2]
    assert field.index('id="wrong"') < field.replace('<label class="pick"', "").index("<label")
    assert room.document["round"] == 0


def test_a_track_that_nobody_has_touched_is_refused_as_text(room: Room) -> None:
    assert start(room.paired(), **{"facts.tracks.arctic": "o x"}) == 409


def test_a_track_has_as_many_spaces_as_the_board(room: Room) -> None:
    phone, path = room.paired(), "facts.tracks.arctic"
    touched = {"seat": ["china", "us"], path: "#3", f"{path}.": ["2"]}

    assert spaces(phone.post("/setup", **touched, more=path).text, path) == [
        False,
        False,
        True,
        False,
    ]
    assert spaces(phone.post("/setup", **touched, less=path).text, path) == [False, False]
    assert room.document["round"] == 0


def test_powers_that_sit_already_stay_and_nobody_sits_twice(room: Room) -> None:
    room.session.writer.ask("seat europe")
    phone = room.paired("europe")

    assert "sits at the table" in phone.get("/setup").text
    assert phone.post("/setup", seat=["europe", "us", "atlantis"]).status_code == 303
    assert room.document["seats"] == ["europe", "us"]


def test_without_anybody_the_game_does_not_start(room: Room) -> None:
    answer = room.paired().post("/setup")

    assert answer.status_code == 409


def test_who_chooses_nobody_is_told_so(room: Room) -> None:
    phone = room.paired()

    assert "Please choose who plays." in phone.get("/setup?chosen=1").text
    assert "Please choose who plays." not in phone.get("/setup").text


def test_a_game_that_runs_cannot_be_set_up_again(room: Room) -> None:
    phone = room.played().paired()

    assert "The game has started already." in phone.get("/setup").text
    assert start(phone) == 409


def test_who_only_watches_cannot_set_up(room: Room) -> None:
    assert room.watching().get("/setup").status_code == 403


def test_a_box_without_a_file_is_the_one_that_ships(tmp_path: Path) -> None:
    assert OwnBox(game("daybreak"), tmp_path).facts()["powers.us.demand"].stand_in
