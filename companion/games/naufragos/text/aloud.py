"""What the room hears: cards by their names, and what strikes everybody."""

import re

from companion.games.naufragos.model import events as e
from companion.games.shared.text import by_name
from companion.i18n.message import Message, say

INITIALS = {"PH": say("story points")}
PRINTED_NUMBER = re.compile(r"([A-Z])(\d+)")
STORM = "storm"


def aloud(words: Message | str) -> Message | str:
    """A card by its name; one that has none by its letter and its number."""
    if isinstance(words, str):
        number = PRINTED_NUMBER.fullmatch(words)
        return say("card {letter} {n}", letter=number[1], n=int(number[2])) if number else words
    return by_name(words)


def strikes(event: e.Event) -> bool:
    return isinstance(event, e.EventSeen) and event.weather == STORM
