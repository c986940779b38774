"""The state document: what scripts, phones and exports read. Its names are stable for ever.

Nothing of a plan is in it before the reveal, but for the seat whose plan it is.
"""

from typing import Any

from companion.games import ANYBODY, Document, Viewer
from companion.games.council_of_shadows.model.state import Galaxy, Player, State
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


def board(state: State, seat: str) -> Document:
    """One seat; before the start only who sits there."""
    player = state.players[seat]
    shown: Document = {"automa": player.automa, "leader": player.leader}
    return shown | playing(state, seat, player) if state.round else shown


def playing(state: State, seat: str, player: Player) -> Document:
    return {
        "level": player.level,
        "energy": player.energy,
        "consumption": player.consumption,
        "round_consumption": player.round_consumption,
        "ready": planning.ready(state, seat),
        "purchases_left": player.purchases_left,
        "gems": None if player.gems is None else dict(player.gems),
        "bonus": {"light": player.bonus.light, "dark": player.bonus.dark},
        "ai_cards": player.ai_cards,
        "board_cubes": player.board_cubes,
        "reach": list(player.reach),
        "upgrades": list(player.upgrades),
        "stations": dict(player.stations),
        "dark": list(player.dark),
        "perpetual_from": player.perpetual_from,
        "hand": None if player.hand is None else list(player.hand),
        "slots": None if player.slots is None else [list(pile) for pile in player.slots],
        "cubes": state.cubes(seat),
        "scored": list(player.scored),
        "final": player.final,
    }


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
    kind, options = asked
    task = state.tasks[0]
    return {
        "kind": kind,
        "seat": task.seat or None,
        "options": list(options),
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
    moved = planning.steps(player, planning.planned_sum(state, seat))
    after = player.consumption + moved
    return {
        "cards": dict(player.plan.cards),
        "number": player.plan.number,
        "moves": moved,
        "consumption": after,
        "needed": max(0, after - player.energy),
        "unverified": list(planning.unverified(state, seat)),
    }
