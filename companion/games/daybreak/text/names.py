"""What things are called: numbers, cards, powers, effects, and how a game ends."""

from collections.abc import Mapping

from companion.games.daybreak.model.stacks import card_name
from companion.games.daybreak.model.state import COOLEST, Power, State
from companion.games.daybreak.model.terms import (
    COMMUNITIES_TO_LOSE,
    EFFECTS,
    EMISSIONS,
    POWERS,
    RESILIENCES,
    SINKS,
)
from companion.games.daybreak.rules.corrections import full_path
from companion.games.shared.text import MARK, pair
from companion.i18n.message import Message, decimal, say

NUMBERS: dict[str, Message] = {
    "demand": say("Energy Demand"),
    "dirty": say("Dirty Energy"),
    "clean": say("Clean Energy"),
    "communities": say("Communities in Crisis"),
    "draw": say("cards to draw"),
    "growth": say("growth of demand"),
    "recent": say("Recent Emissions"),
    "round": say("round"),
    "drawdown": say("Drawdown"),
    "bands": say("Temperature Bands"),
    "cubes": say("cubes on the Thermometer"),
    "due": say("Crisis cards to resolve"),
    "rolls_due": say("rolls that are due"),
    "shown": say("odds shown"),
    "active": say("Global Project active"),
    "seats": say("who sits where"),
    "crises": say("Crisis cards"),
    **EMISSIONS,
    **RESILIENCES,
    **EFFECTS,
    **SINKS,
}
EFFECT_OF: dict[str, Message] = {
    "weather": say("2 more Crisis cards"),
    "desertification": say("1 Tree lost for each player"),
    "amazon": say("1 carbon to Recent Emissions and 1 Tree lost, for each player"),
    "arctic": say("2 carbon to the Thermometer for each player"),
    "permafrost": say("2 carbon to Recent Emissions for each player"),
    "acidification": say("1 Ocean lost for each player"),
}
ENDINGS: dict[str, Message] = {
    "drawdown": say("Drawdown is reached and the last Crisis stage survived: you win together!"),
    "temperature": say("The Thermometer has reached 2.0 °C: the game is lost."),
    "communities": say("A power has 12 Communities in Crisis: the game is lost."),
    "time": say("Six rounds are over without Drawdown: the game is lost."),
}
DERIVED: dict[str, Message] = {
    "carbon": say("carbon of a round"),
    "shortage": say("energy that is missing"),
    "emitted": say("carbon emitted"),
    "absorbed": say("carbon absorbed"),
    "net": say("carbon onto the Thermometer"),
    "celsius": say("degrees Celsius"),
    "row": say("cubes in a row"),
    "bands_after": say("Temperature Bands after this round"),
    "won": say("game won"),
}
"""Numbers that nobody sets: they follow from others."""


def derived(path: str) -> Message | None:
    head, *steps = path.split(".")
    last = steps[-1] if steps else ""
    if last not in DERIVED:
        return None
    if head == "powers":
        return pair(POWERS[steps[0]], DERIVED[last])
    if head == "outlook":
        return say("expected: {number}", number=DERIVED[last])
    return DERIVED[last]


def ending(reason: str, powers: Mapping[str, Power]) -> Message:
    """How the game ended, and by whom where it was one power's board."""
    fallen = [each for each, power in powers.items() if power.communities >= COMMUNITIES_TO_LOSE]
    if reason == "communities" and fallen:
        return say(
            "{power} has 12 Communities in Crisis: the game is lost.", power=POWERS[fallen[0]]
        )
    return ENDINGS[reason]


ANSWERS = {
    "yes": say("yes"),
    "no": say("no"),
    "hand": say("a card from the hand"),
    "as_read": say("as read"),
    "less": say("less"),
    "ignored": say("nothing of it"),
}
"""What can be answered to a question beside what has a name anyway."""


def celsius(bands: int) -> Message:
    return decimal((COOLEST + bands) / 10)


def face(name: str | int) -> Message | str | int:
    return EFFECTS.get(str(name), name)


def number(path: str) -> Message:
    """A number of the document by the name that people use."""
    parts = full_path(path)
    named = NUMBERS.get(parts[-1])
    if named is None:
        return Message("{path}", {"path": path})
    if parts[0] == "powers":
        return pair(POWERS[parts[1]], named)
    return named


def as_said(value: object) -> object:
    """A value of the document: people say yes and no."""
    return ANSWERS["yes" if value else "no"] if isinstance(value, bool) else value


def named(state: State, number_or_word: str) -> Message | str:
    """A card by its number and its name, a power by its name, anything else as it is."""
    for names in (POWERS, RESILIENCES, EMISSIONS, EFFECTS):
        if number_or_word in names:
            return names[number_or_word]
    card = state.cards.get(number_or_word)
    if card is None or card.name.en in ("?", card.number):
        return say("a card from the hand") if number_or_word == "?" else number_or_word
    names_ = {"number": card.number, "name": card_name(card)}
    return Message("{name}" if card.number.startswith("?") else "{number} {name}", names_)


def with_card(state: State, power: str, card: str) -> dict[str, object]:
    """Who does something, and with which card: for a sentence."""
    return {"power": POWERS[power], "card": named(state, card)}


def reason(state: State, why: str) -> Message:
    """Why communities suffer or carbon is set free."""
    if why == "shortage":
        return say("energy demand not met")
    if why in EFFECTS:
        return EFFECTS[why]
    if why in NUMBERS:
        return say("{what} ran out", what=NUMBERS[why])
    return Message("{card}", {"card": named(state, why)})


def marked(state: State, number: int | str, *paths: str) -> str:
    """A number, with a mark behind it where it rests on something that nobody verified."""
    below = tuple(f"{path}." for path in paths)
    doubtful = any(known in paths or known.startswith(below) for known in state.standins)
    return f"{number}{MARK}" if doubtful else str(number)


def energy_of(state: State, seat: str) -> str:
    """All the energy of a power."""
    power, own = state.powers[seat], f"powers.{seat}"
    return marked(state, power.dirty + power.clean, f"{own}.dirty", f"{own}.clean")


def demand_of(state: State, seat: str) -> str:
    return marked(state, state.powers[seat].demand, f"powers.{seat}.demand")


def draw_of(state: State, seat: str) -> str:
    """The cards that a power draws."""
    return marked(state, state.powers[seat].draw, f"powers.{seat}.communities")


def carbon_paths(seat: str) -> tuple[str, str]:
    """What a power's carbon is counted from."""
    return f"powers.{seat}.dirty", f"powers.{seat}.emissions"


def everybodys(state: State, number: int | str) -> str:
    """A number that rests on what every power emits."""
    paths = (path for seat in state.seats for path in carbon_paths(seat))
    return marked(state, number, *paths)
