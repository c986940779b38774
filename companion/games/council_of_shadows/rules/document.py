"""The state document: what scripts, phones and exports read. Its names are stable for ever.

Nothing of a plan is in it before the reveal, but for the seat whose plan it is.
"""

from typing import Any

from companion.games import ANYBODY, Document, Viewer
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.rules import planning
from companion.games.council_of_shadows.rules.corrections import facts_in_play
from companion.games.council_of_shadows.rules.prompts import question
from companion.games.council_of_shadows.rules.scoring import Pay, payable
from companion.games.shared.document import members, plain


def document(state: State, viewer: Viewer = ANYBODY) -> Document:
    shown = {
        "box": state.box.id,
        **members(state, "seats", "detail", "modules", "round", "stage", "step", "turn", "order"),
        **members(state, "throne", "last_round", "outcome"),
        "players": {seat: board(state, seat) for seat in state.seats},
        "galaxies": plain(state.galaxies),
        "outlook": outlook(state) if state.round else None,
        "prompt": prompt(state),
        "facts": {**facts_in_play(state), "standins": standins(state)},
    }
    own = viewer.seat if viewer.role == "seat" else ""
    if own in state.players and state.stage == "plan":
        shown["plan"] = own_plan(state, own)
    return shown


OF_A_PLAYER = (
    *("level", "energy", "consumption", "round_consumption", "ready", "purchases_left", "gems"),
    *("bonus", "ai_cards", "board_cubes", "reach", "upgrades", "stations", "dark"),
    *("perpetual_from", "hand", "slots", "cubes", "scored", "final"),
)
"""What the document shows of a seat; never what it has planned."""


def board(state: State, seat: str) -> Document:
    """One seat; before the start only who sits there."""
    player = state.players[seat]
    shown = members(player, "automa", "leader")
    if not state.round:
        return shown
    found = {"ready": planning.ready(state, seat), "cubes": state.cubes(seat)}
    own = members(player, *(what for what in OF_A_PLAYER if what not in found))
    return shown | {what: found[what] if what in found else own[what] for what in OF_A_PLAYER}


def outlook(state: State) -> Document:
    """What is certain now: energy missing, ties, and what every galaxy would pay."""
    shown: Document = {
        "needed": {seat: player.needed for seat, player in state.players.items()},
        "ties": list(planning.ties(state)),
    }
    if state.galaxies is None:
        return shown | {"pays": None, "all": None}
    found = {seat: payable(state, seat) for seat in state.seats}
    pays = {
        name: {
            seat: members(pay, "energy", "bonus", "majority", "removes") if pay else None
            for seat in state.seats
            for pay in (found[seat].get(name),)
        }
        for name in state.galaxies
    }
    return shown | {"pays": pays, "all": {seat: all_of(state, seat, found[seat]) for seat in found}}


def all_of(state: State, seat: str, found: dict[str, Pay]) -> Document:
    player = state.players[seat]
    energy = sum(pay.energy for pay in found.values())
    return {"energy": energy, "levels": (player.energy + energy) // player.consumption}


def prompt(state: State) -> dict[str, Any]:
    """What the table waits for, beside NEXT."""
    asked = question(state)
    if asked is None:
        return {"kind": "none", "seat": None, "options": [], "card": None}
    kind, answers = asked
    options: list[Any] = [int(each) for each in answers] if kind == "cube" else list(answers)
    task = state.tasks[0]
    return {"kind": kind, "seat": task.seat or None, "options": options, "card": task.card or None}


def standins(state: State) -> list[str]:
    """Stand-ins as the document has their paths: of the side of the board in play."""
    own, other = (
        f"facts.{state.side}.",
        "facts.galaxies." if state.side == "back" else "facts.back.",
    )
    return [
        path.replace(own, "facts.galaxies.")
        for path in state.box.standins
        if not path.startswith(other)
    ]


def own_plan(state: State, seat: str) -> Document:
    """A seat's own plan so far, and what it would lead to."""
    player = state.players[seat]
    moved = planning.consumption_steps(player, planning.planned_sum(state, seat))
    after = player.consumption + moved
    return {
        "cards": dict(player.plan.cards),
        "number": player.plan.number,
        "moves": moved,
        "consumption": after,
        "needed": max(0, after - player.energy),
        "unverified": list(planning.unverified(state, seat)),
    }
