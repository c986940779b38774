"""The game's ids as the state document spells them, and their names as the rulebook prints them."""

from companion.i18n.message import Message, say

SEATS: dict[str, Message] = {
    "blue": say("Blue"),
    "green": say("Green"),
    "red": say("Red"),
    "violet": say("Violet"),
}
AUTOMA = "blue"
"""The AI's cubes are the blue ones."""
GALAXIES: dict[str, Message] = {
    "grey": say("grey galaxy"),
    "green": say("green galaxy"),
    "beige": say("beige galaxy"),
    "blue": say("blue galaxy"),
    "turquoise": say("turquoise galaxy"),
    "orange": say("orange galaxy"),
    "red": say("red galaxy"),
    "yellow": say("yellow galaxy"),
    "brown": say("brown galaxy"),
    "pink": say("pink galaxy"),
}
COVERED = ("turquoise", "yellow")
"""With three players these lie under the cover panels."""
BACK = ("grey", "green", "blue", "orange", "red", "pink")
"""The galaxies of the board's other side, for two players and the Automa."""
GEMS: dict[str, Message] = {
    "anthracite": say("anthracite"),
    "gold": say("gold"),
    "clear": say("clear"),
}
"""From the cheapest to the dearest."""
PLANETS: dict[str, Message] = {
    "terran": say("terran"),
    "desert": say("desert"),
    "volcanic": say("volcanic"),
}
ACTIONS: dict[str, Message] = {
    "colonize": say("Colonize"),
    "tower": say("Colonize with a tower"),
    "harvest": say("Harvest"),
    "discover": say("Discover"),
    "gems": say("Take gems"),
    "refine": say("Refine a gem"),
}
DARK: dict[int, dict[str, Message]] = {
    1: {
        "stargate": say("New Stargate"),
        "gemcraft": say("Gemcraft"),
        "explorers": say("Nation of Explorers"),
        "science": say("Science Settlements"),
        "empire": say("Empire"),
        "flexible": say("Flexible Colonization"),
        "saver": say("Energy Saver"),
        "traveller": say("Experienced Traveller"),
    },
    2: {
        "resources": say("Nation of Resources"),
        "perpetual": say("Perpetual Motion"),
        "feudalism": say("Feudalism"),
        "expedition": say("Expedition"),
        "information": say("Information Advantage"),
        "dominant": say("Dominant Nation"),
        "surge": say("Energy Surge"),
        "settlement": say("Additional Settlement"),
    },
}
TECHS: dict[str, Message] = DARK[1] | DARK[2]
LEADERS: dict[str, Message] = {
    leader: Message(name)
    for leader, name in {
        "buteo": "Buteo",
        "zoe": "Zoe",
        "ava": "Ava",
        "casares": "Casares",
        "s3e3": "S3E3",
        "breish": "Breish",
    }.items()
}
STATIONS: dict[str, Message] = {
    "harvest": say("Harvest station"),
    "score": say("Score station"),
    "settle": say("Settle station"),
}
UPGRADES: dict[str, Message] = {
    "desert": say("desert adaptation"),
    "volcanic": say("volcanic adaptation"),
    "stacking": say("colony extension"),
    **{f"energy-{n}": say("energy project {n}", n=n) for n in range(1, 5)},
    "range-2": say("reach to parsec 2"),
    "range-3": say("reach to parsec 3"),
}
STAGES: dict[str, Message] = {
    "buy": say("Buy"),
    "plan": say("Plan"),
    "act": say("Act"),
    "final": say("Final account"),
}
DETAILS: dict[str, Message] = {
    "tracks": say("tracks"),
    "cards": say("cards"),
    "galaxies": say("galaxies"),
    "full": say("everything"),
}

AI_CARDS = tuple(f"ai-{n:02}" for n in range(1, 26))
LIGHT = tuple(f"light-{n:02}" for n in range(1, 19))
SECRET = tuple(f"secret-{n}" for n in range(1, 10))
AUTOMA_CARDS = tuple(f"automa-{n:02}" for n in range(1, 19))
TILES = tuple(
    f"p{parsec}-{n:02}" for parsec, last in ((1, 10), (2, 11), (3, 10)) for n in range(1, last + 1)
)
STARTING = tuple(f"{seat}-{action}" for seat in SEATS for action in ACTIONS)
KINDS: dict[str, str] = {
    **dict.fromkeys(STARTING, "action"),
    **dict.fromkeys(AI_CARDS, "ai"),
    **dict.fromkeys(TECHS, "dark"),
    **dict.fromkeys((*LIGHT, *SECRET), "bonus"),
    **dict.fromkeys(AUTOMA_CARDS, "automa"),
    **dict.fromkeys(LEADERS, "leader"),
    **dict.fromkeys(TILES, "tile"),
}
"""What every card and tile is, by its id."""

PURCHASES = 3
BONUS_LIMIT = 4
SLOTS = 3
FARTHEST = 3
LEAST_CONSUMPTION, MOST_CONSUMPTION = 20, 100
LAST_LEVEL = 3
TOWER = 3
"""The most cubes on one planet."""
MAJORITY_PAYS = 3
"""What Empire pays for a galaxy, and Feudalism for a system."""
SAVED, SURGE = 7, 10
ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


def in_play(players: int) -> tuple[str, ...]:
    """The galaxies that are used with so many players, the AI counted."""
    if players == 2:
        return tuple(galaxy for galaxy in GALAXIES if galaxy in BACK)
    covered = COVERED if players == 3 else ()
    return tuple(galaxy for galaxy in GALAXIES if galaxy not in covered)


def roman(level: int) -> str:
    """A Dark Tech level as people write it."""
    return ROMAN[min(level, len(ROMAN) - 1)]
