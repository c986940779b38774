"""The shipped card packs: every card of the sources is there, and says what is known of it."""

from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from companion.games import game
from companion.games.daybreak.model import card as vocabulary
from companion.storage.packs.load import load_cards

DAYBREAK = game("daybreak")
CARDS = load_cards(DAYBREAK).cards
DOCS = (Path(__file__).parents[3] / "docs" / "card-packs.md").read_text(encoding="utf-8")

STARTING = """
    1.200 1.201 1.202 1.203 1.204 1.205 1.206 1.207 1.208 1.209 1.210 1.211 1.212 1.213 1.214 1.215
    1.216 1.217 1.218 1.219 1.220 1.221 1.222 1.223 1.224 ?.community-solar
    ?.electrification-initiatives ?.pollution-reduction ?.recovery-investment ?.soil-education
"""
LOCAL = """
    1.004 1.005 1.007 1.011 1.014 1.017 1.018 1.021 1.024 1.025 1.034 1.035 1.036 1.038 1.040 1.044
    1.046 1.047 1.050 1.056 1.060 1.064 1.065 1.068 1.076 1.077 1.078 1.087 1.090 1.093 1.094 1.097
    1.098 1.099 1.100 1.102 1.108 1.109 1.112 1.113 1.121 1.123 1.124 1.126 1.127 1.129 1.133
    ?.alternative-cement ?.citizen-assemblies ?.degrowth-movement
"""
GLOBAL = "1.300 1.302 1.304 1.306 1.308 1.309 1.314 1.315 1.318 1.320 1.322"
CRISIS = """
    1.401 1.402 1.403 1.405 1.407 1.408 1.410 1.411 1.415 1.416 1.417 1.418 1.419 1.420 1.421 1.424
    1.426 1.430 1.432 1.433 1.435 1.439 1.440 1.441 1.442 1.443 1.444 1.445 1.446 1.447
"""
POWERS = {
    "solo": "1.200 1.201 1.202 1.203 1.204",
    "china": "1.205 1.206 1.207 1.208 1.209",
    "us": "1.210 1.211 1.212 1.213 1.214",
    "europe": "1.215 1.216 1.217 1.218 1.219",
    "majority_world": "1.220 1.221 1.222 1.223 1.224",
}


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [("starting", STARTING), ("local", LOCAL), ("global", GLOBAL), ("crisis", CRISIS)],
)
def test_every_card_of_the_sources_ships(kind: str, numbers: str) -> None:
    shipped = [number for number, card in CARDS.items() if card.kind == kind]

    assert sorted(shipped) == sorted(numbers.split())


@pytest.mark.parametrize(("power", "numbers"), POWERS.items())
def test_every_power_has_five_starting_cards(power: str, numbers: str) -> None:
    assert [n for n, card in CARDS.items() if card.power == power] == numbers.split()


def test_twenty_one_starting_cards_have_a_name_and_the_others_say_that_nobody_knows_it() -> None:
    names = Counter(card.name.en == "?" for card in CARDS.values() if card.kind == "starting")

    assert names == {False: 21, True: 9}


def test_every_card_says_where_it_was_read_and_how_surely() -> None:
    assert all(card.source and card.confidence for card in CARDS.values())


def test_a_card_with_a_printed_name_and_number_leads_to_its_public_page() -> None:
    for number, card in CARDS.items():
        printed = number.startswith("1.") and card.name.en != "?"
        page = f"https://daybreakgame.org/card/{number.replace('.', '')}"
        assert card.link == (page if printed else ""), number


def test_tags_are_said_only_where_a_source_shows_them_and_never_as_all_there_are() -> None:
    tags = {number: card.tags for number, card in CARDS.items() if card.tags is not None}

    assert tags == {
        "1.035": ("regulation",),
        "1.078": ("incentive",),
        "1.126": ("geoengineering",),
        "1.127": ("geoengineering",),
        "1.205": ("grid",),
        "1.206": ("regulation",),
    }
    assert {CARDS[number].tags_known for number in tags} == {"part"}


def test_only_two_cards_are_known_to_be_out_of_the_solo_game() -> None:
    assert [number for number, card in CARDS.items() if not card.solo] == ["1.108", "1.209"]


@pytest.mark.parametrize("words", ["Tag", "ResilienceKind", "PowerId"])
def test_every_word_that_a_card_may_use_is_in_the_docs(words: str) -> None:
    assert all(f"`{word}`" in DOCS for word in get_args(getattr(vocabulary, words)))
