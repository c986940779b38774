"""Cards of Náufragos: packs, marks in words, and what cannot stand on one."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.errors import BadPack
from companion.games import game
from companion.games.capabilities import Names
from companion.games.naufragos.model.card import Card, kind_by_number
from companion.games.naufragos.model.card_checks import check_card, fresh_card
from companion.games.naufragos.text.cards import card_name, describe, mark_words
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from companion.storage.packs.card_json import cards_line, parse_cards
from companion.storage.packs.load import load_cards, shipped_cards

NAUFRAGOS = game("naufragos")
EVENT = Card(number="E07", kind="event", name=Names(en="?"))
OBJECT = Card(number="W05", kind="wreck", name=Names(en="Compass", es="Brújula"))


def flaws(**changes: Any) -> list[str]:
    return [field for field, _ in check_card(replace(EVENT, **changes))]


def test_a_box_ships_with_every_basic_card_and_hardly_a_mark() -> None:
    cards = shipped_cards(NAUFRAGOS)

    assert {"E01", "E21", "C11", "I18", "H10", "W30", "B5", "T33", "cook"} <= cards.keys()
    assert cards["?.machete"].card.story == 1
    assert cards["E01"].card.known == "none"


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        ("E01", "event"),
        ("E22", "event"),
        ("E23", None),
        ("E00", None),
        ("C12", "coast"),
        ("B6", "camp"),
        ("B7", None),
        ("T0a", "plot"),
        ("T33", "plot"),
        ("strong", "character"),
        ("X01", None),
        ("", None),
        ("I1", None),
    ],
)
def test_a_card_is_what_its_id_says(number: str, kind: str | None) -> None:
    assert kind_by_number(number) == kind
    fresh = fresh_card(number)
    assert (fresh and fresh["kind"]) == kind


def test_what_cannot_stand_on_a_card_is_told_by_its_field() -> None:
    assert flaws() == []
    assert flaws(number="Q1") == ["number"]
    assert flaws(number="?.mine") == []
    assert flaws(kind="camp") == ["kind"]
    assert flaws(name=Names(en=" ")) == ["name.en"]
    assert flaws(wreck=10) == ["wreck"]
    assert flaws(advance=True) == ["advance"]
    coast = Card(number="C01", kind="coast", name=Names(en="?"))
    assert [field for field, _ in check_card(replace(coast, sector="heart"))] == ["sector"]
    assert [field for field, _ in check_card(replace(coast, story=3))] == ["story"]
    assert [field for field, _ in check_card(replace(coast, difficulty=12))] == ["difficulty"]
    assert [field for field, _ in check_card(replace(OBJECT, story=True))] == ["story"]
    assert [field for field, _ in check_card(replace(OBJECT, return_=99))] == ["return"]


def test_how_much_is_known_follows_from_the_marks() -> None:
    assert EVENT.known == "none"
    assert replace(EVENT, weather="sun").known == "part"
    assert replace(EVENT, weather="sun", wreck="none", rescue=()).known == "all"


def test_marks_are_told_in_words() -> None:
    event = replace(EVENT, weather="sun", wreck="none", rescue=("bonfire", "Catalejo"))
    assert [str(line) for line in describe(event)] == [
        *("weather: sun", "wreck number: none", "rescue asks for: Great bonfire, Catalejo"),
    ]
    plot = Card(number="T33", kind="plot", name=Names(en="Jaguar"), sector="interior")
    told = replace(plot, advance=True, difficulty=2, story=True, keep=True, energy=1, red=True)
    assert str(mark_words(told)) == (
        "deck: Interior, the explorers move on, way back 2 harder, a story token, it is kept, "
        "costs 1 energy, red: it is never covered"
    )
    thing = replace(OBJECT, story=2, strength=-1, return_=1)
    assert str(mark_words(thing)) == "2 story points, strength −1, way home +1"
    assert str(mark_words(OBJECT)) == "Nobody has entered its marks yet."


def test_a_card_is_called_by_its_id_and_its_name() -> None:
    assert card_name(EVENT) == "E07"
    assert str(card_name(OBJECT)) == "W05 Compass"
    cook = Card(number="cook", kind="character", name=Names(en="Cook"))
    assert str(card_name(cook)) == "Cook"


def test_a_field_that_python_keeps_for_itself_is_written_as_people_say_it() -> None:
    read = parse_cards(
        NAUFRAGOS, '[{"number": "W05", "kind": "wreck", "name": {"en": "?"}, "return": 2}]'
    )
    assert read["W05"].return_ == 2
    state = replace(NAUFRAGOS.blank, cards={"W05": read["W05"]})
    assert '"return": 2' in cards_line(NAUFRAGOS, state)


def told_at_a_table(folder: Path) -> Match:
    """Somebody has read the marks of a card, and an owner's packs are in this folder."""
    table = Match(NAUFRAGOS, MemoryJournal(), packs=folder)
    for line in ("seat red", "start", "event E07 storm 4"):
        table.take(line)
    return table


def test_what_was_told_is_kept_in_the_owners_pack_and_taken_back_with_the_line(
    tmp_path: Path,
) -> None:
    table = told_at_a_table(tmp_path)
    kept = load_cards(NAUFRAGOS, tmp_path).cards["E07"]
    assert (kept.weather, kept.wreck) == ("storm", 4)

    table.take("undo")
    kept = load_cards(NAUFRAGOS, tmp_path).cards["E07"]
    assert (kept.weather, kept.wreck) == (None, None)


def test_a_pack_that_cannot_be_read_stops_nobody(tmp_path: Path) -> None:
    table = told_at_a_table(tmp_path)
    pack = tmp_path / "packs" / "naufragos" / "own.toml"
    pack.write_text("cards = 3", encoding="utf-8")
    with pytest.raises(BadPack):
        load_cards(NAUFRAGOS, tmp_path)

    assert table.take("undo").document["prompt"]["kind"] == "event"
    assert pack.read_text(encoding="utf-8") == "cards = 3"
