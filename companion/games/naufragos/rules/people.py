"""Who may act: whoever plays, is alive, and is there."""

from companion.errors import Refusal
from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import COLOURS
from companion.message import say


def seated(state: State, seat: str) -> None:
    if seat not in state.seats:
        who = COLOURS.get(seat, seat)
        raise Refusal("unknown_castaway", say("{who} does not play.", who=who))


def living(state: State, seat: str) -> None:
    seated(state, seat)
    if not state.castaways[seat].alive:
        raise Refusal("dead", say("{who} is dead.", who=COLOURS[seat]))


def present(state: State, seat: str) -> None:
    """Alive, and neither lost nor out exploring."""
    living(state, seat)
    if state.place(seat) != "camp":
        raise Refusal("lost", say("{who} is not in camp.", who=COLOURS[seat]))
