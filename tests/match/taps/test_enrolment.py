"""A whole deck gets its tags: in printed order, each read twice, with a way back."""

import pytest

from companion.errors import Refusal
from companion.games.taps import Thing
from companion.match.taps.enrolment import MARKERS, Enrolment
from companion.match.taps.tags import Tags
from tests.conftest import SetTable

UID, OTHER = "04a1b2c3d4e580", "04a1b2c3d4e581"


@pytest.fixture
def tags() -> Tags:
    return Tags(game="daybreak")


@pytest.fixture
def enrolment(daybreak: SetTable, tags: Tags) -> Enrolment:
    table = daybreak()
    return Enrolment(table.game, table.state, tags, first="1.205")


def enrol(enrolment: Enrolment, uid: str) -> None:
    enrolment.read(uid)
    enrolment.read(uid)


def test_two_equal_reads_bind_a_tag_and_lead_to_the_next_card(
    enrolment: Enrolment, tags: Tags
) -> None:
    enrolment.read(UID)
    assert tags.find(UID) is None
    assert "once more" in str(enrolment.words)

    enrolment.read(UID)
    assert tags.find(UID) == Thing("card", "1.205")
    assert enrolment.card == Thing("card", "1.206")


def test_a_read_that_differs_starts_over(enrolment: Enrolment, tags: Tags) -> None:
    enrolment.read(UID)
    enrolment.read(OTHER)
    enrolment.read(UID)
    assert tags.all() == []

    enrolment.read(UID)
    assert tags.find(UID) == Thing("card", "1.205")


def test_a_tag_that_is_bound_says_to_what_and_stays_it(enrolment: Enrolment, tags: Tags) -> None:
    enrol(enrolment, UID)

    for _ in range(3):
        with pytest.raises(Refusal, match=r"This tag is 1\.205") as refused:
            enrolment.read(UID)
        assert refused.value.code == "already_bound"
    assert enrolment.card == Thing("card", "1.206")


def test_skipping_and_going_back_keep_the_order(enrolment: Enrolment, tags: Tags) -> None:
    enrolment.move(+1)
    enrolment.read(UID)
    enrolment.move(-1)
    enrol(enrolment, UID)

    assert tags.find(UID) == Thing("card", "1.205")
    assert enrolment.card == Thing("card", "1.206")


def test_a_card_that_has_its_tag_already_is_passed_with_one_tap(
    enrolment: Enrolment, tags: Tags
) -> None:
    enrol(enrolment, UID)
    enrolment.move(-1)
    enrolment.read(UID)

    assert enrolment.card == Thing("card", "1.206")


def test_the_deck_comes_in_printed_order_with_numbers_that_no_pack_has(
    daybreak: SetTable,
) -> None:
    table = daybreak()
    deck = list(table.game.tap_handler.deck(table.state))

    assert deck == sorted(deck)
    assert deck[0] == "1.000"
    assert "1.132" in deck
    assert deck[-1] == "1.447"


def test_after_the_cards_come_seats_places_and_commands(daybreak: SetTable, tags: Tags) -> None:
    table = daybreak()
    enrolment = Enrolment(table.game, table.state, tags, first="1.447")
    enrolment.move(+1)
    assert enrolment.card == Thing("seat", "china")

    for uid, first in ((UID, "china 2"), (OTHER, "planetary")):
        enrol(Enrolment(table.game, table.state, tags, first), uid)

    assert tags.find(UID) == Thing("place", "china 2")
    assert tags.find(OTHER) == Thing("command", "die:1")


def test_who_has_given_tags_to_the_cards_begins_with_the_markers(
    daybreak: SetTable, tags: Tags
) -> None:
    table = daybreak()

    assert Enrolment(table.game, table.state, tags, MARKERS).card == Thing("seat", "china")


def test_past_the_last_tag_card_the_first_card_comes(daybreak: SetTable, tags: Tags) -> None:
    table = daybreak()
    enrolment = Enrolment(table.game, table.state, tags)
    enrolment.move(-1)
    assert enrolment.card == Thing("printed", "geoengineering")
    enrolment.move(+1)

    assert enrolment.card == Thing("card", "1.000")
