"""The state document: what scripts, phones and exports read. Its names are stable for ever."""

from typing import Any

from companion.games import ANYBODY, Document, Viewer
from companion.games.naufragos.model.box import Box
from companion.games.naufragos.model.state import State
from companion.games.naufragos.rules.prompts import NUMBERED, Question, question
from companion.games.naufragos.rules.survival import meal
from companion.games.shared.document import members, plain


def document(state: State, viewer: Viewer = ANYBODY) -> Document:
    return {
        "box": state.box.id,
        **members(state, "seats", "difficulty", "round", "turns", "ending"),
        "first": state.first or None,
        **members(state, "stage", "step"),
        "outcome": outcome(state),
        "event": plain(state.event),
        "weather": members(state.weather, "position") | {"label": state.label},
        **members(state, "wreck", "fire", "store", "supply", "constructions", "decks"),
        "castaways": {seat: castaway(state, seat) for seat in state.castaways},
        "actions": {
            **plain(state.actions),
            "cards": list(state.cards_used),
            "white": bool(state.white),
        },
        "expedition": members(state.exploring, "members", "difficulty", "turn")
        if state.exploring
        else None,
        "lost": [members(group, "members", "difficulty") for group in state.lost],
        "meal": proposal(state),
        "dice": {"last": last_roll(state)},
        "outlook": plain(state.outlook),
        "prompt": prompt(question(state)),
        "facts": {**facts(state.box), "standins": list(state.standins)},
    }


def outcome(state: State) -> Document | None:
    if state.outcome is None:
        return None
    return members(state.outcome, "won", "reason", *(["winners"] if state.outcome.won else []))


OF_SOMEBODY = (
    *("character", "max", "energy", "injuries", "traumas", "cap", "alive", "place", "pawns"),
    *("eaten", "track", "sector", "story", "food", "return_bonus", "objects", "score"),
)


def castaway(state: State, seat: str) -> Document:
    where = {"place": state.place(seat), "sector": state.sector(seat)}
    own = members(state.castaways[seat], *(what for what in OF_SOMEBODY if what not in where))
    return {what: where.get(what, own.get(what)) for what in OF_SOMEBODY}


def proposal(state: State) -> dict[str, int]:
    """Units of the store that each would eat."""
    proposed = meal(state) if state.step == "eat" and not state.outcome else {}
    return {seat: proposed[seat].units if seat in proposed else 0 for seat in state.castaways}


def last_roll(state: State) -> Document | None:
    roll = state.dice.last
    if roll is None:
        return None
    return members(roll, "die", "faces", "total", "what", "free", "success")


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
    told: Document = plain(box)
    return {name: value for name, value in told.items() if name not in ("id", "standins")}
