"""What things are called: seats, cards, galaxies, numbers, and how a game ends."""

from collections.abc import Mapping

from companion.games.council_of_shadows.model import terms
from companion.games.council_of_shadows.model.card import Card
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.rules.corrections import full_path
from companion.games.shared.text import MARK, joined, pair
from companion.i18n.message import Message, count, name, say

NUMBERS: dict[str, Message] = {
    "level": say("level"),
    "energy": say("energy"),
    "consumption": say("consumption"),
    "round_consumption": say("consumption of the round"),
    "purchases_left": say("purchases left"),
    "light": say("light bonus cards"),
    "dark": say("dark bonus cards"),
    "ai_cards": say("AI cards"),
    "board_cubes": say("cubes on the own board"),
    "perpetual_from": say("no consumption from round"),
    "final": say("energy of the final account"),
    "round": say("round"),
    "ai_energy": say("energy for an AI card"),
    "tower3": say("AI card with the tower of 3"),
    **terms.GEMS,
}
GALAXY_WORDS: dict[str, Message] = {
    "grey": say("grey"),
    "green": say("green"),
    "beige": say("beige"),
    "blue": say("blue"),
    "turquoise": say("turquoise"),
    "orange": say("orange"),
    "red": say("red"),
    "yellow": say("yellow"),
    "brown": say("brown"),
    "pink": say("pink"),
}
"""Galaxies by their colour alone."""
PRINTED: dict[str, Message] = {
    "more": say("larger reward"),
    "less": say("smaller reward"),
    "more_bonus": say("card with the larger reward"),
    "less_bonus": say("card with the smaller reward"),
    "parsec": say("parsec"),
    "spaces": say("spaces"),
}
LETTERS: dict[str, Message] = {"anthracite": say("A"), "gold": say("G"), "clear": say("C")}
"""Gems as short as a price on a small screen."""
REASONS: dict[str, Message] = {
    "level": say("the highest level"),
    "energy": say("the most energy at the same level"),
    "cubes": say("the most cubes on the game board"),
    "shared": say("level, energy and cubes are the same"),
}
ANSWERS: dict[str, Message] = {
    "yes": say("yes"),
    "no": say("no"),
    "most": say("the most cubes"),
    "some": say("a colony there"),
    "none": say("none there"),
    "shared": say("a shared victory"),
}
"""What can be answered to a question beside what has a name anyway."""


def card_name(card: Card) -> Message:
    """A card's name as its pack has it, in the reader's language where it is printed in it."""
    return name(card.name.en, es=card.name.es, pt=card.name.pt)


def named(state: State, word: str) -> Message | str:
    """A card by its id and its name, a seat, a galaxy, anything else as it is."""
    for names in (terms.SEATS, ANSWERS, terms.TECHS, terms.LEADERS):
        if word in names:
            return names[word]
    seat, _, action = word.partition("-")
    if seat in terms.SEATS and action in terms.ACTIONS:
        return pair(terms.SEATS[seat], terms.ACTIONS[action])
    card = state.cards.get(word)
    if card is None or card.name.en == "?":
        return word
    return Message("{number} {name}", {"number": word, "name": card_name(card)})


def upgrade(id: str) -> Message:
    """An upgrade as it was bought; ``range-2-3`` is slot 2 to parsec 3."""
    match id.split("-"):
        case ["range", slot, parsec]:
            return say("slot {n} to parsec {parsec}", n=slot, parsec=parsec)
    return terms.UPGRADES[id]


def gems(found: Mapping[str, int]) -> Message:
    """``2 gold, 1 clear``; a sign before what goes."""
    return joined(amount(gem, n) for gem, n in found.items() if n)


def amount(what: str, n: int) -> Message:
    """So much energy, so many gems of a colour or bonus cards; what goes has a minus."""
    by = str(n).replace("-", "−")
    match what:
        case "energy":
            return say("{n} energy", n=by)
        case "bonus":
            return count("{by} bonus card", "{by} bonus cards", abs(n), by=by)
        case "anthracite":
            return count("{by} anthracite", "{by} anthracite", abs(n), by=by)
        case "gold":
            return count("{by} gold", "{by} gold", abs(n), by=by)
    return count("{by} clear", "{by} clear", abs(n), by=by)


def short_gems(found: Mapping[str, int]) -> Message:
    """``2G 1C``, as a small screen has room for it."""
    each = (Message("{n}{gem}", {"n": n, "gem": LETTERS[gem]}) for gem, n in found.items() if n)
    return joined(each, " ")


def cubes(n: int) -> Message:
    return count("{n} cube", "{n} cubes", n)


def level(n: int) -> Message:
    return say("level {level}", level=terms.roman(n))


def why(state: State, reason: str) -> Message | None:
    """Where energy, gems or a card came from."""
    match reason.split():
        case ["galaxy", galaxy]:
            return terms.GALAXIES[galaxy]
        case ["bonus", card]:
            return Message("{card}", {"card": named(state, card)})
        case ["level", reached]:
            return say("behind {level}", level=level(int(reached)))
        case ["harvest"]:
            return say("harvest")
        case ["gems"]:
            return say("gems left")
        case ["ai"]:
            return NUMBERS["ai_cards"]
        case [id] if id in terms.TECHS or id in terms.LEADERS:
            return terms.TECHS.get(id) or terms.LEADERS[id]
        case [id]:
            return upgrade(id)
    return None


def number(path: str) -> Message:
    """A number of the document by the name that people use."""
    parts = full_path(path)
    match parts:
        case ("players", seat, "gems" | "bonus", what) if seat in terms.SEATS:
            return of_seat(seat, NUMBERS[what])
        case ("players", seat, "reach", at) if seat in terms.SEATS:
            return of_seat(seat, say("reach of slot {n}", n=int(at) + 1))
        case ("players", seat, what) if seat in terms.SEATS and what in NUMBERS:
            return of_seat(seat, NUMBERS[what])
        case ("galaxies", galaxy, "colonies", seat):
            return Message("{g}, {s}", {"g": terms.GALAXIES[galaxy], "s": terms.SEATS[seat]})
        case ("galaxies", galaxy, "systems", at, "colonies", seat):
            space = say("space {n}", n=int(at) + 1)
            words = {"g": terms.GALAXIES[galaxy], "n": space, "s": terms.SEATS[seat]}
            return Message("{g}, {n}, {s}", words)
        case ("facts", *rest):
            return fact(tuple(rest)) or Message("{path}", {"path": path})
        case (what,) if what in NUMBERS:
            return NUMBERS[what]
    return Message("{path}", {"path": path})


def whose(seat: str, galaxy: str) -> dict[str, object]:
    """A seat and a galaxy: for a sentence."""
    return {"seat": terms.SEATS[seat], "galaxy": terms.GALAXIES[galaxy]}


def of_seat(seat: str, what: Message) -> Message:
    return pair(terms.SEATS[seat], what)


def fact(path: tuple[str, ...]) -> Message | None:
    """A box fact by what it is on the table."""
    match path:
        case ("galaxies" | "back", galaxy, what):
            return pair(terms.GALAXIES[galaxy], PRINTED[what])
        case ("actions", action):
            return pair(terms.ACTIONS[action], NUMBERS["consumption"])
        case ("ai" | "automa" | "leaders", card, "consumption" | "energy" as what):
            return pair(card, NUMBERS[what])
        case ("automa", card, "deck"):
            return pair(card, say("deck"))
        case ("ai", card, "cost", gem):
            return pair(card, terms.GEMS[gem])
        case ("upgrades", id, "cost", gem):
            return pair(terms.UPGRADES[id], terms.GEMS[gem])
        case ("upgrades", id, "energy"):
            return pair(terms.UPGRADES[id], NUMBERS["energy"])
        case ("stations", kind, "cost", gem):
            return pair(terms.STATIONS[kind], terms.GEMS[gem])
        case ("compensation", reached, behind, gem):
            who = say(
                "{reached} reached, gems for {behind}",
                reached=level(int(reached)),
                behind=level(int(behind)),
            )
            return pair(who, terms.GEMS[gem])
        case ("tiles", tile, "yield", what):
            return pair(tile, NUMBERS[what])
        case ("bonus", card, "base" | "per" as what):
            return pair(card, say("energy at least") if what == "base" else say("energy for each"))
        case ("gem_energy", gem):
            return say("energy for a gem: {gem}", gem=terms.GEMS[gem])
        case ("ai_energy" | "tower3" as what,):
            return NUMBERS[what]
    return None


def as_said(value: object) -> object:
    """A value of the document: people say yes and no."""
    return ANSWERS["yes" if value else "no"] if isinstance(value, bool) else value


def marked(state: State, shown: object, *paths: str) -> str:
    """A number with the mark behind it, if it rests on what nobody verified."""
    doubtful = any(path in state.doubtful for path in paths)
    return f"{shown}{MARK}" if doubtful else str(shown)
