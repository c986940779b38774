"""The code where it is shown: replaced as soon as another is in force, and no work in between."""

from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread, get_ident

import pytest

from companion.errors import Refusal
from companion.web.security.pairing import TRIES_PER_CODE, Pairing
from tests.support.phone import HeldClock

BUSY = 20.0
"""Seconds after which even a busy machine has done what another thread waits for."""


class WatchedClock(HeldClock):
    """Knows who has looked at it, each time."""

    def __init__(self) -> None:
        super().__init__()
        self.looks: list[int] = []

    def now(self) -> float:
        self.looks.append(get_ident())
        return super().now()


@pytest.fixture
def clock() -> WatchedClock:
    return WatchedClock()


@pytest.fixture
def pairing(clock: WatchedClock) -> Pairing:
    return Pairing(clock, today=clock.today)


def guess(pairing: Pairing, times: int) -> None:
    for at in range(times):
        with pytest.raises(Refusal, match="not the code"):
            pairing.pair("WRONG", "china", f"10.0.1.{at}")


@contextmanager
def shown(pairing: Pairing) -> Iterator["SimpleQueue[str]"]:
    """The codes in the order in which somebody shows them."""
    codes: SimpleQueue[str] = SimpleQueue()

    def show() -> None:
        for code in pairing.codes():
            codes.put(code)

    showing = Thread(target=show)
    showing.start()
    yield codes
    pairing.close()
    showing.join(BUSY)
    assert not showing.is_alive()


def test_a_code_that_guesses_have_worn_out_is_replaced_where_it_is_shown(pairing: Pairing) -> None:
    with shown(pairing) as codes:
        old = codes.get(timeout=BUSY)
        guess(pairing, TRIES_PER_CODE)

        assert codes.get(timeout=BUSY) == pairing.code != old


def test_a_code_that_has_expired_is_replaced_where_it_is_shown(
    pairing: Pairing, clock: WatchedClock
) -> None:
    assert pairing.code
    clock.sleep(599.99)
    with shown(pairing) as codes:
        old = codes.get(timeout=BUSY)
        clock.sleep(1)

        assert codes.get(timeout=BUSY) == pairing.code != old


def test_whoever_shows_a_code_sleeps_until_there_is_another(
    pairing: Pairing, clock: WatchedClock
) -> None:
    with shown(pairing) as codes:
        codes.get(timeout=BUSY)
        guess(pairing, 1000)

    assert sum(who != get_ident() for who in clock.looks) < 10
