"""What a person may put right, and between which limits a number stays."""

from typing import Any

from companion.errors import Refusal
from companion.games.council_of_shadows.model import terms
from companion.games.council_of_shadows.model.box import HIGHEST, KIND_OF, LOWEST, TOWER3, misfit
from companion.games.council_of_shadows.model.events import Corrected
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.rules.checks import untracked
from companion.games.council_of_shadows.rules.consequences import Rule
from companion.games.council_of_shadows.rules.rounds import choose_setup
from companion.games.shared.corrections import Corrections, Path, impossible
from companion.games.shared.replace import look_up
from companion.i18n.message import say

NUMBERS = (
    *("level", "energy", "consumption", "round_consumption", "purchases_left", "gems", "bonus"),
    *("ai_cards", "board_cubes", "reach", "perpetual_from", "final"),
)
"""What of a player can be set; the rest is no number, follows from others, or is a secret."""


def correct(state: State, path: str, value: object) -> Rule:
    """A number by hand, as an event like any other; before the start a choice of the set-up."""
    parts = full_path(path)
    if chosen_at_the_start(parts):
        if state.round:
            raise Refusal("already_started", say("The game has started already."))
        return (yield from choose_setup(state, parts, value))
    if not state.round and parts[0] in CORRECTIONS.shown - {"facts"}:
        raise Refusal("not_started", say("The game has not started: take seats, then start."))
    check(state, parts, value, now=current(state, parts))
    assert isinstance(value, str | int)
    return (yield Corrected(".".join(parts), value))


def chosen_at_the_start(path: Path) -> bool:
    return path[0] in ("detail", "modules") or (path[0] == "players" and path[2:] == ("leader",))


def read(state: State, path: Path) -> Any:
    """What the document shows, if a hand may change it."""
    match path:
        case ("facts", *rest):
            return look_up(facts_in_play(state), tuple(rest))
        case ("galaxies", *_) if state.galaxies is None:
            raise untracked("galaxies")
        case ("players", seat, "gems", _) if seat in state.players and not state.tracks("full"):
            raise untracked("full")
    return look_up(state, path)


def facts_in_play(state: State) -> dict[str, Any]:
    """The facts as the document shows them: of the side of the board that is in play."""
    shown = {name: group for name, group in state.box.tree.items() if name != "back"}
    return shown | {"galaxies": state.box.tree[state.side]}


def derived(path: Path) -> bool:
    if path[0] == "players":
        return len(path) < 3 or path[2] not in NUMBERS
    return KIND_OF.get(path) in ("counts", "of", "planets")


def check(state: State, path: Path, value: object, now: object) -> None:
    """Refuses what cannot lie on a table."""
    if KIND_OF.get(path) == TOWER3:
        if wanted := misfit(TOWER3, value):
            raise impossible(path, value, wanted)
    else:
        CORRECTIONS.check(state, path, value, now)


def limits(state: State, path: Path) -> tuple[int, int]:
    """The least and the most that a number can be."""
    match path:
        case ("round",):
            return 1, 99
        case ("facts", *_):
            return LOWEST, HIGHEST
        case ("players", _, "energy"):
            return 0, 199
        case ("players", _, "consumption"):
            return terms.LEAST_CONSUMPTION, terms.MOST_CONSUMPTION
        case ("players", _, "level"):
            return 0, 9
        case ("players", _, "round_consumption"):
            return LOWEST, HIGHEST
        case ("players", _, "reach", _):
            return 1, terms.FARTHEST
    return 0, 99


CORRECTIONS: Corrections[State] = Corrections(
    shown=frozenset({"round", "players", "galaxies", "facts"}),
    derived=derived,
    group="players",
    members=frozenset(terms.SEATS),
    limits=limits,
    read=read,
)
full_path = CORRECTIONS.full_path
current = CORRECTIONS.current
