"""What a page reads out: what to do for who begins, then what they have not heard yet."""

from tests.support.phone import Phone, Room, said


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
    assert "China: compra de 5." in str(told["to_do"])


def test_an_odd_position_is_none(room: Room) -> None:
    assert heard(room.played().watching(), "yesterday")["happened"] == []
    assert heard(room.watching(), "1-99999999")["at"] == "1-4"
