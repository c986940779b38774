"""The state document: what scripts, phones and exports read. Its names are stable for ever."""

from dataclasses import asdict
from typing import Any

from companion.games import ANYBODY, Document, Viewer
from companion.games.daybreak.model.stacks import tally, uses_left
from companion.games.daybreak.model.state import Power, State
from companion.games.daybreak.model.terms import EFFECTS
from companion.games.daybreak.rules.emissions_stage import outlook
from companion.games.daybreak.rules.prompts import question, unread


def document(state: State, viewer: Viewer = ANYBODY) -> Document:
    thermometer = state.thermometer
    return {
        "box": state.box.id,
        "seats": list(state.seats),
        "difficulty": state.difficulty,
        "round": state.round,
        "stage": state.stage,
        "step": step(state),
        "outcome": asdict(state.outcome) if state.outcome else None,
        "drawdown": state.drawdown,
        "powers": {seat: board(state, power) for seat, power in state.powers.items()},
        "trees": state.trees,
        "oceans": state.oceans,
        "dac": state.dac,
        "recent": state.recent,
        "carbon": {
            "emitted": state.emitted,
            "absorbed": state.absorbed,
            "net": state.emitted - state.absorbed,
        },
        "thermometer": {
            "cubes": thermometer.cubes,
            "bands": thermometer.bands,
            "row": thermometer.row,
            "celsius": thermometer.celsius,
        },
        "planetary": dict(state.planetary),
        "crises": {
            "due": state.crises.due,
            "forecast": state.crises.forecast,
            "face_up": list(state.crises.face_up),
            "ongoing": list(state.crises.ongoing),
            "resolved": list(state.crises.resolved),
            "resolving": state.crises.resolving,
            "target": state.crises.target,
            "tucked": {card: list(under) for card, under in state.crises.tucked.items()},
        },
        "globals": [
            {"number": slot.number, "tucked": list(slot.tucked), "active": slot.active}
            for slot in state.globals
        ],
        "challenges": [asdict(challenge) for challenge in state.challenges],
        "dice": {
            "rolls_due": state.dice.rolls_due,
            "last": asdict(state.dice.last) if state.dice.last else None,
        },
        "outlook": {**asdict(outlook(state)), "shown": state.outlook.shown},
        "prompt": prompt(state),
        "facts": {
            "tracks": {effect: list(track) for effect, track in state.box.tracks.items()},
            "crisis_cards": list(state.box.crisis_cards),
            "geoengineering": list(state.box.geoengineering),
            "sulfur_bands": state.box.sulfur_bands,
            "standins": [
                path for path in state.standins if state.round or path.startswith("facts.")
            ],
        },
    }


def board(state: State, power: Power) -> Document:
    """One player board."""
    return {
        "demand": power.demand,
        "dirty": power.dirty,
        "clean": power.clean,
        "emissions": dict(power.emissions),
        "resilience": dict(power.resilience),
        "communities": power.communities,
        "draw": power.draw,
        "growth": power.growth,
        "carbon": power.carbon,
        "shortage": power.shortage,
        "hand": list(power.hand),
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
