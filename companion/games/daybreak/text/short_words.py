"""The game's words as short as a small screen needs them."""

from companion.games.daybreak.model.terms import CHINA, EUROPE, MAJORITY_WORLD, TAGS, US
from companion.i18n.message import Message, say

POWERS: dict[str, Message] = {
    CHINA: say("China"),
    US: say("US"),
    EUROPE: say("Europe"),
    MAJORITY_WORLD: say("Majority"),
}
STAGES: dict[str, Message] = {
    "setup": say("Set-up"),
    "global": say("Global"),
    "local": say("Local"),
    "emissions": say("Emissions"),
    "crisis": say("Crisis"),
    "growth": say("Growth"),
}
RESILIENCES: dict[str, Message] = {
    "social": say("Social"),
    "ecological": say("Ecol."),
    "infrastructure": say("Infra."),
}
RESILIENCE_KINDS: dict[str, Message] = {
    "social": say("Social"),
    "ecological": say("Ecological"),
    "infrastructure": TAGS["infrastructure"],
}
QUESTIONS: dict[str, Message] = {
    "one_of": say("Which effect?"),
    "optional": say("That too?"),
    "power": say("Which power?"),
    "resilience": say("Which Resilience?"),
    "emissions": say("Which Emissions?"),
    "crisis": say("Turn one Crisis card face up, and show it."),
    "roll": say("Roll the Geoengineering die."),
    "discard": say("Which card is lost?"),
    "project": say("Which project is lost?"),
    "by_hand": say("Do what the card says, and enter the result."),
    "ignore": say("Ignore this result?"),
    "shield": say("Who ignores this?"),
    "relief": say("Spend a stored card?"),
    "part": say("The card says more. How much?"),
    "less": say("How much is left?"),
    "challenge": say("Is this Challenge met?"),
    "tags": say("{card}: how many {tag}?"),
}
SINKS: dict[str, Message] = {"trees": say("Trees"), "oceans": say("Oceans"), "dac": say("DAC")}
DICE: dict[str, Message] = {
    "planetary": say("Planetary die"),
    "geoengineering": say("Geoengineering"),
}
EFFECTS: dict[str, Message] = {
    "weather": say("Weather systems"),
    "desertification": say("Desertification"),
    "amazon": say("Amazon"),
    "arctic": say("Arctic"),
    "permafrost": say("Permafrost"),
    "acidification": say("Acidification"),
}
TOKENS: dict[str, Message] = {
    "demand": say("Demand"),
    "dirty": say("Dirty"),
    "clean": say("Clean"),
    "communities": say("Communities"),
    "recent": say("Carbon"),
    **SINKS,
    **{f"resilience.{kind}": name for kind, name in RESILIENCES.items()},
    **{f"tags.{tag}": name for tag, name in TAGS.items()},
}


def printed(number: str) -> str:
    """A card's number, where there is no room for its name: a mark for one that nobody knows."""
    return "?" if number.startswith("?") else number
