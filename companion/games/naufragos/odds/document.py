"""The outlook as data: ``outlook.odds`` of the state document, and paid tries beside it.

Odds are exact: a fraction as a text, ``"13/18"``, and beside it the percentage for a drawing.
"""

from collections.abc import Hashable
from fractions import Fraction

from companion.games import Document
from companion.games.naufragos.model.state import State
from companion.games.naufragos.odds.next_stage import (
    FACES,
    coming_home,
    lighting,
    odds,
    tries_to_pay,
    wanted,
    with_paid_tries,
)


def odds_cache_key(state: State) -> Hashable | None:
    """Everything on which the odds depend: they are worked out as fast as this is found."""
    if not wanted(state):
        return None
    found = odds(state)
    return found.home, found.lost, tuple(found.trauma.items()), tries_to_pay(state)


def odds_document(state: State) -> Document | None:
    if not wanted(state):
        return None
    found = odds(state)
    return {
        "return": chance(found.home) if found.home is not None else None,
        "lost": [chance(each) for each in found.lost],
        "trauma": {seat: chance(each) for seat, each in found.trauma.items()},
    }


def more_document(state: State, better: int) -> Document | None:
    """The way home with so many paid tries more, and the fire with each energy."""
    if not wanted(state):
        return None
    home = coming_home(state)
    most = max(better, tries_to_pay(state))
    return {
        "tries": [{"paid": paid, **chance(with_paid_tries(home, paid))} for paid in range(most + 1)]
        if home is not None
        else [],
        "fire": [
            {
                "energy": energy,
                **chance(lighting(energy)),
                "with_token": chance(with_paid_tries(lighting(energy), 1)),
            }
            for energy in range(1, FACES + 1)
        ],
    }


def chance(share: Fraction) -> Document:
    return {"odds": str(share), "percent": round(float(100 * share), 3)}
