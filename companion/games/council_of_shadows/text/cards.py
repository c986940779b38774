"""Cards in words: what kind they are, and what a card does, as its pack says it."""

from companion.games.council_of_shadows.model.card import Card
from companion.i18n.message import Message, name, say

KINDS: dict[str, Message] = {
    "action": say("Action card"),
    "ai": say("AI card"),
    "dark": say("Dark Tech"),
    "bonus": say("Bonus card"),
    "automa": say("Automa card"),
    "leader": say("Leader"),
    "station": say("Space station"),
    "tile": say("System tile"),
}


def describe(card: Card) -> tuple[Message, ...]:
    """Everything that is known of a card, line by line."""
    text = (name(card.text.en, es=card.text.es, pt=card.text.pt),) if card.text.en else ()
    if card.known == "none" and not text:
        return (say("Nobody has entered what it does: read it on the card."),)
    if card.known == "all":
        return text
    return (*text, say("Nobody has verified what it does: check the card."))


def tag_words(card: Card) -> Message:
    """These cards print no words to look for."""
    return Message("–")
