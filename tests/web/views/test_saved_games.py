"""The games that are kept, as the host looks after them."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.i18n.catalogs import Language
from companion.i18n.message import say
from companion.match.script import Script
from companion.storage.saved_games import FILE
from tests.support.phone import Job, Phone, Room


def test_the_host_begins_a_new_game_and_goes_back_to_the_old_one(room: Room) -> None:
    host = room.played("set trees 3").host()

    assert host.post("/games/new").headers["Location"] == "/setup"
    assert (room.session.active.number, room.document["round"]) == (2, 0)
    host.post("/games/1/resume")
    assert (room.session.active.number, room.document["trees"]) == (1, 3)
    assert host.act("undo").status_code == 200


def test_the_list_says_which_game_is_on_the_table(room: Room) -> None:
    host = room.played().host()
    host.post("/games/new")
    page = host.get("/games").text

    assert page.count("on the table") == 1
    assert page.index("on the table") < page.index("1 · Daybreak")


def test_a_game_of_another_kind_is_told_in_its_own_words(room: Room) -> None:
    host = room.played("set thermometer.bands 8").host()
    ended = room.session.writer.match
    result = Language("es", "daybreak").say(ended.game.guide(ended.state)[0])
    host.post("/games/new", game="naufragos")
    host.speak("es")

    page = host.get("/games").text
    assert result in page
    assert "Estados Unidos" in page
    assert "Estados Unidos" in host.get("/games/1/story").text


def test_a_phone_undoes_the_choice_of_a_game_until_something_was_done_in_it(room: Room) -> None:
    phone = room.paired("china")
    assert "Undo: the choice of Daybreak" in phone.board()
    room.session.writer.ask("seat china")
    assert "Undo: the choice" not in phone.board()
    phone.post("/choose")
    assert room.session.writer.match.game.id == "daybreak", "UNDO comes first"

    room.session.writer.ask("undo")
    phone.post("/choose")
    assert room.session.choosing
    assert "Undo: the choice" not in phone.board()


def test_an_archived_game_leaves_the_table(room: Room) -> None:
    host = room.played().host()

    host.post("/games/1/archive")
    assert room.session.active.number == 2
    assert "archived" in host.get("/games").text


def test_another_game_can_be_archived_while_people_play(room: Room) -> None:
    host = room.played().host()
    host.post("/games/new")

    host.post("/games/1/archive")
    assert room.session.active.number == 2


@pytest.mark.parametrize(("form", "name"), [("script", "table"), ("json", "json"), ("csv", "csv")])
def test_a_game_is_exported_in_every_form(room: Room, form: str, name: str) -> None:
    host = room.played("set trees 3").host()
    answer = host.get(f"/games/1/export?as={form}")

    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == f'attachment; filename="daybreak-1.{name}"'
    assert answer.text


def test_an_exported_script_plays_to_the_same_document(room: Room) -> None:
    host = room.played("set trees 3").host()
    script = host.get("/games/1/export?as=script").text
    played = Script(script, Path("export.table")).play().document

    assert {**played, "revision": 0} == {**room.document, "revision": 0}
    assert json.loads(host.get("/games/1/export?as=json").text)["document"] == room.document


def test_a_backup_is_made_and_named(room: Room) -> None:
    answer = room.played().host().post("/games/backup")

    assert "All games are in backup-" in answer.text
    assert list((room.session.folder / "backups").glob("backup-*.sqlite3"))


@pytest.mark.parametrize(
    "path", ["/games/9/resume", "/games/9/archive", "/games/new?", "/games/backup"]
)
def test_only_the_host_looks_after_games(room: Room, path: str) -> None:
    phone = room.paired("us")

    assert phone.post(path).status_code == 403
    assert phone.get("/games").status_code == 403
    assert phone.get("/games/1/export").status_code == 403


def test_a_game_that_is_not_there_is_not_found_and_the_table_stays(room: Room) -> None:
    host = room.played().host()

    for action in ("resume", "archive"):
        assert host.post(f"/games/9/{action}").status_code == 404
    assert host.get("/games/9/export").status_code == 404
    assert host.get("/games/1/export?as=exe").status_code == 404
    assert room.session.active.number == 1
    assert host.act("next").status_code == 200


@pytest.mark.parametrize(
    ("error", "status"),
    [(CompanionError(say("It is damaged."), "damaged"), 409), (KeyError("a mistake"), 500)],
)
def test_if_another_game_cannot_be_opened_this_one_goes_on(
    room: Room, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    def fail(number: int) -> None:
        raise error

    host: Phone = room.played("set trees 3").host()
    host.post("/games/new")
    monkeypatch.setattr(room.session.saved_games, "resume", fail)

    assert host.post("/games/1/resume").status_code == status
    assert room.session.active.number == 2
    assert host.act("seat china").status_code == 200


def rows(page: str) -> list[str]:
    """The games of the list, as somebody reads them."""
    listed = page.split('<li class="tall kept')[1:]
    return [" ".join(re.sub("<[^>]*>", " ", "<li " + row).split()) for row in listed]


def test_the_list_tells_who_played_and_how_it_ended(room: Room) -> None:
    host = room.played("set us.communities 12", seats="china us europe").host()
    host.post("/games/new")
    room.played()
    host.post("/games/new", game="naufragos")

    castaways, running, lost = rows(host.get("/games").text)
    assert "United States has 12 Communities in Crisis: the game is lost." in lost
    assert "China, United States, Europe" in lost
    assert "Unfinished, in round 1." in running
    assert "China, United States" in running
    assert "played today at " in running
    assert "on the table" in castaways


def test_a_game_has_the_name_that_people_gave_it(room: Room) -> None:
    host = room.played().host()
    host.post("/games/1/name", title="  Sunday   with <Ana> ")
    host.post("/games/new")

    new, named = rows(host.get("/games").text)
    assert "Sunday with &lt;Ana&gt; 1 · Daybreak" in named
    assert new.startswith("2 · Daybreak")
    host.post("/games/1/name", title="")
    assert "Sunday" not in host.get("/games").text


def test_a_name_is_no_longer_than_a_line(room: Room) -> None:
    host = room.host()
    host.post("/games/1/name", title="x" * 100)
    assert f'value="{"x" * 60}"' in host.get("/games").text


def test_nobody_names_a_game_that_is_not_there(room: Room) -> None:
    assert room.host().post("/games/99/name", title="x").status_code == 404
    assert room.paired().post("/games/1/name", title="x").status_code == 403


def test_a_damaged_file_of_names_stops_nothing(room: Room, tmp_path: Path) -> None:
    host = room.played().host()
    (tmp_path / "titles.json").write_bytes(b'{"games": "\xff"}')
    assert "1 · Daybreak" in host.get("/games").text

    assert host.post("/games/1/name", title="Sunday").status_code == 303
    assert "Sunday" in host.get("/games").text
    assert len(list(tmp_path.glob("titles.json.broken-*"))) == 1


def test_names_that_cannot_be_kept_are_refused_in_a_sentence(room: Room, tmp_path: Path) -> None:
    (tmp_path / "titles.json").mkdir()
    (tmp_path / "titles.json" / "something").touch()
    host = room.played().host()
    assert host.get("/games").status_code == 200
    assert "cannot be written" in host.post("/games/1/name", title="Sunday").text


def test_a_game_that_cannot_be_followed_is_listed_without_its_result(
    room: Room, tmp_path: Path
) -> None:
    host = room.played("set us.communities 12").host()
    with closing(sqlite3.connect(tmp_path / FILE)) as file, file:
        file.execute("UPDATE game SET name = 'checkers'")
        file.execute("UPDATE game_again SET name = 'checkers'")
    host.post("/games/new")
    assert "1 · checkers finished" in rows(host.get("/games").text)[1]


def test_the_list_comes_before_the_results_do(jobs: list[Job], room: Room) -> None:
    host = room.played("set us.communities 12").host()
    host.post("/games/new")
    page = host.get("/games").text
    assert "1 · Daybreak finished" in rows(page)[1]
    assert '<meta http-equiv="refresh" content="2">' in page
    host.get("/games")
    assert len(jobs) == 1

    jobs.pop()()
    page = host.get("/games").text
    assert "the game is lost." in rows(page)[1]
    assert "refresh" not in page
    assert jobs == []
