"""The story of a game as a page, for whoever was there."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.games import Recap
from tests.support.games.more_games import install
from tests.support.phone import AS_PROGRAM, Job, Room, why

LOST = (
    *("to local", "set china.dirty 3", "to crisis"),
    *("roll planetary weather", "set thermometer.bands 8"),
)


def scripts_of(page: str) -> list[str]:
    """The file of each script; one that brings its own text has none, and is listed as it is."""
    found = re.findall(r"<script.*?</script>", page, re.DOTALL | re.IGNORECASE)
    ours = r'<script type="module" src="/files/static/(\w+\.js)[^">]*"></script>'
    return [known[1] if (known := re.fullmatch(ours, each)) else each for each in found]


def test_the_story_is_told_in_words_and_drawings(room: Room) -> None:
    page = room.played(*LOST).watching().get("/story").text

    assert "The Thermometer has reached 2.0 °C: the game is lost." in page
    assert "Round 1: 2.0 °C at its end" in page
    assert "China: from 22 to 16 carbon a round" in page
    assert page.count('role="img"') == 4


def test_the_drawings_are_well_formed_and_bring_nothing_that_the_page_forbids(room: Room) -> None:
    page = room.played(*LOST).watching().get("/story").text

    assert scripts_of(page) == ["share.js"]
    assert " style=" not in page
    assert "<style" not in page
    for figure in page.split("<figure>")[1:]:
        ElementTree.fromstring(figure.partition("</figure>")[0])


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "The story of the game"),
        ("es", "La historia de la partida"),
        ("pt", "A história da partida"),
    ],
)
def test_it_is_told_in_the_reader_s_language(room: Room, language: str, title: str) -> None:
    page = room.played(*LOST).watching().get("/story", Accept_Language=language).text

    assert title in page
    assert ("carbon emitted" in page) == (language == "en")


def test_whatever_people_write_is_escaped_in_it(room: Room) -> None:
    room.played('challenge + "<script>alert(1)</script>"', *LOST)

    assert scripts_of(room.watching().get("/story").text) == ["share.js"]


def test_a_game_that_goes_on_can_be_told_as_well(room: Room) -> None:
    assert "This game has not started." in room.watching().get("/story").text

    assert "The game goes on." in room.played().watching().get("/story").text


def test_the_end_of_a_game_leads_to_its_story(room: Room) -> None:
    phone = room.played().watching()
    assert 'href="/story"' not in phone.board()

    room.session.writer.ask("set thermometer.bands 8")
    assert 'href="/story"' in phone.board()


def test_the_host_finds_the_story_of_every_kept_game(room: Room) -> None:
    host = room.played(*LOST).host()
    host.post("/games/new")

    assert 'href="/games/1/story"' in host.get("/games").text
    assert "the game is lost" in host.get("/games/1/story").text
    assert "This game has not started." in host.get("/story").text
    assert host.get("/games/9/story").status_code == 404
    assert room.paired("us").get("/games/1/story").status_code == 403


def test_what_was_undone_is_told_no_more(room: Room) -> None:
    phone = room.played(*LOST).watching()
    assert "is lost" in phone.get("/story").text

    room.session.writer.ask("undo")
    assert "is lost" not in phone.get("/story").text


def test_nobody_waits_for_it_and_the_page_asks_again(room: Room, jobs: list[Job]) -> None:
    phone = room.played(*LOST).watching()

    early = phone.get("/story").text
    assert "It is being told: one moment" in early
    assert '<meta http-equiv="refresh" content="2">' in early
    jobs.pop()()
    told = phone.get("/story").text
    assert "the game is lost" in told
    assert "refresh" not in told


def test_a_story_that_cannot_be_told_is_a_fault_in_the_one_shape(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    rules = room.session.writer.match.game
    broken = Recap(story=fail, document=fail, describe=fail, draw=fail, panels=fail)  # type: ignore[arg-type]
    monkeypatch.setattr(type(rules), "recap", broken)
    answer = room.played().watching().get("/story", **AS_PROGRAM)

    assert (answer.status_code, why(answer)) == (500, "internal")


def test_a_game_that_cannot_be_told_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, "tally", "tests.support.tally:GAME")
    room = Room(tmp_path, "tally")
    answer = room.watching().get("/story", **AS_PROGRAM)

    assert (answer.status_code, why(answer)) == (404, "no_outlook")
    room.session.close()


def test_it_is_kept_as_one_picture(room: Room) -> None:
    answer = room.played(*LOST).watching().get("/story.svg")

    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="daybreak.svg"'
    assert "The Thermometer has reached 2.0" in "".join(
        ElementTree.fromstring(answer.data).itertext()
    )


def test_a_game_that_has_ended_can_be_handed_to_an_app_that_keeps_plays(room: Room) -> None:
    goes_on = room.played("to local").watching().get("/story").text
    assert "BG Stats" not in goes_on

    room.session.writer.ask("set thermometer.bands 8")
    page = room.watching().get("/story").text

    assert 'href="https://app.bgstatsapp.com/createPlay.html?data=%7B%22' in page
    assert 'class="qr"' in page


def test_the_clock_is_shown_to_who_wants_it(room: Room) -> None:
    phone = room.played("to local").paired()
    assert "This evening" not in phone.board()

    phone.post("/clock", on="1")
    assert "This evening" in phone.board()
    assert "This evening" in room.watching().get("/wall").text
    phone.post("/clock", on="0")

    assert "This evening" not in phone.board()
    assert room.watching().post("/clock", on="1").status_code == 403


def test_a_game_that_tells_no_story_has_no_picture_of_it(tmp_path: Path) -> None:
    room = Room(tmp_path, "")

    answer = room.watching().get("/story.svg")

    assert answer.status_code == 404
    assert "cannot be told afterwards" in answer.text
    room.session.close()
