"""Finds cards by number or by name, in any language they are printed in."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from unicodedata import combining, normalize

from companion.games import AnyGame
from companion.i18n.catalogs import LANGUAGES, Language
from companion.i18n.message import Message, say

COMPLETENESS: dict[str, Message] = {
    "all": say("complete"),
    "part": say("partly known"),
    "none": say("unknown"),
}
"""How much of a card is known."""


def matches(card: Any, search: str) -> bool:
    """Is every word of the search in the number or in a name?"""
    said = " ".join(map(normalized, (card.number, *names_of(card).values())))
    by_all = all(word in said for word in normalized(search).split())
    return by_all or by_letters(card.number, search)


def find_numbers(numbers: Iterable[str], cards: Mapping[str, Any], text: str) -> tuple[str, ...]:
    """What somebody may mean, by the best way that finds anything: the number as it is printed,
    without its dot, its last digits alone; a whole name in any language; a part of one."""
    all_numbers = tuple(numbers)
    for way in (by_number, by_letters, by_last_digits):
        if found := tuple(number for number in all_numbers if way(number, text)):
            return found
    called = tuple(
        number
        for number, card in cards.items()
        if normalized(text) in map(normalized, names_of(card).values())
    )
    return called or tuple(number for number, card in cards.items() if matches(card, text))


def by_number(number: str, text: str) -> bool:
    return number.casefold() == text.casefold()


def by_letters(number: str, text: str) -> bool:
    """``1035`` and ``1 035`` are 1.035."""
    return alphanumerics(number.casefold()) == alphanumerics(text.casefold())


def by_last_digits(number: str, text: str) -> bool:
    """``35`` is 1.035 and every card that ends so; ``e7`` is E07."""
    ends = last_digits(number), last_digits(text)
    heads = number.removesuffix(ends[0]), text.removesuffix(ends[1])
    alike = not heads[1] or by_letters(*heads)
    return alike and all(ends) and int(ends[0]) == int(ends[1])


def last_digits(number: str) -> str:
    found = re.search(r"[0-9]{1,6}$", number)
    return found[0] if found else ""


def alphanumerics(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def normalized(text: str) -> str:
    """Without capitals and accents."""
    return "".join(sign for sign in normalize("NFD", text.casefold()) if not combining(sign))


def name_of(card: Any, lang: str) -> str:
    """A card's name in the reader's language, or else in English."""
    return str(getattr(card.name, lang, "") or card.name.en)


def find_tag(game: AnyGame, word: str) -> str:
    """The tag that somebody means, by its id or by a name that the companion shows; otherwise the
    word itself, so that whoever reads it says what is wrong."""
    wanted = word.strip().casefold()
    for tag, name in game.phone(game.blank).tags.items():
        shown = (Language(code, game.id).say(name) for code in LANGUAGES)
        if wanted in (tag.casefold(), *(each.casefold() for each in shown)):
            return tag
    return word.strip()


def shared_names(cards: Iterable[Any], nameless: str) -> list[Any]:
    """Cards of one English name have the same name in the other languages, too, on whichever of
    them somebody has read it. ``nameless`` is the name of those whose name nobody knows."""
    named = [(card, names_of(card)) for card in cards]
    printed: dict[str, dict[str, str]] = {nameless: {}}
    for card, names in named:
        if card.name.en != nameless:
            printed[card.name.en] = names | printed.get(card.name.en, {})
    return [
        replace(card, name=replace(card.name, **more))
        if (more := printed[card.name.en] | names) != names
        else card
        for card, names in named
    ]


def names_of(card: Any) -> dict[str, str]:
    """The names of a card by language, as far as they are known."""
    said = {language: str(getattr(card.name, language, "")) for language in LANGUAGES}
    return {language: name for language, name in said.items() if name}
