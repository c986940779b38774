"""Any number can be set by hand: the table is the authority, the companion counts.

What a person may set is what the state document shows and nothing derives from anything else.
"""

from companion.errors import Refusal
from companion.games.daybreak.events import Corrected
from companion.games.daybreak.paths import look_up
from companion.games.daybreak.rule import Rule
from companion.games.daybreak.state import State
from companion.games.daybreak.tasks import carry_on
from companion.games.daybreak.terms import BANDS_TO_LOSE, COMMUNITIES_TO_LOSE, LAST_ROUND, POWERS
from companion.message import say

MOST = 999
SHOWN = {"round", "drawdown", "powers", "trees", "oceans", "dac", "recent"}
SHOWN |= {"thermometer", "planetary", "crises", "globals", "dice", "facts", "outlook"}
DERIVED = {("thermometer", "row"), ("crises", "by_bands"), ("facts", "id")}
DERIVED |= {("facts", "references"), ("facts", "standins")}


def full_path(path: str) -> tuple[str, ...]:
    """A path of the document; ``powers.`` may be left out."""
    parts = tuple(path.split("."))
    return ("powers", *parts) if parts[0] in POWERS else parts


def correct(state: State, path: str, value: object) -> Rule:
    """A number by hand, as an event like any other; a question may have lost its last answer."""
    parts = full_path(path)
    check(state, parts, value, now=current(state, parts))
    clean = tuple(value) if isinstance(value, list) else value
    state = yield Corrected(".".join(parts), clean)  # type: ignore[arg-type]
    return (yield from carry_on(state))


def current(state: State, path: tuple[str, ...]) -> object:
    """The value that the document shows at this path, if a hand may change it."""
    try:
        if path[0] not in SHOWN or path[:2] in DERIVED or path[-1] == "draw_change":
            raise LookupError(path)
        if path[0] == "powers" and path[2:] == ("draw",):
            return state.powers[path[1]].draw
        found: object = look_up(state, path)
    except LookupError:
        raise Refusal(
            "unknown_path", say("There is no number {path} to set.", path=".".join(path))
        ) from None
    return found


def check(state: State, path: tuple[str, ...], value: object, now: object) -> None:
    """Refuses what cannot lie on a table."""
    if isinstance(now, bool):
        possible, wanted = isinstance(value, bool), say("true or false")
    elif isinstance(now, int):
        low, high = limits(state, path)
        possible = type(value) is int and low <= value <= high
        wanted = say("a number from {low} to {high}", low=low, high=high)
    elif path[:2] == ("facts", "tracks") and len(path) == 3:
        moved = max(1, state.planetary[path[2]])
        spaces = list_of(bool, value)
        possible = len(spaces) >= moved and spaces[-1] is True
        wanted = say("a list of true and false that ends with true")
    elif path == ("facts", "geoengineering"):
        possible, wanted = bool(list_of(int, value)), say("a list of numbers")
    else:
        raise Refusal("unknown_path", say("There is no number {path} to set.", path=".".join(path)))
    if not possible:
        raise Refusal(
            "impossible_value",
            say(
                "{path} cannot be {value}; it can be {wanted}.",
                path=".".join(path),
                value=value,
                wanted=wanted,
            ),
        )


def list_of(kind: type, value: object) -> list[object]:
    """The value if it is a list of that kind, else an empty list."""
    fits = isinstance(value, list) and all(type(item) is kind for item in value)
    return value if fits and isinstance(value, list) else []


def limits(state: State, path: tuple[str, ...]) -> tuple[int, int]:
    """The least and the most that a number can be."""
    match path:
        case ("round",):
            return 1, LAST_ROUND
        case ("thermometer", "bands"):
            return 0, BANDS_TO_LOSE
        case ("thermometer", "cubes"):
            return 0, state.thermometer.row - 1
        case ("powers", _, "communities"):
            return 0, COMMUNITIES_TO_LOSE
        case ("planetary", effect):
            return 0, len(state.box.tracks[effect])
    return 0, MOST
