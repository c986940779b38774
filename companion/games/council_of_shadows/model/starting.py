"""How a game begins: what lies before each seat, and which galaxies there are."""

from companion.games.council_of_shadows.model.state import Bonus, Galaxy, Player, State, System
from companion.games.council_of_shadows.model.terms import (
    ACTIONS,
    GEMS,
    LEAST_CONSUMPTION,
    SLOTS,
)


def starting_player(state: State, seat: str, came: int) -> Player:
    """A board as the set-up lays it; ``came`` is when its energy token was put on its space."""
    seated = state.players[seat]
    followed = state.tracks("cards")
    if seated.automa:
        none = () if followed else None
        return Player(automa=True, arrived=came, hand=none, slots=none)
    leader = seated.leader
    printed = state.box.tree["leaders"][leader] if leader else {}
    reach = (1,) * (SLOTS + (leader == "ava"))
    return Player(
        leader=leader,
        energy=printed.get("energy", 0),
        consumption=printed.get("consumption", LEAST_CONSUMPTION),
        gems=dict.fromkeys(GEMS, 1) | {"clear": 0} if state.tracks("full") else None,
        bonus=Bonus(dark=1),
        board_cubes=1 if leader == "ava" else 0,
        reach=reach,
        hand=tuple(f"{seat}-{action}" for action in ACTIONS) if followed else None,
        slots=((),) * len(reach) if followed else None,
        arrived=came,
    )


def starting_galaxies(state: State) -> dict[str, Galaxy] | None:
    if not state.tracks("galaxies"):
        return None
    nobody = dict.fromkeys(state.seats, 0)
    return {
        galaxy: Galaxy(
            nobody, systems=(System(None, nobody),) * max(0, state.printed(galaxy, "spaces"))
        )
        for galaxy in state.in_play
    }
