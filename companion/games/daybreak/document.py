"""The state document: what scripts, phones and exports read. Its names are stable for ever."""

from dataclasses import asdict
from typing import Any

from companion.games import Document
from companion.games.daybreak.emissions_stage import outlook
from companion.games.daybreak.state import Power, State
from companion.games.daybreak.terms import EFFECTS, STACKS


def document(state: State) -> Document:
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
        "powers": {seat: board(power) for seat, power in state.powers.items()},
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
            "forecast": None,
            "face_up": [],
            "ongoing": [],
            "resolved": [],
            "target": state.crises.target,
        },
        "globals": [],
        "dice": {
            "rolls_due": state.dice.rolls_due,
            "last": asdict(state.dice.last) if state.dice.last else None,
        },
        "outlook": asdict(outlook(state)),
        "prompt": prompt(state),
        "facts": {
            "tracks": {effect: list(track) for effect, track in state.box.tracks.items()},
            "crisis_cards": list(state.box.crisis_cards),
            "geoengineering": list(state.box.geoengineering),
            "standins": [
                path for path in state.standins if state.round or path.startswith("facts.")
            ],
        },
    }


def board(power: Power) -> Document:
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
        "stacks": [{"cards": [], "tags": {}, "uses_left": None} for _ in range(STACKS)],
    }


def step(state: State) -> str:
    """The step of the stage; rolls that are due come before the cards of the Crisis stage."""
    return "planetary" if state.dice.rolls_due else state.step


def prompt(state: State) -> dict[str, Any]:
    """What the table waits for, beside NEXT."""
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
