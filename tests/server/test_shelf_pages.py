"""The games that are kept, as the host looks after them."""

import json
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.message import say
from companion.table.script import Script
from tests.server.phone import Phone, Room


def test_the_host_begins_a_new_game_and_goes_back_to_the_old_one(room: Room) -> None:
    host = room.played("set trees 3").host()

    assert host.post("/games/new").headers["Location"] == "/setup"
    assert (room.session.place.number, room.document["round"]) == (2, 0)
    host.post("/games/1/resume")
    assert (room.session.place.number, room.document["trees"]) == (1, 3)
    assert host.act("undo").status_code == 200


def test_the_list_says_which_game_is_on_the_table(room: Room) -> None:
    host = room.played().host()
    host.post("/games/new")
    page = host.get("/games").text

    assert page.count("on the table") == 1
    assert page.index("on the table") < page.index("1 · Daybreak")


def test_an_archived_game_leaves_the_table(room: Room) -> None:
    host = room.played().host()

    host.post("/games/1/archive")
    assert room.session.place.number == 2
    assert "archived" in host.get("/games").text


def test_another_game_can_be_archived_while_people_play(room: Room) -> None:
    host = room.played().host()
    host.post("/games/new")

    host.post("/games/1/archive")
    assert room.session.place.number == 2


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
    assert room.session.place.number == 1
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
    monkeypatch.setattr(room.session.shelf, "resume", fail)

    assert host.post("/games/1/resume").status_code == status
    assert room.session.place.number == 2
    assert host.act("seat china").status_code == 200
