"""The state document: what scripts, phones and exports read. Its names are stable for ever."""

from dataclasses import asdict
from typing import Any

from companion.games import ANYBODY, Document, Viewer
from companion.games.naufragos.model.box import Box
from companion.games.naufragos.model.state import State
from companion.games.naufragos.rules.prompts import NUMBERED, Question, question
from companion.games.naufragos.rules.survival import meal


def document(state: State, viewer: Viewer = ANYBODY) -> Document:
    return {
        "box": state.box.id,
        "seats": list(state.seats),
        "difficulty": state.difficulty,
        "round": state.round,
        "turns": state.turns,
        "ending": state.ending,
        "first": state.first or None,
        "stage": state.stage,
        "step": state.step,
        "outcome": outcome(state),
        "event": asdict(state.event) if state.event else None,
        "weather": {"position": state.weather.position, "label": state.label},
        "wreck": asdict(state.wreck),
        "fire": asdict(state.fire),
        "store": asdict(state.store),
        "supply": asdict(state.supply),
        "constructions": asdict(state.constructions),
        "decks": dict(state.decks),
        "castaways": {seat: castaway(state, seat) for seat in state.castaways},
        "actions": actions(state),
        "expedition": expedition(state),
        "lost": [
            {"members": list(group.members), "difficulty": group.difficulty} for group in state.lost
        ],
        "meal": proposal(state),
        "dice": {"last": last_roll(state)},
        "outlook": {"shown": state.outlook.shown},
        "prompt": prompt(question(state)),
        "facts": {**facts(state.box), "standins": list(state.standins)},
    }


def outcome(state: State) -> Document | None:
    if state.outcome is None:
        return None
    told = {"won": state.outcome.won, "reason": state.outcome.reason}
    return {**told, "winners": list(state.outcome.winners)} if state.outcome.won else told


OF_SOMEBODY = (
    *("character", "max", "energy", "injuries", "traumas", "cap", "alive", "place", "pawns"),
    *("eaten", "track", "sector", "story", "food", "return_bonus", "objects", "score"),
)


def castaway(state: State, seat: str) -> Document:
    where = {"place": state.place(seat), "sector": state.sector(seat)}
    return {
        what: where[what] if what in where else listed(getattr(state.castaways[seat], what))
        for what in OF_SOMEBODY
    }


def actions(state: State) -> Document:
    return {
        **{action: list(pawns) for action, pawns in state.actions.items()},
        "cards": list(state.cards_used),
        "white": bool(state.white),
    }


def expedition(state: State) -> Document | None:
    party = state.exploring
    if party is None:
        return None
    return {"members": list(party.members), "difficulty": party.difficulty, "turn": party.turn}


def proposal(state: State) -> dict[str, int]:
    """Units of the store that each would eat."""
    proposed = meal(state) if state.step == "eat" and not state.outcome else {}
    return {seat: proposed[seat].units if seat in proposed else 0 for seat in state.castaways}


def last_roll(state: State) -> Document | None:
    roll = state.dice.last
    if roll is None:
        return None
    return {
        "die": roll.die,
        "faces": list(roll.faces),
        "total": roll.total,
        "what": roll.what,
        "free": roll.free,
        "success": roll.success,
    }


def prompt(asked: Question | None) -> Document:
    """What the table waits for, beside NEXT."""
    if asked is None:
        return {"kind": "none", "options": []}
    options: list[Any] = list(asked.options)
    if asked.kind in NUMBERED:
        options = [int(option) for option in asked.options]
    told: Document = {"kind": asked.kind, "options": options}
    if asked.seat:
        told["seat"] = asked.seat
    if asked.members:
        told["members"] = list(asked.members)
    match asked.kind:
        case "roll":
            told |= {"dice": asked.dice, "what": asked.what}
        case "share":
            told |= {"building": asked.what, "missing": asked.missing}
        case "pay":
            told["missing"] = asked.missing
        case "score":
            told["draw"] = asked.draw
        case "by_hand":
            told["card"] = asked.card
    return told


def facts(box: Box) -> Document:
    """The box facts in force, by the paths under which a box file has them."""
    told = asdict(box)
    del told["id"], told["standins"]
    return {name: listed(value) for name, value in told.items()}


def listed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: listed(each) for name, each in value.items()}
    return list(value) if isinstance(value, tuple) else value
