"""Who may act: a phone whose owner could read the code that the table shows."""

from base64 import b64decode

import pytest

from companion.errors import Refusal
from companion.web.security.pairing import (
    CODE_LENGTH,
    CODE_LIFETIME_S,
    FREE_TRIES,
    SPARE_AFTER_S,
    TRIES_PER_CODE,
    Pairing,
    new_device,
)
from tests.support.phone import HeldClock, Room, why


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def pairing(clock: HeldClock) -> Pairing:
    return Pairing(clock, today=clock.today)


def refusal(pairing: Pairing, code: str, address: str = "10.0.0.9") -> str:
    with pytest.raises(Refusal) as refused:
        pairing.pair(code, "china", address)
    return refused.value.code


def test_a_code_pairs_every_phone_at_the_table(pairing: Pairing) -> None:
    first = pairing.pair(pairing.code, "host", "10.0.0.1")
    second = pairing.pair(pairing.code.lower(), "china", "10.0.0.2")

    assert [phone.role for phone in pairing.phones()] == ["host", "china"]
    assert first != second
    assert pairing.find(second) == pairing.phones()[1]
    assert pairing.find("something else") is None


def test_a_phone_s_secret_has_192_bits_and_its_name_32(pairing: Pairing) -> None:
    secret = pairing.pair(pairing.code, "host", "10.0.0.1")

    assert len(b64decode(secret, "-_", validate=True)) == 192 // 8
    assert len(bytes.fromhex(pairing.phones()[0].id)) == 32 // 8


def test_a_device_is_known_by_144_bits_and_its_name_has_48(pairing: Pairing) -> None:
    device = new_device()
    pairing.pair(pairing.code, "host", "10.0.0.1", device)

    assert len(b64decode(device, "-_", validate=True)) == 144 // 8
    assert len(bytes.fromhex(pairing.phones()[0].id)) == 48 // 8


def test_a_code_expires(pairing: Pairing, clock: HeldClock) -> None:
    old = pairing.code
    assert len(old) == CODE_LENGTH

    clock.sleep(CODE_LIFETIME_S - 1)
    assert pairing.code == old
    clock.sleep(1)
    assert refusal(pairing, old) == "wrong_code"
    assert pairing.code != old


def test_a_code_is_six_letters_and_lasts_ten_minutes(pairing: Pairing, clock: HeldClock) -> None:
    old = pairing.code
    assert len(old) == 6

    clock.sleep(599)
    assert pairing.code == old
    clock.sleep(1)
    assert pairing.code != old


def test_a_code_that_is_asked_for_stays_for_three_minutes_at_least(
    pairing: Pairing, clock: HeldClock
) -> None:
    old = pairing.code
    pairing.open_window()
    clock.sleep(599)
    assert pairing.code == old

    pairing.open_window()
    clock.sleep(179)
    assert pairing.code == old
    clock.sleep(1)
    assert pairing.code != old


def test_three_wrong_codes_are_free_and_no_wait_is_longer_than_a_minute(
    pairing: Pairing, clock: HeldClock
) -> None:
    told = [refusal(pairing, "WRONG") for _ in range(4)]
    assert told == [*["wrong_code"] * 3, "slow_down"]

    for _ in range(9):
        clock.sleep(60)
        assert refusal(pairing, "WRONG") == "wrong_code"
    clock.sleep(59)
    assert refusal(pairing, pairing.code) == "slow_down"
    clock.sleep(1)
    assert pairing.pair(pairing.code, "china", "10.0.0.9")


def test_five_thousand_wrong_codes_wear_a_code_out_and_not_one_fewer(pairing: Pairing) -> None:
    old = pairing.code
    for at in range(4999):
        refusal(pairing, "WRONG", f"10.0.{at // 250}.{at % 250}")
    assert pairing.code == old

    refusal(pairing, "WRONG", "10.1.1.29")
    new = pairing.code
    assert new != old
    refusal(pairing, "WRONG", "10.1.1.30")
    assert pairing.code == new


def test_the_wait_is_told_in_whole_seconds(pairing: Pairing) -> None:
    for _ in range(3):
        refusal(pairing, "WRONG")
    with pytest.raises(Refusal, match="please wait 2 seconds"):
        pairing.pair("WRONG", "china", "10.0.0.9")


def test_who_has_paired_may_mistype_three_times_again(pairing: Pairing) -> None:
    for _ in range(2):
        for _ in range(2):
            refusal(pairing, "WRONG")
        assert pairing.pair(pairing.code, "china", "10.0.0.9")


@pytest.mark.parametrize("role", ["china", "host"])
def test_one_phone_that_pairs_again_and_again_takes_no_place_from_others(
    pairing: Pairing, role: str, clock: HeldClock
) -> None:
    honest = pairing.pair(pairing.code, "us", "10.0.0.1")
    secrets = []
    for _ in range(64):
        clock.sleep(1.0)
        secrets.append(pairing.pair(pairing.code, role, "10.0.0.9"))

    assert [at for at, secret in enumerate(secrets) if pairing.find(secret)] == [*range(48, 64)]
    assert pairing.find(honest)
    assert pairing.find(pairing.pair(pairing.code, "europe", "10.0.0.2"))


def test_at_a_full_table_a_pairing_that_was_not_used_for_ten_minutes_gives_way(
    pairing: Pairing, clock: HeldClock
) -> None:
    secrets = full_table(pairing, "china", clock)
    clock.sleep(SPARE_AFTER_S - 64)
    assert refusal(pairing, pairing.code) == "too_many_paired"
    for secret in (secrets[0], *secrets[2:]):
        assert pairing.find(secret)
    clock.sleep(64)

    assert pairing.find(pairing.pair(pairing.code, "us", "10.0.0.9"))
    assert [at for at, secret in enumerate(secrets) if not pairing.find(secret)] == [1]


def full_table(pairing: Pairing, role: str, clock: HeldClock) -> list[str]:
    """As many as there can be, each from an address of its own, one after the other."""
    secrets = [pairing.pair(pairing.code, "host", "10.0.1.0")]
    for at in range(1, 64):
        clock.sleep(1.0)
        secrets.append(pairing.pair(pairing.code, role, f"10.0.1.{at}"))
    return secrets


def test_whoever_stands_at_a_full_table_pairs_in_the_place_of_who_was_away_longest(
    pairing: Pairing, clock: HeldClock
) -> None:
    secrets = full_table(pairing, "china", clock)
    clock.sleep(1.0)
    assert pairing.find(secrets[1])
    assert refusal(pairing, pairing.code) == "too_many_paired"

    pairing.open_window()
    owner = pairing.pair(pairing.code, "host", "10.0.0.9")

    assert pairing.find(owner)
    assert [at for at, secret in enumerate(secrets) if not pairing.find(secret)] == [2]


def test_three_minutes_after_the_code_was_asked_for_a_full_table_takes_nobody_in(
    pairing: Pairing, clock: HeldClock
) -> None:
    full_table(pairing, "china", clock)
    pairing.open_window()
    clock.sleep(180)

    assert refusal(pairing, pairing.code) == "too_many_paired"


def test_a_table_that_is_full_of_forgotten_phones_has_room(
    pairing: Pairing, clock: HeldClock
) -> None:
    full_table(pairing, "china", clock)
    clock.sleep(32 * 24 * 3600)
    pairing.pair(pairing.code, "us", "10.0.0.9")

    assert [phone.role for phone in pairing.phones()] == ["us"]


def test_where_everybody_is_a_host_the_owner_still_gets_in(
    pairing: Pairing, clock: HeldClock
) -> None:
    secrets = full_table(pairing, "host", clock)
    pairing.open_window()

    assert pairing.find(pairing.pair(pairing.code, "host", "10.0.0.9"))
    assert pairing.find(secrets[0]) is None


def test_of_a_thousand_addresses_that_guess_the_oldest_is_forgotten(pairing: Pairing) -> None:
    for _ in range(3):
        refusal(pairing, "WRONG", "first")
        refusal(pairing, "WRONG", "second")
    assert refusal(pairing, "WRONG", "first") == "slow_down"
    for at in range(999):
        refusal(pairing, "WRONG", f"another {at}")

    assert refusal(pairing, "WRONG", "first") == "slow_down"
    assert refusal(pairing, "WRONG", "second") == "wrong_code"


def test_it_is_known_for_how_long_a_phone_is_paired(pairing: Pairing, clock: HeldClock) -> None:
    pairing.pair(pairing.code, "china", "10.0.0.9")
    (phone,) = pairing.phones()
    told = {}
    for second in (59, 60, 119, 120, 3599, 3600, 7199, 24 * 3600 - 1, 24 * 3600, 3 * 24 * 3600):
        clock.time = 1000.0 + second
        told[second] = str(pairing.paired(phone))
    assert list(told.values()) == [
        *("paired just now", "paired 1 minute ago", "paired 1 minute ago", "paired 2 minutes ago"),
        *("paired 59 minutes ago", "paired 1 hour ago", "paired 1 hour ago"),
        *("paired 23 hours ago", "paired 1 day ago", "paired 3 days ago"),
    ]


def test_who_guesses_has_to_wait_longer_each_time(pairing: Pairing, clock: HeldClock) -> None:
    for _ in range(FREE_TRIES):
        assert refusal(pairing, "WRONG") == "wrong_code"
    waits = []
    for _ in range(4):
        waited = 0
        while refusal(pairing, "WRONG") == "slow_down":
            clock.sleep(1)
            waited += 1
        waits.append(waited)

    assert waits == [1, 2, 4, 8]


def test_even_the_right_code_has_to_wait_after_wrong_ones(pairing: Pairing) -> None:
    for _ in range(FREE_TRIES):
        refusal(pairing, "WRONG")

    assert refusal(pairing, pairing.code) == "slow_down"


def test_another_phone_need_not_wait_for_one_that_guesses(pairing: Pairing) -> None:
    for _ in range(FREE_TRIES + 1):
        refusal(pairing, "WRONG", "10.0.0.66")

    assert pairing.pair(pairing.code, "us", "10.0.0.2")


def test_too_many_guesses_from_anywhere_make_the_code_worthless(pairing: Pairing) -> None:
    old = pairing.code
    for at in range(TRIES_PER_CODE):
        refusal(pairing, "WRONG", f"10.0.1.{at}")

    assert pairing.code != old


def test_the_cookie_is_for_this_site_and_not_for_scripts(room: Room) -> None:
    answer = room.watching().post("/pair", code=room.pairing.code, role="china")
    cookie = answer.headers["Set-Cookie"]

    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_the_address_in_the_qr_code_fills_in_the_code_but_pairs_nobody(room: Room) -> None:
    phone = room.watching()
    page = phone.get(f"/s/{room.pairing.code}")

    assert f'value="{room.pairing.code}"' in page.text
    assert room.pairing.phones() == []


def test_a_wrong_code_is_told_in_the_form(room: Room) -> None:
    answer = room.watching().post("/pair", code="WRONG", role="china")

    assert answer.status_code == 403
    assert "That is not the code that the table shows now." in answer.text
    assert 'value="WRONG"' in answer.text


def test_a_phone_is_for_a_seat_or_the_host(room: Room) -> None:
    answer = room.watching().post("/pair", code=room.pairing.code, role="atlantis")

    assert answer.status_code == 400
    assert "Please choose who this phone is for." in answer.text


def test_one_s_own_power_comes_first(room: Room) -> None:
    room.played()
    board = room.paired("us").board()

    assert board.index('id="power-us"') < board.index('id="power-china"')


def test_the_host_ends_a_pairing_and_that_phone_only_watches(room: Room) -> None:
    host, phone = room.host(), room.paired("us")
    other = next(each for each in room.pairing.phones() if each.role == "us")
    assert "United States" in host.get("/phones").text

    host.post("/phones/end", phone=other.id)
    assert why(phone.act("seat us")) == "not_paired"
    assert host.act("seat us").status_code == 200


def test_the_host_ends_all_others_and_stays(room: Room) -> None:
    host, phones = room.host(), [room.paired("us"), room.paired("china")]

    host.post("/phones/end")
    assert [each.role for each in room.pairing.phones()] == ["host"]
    assert {why(phone.act("seat us")) for phone in phones} == {"not_paired"}


def test_a_phone_stops_acting_by_itself(room: Room) -> None:
    phone = room.paired()

    phone.post("/unpair")
    assert room.pairing.phones() == []
    assert why(phone.act("seat us")) == "not_paired"


def test_only_the_host_sees_the_list_of_phones(room: Room) -> None:
    assert room.paired("us").get("/phones").status_code == 403


def test_the_host_sees_which_of_two_phones_was_paired_before(room: Room) -> None:
    host = room.host()
    room.paired("china")
    room.clock.sleep(125)
    room.paired("china")

    page = host.get("/phones").text
    assert page.count("paired 2 minutes ago") == 2
    assert page.count("paired just now") == 1


def test_who_mistyped_the_code_need_not_choose_again(room: Room) -> None:
    room.host()
    page = room.watching().post("/pair", code="WRONG2", role="us").text

    assert "That is not the code that the table shows now." in page
    assert 'name="code" value="WRONG2"' in page
    assert 'name="role" value="us" required checked' in page
