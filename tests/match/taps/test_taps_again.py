"""A card that a reader had lost for a moment: another may have lain on it, so it is asked about."""

import pytest

from companion.errors import Refusal
from companion.games import first, game
from companion.games.taps import Thing
from companion.match.match import Match
from companion.match.taps.effects import Ports
from companion.match.taps.tags import Tags
from companion.storage.journal import MemoryJournal
from tests.support.taps import Taps

UID = "04a1b2c3d4e580"


def hands(thing: Thing) -> Taps:
    rules = game(first())
    table = Match(rules, MemoryJournal())
    tags = Tags(game=rules.id)
    tags.bind(UID, thing)
    return Taps(table, Ports(tags))


def test_it_does_not_count_and_the_screen_asks() -> None:
    taps = hands(Thing("seat", "china"))
    with pytest.raises(Refusal) as refused:
        taps.read(UID, "centre", 1.0, again=True)
    assert refused.value.code == "same_card_again"
    assert "lift it and tap it once more" in str(taps.notice)


def test_tapped_once_more_it_counts() -> None:
    taps = hands(Thing("seat", "china"))
    change = taps.read(UID, "centre", 2.0)
    assert change is not None
    assert change.document["seats"] == ["china"]


def test_a_command_card_is_tapped_twice_on_purpose() -> None:
    taps = hands(Thing("command", "info"))
    taps.read(UID, "centre", 1.0, again=True)
    assert taps.notice is None


def test_who_gives_tags_to_cards_taps_each_twice() -> None:
    taps = hands(Thing("seat", "china"))
    taps.enrol("", 1.0)
    taps.read("04ffffffffff80", "centre", 2.0)
    before = taps.notice
    taps.read("04ffffffffff80", "centre", 3.0, again=True)
    assert taps.notice != before
