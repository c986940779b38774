"""What things are called: numbers, box facts, cards, people, reasons, answers, how a game ends."""

from companion.games.naufragos.model import terms
from companion.games.naufragos.model.state import State
from companion.games.naufragos.rules.corrections import full_path
from companion.games.naufragos.text.cards import card_name
from companion.games.naufragos.text.numbers import NUMBERS, OF_SOMEBODY
from companion.games.shared.text import MARK, joined, pair
from companion.i18n.message import Message, count, say

IN_WORDS = ("first", "difficulty", "expedition.difficulty")
"""What is put right by a word, or is there only while somebody explores."""
COUNTED = ("max", "energy", "injuries", "traumas", "track", "story", "food", "return_bonus")
PLACES: dict[str, Message] = {
    "camp": say("in camp"),
    "expedition": say("exploring"),
    "lost": say("lost"),
    "dead": say("dead"),
}
REASONS: dict[str, Message] = {
    **terms.ACTIONS,
    "hot": say("heat"),
    "hunger": say("hunger"),
    "cold": say("cold night"),
    "card": say("card"),
    "return": say("way back"),
    "rescue": say("rescue"),
    "dice": say("dice"),
    terms.FISH: say("Fishing"),
}
ANSWERS: dict[str, Message] = {
    "yes": say("yes"),
    "no": say("no"),
    "now": say("this turn is the last"),
    "next": say("the next turn is the last"),
    "keep": say("leave it"),
    "lost": say("be lost"),
    "energy": say("roll again for energy"),
    "divide": say("roll again, and divide the energy"),
    "done": say("done"),
    "none": say("nothing"),
    "return": say("everybody back"),
}
ENDINGS: dict[str, Message] = {
    "rescue": say("A ship has seen you: you are rescued!"),
    "missed": say("The ship passes by without seeing you: the game is lost."),
    "lost": say("A ship has come, but nobody is in camp: the game is lost."),
    "time": say("The last turn is over, and no ship was looked for: the game is lost."),
    "dead": say("Nobody is alive: the game is lost."),
}


def people(seats: tuple[str, ...]) -> Message:
    return joined([terms.COLOURS[seat] for seat in seats])


def pawn_of(pawn: str) -> Message | str:
    return say("White pawn") if pawn == terms.WHITE else terms.COLOURS.get(pawn, pawn)


def number(path: str) -> Message:
    """A number of the document by the name that people use."""
    parts = full_path(path)
    if parts[0] == "castaways" and len(parts) == 3 and parts[2] in OF_SOMEBODY:
        return pair(terms.COLOURS[parts[1]], OF_SOMEBODY[parts[2]])
    if parts[0] == "lost" and parts[-1] == "difficulty":
        return say("difficulty of lost group {n}", n=int(parts[1]) + 1)
    if parts[0] == "actions" and parts[1] in terms.ACTIONS:
        return say("pawns: {action}", action=terms.ACTIONS[parts[1]])
    return NUMBERS.get(".".join(parts)) or Message("{path}", {"path": path})


def correctable(state: State) -> dict[str, Message]:
    """What people may put right by hand, and what it is called."""
    if not state.round:
        return {}
    found = [path for path in NUMBERS if path not in IN_WORDS]
    found += [f"castaways.{seat}.{what}" for seat in state.alive for what in COUNTED]
    found += ["expedition.difficulty"] if state.exploring else []
    found += [f"lost.{at}.difficulty" for at in range(len(state.lost))]
    return {path: number(path) for path in found}


def as_said(value: object) -> object:
    """A value of the document: people say yes and no, and call things by their names."""
    if isinstance(value, bool):
        return ANSWERS["yes" if value else "no"]
    if value is None:
        return "–"
    if isinstance(value, list | tuple):
        return ", ".join("–" if each is None else str(each) for each in value) or "–"
    for names in (PLACES, terms.COLOURS, terms.CHARACTERS, terms.DIFFICULTIES):
        if value in names:
            return names[str(value)]
    return value


def card_called(state: State, card: str | None) -> Message | str:
    """A card by its name; a camp action that nobody named is just that."""
    if card is None:
        return say("camp action")
    if card == terms.FISH:
        return REASONS[terms.FISH]
    known = state.cards.get(card)
    return card_name(known) if known else card


def answer_words(state: State, kind: str, option: str) -> Message | str:
    """What an answer means, as people read it."""
    if option in terms.COLOURS:
        return say("{who} spends a story token", who=terms.COLOURS[option])
    if option in terms.BUILDINGS and kind == "build":
        if option == "shelter":
            return say("Shelter {n}", n=min(4, state.constructions.shelter + 1))
        return terms.BUILDINGS[option]
    if option in terms.SECTORS:
        return terms.SECTORS[option]
    return ANSWERS.get(option, option)


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
    **terms.MATERIALS,
}


def fact_name(path: tuple[str, ...]) -> Message:
    """A fact by its path below ``facts``."""
    match path:
        case ("turns", players):
            return count("turns with {n} player", "turns with {n} players", int(players))
        case ("actions", action):
            return terms.ACTIONS[action]
        case ("rest", "0"):
            return say("without a shelter: 1 to 3, 4 to 6, healed")
        case ("rest", level):
            return say("shelter {n}: 1 to 3, 4 to 6, healed", n=level)
        case ("shelters", level, end):
            return pair(say("Shelter {n}", n=level), ENDS[end])
        case ("raft", end):
            return pair(terms.BUILDINGS["raft"], ENDS[end])
        case ("characters", who, end):
            named = say("Nobody in particular") if who == terms.NOBODY else terms.CHARACTERS[who]
            return pair(named, ENDS[end])
        case ("difficulty", end):
            return ENDS[end]
    return NAMES[path[0]]


def mark(state: State, *paths: str) -> str:
    """What stands behind a number that rests on something which nobody has verified."""
    return MARK if set(paths) & set(state.standins) else ""


def marked(state: State, value: object, *paths: str) -> Message:
    return joined((value, mark(state, *paths)), "")


def scale_of(state: State, seat: str) -> str:
    """The fact on which somebody's energy scale rests."""
    return f"facts.characters.{state.castaways[seat].character or 'none'}.energy"
