"""With hands only: a card with unknown tags says so, and tag cards tapped after it enter them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.devices.drawing.pages import drawing
from companion.errors import Refusal
from companion.games import game
from companion.games.display import Prose
from companion.games.taps import Thing
from companion.i18n.catalogs import Language
from companion.match.match import Match
from companion.match.taps.prompts import prompt_of
from companion.match.taps.screen_page import page_of
from companion.storage.journal import MemoryJournal
from companion.storage.packs.load import load_cards
from tests.support.taps import Taps

DAYBREAK = game("daybreak")
Tap = Callable[..., None]


@pytest.fixture
def table(tmp_path: Path) -> Match:
    table = Match(DAYBREAK, MemoryJournal(), packs=tmp_path)
    for line in ("seat china", "seat us", "start", "to local"):
        table.take(line)
    return table


@pytest.fixture
def taps(table: Match) -> Taps:
    return Taps(table)


@pytest.fixture
def tap(taps: Taps) -> Tap:
    def tap(*things: str) -> None:
        for each in things:
            kind, _, name = each.partition(" ")
            taps.tap(Thing(kind, name), "", 0.0)  # type: ignore[arg-type]

    return tap


def printed(table: Match, number: str) -> object:
    card = table.state.cards[number]
    return card.tags, card.tags_known


def test_a_card_that_is_played_says_what_was_done_and_then_that_its_tags_are_unknown(
    taps: Taps, tap: Tap
) -> None:
    tap("card 1.105", "place us 1")

    assert str(taps.notice) == "United States plays 1.105 in front of stack 1"
    assert str(taps.asks) == "Tags? Tap them."
    assert "Pending" not in type(taps.situation).__name__


@pytest.mark.parametrize("code", ["en", "es", "pt"])
def test_the_small_screen_has_room_for_both(table: Match, taps: Taps, tap: Tap, code: str) -> None:
    language = Language(code, "daybreak")
    tap("card 1.024", "place us 1")  # no card has a longer name

    page = page_of(DAYBREAK, table.history[-1], taps, 0.0)
    assert taps.notice == page.notice
    assert page.parts == (Prose(taps.asks or ""),)
    assert drawing(page, language).lost == ()


def test_the_virtual_table_shows_both_at_once(table: Match, taps: Taps, tap: Tap) -> None:
    tap("card 1.105", "place us 1")
    prompt = prompt_of(table.history[-1], taps)

    assert "plays 1.105" in str(prompt.notice)
    assert str(prompt.asked[0]) == "Tags? Tap them."
    taps.pass_time(60.0)
    assert "Tags" not in str(prompt_of(table.history[-1], taps).asked[0])


def test_a_card_with_known_tags_says_what_was_done(table: Match, taps: Taps, tap: Tap) -> None:
    table.take("tags 1.105 wind")
    tap("card 1.105", "place us 1")

    assert "plays 1.105" in str(taps.notice)
    assert taps.asks is None


def test_tag_cards_after_it_are_its_tags(
    table: Match, taps: Taps, tap: Tap, tmp_path: Path
) -> None:
    tap("card 1.105", "place us 1", "printed wind", "printed wind", "printed grid")

    assert printed(table, "1.105") == (("wind", "wind", "grid"), "all")
    assert "Wind" in str(taps.notice)
    assert load_cards(DAYBREAK, tmp_path).cards["1.105"].tags == ("wind", "wind", "grid")


def test_undo_takes_one_tag_card_back(table: Match, tap: Tap) -> None:
    tap("card 1.105", "place us 1", "printed wind", "printed grid")
    table.submit("undo")

    assert printed(table, "1.105") == (("wind",), "all")


def test_later_the_card_is_tapped_where_it_lies(table: Match, taps: Taps, tap: Tap) -> None:
    tap("card 1.105", "place us 1", "card 1.106", "place us 2")
    tap("card 1.105", "printed solar")

    assert printed(table, "1.105") == (("solar",), "all")
    assert "Pending" in type(taps.situation).__name__  # NEXT would still take its action


def test_a_fourth_tag_is_refused_and_changes_nothing(table: Match, tap: Tap) -> None:
    tap("card 1.105", "place us 1", *["printed wind"] * 3)
    with pytest.raises(ValueError, match="1 to 3 tags"):
        tap("printed wind")

    assert printed(table, "1.105") == (("wind",) * 3, "all")


def test_a_tag_card_alone_is_refused(tap: Tap) -> None:
    with pytest.raises(Refusal) as refused:
        tap("printed wind")
    assert refused.value.code == "no_card_before"


def test_a_tag_card_by_its_own_tag_and_in_the_enrolment(taps: Taps, table: Match) -> None:
    taps.enrol("wind", 0.0)
    taps.read("04a1b2c3d4e580", "", 1.0)
    taps.lifted("04a1b2c3d4e580", 2, 1.2)
    assert "Tag card: Wind" in str(taps.notice)
    taps.hold("next", 2.0)

    taps.tap(Thing("card", "1.105"), "", 3.0)
    taps.read("04a1b2c3d4e580", "", 4.0)

    assert printed(table, "1.105") == (("wind",), "all")
