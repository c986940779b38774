"""What cards may say is what their types can hold: nothing more, and nothing less."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from companion.games import CardGuide, game, names
from companion.games.card_fields import Blank, Choice, Counts, Flag, Inner, Rows, Several
from companion.storage.packs.load import field_of

GUIDES = {name: guide for name in names() if (guide := game(name).cards) and guide.rules}
Spoken = Iterator[tuple[type, Blank]]


def parts(kind: Any) -> list[type]:
    """The classes of cards' parts that stand in a type."""
    found = [kind] if isinstance(kind, type) and is_dataclass(kind) else []
    return found + [part for each in get_args(kind) for part in parts(each)]


def words(kind: Any) -> set[Any]:
    """The words that a type allows."""
    if get_origin(kind) is Literal:
        return set(get_args(kind))
    return set().union(*(words(each) for each in get_args(kind)), set())


def spoken(kind: type, blanks: tuple[Blank, ...]) -> Spoken:
    """Every blank with the class of which it is a field."""
    for blank in blanks:
        yield kind, blank
        if isinstance(blank, Inner | Rows):
            (part,) = parts(get_type_hints(kind)[field_of(blank.name)])
            yield from spoken(part, blank.of)


def all_blanks(guide: CardGuide) -> Spoken:
    for blanks in guide.rules.values():
        yield from spoken(guide.type, blanks)


@pytest.mark.parametrize("name", GUIDES)
def test_every_blank_is_a_field_of_its_card(name: str) -> None:
    for kind, blank in all_blanks(GUIDES[name]):
        assert field_of(blank.name) in {field.name for field in fields(kind)}


@pytest.mark.parametrize("name", GUIDES)
def test_every_field_of_a_part_has_a_blank(name: str) -> None:
    said = defaultdict(set)
    for kind, blank in all_blanks(GUIDES[name]):
        said[kind].add(field_of(blank.name))
    for kind, blanks in said.items():
        if kind is not GUIDES[name].type:
            assert blanks == {field.name for field in fields(kind)}


@pytest.mark.parametrize("name", GUIDES)
def test_every_word_of_a_type_can_be_chosen_and_no_other(name: str) -> None:
    for kind, blank in all_blanks(GUIDES[name]):
        allowed = words(get_type_hints(kind)[field_of(blank.name)])
        choices: Mapping[Any, Any] = getattr(blank, "choices", {})
        offered = {word for word in choices if isinstance(word, str)}
        if allowed and isinstance(blank, Choice | Several | Counts):
            assert offered == allowed, blank.name


@pytest.mark.parametrize("name", GUIDES)
def test_a_blank_that_says_nothing_means_what_the_card_means_then(name: str) -> None:
    for kind, blank in all_blanks(GUIDES[name]):
        (field,) = [each for each in fields(kind) if each.name == field_of(blank.name)]
        if isinstance(blank, Choice) and field.default is not NoneType:
            required = repr(field.default).startswith("<dataclasses._MISSING")
            assert blank.default == (None if required else field.default), blank.name
        if isinstance(blank, Flag):
            assert blank.says is not field.default


@pytest.mark.parametrize("name", GUIDES)
def test_what_is_usual_can_be_chosen(name: str) -> None:
    for _, blank in all_blanks(GUIDES[name]):
        if isinstance(blank, Choice):
            assert set(blank.usual) <= set(blank.choices)
