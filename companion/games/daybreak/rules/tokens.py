"""Tokens of the central board and the player boards: how many there are, how they come and go."""

from companion.games.daybreak.model.card_events import TokensChanged
from companion.games.daybreak.model.events import CommunitiesAdded
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import EMISSIONS, RESILIENCES
from companion.games.daybreak.rules.consequences import Rule

CENTRAL = ("trees", "oceans", "dac", "recent")
KINDS_OF_ANY = {"resilience.any": tuple(RESILIENCES), "emissions.any": tuple(EMISSIONS)}


def owned(state: State, power: str, token: str) -> int:
    """How many tokens there are: on the central board, of one kind, or of any."""
    if token in CENTRAL:
        return state.number((token,))
    group, _, kind = token.partition(".")
    if kind == "any":
        return sum(getattr(state.powers[power], group).values())
    return state.number(("powers", power, *token.split(".")))


def change(state: State, power: str, token: str, by: int, card: str) -> Rule:
    """Tokens come or go; of what is not there, none can go."""
    if token == "communities" and by > 0:
        return (yield CommunitiesAdded(power, by, card))
    if by := max(by, -owned(state, power, token)):
        state = yield TokensChanged("" if token in CENTRAL else power, token, by, card)
    return state
