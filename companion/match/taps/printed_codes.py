"""Which card a printed code means: a code is a tag, ``code:`` and the text that a camera has read.

Nobody has told us what the publisher's codes say, so nothing relies on it: a text is the address
that a pack has for a card, or ends in a card's number. What would mean two cards means none, and is
asked for once: a wrong card is worse than one that was not read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

CODE = "code:"
MAX_LENGTH = 200
"""Of a text: what fits into a code of 12 mm is far shorter."""
ADDRESS = re.compile(r"(?:[a-z][a-z0-9+.-]*://)?(?:www\.)?(.*?)/*", re.DOTALL)
LAST_WORD = re.compile(r"[^/=#:?&\s]+$")
PLAIN = re.compile(r"\d[\d.]*", re.ASCII)
LAST_NUMBER = re.compile(r"\d[\d.]*$", re.ASCII)


def tag_of(text: str) -> str | None:
    """The tag of a code that says this; None for what no card prints: nothing, a novel, noise."""
    text = text.strip()
    return f"{CODE}{text}" if 0 < len(text) <= MAX_LENGTH and text.isprintable() else None


def is_code(uid: str) -> bool:
    """Is this a tag that a camera has read, written as ``tag_of`` writes it?"""
    return uid.startswith(CODE) and tag_of(uid.removeprefix(CODE)) == uid


def card_of(text: str, links: Mapping[str, str]) -> str | None:
    """The one card that a code can mean; ``links`` has the address of each by its number, or "".

    The address, the number and its digits must not point to different cards.
    """
    meant = {*_linked(text, links), *_numbered(text, links)}
    return meant.pop() if len(meant) == 1 else None


def _linked(text: str, links: Mapping[str, str]) -> Iterator[str]:
    wanted = _address(text)
    return (number for number, link in links.items() if link and _address(link) == wanted)


def _address(text: str) -> str:
    """What stays the same however an address is written; small codes are in capital letters."""
    matched = ADDRESS.fullmatch(text.strip().casefold())
    return matched[1] if matched else text


def _numbered(text: str, numbers: Iterable[str]) -> list[str]:
    """The cards whose number stands at the end: as it is printed, or without dots and zeros.

    A longer number that merely ends like a card's is another number. A number with letters must
    be there as it is: digits alone would be anybody's.
    """
    word, number = LAST_WORD.search(text.rstrip("/")), LAST_NUMBER.search(text.rstrip("/"))
    ends = {text.casefold(), *([word[0].casefold()] if word else [])}
    if whole := [each for each in numbers if each.casefold() in ends]:
        return whole
    if not number:
        return []
    plain = {each: _parts(each) for each in numbers if PLAIN.fullmatch(each)}
    said = number[0].rstrip(".")
    if "." in said:
        return [each for each, parts in plain.items() if parts == _parts(said)]
    if same := [each for each in plain if int(each.replace(".", "")) == int(said)]:
        return same
    if all("".join(map(str, parts)) != said.lstrip("0") for parts in plain.values()):
        return []
    # Without its zeros it may as well be the last part of another number.
    return [
        each for each, parts in plain.items() if "".join(map(str, parts)).endswith(said.lstrip("0"))
    ]


def _parts(number: str) -> list[int]:
    return [int(part) for part in number.split(".") if part]
