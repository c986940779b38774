"""What the room hears: cards by their names, and what strikes everybody."""

import re

from companion.games.daybreak.model import crisis_events
from companion.games.daybreak.model import events as e
from companion.games.shared.text import by_name
from companion.i18n.message import Message, say

INITIALS = dict.fromkeys(("DAC", "CDA"), say("Direct Air Capture"))
PRINTED_NUMBER = re.compile(r"\d\.(\d{3})")


def aloud(words: Message | str) -> Message | str:
    """A card by its name; one that has none by the number within its deck."""
    if isinstance(words, str):
        number = PRINTED_NUMBER.fullmatch(words)
        return say("card {n}", n=int(number[1])) if number else words
    return by_name(words)


def strikes(event: e.Event) -> bool:
    return isinstance(event, crisis_events.CrisisBegan)
