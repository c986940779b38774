"""The game's ids as the state document spells them, and their names as the rulebook prints them."""

from companion.i18n.message import Message, say

CHINA, US, EUROPE, MAJORITY_WORLD = "china", "us", "europe", "majority_world"

POWERS: dict[str, Message] = {
    CHINA: say("China"),
    US: say("United States"),
    EUROPE: say("Europe"),
    MAJORITY_WORLD: say("Majority World"),
}
EMISSIONS: dict[str, Message] = {
    "transportation": say("Transportation"),
    "industry": say("Industry"),
    "agriculture": say("Agriculture"),
    "buildings": say("Buildings"),
    "extraction": say("Fuel Extraction"),
    "waste": say("Waste"),
}
RESILIENCES: dict[str, Message] = {
    "social": say("Social Resilience"),
    "ecological": say("Ecological Resilience"),
    "infrastructure": say("Infrastructure Resilience"),
}
EFFECTS: dict[str, Message] = {
    "weather": say("Change in Major Weather Systems"),
    "desertification": say("Desertification"),
    "amazon": say("Dieback of the Amazon"),
    "arctic": say("Loss of Arctic Sea Ice"),
    "permafrost": say("Thawing Permafrost"),
    "acidification": say("Ocean Acidification"),
}
TAGS: dict[str, Message] = {
    "energy": say("Energy"),
    "ecology": say("Ecology"),
    "grid": say("Grid"),
    "infrastructure": say("Infrastructure"),
    "solar": say("Solar"),
    "regulation": say("Regulation"),
    "wind": say("Wind"),
    "incentive": say("Incentive"),
    "nuclear": say("Nuclear"),
    "innovation": say("Innovation"),
    "society": say("Society"),
    "geoengineering": say("Geoengineering"),
}
SINKS: dict[str, Message] = {
    "trees": say("Trees"),
    "oceans": say("Oceans"),
    "dac": say("Direct Air Capture"),
}
STAGES: dict[str, Message] = {
    "global": say("Global stage"),
    "local": say("Local stage"),
    "emissions": say("Emissions stage"),
    "crisis": say("Crisis stage"),
    "growth": say("Growth stage"),
}
DIFFICULTIES: dict[str, Message] = {
    "easier": say("Easier"),
    "standard": say("Standard"),
    "harder": say("Harder"),
    "extreme": say("Extreme"),
}
DICE: dict[str, Message] = {
    "planetary": say("Planetary Effects die"),
    "geoengineering": say("Geoengineering die"),
}

CENTRAL = ("trees", "oceans", "dac", "recent")
"""Tokens of the central board; the others lie on player boards."""
ANY_CARD = "?"
"""A card of a hand, whatever its number."""
KINDS_OF_ANY = {"resilience.any": tuple(RESILIENCES), "emissions.any": tuple(EMISSIONS)}

LAST_ROUND = 6
BANDS_TO_LOSE = 8
COMMUNITIES_TO_LOSE = 12
CARDS_TO_DRAW = 5
STACKS = 5
