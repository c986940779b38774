"""What the contract was called before: a game that says so is told which change it needs."""

from companion.games.contract import AnyGame
from companion.i18n.message import Message, say

MEMBERS = {
    "foresight": "odds",
    "hindsight": "recap",
    "veil": "redact",
    "hands": "tap_handler",
    "original": "legacy_default",
    "lesson": "teaching.lesson",
    "glossary": "teaching.glossary",
    "advice": "teaching.advice",
    "open_box": "box.open",
    "box_fact": "box.told",
    "cards_moved": "cards.moved",
}
"""Members of a game, by what they were called."""
WORDS = {"Foresight": "Odds", "Hindsight": "Recap", "Hands": "TapHandler", "gist": "cache_key"}
"""Classes that a game imports, and their fields."""
MODULES = {
    "companion.message": "companion.i18n.message",
    "companion.games.hands": "companion.games.taps",
    "companion.games.offers": "companion.games.capabilities",
    "companion.games.plain": "companion.games.defaults",
    "companion.games.blanks": "companion.games.card_fields",
    "companion.games.shared.art": "companion.games.shared.icons",
    "companion.games.kit": "companion.games.shared (kinds is events, running rules, staged "
    "staged_game, changing replace)",
}


def renamed(game: AnyGame) -> Message | None:
    """Which of its members has another name now; None if it has none of an earlier one."""
    said = {name for kind in type(game).__mro__ for name in vars(kind)}
    for old, new in MEMBERS.items():
        if old in said:
            return say("it says {old}, which is called {new} now", old=old, new=new)
    return None


def moved(error: Exception) -> Message | None:
    """What a module, a class or a field is called now that a game did not find."""
    wanted = getattr(error, "name", None)
    if wanted in MODULES:
        return say("it imports {old}, which is {new} now", old=wanted, new=MODULES[wanted])
    for old, new in WORDS.items():
        if f"'{old}'" in str(error):
            return say("it says {old}, which is called {new} now", old=old, new=new)
    return None
