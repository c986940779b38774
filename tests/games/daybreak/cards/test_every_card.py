"""Every shipped card has a case in which it applies, and one in which it is refused or reduced."""

from pathlib import Path

import pytest

from companion.games import game
from companion.storage.packs.load import load_cards
from tests.support.games.card_cases import Case, read_cases

CARDS = load_cards(game("daybreak")).cards
FILES = sorted(Path(__file__).parent.glob("*.cases"))
CASES = [case for file in FILES for case in read_cases(file)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_card_does_what_is_known_of_it(case: Case) -> None:
    played = case.play()

    assert case.expects, "a case expects something"
    assert case.sign == "-" or case.card in played.cards, "the card did not come into it"


@pytest.mark.parametrize("number", CARDS)
def test_a_card_has_a_case_that_applies_it_and_one_that_does_not(number: str) -> None:
    assert {case.sign for case in CASES if case.card == number} == {"+", "-"}


def test_every_case_is_of_a_shipped_card_by_its_name_and_kind() -> None:
    for case in CASES:
        assert CARDS[case.card].name.en == case.name
        assert CARDS[case.card].kind == case.file.stem
