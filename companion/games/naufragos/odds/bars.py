"""The odds as a phone page shows them: a bar and its percentage."""

from dataclasses import dataclass
from fractions import Fraction

from companion.games.naufragos.model.state import State
from companion.games.naufragos.odds.document import (
    coming_home,
    found_again,
    lighting,
    odds_wanted,
    trauma,
    tries_to_pay,
    with_paid_tries,
)
from companion.games.naufragos.odds.text import percent

MOST_TRIES = 3


@dataclass(frozen=True, slots=True)
class Share:
    text: str
    width: int
    """Of a bar of a hundred."""


def share(odds: Fraction) -> Share:
    return Share(percent(odds), round(100 * odds))


class OutlookPage:
    def __init__(self, state: State) -> None:
        self._state = state
        self.wanted = odds_wanted(state)

    def home(self) -> Share | None:
        odds = coming_home(self._state)
        return share(odds) if odds is not None else None

    def paid(self) -> list[tuple[int, Share]]:
        """The way home with one to three paid tries more, as many as can be paid."""
        odds = coming_home(self._state)
        if odds is None:
            return []
        most = min(MOST_TRIES, tries_to_pay(self._state))
        return [(n, share(with_paid_tries(odds, n))) for n in range(1, most + 1)]

    def lost(self, at: int) -> Share:
        return share(found_again(self._state, self._state.lost[at]))

    def trauma(self, seat: str) -> Share:
        return share(trauma(self._state.castaways[seat].injuries))

    def fire(self, energy: int) -> Share:
        return share(lighting(energy))
