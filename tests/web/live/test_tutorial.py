"""For people in their first game: each step explained, its words, and why a number is so."""

from pathlib import Path

import pytest

from companion.games import Term, playable
from companion.i18n.message import say
from companion.match.session import FIRST_GAME
from companion.storage.mark import Mark
from companion.web.live.tutorial import explained
from tests.support.phone import Room


def test_the_switch_in_the_set_up_explains_every_step_until_it_is_off(room: Room) -> None:
    host = room.host()
    assert "Our first game" in host.get("/setup?seat=china&seat=us").text
    host.post("/setup", seat=["china", "us"], teach=["0", "1"])
    assert "the first one lies face up as the" in host.board()
    assert "Why it matters" in host.board()
    room.session.writer.ask("to local")
    assert "Everybody draws cards" in host.board()

    host.post("/teach", on="0")
    assert "Why it matters" not in host.board()


def test_nothing_is_explained_unless_somebody_asks_for_it(room: Room) -> None:
    host = room.host()
    host.post("/setup", seat=["china", "us"], teach="0")
    assert "Why it matters" not in host.board()


def test_it_outlives_a_restart(tmp_path: Path) -> None:
    Mark(tmp_path / FIRST_GAME).switch(True)
    assert Mark(tmp_path / FIRST_GAME).on
    Mark(tmp_path / FIRST_GAME).switch(False)
    assert not Mark(tmp_path / FIRST_GAME).on


def test_where_nothing_can_be_written_it_is_remembered_until_the_end(tmp_path: Path) -> None:
    folder = tmp_path / "no folder"
    folder.touch()
    teaching = Mark(folder / FIRST_GAME)
    teaching.switch(True)
    assert teaching.on
    assert not Mark(folder / FIRST_GAME).on


def test_only_who_is_paired_switches_it(room: Room) -> None:
    assert room.watching().post("/teach", on="1").status_code == 403


def test_next_goes_through_what_people_only_watch_but_in_a_first_game(room: Room) -> None:
    phone = room.played("to local", "next").paired()
    assert 'name="line" value="to crisis"' in phone.board()

    phone.post("/teach", on="1")
    board = phone.board()
    assert 'name="line" value="to crisis"' not in board
    assert 'name="line" value="next"' in board


def test_a_word_of_the_game_leads_to_what_it_means(room: Room) -> None:
    phone = room.paired()
    room.played()
    phone.post("/teach", on="1")
    board = phone.board()
    link = board.partition('<a class="term" data-sheet href="')[2].partition('"')[0]
    assert link.startswith("/terms/")
    sheet = phone.get(f"{link}?part=form").text
    assert "<h1>" in sheet
    assert "<html" not in sheet
    assert "Terms of Daybreak" in phone.get(link).text
    assert phone.get("/terms/99").status_code == 404


def test_words_are_found_whole_the_longest_first_and_once_each(room: Room) -> None:
    terms = (Term(say("Energy"), say("a")), Term(say("Dirty Energy"), say("b")))
    with room.app.test_request_context("/"):
        room.app.preprocess_request()
        made = explained(say("Dirty energy & Energy, energy, Energyless <b>"), terms)
        nothing = explained(say("a < b"), ())
    assert made == (
        '<a class="term" data-sheet href="/terms/1" title="b">Dirty energy</a> &amp; '
        '<a class="term" data-sheet href="/terms/0" title="a">Energy</a>, energy, '
        "Energyless &lt;b&gt;"
    )
    assert nothing == "a &lt; b"


def test_the_set_up_advises_which_powers_play(room: Room) -> None:
    page = room.host().get("/setup").text
    assert "China and the United States." in page
    assert "The United States, Europe and the Majority World." in page
    assert playable()["naufragos"].teaching.advice(2) is None


def test_seats_with_a_phone_are_chosen_beforehand(room: Room) -> None:
    room.paired("us")
    room.paired("europe")
    page = room.host().get("/setup").text
    assert 'value="us" checked' in page
    assert 'value="europe" checked' in page
    assert 'value="china" checked' not in page
    assert "has a phone here" in page

    room.session.writer.ask("seat china")
    assert 'value="us" checked' not in room.host().get("/setup").text


def test_a_number_tells_what_made_it_so_in_this_round(room: Room) -> None:
    phone = room.played("to local", "set us.clean 5", "set us.clean 7").paired("us")
    sheet = phone.get("/do/correct?path=powers.us.clean&part=form").text
    told = " ".join(sheet.split())
    assert "Why is it so?" in told
    assert '<b class="by">+2</b> <b>7</b>' in told
    assert told.index("<b>5</b>") < told.index("<b>7</b>")
    assert "United States: Clean Energy set from 5 to 7" in told
    assert "<strong>Clean Energy:</strong> Meets demand, and makes no carbon." in told
    assert "Dirty Energy" not in told


def test_a_yes_or_no_is_told_as_one_and_a_turn_is_no_round(tmp_path: Path) -> None:
    room = Room(tmp_path, "naufragos")
    for line in ("seat red", "start", "set fire.lit true"):
        room.session.writer.ask(line)

    why = " ".join(room.watching().get("/why?path=fire.lit").text.split())
    untouched = room.watching().get("/why?path=store.wood", Accept_Language="es").text

    assert "no when turn 1 began" in why
    assert "<b>yes</b>" in why
    assert "False" not in why
    assert "True" not in why
    assert "Nada lo ha cambiado (turno 1)." in untouched


def test_what_came_in_the_round_before_is_not_told_again(room: Room) -> None:
    room.played("set us.clean 9", "to crisis", "set dice.rolls_due 0", "to growth", "next")
    assert room.document["round"] == 2
    page = room.watching().get("/why?path=powers.us.clean").text
    assert "Nothing has changed it in round 2." in page
    demand = room.watching().get("/why?path=us.demand").text
    assert "United States" in demand


def test_one_input_is_told_event_by_event(room: Room) -> None:
    room.played("to local", "to emissions", "next")
    page = " ".join(room.watching().get("/why?path=recent").text.split())
    room.session.writer.ask("next")
    page = " ".join(room.watching().get("/why?path=recent").text.split())
    assert "China emits" in page
    assert "United States emits" in page


def test_what_is_taken_back_is_no_reason(room: Room) -> None:
    room.played("to local", "set trees 3", "undo")
    assert "Nothing has changed it" in room.watching().get("/why?path=trees").text


@pytest.mark.parametrize("path", ["", "nothing", "powers.us.nothing", "powers", "seats"])
def test_there_is_no_why_of_what_is_no_number(room: Room, path: str) -> None:
    room.played()
    assert room.watching().get(f"/why?path={path}").status_code == 404


def test_it_works_for_a_game_without_a_page_of_its_own(room: Room) -> None:
    """The number's name is then what the document calls it."""
    room.played("to local", "set trees 3")
    page = room.watching().get("/why?path=trees&part=form").text
    assert "<html" not in page
    assert "−8" in page


def test_the_mark_is_a_file_of_its_own(tmp_path: Path) -> None:
    Mark(tmp_path / FIRST_GAME).switch(True)
    assert (tmp_path / FIRST_GAME).is_file()
