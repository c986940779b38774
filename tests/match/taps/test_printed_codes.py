"""Which card a printed code means; where that is not clear, it means none."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Refusal
from companion.games import game
from companion.games.taps import Thing
from companion.match.collection.my_box import MyBox
from companion.match.taps.printed_codes import MAX_LENGTH, card_of, is_code, tag_of
from companion.match.taps.tags import FILE, Tags, check_uid, read_tags, tags_text

ADDRESS = "https://daybreakgame.org/card/1018"
LINKS = {
    **dict.fromkeys(("1.018", "1.035", "1.135", "2.135", "1.350", "10.35", "1.007"), ""),
    **{"?.town-hall": "https://www.example.org/c/ab12/", "T33": "", "ai-01": "", "1.301": ADDRESS},
}


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("https://www.example.org/c/ab12/", "?.town-hall"),
        ("HTTP://EXAMPLE.ORG/C/AB12", "?.town-hall"),
        ("1.035", "1.035"),
        ("https://some.where/1.350", "1.350"),
        ("https://some.where/card/1350/", "1.350"),
        ("DAYBREAK:0001350", "1.350"),
        ("id=1.35", "1.035"),
        ("17", "1.007"),
        ("1.7", "1.007"),
        ("t33", "T33"),
        ("https://some.where/AI-01", "ai-01"),
        ("?.town-hall", "?.town-hall"),
    ],
)
def test_a_code_says_its_card_by_an_address_or_by_the_number_at_its_end(
    text: str, card: str
) -> None:
    assert card_of(text, LINKS) == card


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(ADDRESS, id="the address of one card and the number of another"),
        pytest.param("1035", id="1.035 and 10.35"),
        pytest.param("135", id="1.035 without its zero, and the end of 1.135 and 2.135"),
        pytest.param("21350", id="a longer number"),
        pytest.param("2.1.350", id="a number with more parts"),
        pytest.param("350", id="the last part of a number"),
        pytest.param("12345/33", id="the digits of a number with letters"),
        pytest.param("1.350?x=y", id="a number that does not stand at the end"),
        pytest.param("https://www.example.org/c/ab12/more", id="an address that goes on"),
        pytest.param("0", id="no number"),
        pytest.param("...", id="dots"),
        pytest.param("١.٣٥٠", id="digits of another script"),
    ],
)
def test_what_could_mean_another_card_or_none_means_none(text: str) -> None:
    assert card_of(text, LINKS) is None


def test_two_cards_with_one_address_are_asked_for() -> None:
    assert card_of("a.org/x", {"1": "https://a.org/x", "2": "http://a.org/x/"}) is None


@pytest.mark.parametrize("name", ["daybreak", "naufragos", "council_of_shadows"])
def test_every_card_of_a_game_is_found_by_its_own_number_and_address_only(
    name: str, tmp_path: Path
) -> None:
    box = MyBox(game(name), tmp_path)
    links = box.cards.links(box.numbers)
    for number in links:
        assert card_of(number, links) == number
        for text in (f"x/{number.replace('.', '')}", f"x/00{number}", links[number] or "-"):
            assert card_of(text, links) in (number, None)


@given(st.text(max_size=30), st.sampled_from(sorted(LINKS)))
def test_any_text_before_a_whole_number_leads_to_it_or_nowhere(text: str, number: str) -> None:
    """But for numbers of its own, such as an address that ends in another card's."""
    if not text[-1:].isnumeric() and not text.endswith("."):
        assert card_of(text + number, LINKS) in (number, None)


@pytest.mark.parametrize("text", ["", "  ", "a\nb", "x" * (MAX_LENGTH + 1), "\ud800", "\x00"])
def test_what_no_card_prints_is_no_tag(text: str) -> None:
    assert tag_of(text) is None
    assert not is_code(f"code:{text}")


@pytest.fixture
def tags(tmp_path: Path) -> Callable[..., Tags]:
    def opened(links: dict[str, str] = LINKS, game: str = "daybreak") -> Tags:
        return Tags(tmp_path / FILE, game, links=lambda: links)

    return opened


def test_a_code_needs_no_binding_where_its_text_says_the_card(tags: Callable[..., Tags]) -> None:
    assert tags().find("code:https://x.y/1350") == Thing("card", "1.350")
    assert tags().find("code:https://x.y/nothing") is None
    assert tags().find("1350") is None


def test_what_people_have_said_of_a_code_counts_before_its_text(tags: Callable[..., Tags]) -> None:
    tags().bind("code:x/1350", Thing("card", "1.007"))

    assert tags().find("code:x/1350") == Thing("card", "1.007")


def test_a_code_of_another_game_is_no_card_of_this_one(tags: Callable[..., Tags]) -> None:
    tags(game="naufragos").bind("code:x/1350", Thing("card", "T33"))

    assert tags().find("code:x/1350") is None


def test_codes_are_exported_and_imported_with_the_tags(
    tags: Callable[..., Tags], tmp_path: Path
) -> None:
    tags().bind("code:ñ “x” 5", Thing("card", "1.007"))
    other = tmp_path / "other.json"
    other.write_text(tags_text(tags().all()))

    [bound] = read_tags(other)
    assert check_uid(bound.uid) == "code:ñ “x” 5"


def test_a_code_that_is_no_text_of_a_card_is_not_bound(tags: Callable[..., Tags]) -> None:
    with pytest.raises(Refusal, match="code:"):
        tags().bind("code:", Thing("card", "1.007"))


def test_a_pack_with_an_address_is_all_that_a_code_needs(tmp_path: Path) -> None:
    box: Any = MyBox(game("daybreak"), tmp_path)
    number, link = next((number, link) for number, link in box.cards.links(()).items() if link)

    assert box.tags.find(f"code:{link}") == Thing("card", number)
    assert replace(box.cards, entries={}).links([number]) == {number: ""}
