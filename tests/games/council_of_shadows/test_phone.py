"""The phone page of Council of Shadows: every form opens, every usual step is a touch or two."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from companion.match import worker
from tests.support.phone import OURS, Phone, Room

GAME = "council_of_shadows"
FORMS = sorted(
    file.stem for file in (Path(__file__).parents[3] / "web" / "games" / GAME / "forms").glob("*")
)
ASKED = {
    "correct": "path=players.red.energy",
    "card": "seat=red&card=ai-10",
    "lay": "seat=red&slot=1",
    **dict.fromkeys(
        ("automa", "bonus", "colony", "consume", "gain", "gift", "harvest", "upgrade"), "seat=red"
    ),
}


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(worker, "in_a_thread", lambda work: work())
    made = Room(tmp_path, GAME)
    yield made
    made.session.close()


def tell(room: Room, *lines: str) -> None:
    for line in lines:
        room.session.writer.ask(line)


def started(room: Room, *lines: str, detail: str = "full") -> None:
    tell(room, f"set detail {detail}", "seat red", "seat violet", "start", *lines)


def touch(phone: Phone, page: str, label: str) -> None:
    """Presses the button of this label, as it stands in the page, with what is ticked there."""
    for form in re.findall(r'<form class="act[^"]*".*?</form>', page, re.S):
        for attributes, inside in re.findall(r"<button([^>]*)>(.*?)</button>", form, re.S):
            words = re.sub(r"<svg.*?</svg>", "", inside, flags=re.S)
            if unescape(words).strip() == label:
                sent = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
                sent += re.findall(r'name="([^"]+)" value="([^"]*)" checked', form)
                sent += re.findall(r'name="([^"]+)" value="([^"]*)"', attributes)
                fields = MultiDict((name, unescape(value)) for name, value in sent)
                answer = phone.client.post("/act", data=fields, headers=OURS)
                assert answer.status_code == 303, answer.text
                return
    raise AssertionError(f"no button {label}")


def test_a_watcher_sees_how_to_join_before_the_start(room: Room) -> None:
    assert "Pair this phone to play" in room.watching().board()


def test_the_set_up_is_a_few_touches(room: Room) -> None:
    phone = room.paired("red")
    for label in ("Red", "Violet", "With leaders", "Violet: Ava", "Red: Zoe", "Follow: galaxies"):
        touch(phone, phone.board(), label)
    touch(phone, phone.board(), "Start")

    assert room.document["stage"] == "buy"
    assert room.document["players"]["violet"]["leader"] == "ava"
    assert room.document["detail"] == "galaxies"


def test_the_order_tokens_are_drawn_or_entered(room: Room) -> None:
    tell(room, "seat red", "seat violet")
    phone = room.paired("red")
    page = phone.get("/do/order").text
    touch(phone, page, "Violet, Red")
    assert room.document["order"] == ["violet", "red"]

    form = next(
        form
        for form in re.findall(r"<form.*?</form>", phone.board(), re.S)
        if "Draw the order" in form
    )
    drawn = re.findall(r'name="of" value="([^"]+)"', form)
    assert drawn == ["red violet", "violet red"]


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("detail", ["tracks", "full"])
def test_every_form_opens(room: Room, form: str, detail: str) -> None:
    if detail == "tracks" and form in ("colony", "tile"):
        return
    if form == "order":
        tell(room, "seat red", "seat violet")
    else:
        started(room, detail=detail)
    answer = room.paired("red").get(f"/do/{form}?{ASKED.get(form, '')}&part=1")

    assert answer.status_code == 200
    assert "<h1>" in answer.text


def test_energy_is_one_touch_and_an_ai_card_two(room: Room) -> None:
    started(room, detail="cards")
    phone = room.paired("red")
    touch(phone, phone.board(), "+5")
    page = phone.get("/do/card?seat=red").text
    touch(phone, page, "Buy")

    assert room.document["players"]["red"]["energy"] == 5
    assert room.document["players"]["red"]["ai_cards"] == 1


def test_cubes_and_scores_are_one_touch_each(room: Room) -> None:
    started(room, "to plan", "consume red 3", "consume violet 1", "to act", detail="galaxies")
    phone = room.paired("red")
    touch(phone, phone.board(), "+1 cube")
    touch(phone, phone.board(), "Next")
    touch(phone, phone.board(), "Score")

    assert room.document["players"]["red"]["energy"] == 4
    assert room.document["players"]["red"]["scored"] == ["grey"]


def test_a_prices_gems_are_asked_for_once(room: Room) -> None:
    started(room)
    phone = room.paired("red")
    assert "Nobody has read the price of ai-07" in phone.get("/do/card?seat=red&card=ai-07").text
    for gem in ("anthracite", "gold", "clear"):
        phone.act(f"set facts.ai.ai-07.cost.{gem} {1 if gem == 'gold' else 0}")
    touch(phone, phone.get("/do/card?seat=red&card=ai-07").text, "Buy ai-07")

    assert room.document["players"]["red"]["gems"] == {"anthracite": 1, "gold": 0, "clear": 0}


def test_an_unread_number_is_asked_for_when_everybody_has_planned(room: Room) -> None:
    started(room, "to plan", detail="cards")
    phone = room.paired("red")
    for slot, card in enumerate(("gems", "tower", "harvest"), start=1):
        phone.act(f"play red-{card} red {slot}")
    room.host().act("consume violet 3")
    for seen in (phone, room.host(), room.watching()):
        assert "What does" not in seen.board()

    assert "What does Red: Take gems consume?" in phone.get("/do/reveal").text
    phone.act("set facts.actions.gems 2")
    assert "What does" not in phone.get("/do/reveal").text
    touch(phone, phone.board(), "Lift the screens")
    assert room.document["players"]["red"]["round_consumption"] == 11


def test_a_seat_lays_its_plan_by_touches_and_takes_it_back(room: Room) -> None:
    started(room, "to plan", detail="cards")
    phone = room.paired("red")
    touch(phone, phone.board(), "Red: Discover +3")
    tell(room, "play violet-tower violet 1")
    board = phone.board()
    assert "consumption 23" in unescape(board)
    touch(phone, board, "Take it back")

    assert "consumption 20" in unescape(phone.board())
    assert room.session.writer.current.state.players["violet"].plan.cards == {"1": "violet-tower"}


def test_numbers_asked_for_are_buttons(room: Room) -> None:
    started(room, "set red.level 1", "set red.energy 20", "next", detail="cards")
    phone = room.paired("red")
    touch(phone, phone.board(), "Feudalism")
    tell(room, "to plan", "consume red 3", "consume violet 1", "to act", "next")
    touch(phone, phone.board(), "4")

    assert room.document["players"]["red"]["energy"] == 12


def test_the_account_and_the_end_are_shown_line_by_line(room: Room) -> None:
    started(room, "set red.level 3", "to plan", "consume red 3", "consume violet 1", "to act")
    tell(room, "to final", "play light-08 red", "gain red energy 2")
    page = unescape(room.paired("red").board())
    assert "Final account" in page
    assert "by hand" in page
    tell(room, "next", "next")

    assert "Red wins: the highest level." in unescape(room.watching().board())
    assert "The story of the game" in room.watching().board()


def test_every_stage_is_shown_in_every_language(room: Room) -> None:
    started(room, "set galaxies.blue.colonies.red 2")
    phone = room.paired("violet")
    steps = ("to plan", "consume red 3", "consume violet 1", "to act", "next", "score red all")
    for step in ("set red.energy 12", *steps, "set red.energy 40", "next", "choose science"):
        tell(room, step)
        for language in ("en", "es", "pt"):
            assert 'id="board"' in phone.board(language)


def test_the_setup_page_lists_the_facts_that_matter(room: Room) -> None:
    tell(room, "seat red", "seat violet")
    page = unescape(room.paired("red").get("/setup").text)

    assert "facts.back.blue.more" in page
    assert "facts.ai.ai-01.consumption" in page


def test_what_is_no_number_is_refused_by_the_form(room: Room) -> None:
    started(room)
    phone = room.paired("red")

    for path in ("players.red.hand", "facts.tower3", "galaxies.blue.station"):
        assert phone.get(f"/do/correct?path={path}&part=1").status_code == 409


def test_upgrades_are_named_on_the_board(room: Room) -> None:
    started(room, "buy red range 2 free")

    assert "slot 2 to parsec 2" in room.watching().board()


def usual_round(room: Room, *touches: str) -> int:
    """Red plays a second round from its phone; how often it touched it."""
    first = ("red-discover", "red-tower", "red-harvest")
    tell(room, "to plan", *(f"play {card} red {at}" for at, card in enumerate(first, start=1)))
    tell(room, "consume violet 1", "to act", "to buy")
    phone = room.paired("red")
    for label in touches:
        if room.document["stage"] == "plan" and room.document["players"]["red"]["ready"]:
            tell(room, "consume violet 1", "next")
        while room.document["turn"] == "violet":
            tell(room, "next")
        touch(phone, phone.board(), label)
    assert room.document["players"]["red"]["round_consumption"] is not None
    return len(touches)


def test_a_usual_round_takes_three_touches_a_player(room: Room) -> None:
    started(room, detail="cards")

    assert usual_round(room, "Next", "Red: Colonize +3", "+7") <= 3
    assert room.document["players"]["red"]["energy"] == 7


def test_with_galaxies_a_usual_round_takes_seven_touches(room: Room) -> None:
    started(room, detail="galaxies")
    cubes, scores = ("+1 cube",) * 3, "Score these, and end the turn"

    assert usual_round(room, "Next", "Red: Colonize +3", *cubes, "+2", scores) <= 7
    assert room.document["players"]["red"]["energy"] == 6


def test_a_turn_of_actions_is_ticked_and_ended_with_its_energy(room: Room) -> None:
    started(room, "to plan", "consume red 3", "consume violet 1", "to act", detail="galaxies")
    phone = room.paired("red")
    assert 'value="colony red 1 grey"' in phone.board()

    pattern = "[{placed;}; ]gain red energy 2; next"
    phone.post("/act", line=pattern, placed=["colony red 1 grey", "colony red 1 blue"])

    assert room.document["step"] == "score"
    assert room.document["players"]["red"]["cubes"] == 2
    assert room.document["players"]["red"]["energy"] == 2


def test_what_pays_is_ticked_and_scored_with_the_end_of_the_turn(room: Room) -> None:
    placed = ("colony red 1 grey", "next")
    lines = ("to plan", "consume red 3", "consume violet 1", "to act", *placed)
    started(room, *lines, detail="galaxies")
    phone = room.paired("red")
    assert re.search(r'value="score red grey" checked', phone.board())

    phone.post("/act", line="[{scored;}; ]next", scored="score red grey")

    assert room.document["turn"] == "violet"
    assert room.document["players"]["red"]["energy"] == 4


def test_a_turn_is_not_told_as_a_whole_where_it_may_be_asked_which_cube_comes_off(
    room: Room,
) -> None:
    lines = ("to plan", "consume red 3", "consume violet 1", "to act", "colony red 1 grey 2")
    started(room, *lines, "next", detail="galaxies")

    assert "Score every galaxy" in room.paired("red").board()
    assert 'name="scored"' not in room.paired("red").board()


def test_the_last_purchase_ends_the_turn(room: Room) -> None:
    started(room, detail="cards")
    phone = room.paired("red")
    pattern = "buy red ai-07[; {done}]"
    assert f'value="{pattern}"' in phone.board()

    phone.post("/act", line=pattern, done="next")

    assert room.document["turn"] == "violet"
