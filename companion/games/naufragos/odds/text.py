"""The odds in words and as bars: they show what may come and never say what to do."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from companion.games.display import Chance
from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import COLOURS
from companion.games.naufragos.odds.document import (
    FACES,
    coming_home,
    found_again,
    lighting,
    odds,
    trauma,
    tries_to_pay,
    with_paid_tries,
)
from companion.games.naufragos.text.names import people
from companion.games.shared.odds import odds_wanted
from companion.games.shared.text import percent
from companion.i18n.message import Message, count, say

HOME = say("Home")


def main_chance(state: State) -> Chance:
    """The one line for a small screen: the expedition's way home."""
    home = odds(state).home
    return Chance(HOME, home, percent(home)) if home is not None else Chance(HOME, text="–")


def describe_outlook(state: State, better: int) -> tuple[Message, ...]:
    """Everything there is to say about what may come."""
    if not state.outlook.shown:
        return (say("Odds are switched off at this table; set outlook.shown true shows them."),)
    if not odds_wanted(state):
        return (say("No game is being played, so there are no odds."),)
    return tuple(lines(state, better)) or (say("Everybody is in camp and unhurt."),)


def lines(state: State, better: int) -> Iterator[Message]:
    found = odds(state)
    if found.home is not None:
        assert state.exploring is not None
        yield say(
            "Home now, {who}: {percent}",
            who=people(state.exploring.members),
            percent=percent(found.home),
        )
        for paid in range(1, max(better, min(3, tries_to_pay(state))) + 1):
            yield count(
                "with {n} more paid try: {percent}",
                "with {n} more paid tries: {percent}",
                paid,
                percent=percent(with_paid_tries(found.home, paid)),
            )
    for group, share in zip(state.lost, found.lost, strict=True):
        who = people(group.members)
        yield say("Lost, home next turn, {who}: {percent}", who=who, percent=percent(share))
    for seat, share in found.trauma.items():
        if share:
            yield say(
                "A trauma tonight, {who}: {percent}", who=COLOURS[seat], percent=percent(share)
            )
    if not state.fire.lit and state.store.wood:
        for energy in range(1, FACES):
            yield say(
                "Campfire with {n} energy: {percent}; with a story token {more}",
                n=energy,
                percent=percent(lighting(energy)),
                more=percent(with_paid_tries(lighting(energy), 1)),
            )


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
