"""What a person may put right in Náufragos, and between which limits it stays."""

from dataclasses import asdict

from companion.games.naufragos.model import box as boxes
from companion.games.naufragos.model import terms
from companion.games.naufragos.model.events import Corrected
from companion.games.naufragos.model.state import State
from companion.games.naufragos.rules.cards import card_of
from companion.games.naufragos.rules.consequences import Rule
from companion.games.naufragos.rules.people import living
from companion.games.naufragos.rules.placing import pawns_flaw
from companion.games.naufragos.rules.tasks import carry_on
from companion.games.shared.corrections import MOST, Corrections, Path, impossible, list_of
from companion.games.shared.replace import look_up
from companion.i18n.message import Message, say

SHOWN = {"turns", "first", "difficulty", "round", "weather", "wreck", "fire", "store", "supply"}
SHOWN |= {"constructions", "decks", "castaways", "actions", "expedition", "lost", "facts"}
SHOWN |= {"outlook"}
DERIVED = {"cap", "alive", "pawns", "eaten", "sought", "order", "turn", "members"}
PLACES = ("camp", "lost")


def correct(state: State, path: str, value: object) -> Rule:
    """Anything by hand, as an event like any other; a question is asked anew from the new state."""
    parts = full_path(path)
    if parts[0] == "castaways" and len(parts) > 1:
        living(state, parts[1])
    now = current(state, parts)
    wanted = flaw(state, parts, value, now)
    if wanted is not None:
        raise impossible(parts, value, wanted)
    clean = tuple(value) if isinstance(value, list) else value
    if clean == "none" and parts[-1] == "character":
        clean = None
    state = yield Corrected(".".join(parts), clean)  # type: ignore[arg-type]
    return (yield from carry_on(state))


def read(state: State, path: Path) -> object:
    """What the document shows, where the state keeps it differently."""
    match path:
        case ("castaways", seat, "place") if seat in state.castaways:
            return state.place(seat)
        case ("actions", "cards"):
            return state.cards_used
    found: object = look_up(state, path)
    return found


def flaw(state: State, path: Path, value: object, now: object) -> Message | None:
    """What may stand there instead, if this may not."""
    match path:
        case ("first",):
            return one_of(state.alive, value)
        case ("difficulty",):
            return one_of(tuple(terms.DIFFICULTIES), value)
        case ("castaways", _, "place"):
            return one_of(PLACES, value)
        case ("castaways", seat, "character"):
            others = {one.character for who, one in state.castaways.items() if who != seat}
            free = tuple(each for each in terms.CHARACTERS if each not in others)
            return None if value is None else one_of((*free, "none"), value)
        case ("castaways", seat, "objects"):
            return cards_flaw(state, seat, value)
        case ("actions", _):
            return pawns_flaw(state, path[1], value)
        case ("facts", *_):
            return boxes.flaw_of(path[1:], value) or fact_flaw(state, path, value)
    CORRECTIONS.check(state, path, value, now)
    return None


def one_of(words: tuple[str, ...], value: object) -> Message | None:
    return None if value in words else say("one of {words}", words=", ".join(words))


def cards_flaw(state: State, seat: str, value: object) -> Message | None:
    cards = list_of(str, value)
    for card in cards:
        card_of(state, card)
    others = {card for who, one in state.castaways.items() if who != seat for card in one.objects}
    if isinstance(value, list) and len(cards) == len(set(cards)) == len(value):
        return None if not others & set(cards) else say("cards that nobody else has")
    return say("a list of cards")


def fact_flaw(state: State, path: Path, value: object) -> Message | None:
    """A fact must leave room for what lies on the table already."""
    match path[1:]:
        case ("weather",):
            if len(list_of(str, value)) <= state.weather.position:
                return say("a list that has the weather's place")
        case ("track",):
            if len(list_of(str, value)) <= max(one.track for one in state.castaways.values()):
                return say("a list that has everybody's space")
        case ("actions", action):
            spaces, taken = len(list_of(int, value)), len(state.actions[action])
            if spaces < taken or (action == terms.REST and spaces != taken):
                return say("a list that has the space of every pawn")
        case ("difficulty", end):
            scale = {**asdict(state.box.difficulty), end: value}
            if not scale["min"] <= scale["start"] <= scale["max"]:
                return say("a number that leaves the start between the least and the most")
    return None


def limits(state: State, path: Path) -> tuple[int, int]:
    """The least and the most that a number can be."""
    match path:
        case ("round",):
            return 1, state.turns
        case ("turns",):
            return state.round, 99
        case ("weather", _):
            return 0, len(state.box.weather) - 1
        case ("fire", "wood"):
            return 0, 1
        case ("constructions", "shelter"):
            return 0, terms.LEVELS
        case ("constructions", building, "progress"):
            return 0, state.full_size(building)
        case ("expedition", "difficulty") | ("lost", _, "difficulty"):
            return state.box.difficulty.min, state.box.difficulty.max
        case ("castaways", seat, what):
            return limits_of_somebody(state, seat, what)
    return 0, MOST


def limits_of_somebody(state: State, seat: str, what: str) -> tuple[int, int]:
    one = state.castaways[seat]
    return {
        "max": (max(4, one.injuries + one.traumas), 12),
        "energy": (0, one.cap),
        "injuries": (0, one.max - one.traumas),
        "traumas": (0, min(terms.TRAUMAS_TO_DIE, one.max - one.injuries)),
        "track": (0, state.last_space),
        "return_bonus": (-9, 9),
        "score": (0, 199),
    }.get(what, (0, MOST))


def derived(path: Path) -> bool:
    """Does this follow from something else?"""
    if path[0] == "facts":
        return path[1:2] in (("id",), ("standins",)) or len(path) == 1
    if path[0] == "actions":
        return len(path) != 2 or path[1] not in (*terms.ACTIONS, "cards")
    return path[-1] in DERIVED


CORRECTIONS = Corrections(
    shown=frozenset(SHOWN),
    derived=derived,
    group="castaways",
    members=frozenset(terms.COLOURS),
    limits=limits,
    read=read,
)
full_path = CORRECTIONS.full_path
current = CORRECTIONS.current
