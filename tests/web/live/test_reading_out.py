"""What a page reads out: what to do for who begins, then what they have not heard yet."""

from contextlib import closing
from pathlib import Path

from companion.storage.mark import Mark
from tests.support.phone import Phone, Room, create_app, said


def heard(phone: Phone, since: str = "") -> dict[str, object]:
    found: dict[str, object] = said(phone.get(f"/api/spoken?since={since}"))
    return found


def test_who_begins_hears_what_to_do_and_then_what_happens(room: Room) -> None:
    phone = room.played("to local").watching()
    begun = heard(phone)
    room.session.writer.ask("set china.communities 3")

    told = heard(phone, str(begun["at"]))

    assert begun["happened"] == []
    assert "China draws 5." in str(begun["to_do"])
    assert told["happened"] == ["China: Communities in Crisis set from 0 to 3."]
    assert told["to_do"] == []


def test_nothing_is_said_twice(room: Room) -> None:
    phone = room.played().watching()
    begun = heard(phone)

    again = heard(phone, str(begun["at"]))

    assert again == begun | {"to_do": []}


def test_a_moment_that_matters_has_a_sound(room: Room) -> None:
    phone = room.played().watching()
    begun = heard(phone)
    room.session.writer.ask("set china.communities 12")

    assert "end" in str(heard(phone, str(begun["at"]))["moments"])


def test_another_game_on_the_table_is_told_from_its_beginning(room: Room) -> None:
    phone = room.played().watching()
    begun = heard(phone)
    room.session.begin("naufragos")

    told = heard(phone, str(begun["at"]))

    assert told["at"] != begun["at"]
    assert told["happened"] == []


def test_it_is_said_in_the_language_of_the_page_by_a_voice_that_speaks_it(room: Room) -> None:
    phone = room.played("to local").watching()
    phone.speak("pt")

    told = heard(phone)

    assert told["voice"] == "pt-BR"
    assert "China: comprar 5." in str(told["to_do"])


def test_an_odd_position_is_none(room: Room) -> None:
    assert heard(room.played().watching(), "yesterday")["happened"] == []
    assert heard(room.watching(), "1-99999999")["at"] == "1-4"


def test_a_paired_phone_switches_the_loudspeaker_of_the_table(tmp_path: Path) -> None:
    room, loudspeaker = Room(tmp_path), Mark(tmp_path / "aloud")
    with closing(room.session):
        room.app = create_app(*(room.session, room.pairing, room.streams), loudspeaker=loudspeaker)
        host = room.host()
        assert "The table reads out what happens" in host.get("/").text

        host.post("/aloud", on="1")
        assert (tmp_path / "aloud").exists()
        assert "The table falls silent" in host.get("/").text
        host.post("/aloud", on="0")

        assert not (tmp_path / "aloud").exists()
        assert room.watching().post("/aloud", on="1").status_code == 403


def test_without_a_loudspeaker_there_is_nothing_to_switch(room: Room) -> None:
    host = room.host()

    assert "The table reads out" not in host.get("/").text
    assert host.post("/aloud", on="1").status_code == 404
