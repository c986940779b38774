"""The game's ids as the state document spells them, and their names as the editions print them."""

from companion.i18n.message import Message, say

COLOURS: dict[str, Message] = {
    "red": say("Red"),
    "yellow": say("Yellow"),
    "green": say("Green"),
    "blue": say("Blue"),
}
WHITE = "white"
"""The pawn of the first player's extra action."""
CHARACTERS: dict[str, Message] = {
    "cook": say("Cook"),
    "fisher": say("Fisher"),
    "guide": say("Guide"),
    "strong": say("Strong one"),
    "healer": say("Healer"),
    "carpenter": say("Carpenter"),
}
NOBODY = "none"
"""The energy scale of whoever has no character."""

FORAGE, WOOD, DIARY, SALVAGE, FIRE = "forage", "wood", "diary", "salvage", "fire"
BUILD, EXPLORE, REST, CAMP = "build", "explore", "rest", "camp"
ACTIONS: dict[str, Message] = {
    FORAGE: say("Forage"),
    WOOD: say("Wood"),
    DIARY: say("Diary"),
    SALVAGE: say("Salvage"),
    FIRE: say("Campfire"),
    BUILD: say("Build"),
    EXPLORE: say("Explore"),
    REST: say("Rest"),
    CAMP: say("Camp"),
}
FISH = "fish"
FISHING = "B1"
"""The camp card of the rulebook, which everybody calls by what it does."""

STORM, RAIN, CLOUDY, SUNNY, HOT = "storm", "rain", "cloudy", "sunny", "hot"
WEATHER: dict[str, Message] = {
    STORM: say("Storm"),
    RAIN: say("Rain"),
    CLOUDY: say("Cloudy"),
    SUNNY: say("Sunny"),
    HOT: say("Hot"),
}
ON_THE_WAY_HOME = {STORM: -2, RAIN: -1}
"""What the weather adds to a roll for the way back to camp."""
MARKS: dict[str, int] = {"sun": 1, "storm": -1, "none": 0}
"""The weather marks of event cards, and where they move the weather."""
MOST_WRECK = 9
"""Numbers on event cards have one digit."""

COAST, INTERIOR, HEART, PROMONTORY = "coast", "interior", "heart", "promontory"
SECTORS: dict[str, Message] = {
    COAST: say("Coast"),
    INTERIOR: say("Interior"),
    HEART: say("Heart"),
    PROMONTORY: say("Promontory"),
}
DECKS = (COAST, INTERIOR, HEART)

SHELTER, RAFT, SAND_SIGN, BONFIRE = "shelter", "raft", "sand_sign", "bonfire"
BUILDINGS: dict[str, Message] = {
    SHELTER: say("Shelter"),
    RAFT: say("Raft"),
    SAND_SIGN: say("Sign in the sand"),
    BONFIRE: say("Great bonfire"),
}
MATERIALS: dict[str, Message] = {"wood": say("Wood"), "ropes": say("Ropes"), "sails": say("Sails")}
LEVELS = 4
"""Shelters are built one upon the other."""

STAGES: dict[str, Message] = {
    "event": say("Events"),
    "actions": say("Actions"),
    "survival": say("Survival"),
    "end": say("End of the turn"),
}
DIFFICULTIES: dict[str, Message] = {"standard": say("standard"), "hard": say("hard")}
DICE: dict[str, Message] = {"dice": say("Dice roll"), "strength": say("Strength roll")}

PAWNS = 2
TRAUMAS_TO_DIE = 4
MOST_SCORE = 199
MOST_FOUND = 9
"""Tiles of forage and fish have one digit."""
SURE_FIRE = 6
"""So much energy lights the fire whatever the die would say."""
