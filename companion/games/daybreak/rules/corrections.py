"""What a person may put right in Daybreak, and between which limits a number stays."""

from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import events as e
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import (
    BANDS_TO_LOSE,
    COMMUNITIES_TO_LOSE,
    LAST_ROUND,
    POWERS,
)
from companion.games.daybreak.rules.consequences import Rule
from companion.games.daybreak.rules.tasks import carry_on
from companion.games.shared.corrections import MOST, Corrections, Path, impossible, list_of
from companion.games.shared.replace import look_up
from companion.i18n.message import say

SHOWN = {"round", "drawdown", "powers", "trees", "oceans", "dac", "recent"}
SHOWN |= {"thermometer", "planetary", "crises", "globals", "dice", "facts", "outlook", "seats"}
DERIVED = {("thermometer", "row"), ("crises", "by_bands"), ("facts", "id")}
DERIVED |= {("thermometer", "peak"), ("dice", "spare"), ("crises", "hidden"), ("crises", "relief")}
DERIVED |= {("crises", "called"), ("facts", "references"), ("facts", "standins")}


def correct(state: State, path: str, value: object) -> Rule:
    """A number by hand, as an event like any other; a question may have lost its last answer."""
    parts = full_path(path)
    check(state, parts, value, now=current(state, parts))
    if parts[0] == "globals":  # of a project only whether it is active
        slot = state.globals[int(parts[1])]
        state = yield c.ProjectActivated(slot.number, active=bool(value))
        return (yield from carry_on(state))
    clean = tuple(value) if isinstance(value, list) else value
    state = yield e.Corrected(".".join(parts), clean)  # type: ignore[arg-type]
    return (yield from carry_on(state))


def read(state: State, path: Path) -> object:
    """What the document shows; of the cards to draw it shows what is left of them."""
    if path[0] == "powers" and path[2:] == ("draw",):
        return state.powers[path[1]].draw
    found: object = look_up(state, path)
    return found


def check(state: State, path: Path, value: object, now: object) -> None:
    """Refuses what cannot lie on a table."""
    if path[:2] == ("facts", "tracks") and len(path) == 3:
        spaces = list_of(bool, value)
        if len(spaces) < max(1, state.planetary[path[2]]) or spaces[-1] is not True:
            raise impossible(path, value, say("a list of true and false that ends with true"))
    elif path == ("seats",):
        if not isinstance(value, list) or sorted(map(str, value)) != sorted(state.seats):
            raise impossible(path, value, say("a list of the same powers in another order"))
    elif path == ("facts", "geoengineering"):
        if not list_of(int, value):
            raise impossible(path, value, say("a list of numbers"))
    else:
        CORRECTIONS.check(state, path, value, now)


def limits(state: State, path: Path) -> tuple[int, int]:
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


CORRECTIONS = Corrections(
    shown=frozenset(SHOWN),
    derived=lambda path: path[:2] in DERIVED or path[-1] == "draw_change",
    group="powers",
    members=frozenset(POWERS),
    limits=limits,
    read=read,
)
full_path = CORRECTIONS.full_path
current = CORRECTIONS.current
