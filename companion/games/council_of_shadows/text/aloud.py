"""What the room hears: cards by their names; nothing strikes everybody here."""

import re

from companion.games.council_of_shadows.model.events import Event
from companion.games.shared.text import by_name
from companion.i18n.message import Message, say

INITIALS = dict.fromkeys(("AI", "IA"), say("artificial intelligence"))
CARD_ID = re.compile(r"(ai|light|secret|automa)-0*(\d+)")
KINDS = {
    "ai": say("AI card"),
    "light": say("light bonus card"),
    "secret": say("dark bonus card"),
    "automa": say("card of the Automa"),
}


def aloud(words: Message | str) -> Message | str:
    """A card by its name; one that has none by its kind and its number."""
    if isinstance(words, str):
        found = CARD_ID.fullmatch(words)
        return Message("{kind} {n}", {"kind": KINDS[found[1]], "n": found[2]}) if found else words
    return by_name(words)


def strikes(event: Event) -> bool:
    return False
