"""The state document: what scripts, phones and exports read. Its names are stable for ever."""

from typing import Any

from companion.games import ANYBODY, Document, Viewer
from companion.games.daybreak.model.stacks import tally, uses_left
from companion.games.daybreak.model.state import Power, State
from companion.games.daybreak.model.terms import EFFECTS
from companion.games.daybreak.rules.emissions_stage import outlook
from companion.games.daybreak.rules.prompts import question, unread
from companion.games.shared.document import members, plain


def document(state: State, viewer: Viewer = ANYBODY) -> Document:
    standins = (path for path in state.standins if state.round or path.startswith("facts."))
    return {
        "box": state.box.id,
        **members(state, "seats", "difficulty", "round", "stage"),
        "step": step(state),
        **members(state, "outcome", "drawdown"),
        "powers": {seat: board(state, power) for seat, power in state.powers.items()},
        **members(state, "trees", "oceans", "dac", "recent"),
        "carbon": {**members(state, "emitted", "absorbed"), "net": state.emitted - state.absorbed},
        "thermometer": members(state.thermometer, "cubes", "bands", "row", "celsius"),
        "planetary": plain(state.planetary),
        "crises": members(
            state.crises,
            *("due", "forecast", "face_up", "ongoing", "resolved", "resolving", "target"),
            "tucked",
        ),
        **members(state, "globals", "challenges"),
        "dice": members(state.dice, "rolls_due", "last"),
        "outlook": {**plain(outlook(state)), **plain(state.outlook)},
        "prompt": prompt(state),
        "facts": {
            **members(state.box, "tracks", "crisis_cards", "geoengineering", "sulfur_bands"),
            "standins": list(standins),
        },
    }


def board(state: State, power: Power) -> Document:
    """One player board."""
    return {
        **members(power, "demand", "dirty", "clean", "emissions", "resilience", "communities"),
        **members(power, "draw", "growth", "carbon", "shortage", "hand"),
        "stacks": [stack_document(state, stack) for stack in power.stacks],
    }


def stack_document(state: State, stack: tuple[str, ...]) -> Document:
    """Tags and uses as far as they are known: cards that nobody has read may add to them."""
    tags, left = tally(state, stack), uses_left(state, stack)
    return {
        "cards": list(stack),
        "tags": dict(tags.counted),
        "unread": [card.number for card in tags.unread],
        "uses_left": None if left is None else left[0],
    }


def step(state: State) -> str:
    """The step of the stage; rolls that are due come before the cards of the Crisis stage."""
    return "planetary" if state.dice.rolls_due else state.step


def prompt(state: State) -> dict[str, Any]:
    """What the table waits for, beside NEXT."""
    if state.tasks and (asked := question(state)):
        kind, options = asked
        task = state.tasks[0]
        open_prompt = {"kind": kind, "options": list(options), "card": task.card}
        if task.power:
            open_prompt["power"] = task.power
        if kind == "roll":
            open_prompt["die"] = "geoengineering"
        if lacking := unread(state):
            open_prompt["of"], open_prompt["tag"] = lacking
        return open_prompt
    if tie := state.dice.tie:
        return {
            "kind": "roll",
            "die": "geoengineering",
            "power": tie.next_to_roll,
            "tied": list(tie.powers),
            "options": list(state.box.geoengineering),
        }
    if state.dice.rolls_due:
        return {"kind": "roll", "die": "planetary", "options": list(EFFECTS)}
    return {"kind": "none", "options": []}
