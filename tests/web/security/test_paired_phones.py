"""Pairings that last: beyond a restart, a power cut, and whatever happens to their file."""

import json
from pathlib import Path

import pytest

from companion.i18n.message import Message
from companion.notifier import News, Notifier
from companion.web.security.paired_phones import FILE, PhoneStore
from companion.web.security.pairing import DAY, UNUSED_S, Pairing
from tests.support.phone import HeldClock, Phone, Room, said, why

SECRET = "companion"


class Shop:
    """A pairing that is begun anew on the same file, as after a restart; and what it said."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / FILE
        self.clock = HeldClock()
        self.told: list[str] = []
        self.faults: tuple[Message, ...] = ()
        self.notifier = Notifier()

    def open(self) -> Pairing:
        book = PhoneStore(self.file, lambda message: self.told.append(str(message)), self.report)
        return Pairing(self.clock, book, self.clock.today, self.notifier)

    def report(self, faults: tuple[Message, ...]) -> None:
        self.faults = faults


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path)


def again(room: Room, phone: Phone, folder: Path) -> tuple[Room, Phone]:
    """The same phone at the same table after a restart: the page sends the cookies it had."""
    cookies = {name: phone.client.get_cookie(name) for name in (SECRET, "device")}
    room.session.close()
    later = Room(folder)
    same = later.watching()
    for name, cookie in cookies.items():
        assert cookie
        same.client.set_cookie(name, cookie.value)
    return later, same


def test_a_restart_unpairs_nobody(shop: Shop) -> None:
    pairing = shop.open()
    host = pairing.pair(pairing.code, "host", "10.0.0.1", "a phone")
    seat = pairing.pair(pairing.code, "china", "10.0.0.2")
    before = pairing.phones()

    later = shop.open()
    assert later.phones() == before
    assert [later.find(secret) for secret in (host, seat)] == before
    assert [phone.role for phone in before] == ["host", "china"]
    assert later.knows("10.0.0.2")
    assert later.code != pairing.code


def test_nothing_in_the_file_lets_anybody_act(shop: Shop) -> None:
    pairing = shop.open()
    secret = pairing.pair(pairing.code, "host", "10.0.0.1", "a phone")
    kept = shop.file.read_text()

    assert secret not in kept
    assert "a phone" not in kept
    for word in json.loads(kept)["phones"]:
        assert shop.open().find(word) is None


def test_the_same_input_after_a_restart_counts_once(tmp_path: Path) -> None:
    room = Room(tmp_path)
    phone = room.paired("china")
    first = said(phone.act("seat china", id="tap-1"))

    room, phone = again(room, phone, tmp_path)
    assert said(phone.act("seat china", id="tap-1"))["revision"] == first["revision"]
    assert room.revision == first["revision"]
    room.session.close()


def test_a_pairing_that_the_host_ended_stays_ended(tmp_path: Path) -> None:
    room = Room(tmp_path)
    host, phone = room.host(), room.paired("us")
    host.post("/phones/end")

    room, phone = again(room, phone, tmp_path)
    assert why(phone.act("seat us")) == "not_paired"
    page = phone.get("/").text
    assert "This phone is no longer paired: it only watches." in page
    assert 'data-role=""' in page
    phone.post("/pair", code=room.pairing.code, role="us")
    assert "no longer paired" not in phone.get("/").text
    room.session.close()


def test_whoever_never_was_paired_is_not_told_of_it(room: Room) -> None:
    assert "no longer paired" not in room.watching().get("/").text


@pytest.mark.parametrize(("away", "known"), [(UNUSED_S, True), (UNUSED_S + 1, False)])
@pytest.mark.parametrize("restart", [False, True])
def test_a_phone_that_was_away_for_a_month_is_forgotten(
    shop: Shop, away: float, known: bool, restart: bool
) -> None:
    pairing = shop.open()
    secret = pairing.pair(pairing.code, "china", "10.0.0.9")
    shop.clock.sleep(away)
    if restart:
        pairing = shop.open()

    assert bool(pairing.phones()) is known
    assert bool(pairing.find(secret)) is known


def test_a_phone_that_is_used_from_time_to_time_stays_paired(shop: Shop) -> None:
    pairing = shop.open()
    secret = pairing.pair(pairing.code, "china", "10.0.0.9")
    for _ in range(4):
        shop.clock.sleep(UNUSED_S - DAY)
        pairing = shop.open()
        assert pairing.find(secret)


def test_a_day_of_use_is_written_once(shop: Shop) -> None:
    pairing = shop.open()
    secret = pairing.pair(pairing.code, "china", "10.0.0.9")
    shop.file.unlink()
    shop.clock.sleep(DAY - 1)
    pairing.find(secret)
    assert not shop.file.exists()
    shop.clock.sleep(1)
    pairing.find(secret)
    assert shop.file.exists()


def test_a_phone_is_known_by_the_address_from_which_it_comes_now(shop: Shop) -> None:
    pairing = shop.open()
    secret = pairing.pair(pairing.code, "china", "10.0.0.9")
    pairing.note_address(secret, "10.0.0.77")

    assert shop.open().knows("10.0.0.77")
    assert not shop.open().knows("10.0.0.9")


def test_a_clock_that_is_put_right_unpairs_nobody(tmp_path: Path) -> None:
    """A Pi without a clock begins in the past, and hears the time once it has a network."""
    shop, wall = Shop(tmp_path), HeldClock()
    pairing = Pairing(shop.clock, PhoneStore(shop.file), wall.today)
    secret = pairing.pair(pairing.code, "china", "10.0.0.9")
    wall.sleep(20 * UNUSED_S)
    assert pairing.find(secret)

    wall.sleep(-10 * UNUSED_S)
    pairing = Pairing(shop.clock, PhoneStore(shop.file), wall.today)
    assert pairing.find(secret)
    wall.sleep(10 * UNUSED_S)
    assert Pairing(shop.clock, PhoneStore(shop.file), wall.today).find(secret)


def damaged(text: bytes, bit: int) -> bytes:
    flipped = bytearray(text)
    flipped[bit // 8] ^= 1 << bit % 8
    return bytes(flipped)


@pytest.mark.slow
def test_no_flipped_bit_makes_a_phone_somebody_else_s(shop: Shop) -> None:
    pairing = shop.open()
    secret = pairing.pair(pairing.code, "china", "10.0.0.9")
    kept = shop.file.read_bytes()
    phone = pairing.phones()[0]
    for bit in range(0, 8 * len(kept), 5):
        shop.file.write_bytes(damaged(kept, bit))
        assert shop.open().find(secret) in (None, phone)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[" * 9000, b"{}", b'{"phones": 3}'])
def test_a_damaged_file_is_put_aside_and_stops_nothing(shop: Shop, content: bytes) -> None:
    shop.file.write_bytes(content)
    pairing = shop.open()

    assert pairing.phones() == []
    assert "phones.json could not be read: it was put aside" in shop.told[0]
    secret = pairing.pair(pairing.code, "host", "10.0.0.1")
    assert shop.open().find(secret)
    (aside,) = shop.file.parent.glob("phones.json.broken-*")
    assert aside.read_bytes() == content


def test_a_file_that_cannot_be_written_stops_nothing_and_is_told(shop: Shop) -> None:
    shop.file.mkdir()
    (shop.file / "something").touch()
    pairing = shop.open()
    assert "cannot be read" in shop.told[0]

    secret = pairing.pair(pairing.code, "host", "10.0.0.1")
    assert pairing.find(secret)
    assert "Phones will have to be paired anew at the next start." in map(str, shop.faults)

    (shop.file / "something").unlink()
    shop.file.rmdir()
    pairing.pair(pairing.code, "us", "10.0.0.2")
    assert shop.faults == ()
    assert shop.open().find(secret)


def test_whoever_watches_hears_that_a_pairing_ended(shop: Shop) -> None:
    pairing = shop.open()
    pairing.pair(pairing.code, "host", "10.0.0.1")
    before = shop.notifier.count(News.PHONES)
    assert pairing.end(lambda phone: phone.host) == 1
    assert shop.notifier.count(News.PHONES) == before + 1
    assert pairing.end(lambda phone: phone.host) == 0
    assert shop.notifier.count(News.PHONES) == before + 1


def test_whoever_watches_hears_that_a_phone_has_another_pairing_now(shop: Shop) -> None:
    pairing = shop.open()
    pairing.pair(pairing.code, "us", "10.0.0.1", "a device")
    before = shop.notifier.count(News.PHONES)
    pairing.pair(pairing.code, "china", "10.0.0.1", "a device")

    assert shop.notifier.count(News.PHONES) == before + 1


def test_the_host_sees_the_address_that_stays_and_the_code_beside_it(room: Room) -> None:
    page = room.host().get("/phones").text
    assert "http://localhost/pair" in page
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in page or "<svg " in page
    assert room.pairing.code in page


def test_who_is_paired_goes_on_at_once_to_where_they_were_on_the_way_to(room: Room) -> None:
    assert room.host().get("/pair?to=virtual").headers["Location"] == "/virtual"
    assert room.host().get("/pair?to=elsewhere").headers["Location"] == "/"
    page = room.paired("us").get("/pair").text
    assert "This phone is paired: United States." in page
    assert 'value="us" required checked' in page


def test_a_phone_keeps_the_name_of_its_seat_when_another_game_is_on_the_table(room: Room) -> None:
    phone = room.paired("us")
    room.session.begin("naufragos")
    assert '<span class="who">United States</span>' in phone.get("/").text
