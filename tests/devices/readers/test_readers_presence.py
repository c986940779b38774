"""Sightings of one zone in, reports out: no reader and no clock needed."""

import pytest

from companion.devices.readers.presence import (
    CardArrived,
    CardGone,
    Presence,
    Report,
    Seen,
    TwoCards,
)

A, B = "04aaaaaaaaaaaa", "04bbbbbbbbbbbb"


@pytest.fixture
def zone() -> Presence:
    return Presence("seat:1", silence=0.5, settle=0.3, again=0.0)


def test_a_card_left_lying_counts_once(zone: Presence) -> None:
    assert zone.see(A, 0.0) == [CardArrived("seat:1", A)]
    assert [zone.see(A, n * 0.1) for n in range(1, 100)] == [[]] * 99


def test_a_card_is_gone_after_the_silence_and_not_before(zone: Presence) -> None:
    zone.see(A, 0.0)
    assert zone.see(Seen.NOTHING, 0.49) == []
    assert zone.see(Seen.NOTHING, 0.5) == [CardGone("seat:1", A, reads=1)]


def test_a_card_that_is_gone_tells_how_often_it_was_read(zone: Presence) -> None:
    for now in (0.0, 0.1, 0.2):
        zone.see(A, now)

    assert zone.see(Seen.NOTHING, 1.0) == [CardGone("seat:1", A, reads=3)]


def test_the_silence_begins_after_the_last_read(zone: Presence) -> None:
    zone.see(A, 0.0)
    zone.see(A, 0.4)
    assert zone.see(Seen.NOTHING, 0.89) == []
    assert zone.see(Seen.NOTHING, 0.9) == [CardGone("seat:1", A, reads=2)]


def test_a_card_that_comes_again_after_it_was_gone_counts_again(zone: Presence) -> None:
    zone.see(A, 0.0)
    zone.see(Seen.NOTHING, 1.0)
    assert zone.see(A, 1.1) == [CardArrived("seat:1", A)]


def test_another_card_takes_the_place_of_the_first(zone: Presence) -> None:
    zone.see(A, 0.0)
    assert zone.see(B, 0.1) == [CardGone("seat:1", A, reads=1), CardArrived("seat:1", B)]


def test_two_cards_are_said_once_and_count_as_none(zone: Presence) -> None:
    assert zone.see(Seen.TWO_CARDS, 0.0) == [TwoCards("seat:1")]
    assert zone.see(Seen.TWO_CARDS, 0.1) == []


def test_a_counted_card_does_not_count_again_after_a_second_one_lay_on_it(zone: Presence) -> None:
    zone.see(A, 0.0)
    zone.see(Seen.TWO_CARDS, 0.1)
    assert zone.see(A, 0.2) == []


def test_lifting_two_cards_one_after_the_other_counts_neither(zone: Presence) -> None:
    zone.see(Seen.TWO_CARDS, 0.0)
    assert zone.see(B, 0.1) == []
    assert zone.see(Seen.NOTHING, 1.0) == []


def test_the_one_that_stays_after_two_cards_counts_when_it_has_settled(zone: Presence) -> None:
    zone.see(Seen.TWO_CARDS, 0.0)
    zone.see(B, 0.2)
    assert zone.see(B, 0.49) == []
    assert zone.see(B, 0.5) == [CardArrived("seat:1", B)]


def test_a_look_that_was_unclear_is_no_silence(zone: Presence) -> None:
    zone.see(A, 0.0)
    zone.see(Seen.UNCLEAR, 0.4)
    assert zone.see(Seen.NOTHING, 0.6) == []


def test_time_in_which_the_reader_was_blind_is_no_silence(zone: Presence) -> None:
    zone.see(A, 0.0)
    zone.look_away(9.0)
    assert zone.see(Seen.NOTHING, 9.1) == []
    assert zone.see(A, 9.2) == []


def test_two_cards_are_said_again_after_one_of_them_has_counted(zone: Presence) -> None:
    zone.see(Seen.TWO_CARDS, 0.0)
    zone.see(B, 0.1)
    zone.see(B, 0.4)
    assert zone.see(Seen.TWO_CARDS, 0.5) == [TwoCards("seat:1")]


def test_two_cards_are_said_again_after_the_counted_one_lay_alone(zone: Presence) -> None:
    zone.see(A, 0.0)
    zone.see(Seen.TWO_CARDS, 0.1)
    zone.see(A, 0.2)
    assert zone.see(Seen.TWO_CARDS, 0.3) == [TwoCards("seat:1")]


def test_two_cards_are_said_again_after_nothing_lay_there(zone: Presence) -> None:
    zone.see(Seen.TWO_CARDS, 0.0)
    zone.see(Seen.NOTHING, 0.6)
    assert zone.see(Seen.TWO_CARDS, 0.7) == [TwoCards("seat:1")]


def test_a_card_that_was_alone_before_two_cards_lay_there_has_to_settle_anew(
    zone: Presence,
) -> None:
    zone.see(Seen.TWO_CARDS, 0.0)
    zone.see(B, 0.1)
    zone.see(Seen.TWO_CARDS, 0.2)
    assert zone.see(B, 0.45) == []
    assert zone.see(B, 0.75) == [CardArrived("seat:1", B)]


def test_a_card_has_to_settle_even_if_it_lay_there_before_the_two_were_lifted(
    zone: Presence,
) -> None:
    zone.see(Seen.TWO_CARDS, 0.0)
    zone.see(B, 0.1)
    zone.see(Seen.NOTHING, 0.7)
    zone.see(Seen.TWO_CARDS, 0.8)
    assert zone.see(B, 0.9) == []


def test_time_with_two_cards_is_no_silence(zone: Presence) -> None:
    zone.see(A, 0.0)
    zone.see(Seen.TWO_CARDS, 0.4)
    assert zone.see(Seen.NOTHING, 0.8) == []


# A card that seems to come anew, because another lay on it.


@pytest.fixture
def stacked() -> Presence:
    """A card was there, and is gone since second 1."""
    zone = Presence("seat:1", silence=0.5, settle=0.3, again=2.0)
    zone.see(A, 0.0)
    zone.see(Seen.NOTHING, 1.0)
    return zone


def asks_about(reports: list[Report]) -> bool:
    arrived = reports[-1]
    assert isinstance(arrived, CardArrived)
    return arrived.again


def test_a_card_that_comes_back_soon_is_asked_about(stacked: Presence) -> None:
    assert asks_about(stacked.see(A, 2.9))


def test_a_card_that_comes_back_late_is_not_asked_about(stacked: Presence) -> None:
    assert not asks_about(stacked.see(A, 3.0))


def test_who_comes_back_once_more_means_it(stacked: Presence) -> None:
    stacked.see(A, 1.5)
    stacked.see(Seen.NOTHING, 2.0)

    assert not asks_about(stacked.see(A, 2.5))


def test_who_meant_it_and_comes_back_soon_is_asked_about_again(stacked: Presence) -> None:
    stacked.see(A, 1.5)
    stacked.see(Seen.NOTHING, 2.0)
    stacked.see(A, 2.5)
    stacked.see(Seen.NOTHING, 3.0)

    assert asks_about(stacked.see(A, 3.5))


def test_another_card_is_not_asked_about(stacked: Presence) -> None:
    assert not asks_about(stacked.see(B, 1.5))


def test_a_card_with_another_between_is_not_asked_about(stacked: Presence) -> None:
    stacked.see(B, 1.5)

    assert not asks_about(stacked.see(A, 2.0))
