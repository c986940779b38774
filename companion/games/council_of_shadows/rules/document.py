"""The state document: what scripts, phones and exports read. Its names are stable for ever.

Nothing of a plan is in it before the reveal, but for the seat whose plan it is.
"""

from collections.abc import Mapping
from typing import Any

from companion.games import ANYBODY, Document, Viewer
from companion.games.council_of_shadows.model.state import Galaxy, State
from companion.games.council_of_shadows.rules import planning
from companion.games.council_of_shadows.rules.corrections import facts_in_play
from companion.games.council_of_shadows.rules.prompts import question
from companion.games.council_of_shadows.rules.scoring import Pay, payable


def document(state: State, viewer: Viewer = ANYBODY) -> Document:
    shown = {
        "box": state.box.id,
        "seats": list(state.seats),
        "detail": state.detail,
        "modules": {"stations": state.modules.stations, "leaders": state.modules.leaders},
        "round": state.round,
        "stage": state.stage,
        "step": state.step,
        "turn": state.turn,
        "order": list(state.order),
        "throne": state.throne,
        "last_round": state.last_round,
        "outcome": outcome(state),
        "players": {seat: board(state, seat) for seat in state.seats},
        "galaxies": galaxies(state),
        "outlook": outlook(state) if state.round else None,
        "prompt": prompt(state),
        "facts": {**facts_in_play(state), "standins": standins(state)},
    }
    own = viewer.seat if viewer.role == "seat" else ""
    if own in state.players and state.stage == "plan":
        shown["plan"] = own_plan(state, own)
    return shown


def outcome(state: State) -> Document | None:
    if state.outcome is None:
        return None
    return {"winners": list(state.outcome.winners), "reason": state.outcome.reason}


OF_A_PLAYER = (
    *("level", "energy", "consumption", "round_consumption", "ready", "purchases_left", "gems"),
    *("bonus", "ai_cards", "board_cubes", "reach", "upgrades", "stations", "dark"),
    *("perpetual_from", "hand", "slots", "cubes", "scored", "final"),
)
"""What the document shows of a seat; never what it has planned."""


def board(state: State, seat: str) -> Document:
    """One seat; before the start only who sits there."""
    player = state.players[seat]
    shown: Document = {"automa": player.automa, "leader": player.leader}
    if not state.round:
        return shown
    found: Document = {"ready": planning.ready(state, seat), "cubes": state.cubes(seat)}
    found["bonus"] = {"light": player.bonus.light, "dark": player.bonus.dark}
    return shown | {
        what: found[what] if what in found else plain(getattr(player, what)) for what in OF_A_PLAYER
    }


def plain(value: Any) -> Any:
    """Lists for tuples, a dictionary for any mapping."""
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return dict(value) if isinstance(value, Mapping) else value


def galaxies(state: State) -> Document | None:
    if state.galaxies is None:
        return None
    return {name: galaxy_shown(galaxy) for name, galaxy in state.galaxies.items()}


def galaxy_shown(galaxy: Galaxy) -> Document:
    station = galaxy.station
    return {
        "colonies": dict(galaxy.colonies),
        "station": {"seat": station.seat, "kind": station.kind} if station else None,
        "systems": [
            {"tile": system.tile, "colonies": dict(system.colonies)} for system in galaxy.systems
        ],
    }


def outlook(state: State) -> Document:
    """What is certain now: energy missing, ties, and what every galaxy would pay."""
    needed = {seat: player.needed for seat, player in state.players.items()}
    shown: Document = {
        "needed": needed,
        "ties": list(planning.ties(state)),
        "pays": None,
        "all": None,
    }
    if state.galaxies is None:
        return shown
    found = {seat: payable(state, seat) for seat in state.seats}
    shown["pays"] = {
        name: {seat: pay_shown(found[seat].get(name)) for seat in state.seats}
        for name in state.galaxies
    }
    shown["all"] = {seat: all_of(state, seat, found[seat]) for seat in state.seats}
    return shown


def pay_shown(pay: Pay | None) -> Document | None:
    if pay is None:
        return None
    return {
        "energy": pay.energy,
        "bonus": pay.bonus,
        "majority": pay.majority,
        "removes": pay.removes,
    }


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
    return {
        "kind": kind,
        "seat": task.seat or None,
        "options": options,
        "card": task.card or None,
    }


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
