"""Cards as people look for them: by number or by name, in any language they are printed in."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.games import AnyGame
from companion.language import LANGUAGES, Language
from companion.message import Message, say

KNOWN: dict[str, Message] = {
    "all": say("complete"),
    "part": say("partly known"),
    "none": say("unknown"),
}
"""How much of a card is known."""


def is_like(card: Any, search: str) -> bool:
    names = (getattr(card.name, language) for language in LANGUAGES)
    return any(search.casefold() in text.casefold() for text in (card.number, *names))


def name_of(card: Any, lang: str) -> str:
    """A card's name in the reader's language, or else in English."""
    return str(getattr(card.name, lang) or card.name.en)


def tag_called(game: AnyGame, word: str) -> str:
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
    all_cards = list(cards)
    printed: dict[str, dict[str, str]] = {nameless: {}}
    for card in all_cards:
        if card.name.en != nameless:
            printed[card.name.en] = names_of(card) | printed.get(card.name.en, {})
    return [
        replace(card, name=replace(card.name, **more))
        if (more := printed[card.name.en] | names_of(card)) != names_of(card)
        else card
        for card in all_cards
    ]


def names_of(card: Any) -> dict[str, str]:
    """The names of a card by language, as far as they are known."""
    said = {language: str(getattr(card.name, language)) for language in LANGUAGES}
    return {language: name for language, name in said.items() if name}
