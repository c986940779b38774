"""A companion that starts with its machine: the clock has only just begun to count."""

from pathlib import Path

import pytest

from companion.errors import Refusal
from companion.web.security.paired_phones import FILE, PhoneStore
from companion.web.security.pairing import Pairing
from tests.support.phone import HeldClock


@pytest.fixture
def clock() -> HeldClock:
    clock = HeldClock()
    clock.time = 0.0
    return clock


def test_there_is_a_code_at_once(clock: HeldClock) -> None:
    assert len(Pairing(clock, today=clock.today).code) == 6


def test_a_phone_is_paired_at_once(clock: HeldClock) -> None:
    pairing = Pairing(clock, today=clock.today)

    assert pairing.find(pairing.pair(pairing.code, "host", "10.0.0.1"))


def test_nobody_has_asked_for_the_code_yet_so_a_full_table_takes_nobody_in(
    clock: HeldClock,
) -> None:
    pairing = Pairing(clock, today=clock.today)
    for at in range(64):
        pairing.pair(pairing.code, "china", f"10.0.1.{at}")

    with pytest.raises(Refusal, match="no more can be"):
        pairing.pair(pairing.code, "us", "10.0.0.9")


def test_who_has_come_back_since_stays_before_those_who_have_not(
    clock: HeldClock, tmp_path: Path
) -> None:
    before = Pairing(clock, PhoneStore(tmp_path / FILE), clock.today)
    secrets = [before.pair(before.code, "china", f"10.0.1.{at}") for at in range(64)]
    clock.time = 0.5
    pairing = Pairing(clock, PhoneStore(tmp_path / FILE), clock.today)
    assert pairing.find(secrets[5])

    pairing.open_window()
    pairing.pair(pairing.code, "us", "10.0.0.9")
    assert [at for at, secret in enumerate(secrets) if not pairing.find(secret)] == [0]
