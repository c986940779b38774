"""What the facts of a box are called, for whoever looks at their own."""

from companion.games.naufragos.model.terms import (
    ACTIONS,
    BUILDINGS,
    CHARACTERS,
    MATERIALS,
    NOBODY,
)
from companion.i18n.message import Message, count, say

NAMES: dict[str, Message] = {
    "wrecks": say("cubes on the wreck"),
    "weather": say("weather scale, left to right"),
    "order": say("order in which actions are resolved"),
    "track": say("sector of each space of the track"),
    "track_story": say("story tokens of each space of the track"),
    "sand_sign": say("cubes for the sign in the sand"),
    "bonfire": say("wood for the great bonfire"),
}
ENDS: dict[str, Message] = {
    "start": say("difficulty of the way back: start"),
    "min": say("difficulty of the way back: least"),
    "max": say("difficulty of the way back: most"),
    "energy": say("energy"),
    "return_bonus": say("bonus for the way home"),
    **MATERIALS,
}


def fact_name(path: tuple[str, ...]) -> Message:
    """A fact by its path below ``facts``."""
    match path:
        case ("turns", players):
            return count("turns with {n} player", "turns with {n} players", int(players))
        case ("actions", action):
            return ACTIONS[action]
        case ("rest", "0"):
            return say("without a shelter: 1 to 3, 4 to 6, healed")
        case ("rest", level):
            return say("shelter {n}: 1 to 3, 4 to 6, healed", n=level)
        case ("shelters", level, end):
            return pair(say("Shelter {n}", n=level), ENDS[end])
        case ("raft", end):
            return pair(BUILDINGS["raft"], ENDS[end])
        case ("characters", who, end):
            named = say("Nobody in particular") if who == NOBODY else CHARACTERS[who]
            return pair(named, ENDS[end])
        case ("difficulty", end):
            return ENDS[end]
    return NAMES[path[0]]


def pair(first: Message, second: Message) -> Message:
    return Message("{first}: {second}", {"first": first, "second": second})
