"""Anybody on the network may look: nothing to install, no login."""

from pathlib import Path

import pytest

from companion import games
from companion.i18n.message import say
from tests.support.games.more_games import install
from tests.support.phone import AS_PROGRAM, OURS, Room


def test_the_page_says_what_to_do_now_in_plain_words(room: Room) -> None:
    assert "Take your seats clockwise, then start." in room.watching().get("/").text

    room.played()
    assert "Draw 3 Crisis cards" in room.watching().get("/").text


def test_everything_that_people_ask_for_is_on_the_board(room: Room) -> None:
    board = room.played("to local").watching().board()

    for shown in (
        "1.2</span> °C",
        "of 8 Temperature Bands",
        "If the Emissions stage came now",
        "Round 1 of 6",
        "Communities in Crisis",
        "<h3>Resilience</h3>",
        "Infrastructure</span>",
        "Fuel Extraction",
        "cards to draw:",
        "Clean Electricity Plants",
        "Loss of Arctic Sea Ice",
        "Global Projects",
        "Round by round",
        "On to the Local stage",
    ):
        assert shown in board


def test_the_outlook_says_what_the_emissions_stage_would_do_now(room: Room) -> None:
    board = room.played("to local", "set thermometer.cubes 9").watching().board()
    ahead = room.document["outlook"]

    assert f"{ahead['emitted']} emitted, {ahead['absorbed']} absorbed:" in board
    assert f"+{ahead['net']} on the Thermometer" in board


def test_a_number_that_nobody_verified_is_marked_until_it_is_corrected(room: Room) -> None:
    phone = room.played().watching()
    marked = phone.board().count("stand-in: check your card")

    room.session.writer.ask("set us.demand 14")
    assert phone.board().count("stand-in: check your card") == marked - 1


def test_a_stack_shows_its_tags_and_the_uses_that_are_left(room: Room) -> None:
    room.played("to local", "tags 1.205 grid grid", "tuck 1.004 china 1")
    board = room.watching().board()

    assert "Grid ×2" in board
    assert "and 1 card behind" in board
    assert "left</span>" in board


def points(room: Room) -> list[int]:
    """Of the two curves: temperature, and net carbon."""
    curves = room.watching().board().partition('id="curves"')[2].partition("</section>")[0]
    return [curve.count('class="dot"') for curve in curves.split("<figure")[1:]]


def test_the_curves_have_a_point_for_each_round(room: Room) -> None:
    room.played("to crisis", "set dice.rolls_due 0", "to growth", "to global", "to crisis")

    assert points(room) == [3, 2]


def test_a_round_has_no_net_carbon_before_its_emissions_are_counted(room: Room) -> None:
    room.played()
    assert points(room) == [2]

    for line in ("to crisis", "set dice.rolls_due 0", "to growth", "to global"):
        room.session.writer.ask(line)
    assert points(room) == [3, 1]


def test_an_undone_round_leaves_the_curve_again(room: Room) -> None:
    room.played("to crisis", "set dice.rolls_due 0", "to growth", "to global", "undo")

    assert points(room) == [2, 1]


def test_who_only_watches_gets_no_form(room: Room) -> None:
    board = room.played("to local").watching().board()

    assert "<form" not in board
    assert "/do/" not in board
    assert "Pair this phone to play" in board


def test_without_javascript_the_page_refreshes_by_itself(room: Room) -> None:
    page = room.played().watching().get("/").text

    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in page
    assert "Draw 3 Crisis cards" in page


@pytest.mark.parametrize(
    ("asked", "said"),
    [("es-MX,es;q=0.9", "Ronda 1"), ("pt-BR", "Rodada 1"), ("de, en;q=0.5", "Round 1")],
)
def test_the_browser_s_language_is_spoken(room: Room, asked: str, said: str) -> None:
    page = room.played().watching().get("/", Accept_Language=asked)

    assert said in page.text
    assert page.headers["Content-Language"] in asked


def test_a_switch_chooses_another_language_for_good(room: Room) -> None:
    phone = room.played().watching()

    switched = phone.get("/?lang=pt", Accept_Language="es")
    assert switched.status_code == 303
    assert switched.headers["Location"] == "/"
    assert "Rodada 1" in phone.get("/", Accept_Language="es").text


def test_programs_get_the_state_document_itself(room: Room) -> None:
    answer = room.played().watching().get("/api/state")

    assert answer.json == room.session.writer.current.with_odds()
    assert answer.json["outlook"]["odds"]["round"] == 1


def test_a_board_that_a_phone_has_already_is_not_sent_again(room: Room) -> None:
    phone = room.played().watching()
    tag = phone.get("/board").headers["ETag"]

    assert phone.get("/board", If_None_Match=tag).status_code == 304
    room.session.writer.ask("next")
    assert phone.get("/board", If_None_Match=tag).status_code == 200


def test_whatever_people_write_is_escaped(room: Room) -> None:
    room.played('challenge + "<script>alert(1)</script>"')
    board = room.watching().board()

    assert "<script" not in board
    assert "&lt;script&gt;alert(1)" in board


def test_a_warning_stays_on_the_page(room: Room) -> None:
    room.session.saved_games.warnings.append(games.game("daybreak").name)

    assert 'class="banner warning"' in room.watching().get("/").text


def test_a_game_that_has_ended_says_how(room: Room) -> None:
    room.played("set thermometer.bands 8")
    board = room.host().board()

    assert "The Thermometer has reached 2.0 °C: the game is lost." in board
    assert ">Next<" not in board
    assert "Undo: Temperature Bands set from 0 to 8" in board


def test_a_game_without_a_page_of_its_own_is_shown_in_its_own_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, "tally", "tests.support.tally:GAME")
    room = Room(tmp_path, "tally")
    phone = room.host()

    assert phone.post("/act", line="{input}", input="add 3", at="1").status_code == 303
    assert "3 more" in phone.board()
    assert phone.get("/do/anything").status_code == 404
    assert phone.get("/cards").status_code == 404
    room.session.close()


def test_an_unknown_page_is_refused_in_words_or_in_the_one_json_shape(room: Room) -> None:
    phone = room.watching()

    assert "There is no such page." in phone.get("/nowhere").text
    answer = phone.get("/nowhere", **AS_PROGRAM)
    assert answer.json == {"error": {"code": "not_found", "message": "There is no such page."}}


def test_a_part_that_is_missing_is_told_for_as_long_as_it_is(room: Room) -> None:
    phone = room.watching()
    room.session.report([say("Reader {zone}: {why}", zone="China", why="it is unplugged")])
    assert "Reader China: it is unplugged" in phone.board()

    room.session.report([])
    assert "Reader China" not in phone.board()


def test_another_language_leaves_the_rest_of_the_address_alone(room: Room) -> None:
    host = room.host()
    page = host.get("/setup?seat=china&seat=us").text

    assert 'href="/setup?seat=china&amp;seat=us&amp;lang=es"' in page
    answer = host.get("/setup?seat=china&seat=us&lang=es")
    assert answer.headers["Location"] == "/setup?seat=china&seat=us"


def test_another_language_never_leads_to_another_machine(room: Room) -> None:
    answer = room.watching().client.post(
        "/pair", headers=OURS | {"Referer": "http://localhost//evil.example/"}
    )

    assert 'href="/evil.example/?lang=pt"' in answer.text


def test_what_was_sent_is_read_in_another_language_on_the_page_it_came_from(room: Room) -> None:
    phone = room.played("to local").paired()
    form = "/do/play?power=china&stack=1"
    sent = {"line": "play {card} china 1", "card": "zzz", "origin": form}

    headers = {**OURS, "Referer": f"http://localhost{form}"}
    answer = phone.client.post("/act", data=sent, headers=headers)
    assert "There is no card zzz." in answer.text
    assert 'href="/do/play?power=china&amp;stack=1&amp;lang=pt"' in answer.text


def test_a_page_that_was_sent_does_not_refresh_itself_by_asking_again(room: Room) -> None:
    phone = room.played("to local").paired()

    answer = phone.post("/act", line="next", seen=1)
    assert answer.status_code == 409
    assert '<meta http-equiv="refresh" content="12; url=/">' in answer.text
    assert '<meta http-equiv="refresh" content="5">' in phone.get("/").text


def now_of(page: str) -> str:
    return page.partition('id="now"')[2].partition("</section>")[0]


def test_what_came_of_the_last_step_stands_beside_what_to_do_now(room: Room) -> None:
    room.played("to emissions", "set thermometer.bands 2", "to crisis")
    room.session.writer.ask("roll planetary amazon")

    assert "Dieback of the Amazon moves to space 1" in now_of(room.watching().get("/").text)


@pytest.mark.parametrize(
    ("lines", "offered"),
    [
        ((), "Show a Crisis card"),
        (("next",), "Keep a Global Project"),
        (("crisis 1.432", "to crisis", "set dice.rolls_due 0"), "Resolve 1.432 Oil Industry"),
        (("to crisis", "set dice.rolls_due 0"), "3 Crisis cards are left: tap them."),
    ],
)
def test_what_the_stage_asks_for_is_offered_where_it_is_asked(
    room: Room, lines: tuple[str, ...], offered: str
) -> None:
    assert offered in now_of(room.played(*lines).paired().get("/").text)


def test_the_forecast_is_asked_for_until_it_is_seen(room: Room) -> None:
    phone = room.played("to local").paired("us")
    assert "/do/crisis" in phone.board()

    room.session.writer.ask("crisis 1.415")
    assert "/do/crisis" not in phone.board()


def test_a_stack_says_why_its_action_cannot_be_taken(room: Room) -> None:
    board = room.played("to local", "tags 1.211 wind").paired("us").board()

    stack = board.partition("United States")[2].partition("Dirty Electricity Phaseout</a>")[2]
    assert "No action now: needs 1 × Incentive, has 0" in stack.partition("</li>")[0]


def test_a_game_that_is_over_offers_nothing_to_enter(room: Room) -> None:
    room.played("to emissions", "set thermometer.bands 8")
    board = room.host().board()

    assert "/do/" not in board
    assert "If the Emissions stage came now" not in board
    assert "Begin a new game" in board
    assert "Undo: " in board
    assert "Begin a new game" not in room.paired("china").board()


def test_an_answer_has_words_in_every_language(room: Room) -> None:
    room.played("to local", "next", "to crisis", "set thermometer.bands 4", "set dice.rolls_due 0")
    room.session.writer.ask("crisis 1.401")
    room.session.writer.ask("choose hand")

    assert "Elegido: una carta de la mano" in room.watching().board("es")


def test_the_end_leads_to_the_story_and_to_the_next_game(room: Room) -> None:
    room.played("set thermometer.bands 8")

    for phone in (room.paired("china"), room.paired("host"), room.watching()):
        assert 'href="/story"' in now_of(phone.get("/").text)
    assert "Begin a new game" in now_of(room.paired("host").get("/").text)
    assert "The host begins the next game" in now_of(room.paired("china").get("/").text)
