"""Cards as people look for them, in one place for forms, the walk through a box, and commands."""

import pytest

from companion.games import game
from companion.storage.packs.card_search import find_numbers, matches
from companion.storage.packs.load import load_cards

CARDS = load_cards(game("daybreak")).cards
OIL = "1.432"


def found(text: str) -> tuple[str, ...]:
    return find_numbers(CARDS, CARDS, text)


@pytest.mark.parametrize("text", ["1.432", "1432", "1 432", "432", CARDS[OIL].name.en])
def test_a_number_in_any_spelling_or_the_whole_name_finds_one(text: str) -> None:
    assert found(text) == (OIL,)


def test_a_part_of_a_name_finds_every_card_that_has_it() -> None:
    assert OIL in found("oil")
    assert all("oil" in str(CARDS[number].name).casefold() for number in found("oil"))


def test_words_are_found_in_any_order() -> None:
    name = CARDS[OIL].name.en.split()

    assert OIL in found(" ".join(reversed(name)))


def test_names_of_other_languages_are_found_with_and_without_accents() -> None:
    number, spanish = next(
        (number, card.name.es) for number, card in CARDS.items() if "ó" in card.name.es
    )

    assert number in found(spanish.upper())
    assert number in found(spanish.replace("ó", "o"))


def test_what_is_nowhere_finds_nothing() -> None:
    assert found("zzz") == ()
    assert not matches(CARDS[OIL], "oil zzz")
