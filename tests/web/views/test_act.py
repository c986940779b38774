"""What a paired phone can do at the table, as a program or by forms."""

from concurrent.futures import ThreadPoolExecutor
from html import unescape

import pytest

from companion.games.daybreak.model.terms import EFFECTS
from companion.web.live.form_to_line import filled_up
from tests.support.phone import AS_PROGRAM, OURS, Phone, Room, said, why


@pytest.mark.parametrize("path", ["round", "dice.rolls_due", "drawdown", "recent", "crises.due"])
def test_every_number_of_the_table_can_be_put_right_from_a_phone(room: Room, path: str) -> None:
    room.played("to local")

    assert f'href="/do/correct?path={path}&amp;' in room.paired().board()
    assert f'href="/do/correct?path={path}&amp;' not in room.watching().board()


def test_a_card_under_a_project_whose_tags_nobody_knows_asks_for_them(room: Room) -> None:
    tucked = ("tuck 1.100 under 1.302 by china", "tuck 1.004 under 1.302 by china")
    room.played("next", "project 1.302", "next", "tags 1.100 innovation innovation", *tucked)
    phone = room.paired()
    assert "1.004: which tags?" in phone.board()

    phone.post("/act", line="tags 1.004 {tags}", tags="regulation")
    assert "1.004: which tags?" not in phone.board()


def test_a_line_counts_and_is_told_in_words(room: Room) -> None:
    answer = room.played().paired().act("set china.dirty 3")

    assert answer.status_code == 200
    assert answer.json == {
        "revision": room.revision,
        "label": "China: Dirty Energy set from 9 to 3",
        "told": [],
        "result": "China: Dirty Energy set from 9 to 3",
        "asks": False,
    }
    assert room.document["powers"]["china"]["dirty"] == 3


def test_a_refused_line_says_why_and_changes_nothing(room: Room) -> None:
    before = room.played().revision
    answer = room.paired().act("play 1.004 china 1")

    assert answer.status_code == 409
    assert why(answer) == "not_your_stage"
    assert room.revision == before


def test_the_same_tap_sent_twice_counts_once(room: Room) -> None:
    phone = room.played("to local").paired()

    before = room.revision
    answers = [said(phone.act("set trees 3", id="tap-1")) for _ in range(2)]
    assert answers[0] == answers[1]
    assert room.revision == before + 1


def test_two_phones_with_the_same_id_are_two_phones(room: Room) -> None:
    room.played()
    one, two = room.paired("us"), room.paired("china")

    one.act("set trees 3", id="1")
    two.act("set oceans 3", id="1")
    assert (room.document["trees"], room.document["oceans"]) == (3, 3)


def test_two_who_undo_the_same_mistake_take_back_one_step(room: Room) -> None:
    room.played("set trees 3")
    one, two, seen = room.paired("us"), room.paired("china"), room.revision

    assert one.act("undo", seen=seen).status_code == 200
    assert why(two.act("undo", seen=seen)) == "moved_on"
    assert room.document["trees"] == 11


def test_a_form_about_another_game_is_refused(room: Room) -> None:
    phone = room.played("to local").paired()
    number, revision = room.session.active.number, room.revision
    room.session.begin("daybreak")
    before = room.revision

    answer = phone.post("/act", line="seat us", game=number, at=revision)
    assert answer.status_code == 409
    assert "The table has moved on" in answer.text
    assert room.revision == before


def test_a_correction_is_refused_if_another_phone_corrected_the_same_number(room: Room) -> None:
    one, two = room.played().paired("us"), room.paired("china")

    assert one.act("set trees 3", expects={"trees": 11}).status_code == 200
    assert why(two.act("set trees 9", expects={"trees": 11})) == "moved_on"


def test_corrections_of_different_numbers_at_once_all_count(room: Room) -> None:
    room.played()
    numbers = ["trees", "oceans", "dac", "recent"]
    phones = [room.paired("us") for _ in numbers]

    def correct(phone: Phone, number: str) -> int:
        was = room.document[number]
        return phone.act(f"set {number} {was + 1}", expects={number: was}).status_code

    with ThreadPoolExecutor() as pool:
        assert set(pool.map(correct, phones, numbers)) == {200}


def test_two_phones_that_act_in_the_same_second_both_count(room: Room) -> None:
    before = room.played("to local").revision
    phones = [room.paired("us"), room.paired("china")]
    lines = ["play 1.004 us 1", "play 1.005 china 2"]

    with ThreadPoolExecutor() as pool:
        answers = list(pool.map(lambda each: each[0].act(each[1]), zip(phones, lines, strict=True)))

    assert {answer.status_code for answer in answers} == {200}
    assert room.revision == before + 2


def test_a_preview_tells_what_would_happen_and_keeps_nothing(room: Room) -> None:
    before = room.played("to emissions", "next").revision
    answer = room.paired().ask("/api/preview", line="next")

    assert any("emits" in line for line in said(answer)["told"])
    assert room.revision == before


def test_a_preview_is_refused_as_the_line_itself_would_be(room: Room) -> None:
    phone = room.played().paired()

    assert why(phone.ask("/api/preview", line="play 1.004 china 1")) == "not_your_stage"
    assert why(phone.ask("/api/preview", line="what is this")) == "malformed"


@pytest.mark.parametrize("name", ["/etc/passwd", "../box.toml", "own.toml", '{"id": "x"}'])
def test_a_phone_cannot_name_a_file(room: Room, name: str) -> None:
    assert why(room.paired().act(f"box {name}")) == "no_files"


def test_a_box_that_ships_with_the_game_can_be_named(room: Room) -> None:
    assert room.paired().act("box standin").status_code == 200


def test_a_form_plays_a_card_by_its_number_or_its_name(room: Room) -> None:
    phone = room.played("to local").paired()
    at = str(room.revision)

    assert "Play" in phone.get("/do/play?power=china&stack=2").text
    phone.post("/act", line="play {card} china 2", card="1.004 Social Movements", at=at)
    phone.post("/act", line="tuck {card} china 2", card="environmental movement", at=at)
    assert room.document["powers"]["china"]["stacks"][1]["cards"] == ["1.004", "1.206", "1.005"]


def test_an_empty_field_is_asked_for(room: Room) -> None:
    phone = room.played("to local").paired()
    form = "/do/play?power=china&stack=2"
    answer = phone.post("/act", line="play {card} china 2", card=" ", origin=form)

    assert answer.status_code == 400
    assert "please fill in every field" in answer.text


def test_a_refused_form_comes_back_with_the_reason_and_what_was_entered(room: Room) -> None:
    phone = room.played("to local").paired()
    form = "/do/play?power=china&stack=2"
    answer = phone.post("/act", line="play {card} china 2", card="1.415", origin=form)

    assert answer.status_code == 409
    assert "is not a Local Project" in answer.text
    assert 'value="1.415"' in answer.text


def test_a_refused_button_says_why_on_the_board(room: Room) -> None:
    room.played()
    seen = str(room.revision)
    phone = room.paired()
    room.session.writer.ask("next")
    answer = phone.post("/act", line="next", at=seen, seen=seen)

    assert answer.status_code == 409
    assert "The table has moved on; please look again." in answer.text
    assert 'id="board"' in answer.text


def test_a_form_sent_twice_counts_once(room: Room) -> None:
    phone = room.played().paired()
    before = room.revision

    for _ in range(2):
        assert phone.post("/act", line="set trees 3", at=str(before)).status_code == 303
    assert room.revision == before + 1


def test_a_form_can_preview_without_javascript(room: Room) -> None:
    phone = room.played("to local").paired()
    form = "/do/act?power=china&stack=1"
    before = room.revision
    answer = phone.post("/act", line="act china 1", origin=form, preview="1")

    assert answer.status_code in (200, 409)
    assert room.revision == before


def test_the_page_s_own_script_gets_the_same_answers_as_json(room: Room) -> None:
    phone = room.played("to local").paired()
    sent = {"line": "discard {card} china", "card": "?", "at": "1"}
    headers = {**OURS, **AS_PROGRAM}

    assert phone.client.post("/act", data=sent | {"preview": "1"}, headers=headers).json == {
        "label": "China discards a card from the hand",
        "told": ["China discards a card from the hand."],
    }
    done = said(phone.client.post("/act", data=sent, headers=headers))
    assert done["revision"] == room.revision
    wrong = phone.client.post("/act", data={"line": "roll planetary six"}, headers=headers)
    assert why(wrong) == "unknown_face"


def test_the_companion_rolls_a_die_that_is_due(room: Room) -> None:
    room.played("to crisis", "set dice.rolls_due 1")
    phone = room.paired()
    faces = list(EFFECTS)
    assert "Roll the die here" in phone.board()

    phone.post("/act", line="roll planetary {face}", draw="face", of=faces)
    assert room.document["dice"]["last"]["face"] in faces
    assert room.document["dice"]["rolls_due"] == 0


def test_ticked_inputs_are_one_line_and_one_undo(room: Room) -> None:
    room.played("to local")
    ticked = ["set trees 3", "set dac 4"]

    room.paired().post("/act", line="[{placed;}; ]set recent 2", placed=ticked)

    assert room.session.writer.current.step.line == "set trees 3; set dac 4; set recent 2"
    assert [room.document[path] for path in ("trees", "dac", "recent")] == [3, 4, 2]
    room.paired().act("undo")
    assert room.document["dac"] == 0


def test_nothing_ticked_is_left_out(room: Room) -> None:
    room.played("to local").paired().post("/act", line="[{placed;}; ]set recent 2")

    assert room.session.writer.current.step.line == "set recent 2"


def test_a_wooden_die_is_entered_by_its_face(room: Room) -> None:
    room.played("to crisis", "set dice.rolls_due 1")
    phone = room.paired()
    assert 'value="roll planetary arctic"' in phone.board()

    phone.post("/act", line="roll planetary arctic")
    assert room.document["dice"]["last"]["face"] == "arctic"


def test_what_a_card_asks_is_answered_by_a_button(room: Room) -> None:
    room.played("to local", "tags 1.207 society", "act china 3 paying ?")
    board = room.paired().board()
    options = room.document["prompt"]["options"]

    assert options
    assert all(f'value="choose {option}"' in board for option in options)


def test_one_of_several_effects_is_chosen_by_its_words(room: Room) -> None:
    room.played("to local", "tags 1.209 grid", "act china 5")
    board = room.paired().board()

    assert 'value="choose 2"' in board
    assert "give 2 Clean Energy to another power" in board


def test_cards_under_a_project_are_spent_or_not(room: Room) -> None:
    room.played("next", "project 1.320", "next", "tags 1.004 regulation geoengineering innovation")
    room.session.writer.ask("tuck 1.004 under 1.320 by us")
    phone = room.paired("us")
    form = phone.get("/do/act?project=1.320").text
    assert "Cards to spend from under it" in form
    line = "act {power} 1.320[ paying {cards}]"

    told = said(
        phone.client.post(
            "/act",
            data={"line": line, "power": "us", "cards": "1.004", "preview": "1"},
            headers=OURS | AS_PROGRAM,
        )
    )
    assert "discards" in str(told["told"])
    assert phone.post("/act", line=line, power="us").status_code == 303
    assert room.document["prompt"]["kind"] == "roll"


def test_undo_and_redo_say_what_they_would_take_back(room: Room) -> None:
    room.played("set trees 3", "set oceans 2", "undo")
    board = room.paired().board()

    assert "Undo: Trees set from 11 to 3" in board
    assert "Redo: Oceans set from 7 to 2" in board


def test_any_number_can_be_corrected_in_a_form(room: Room) -> None:
    phone = room.played().paired()
    path = "powers.china.emissions.industry"
    form = phone.get(f"/do/correct?path={path}").text

    assert "China: Industry" in form
    was = room.document["powers"]["china"]["emissions"]["industry"]
    assert f'value="{path}={was}"' in form
    phone.post("/act", line=f"set {path} {{value}}", value="1", expects=f"{path}={was}")
    assert room.document["powers"]["china"]["emissions"]["industry"] == 1


def test_who_sits_where_is_put_right_in_a_form(room: Room) -> None:
    phone = room.played(seats="china us europe").paired()
    assert "/do/seats" in phone.board()

    form = unescape(phone.get("/do/seats").text)
    assert "China → United States → Europe" in form
    line = 'set seats ["china", "europe", "us"]'
    assert f'value="{line}"' in form
    phone.post("/act", line=line)

    assert room.document["seats"] == ["china", "europe", "us"]


def test_a_card_is_tucked_behind_the_one_that_was_chosen(room: Room) -> None:
    phone = room.played("to local", "play 1.133 china 2").paired()
    assert "1.133 Long Range Transmission" in phone.get("/do/tuck?power=china&stack=2").text

    line = "tuck {card} china 2[ at {position}]"
    phone.post("/act", line=line, card="1.005", position="1")
    phone.post("/act", line=line, card="1.035", position="")
    cards = room.document["powers"]["china"]["stacks"][1]["cards"]
    assert [cards[0], cards[1], cards[-1]] == ["1.133", "1.005", "1.035"]


def test_what_people_did_for_a_card_is_entered_as_one_step(room: Room) -> None:
    phone = room.played("to local", "play 1.017 china 3", "act china 3 paying ?").paired()
    form = phone.get("/do/result").text
    assert 'name="answer:communities" value="0" min="0"' in form, "there is none to take away"

    was = room.document["powers"]["china"]
    changes = {"answer:clean": "2", "answer:trees": "0", "answer:dirty": "-1"}
    phone.post("/act", line="choose {answer,}", **changes)
    now = room.document["powers"]["china"]
    assert (now["clean"], now["dirty"]) == (was["clean"] + 2, was["dirty"] - 1)
    room.session.writer.ask("undo")
    assert room.document["powers"]["china"] == was


FORMS = (
    *("play?power=us&stack=5", "tuck?power=us&stack=1", "act?power=us&stack=1", "discard?power=us"),
    *(
        "hand?power=us",
        "support?under=1.309",
        "project",
        "crisis",
        "correct?path=drawdown",
        "tags?card=1.004",
    ),
    *("correct?path=thermometer.bands", "target", "lose", "result", "challenge"),
    *("act?project=1.309", "act?power=us&stack=2"),
)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_the_game_opens_as_a_page_and_as_a_part(room: Room, form: str) -> None:
    room.played("next", "project 1.309", "next", "discard 1.211 us")
    phone = room.paired("us")

    assert phone.get(f"/do/{form}").status_code == 200
    part = phone.get(f"/do/{form}{'&' if '?' in form else '?'}part=form")
    assert part.status_code == 200
    assert "<html" not in part.text


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ("play?power=atlantis&stack=1", "unknown_power"),
        ("play?power=china&stack=9", "no_such_stack"),
        pytest.param(f"play?power=china&stack={'9' * 5000}", "no_such_stack", id="endless"),
        ("play", "unknown_power"),
        ("correct?path=facts.id", "unknown_path"),
        ("correct?path=../../etc", "unknown_path"),
        ("correct?path=powers.china", "unknown_path"),
        ("support?under=nothing", "unknown_card"),
        ("act?project=1.309", "not_in_play"),
        ("../board", "not_found"),
        ("nonsense", "not_found"),
    ],
)
def test_a_form_for_what_is_not_there_is_refused(room: Room, form: str, code: str) -> None:
    phone = room.played("to local").paired()

    assert why(phone.get(f"/do/{form}", **AS_PROGRAM)) == code


@pytest.mark.parametrize("text", ["432", "1432", "industry pollu", "1.432 Oil Industry"])
def test_a_card_is_found_by_what_people_type(room: Room, text: str) -> None:
    phone = room.played().paired()

    phone.post("/act", line="crisis {card}", card=text, kind="crisis")
    assert room.document["crises"]["forecast"] == "1.432"


def test_several_cards_are_told_by_number_and_name(room: Room) -> None:
    answer = room.played().paired().post("/act", line="crisis {card}", card="1", kind="crisis")

    assert answer.status_code == 409
    assert "Several cards are like 1: 1.4" in answer.text


@pytest.mark.parametrize(
    ("given", "cards"),
    [
        (["?*1"], ["?"]),
        (["1.068", "?*1"], ["1.068"]),
        (["1.068", "?*2"], ["1.068", "?"]),
        (["?*3"], ["?", "?", "?"]),
        (["1.068"], ["1.068"]),
    ],
)
def test_any_cards_do_for_those_that_nobody_names(given: list[str], cards: list[str]) -> None:
    assert filled_up(given) == cards


def test_a_hand_is_ticked_in_a_list_and_its_cards_stand_on_the_board(room: Room) -> None:
    phone = room.played("to local").paired("china")
    assert 'name="held" value="1.067"' in phone.get("/do/hand?power=china").text

    phone.post("/act", line="hand china {held}", held=["", "1.067", "1.108"])
    board = phone.board()
    assert 'type="radio" name="card" value="1.067"' in board
    assert 'name="line" value="play {card} china 2"' in board

    lines = ["", "act china 1 paying {card}"]  # that of the button, after that of the form
    phone.post("/act", line=lines, card="1.067", expects="prompt.kind=none")
    assert room.document["prompt"]["kind"] == "tags"
    room.session.writer.ask("choose 2")
    assert room.document["powers"]["china"]["hand"] == ["1.108"]


def test_a_list_of_cards_has_none_that_lies_elsewhere(room: Room) -> None:
    room.played("to local", "play 1.017 us 3", "hand us 1.067")
    form = room.paired("china").get("/do/play?power=china&stack=2").text
    assert 'value="play 1.096 china 2"' in form, "a number of which no pack says anything"
    assert 'value="play 1.035 china 2"' in form
    for elsewhere in ("1.017", "1.067", "1.205", "1.211"):  # laid, held by others, not China's
        assert f'value="play {elsewhere} china 2"' not in form


def test_any_card_pays_with_one_touch(room: Room) -> None:
    phone = room.played("to local", "tags 1.205 grid").paired("china")
    form = phone.get("/do/act?power=china&stack=1").text
    assert 'name="card" value="?*1"' in form

    phone.post("/act", line="act china 1 paying {card}", card=["", "?*1"])
    assert room.document["powers"]["china"]["clean"] == 4
