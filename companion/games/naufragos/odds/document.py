"""Exact odds, all in closed form: the way home, the fire, a trauma tonight; and as data.

The document ``outlook.odds`` has each as a fraction, ``"13/18"``, and a percentage for a drawing.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from companion.games import Document
from companion.games.naufragos.model.state import LostGroup, State
from companion.games.naufragos.rules.dice import modifier
from companion.games.shared.odds import chance, odds_wanted

WAYS = 36
FACES = 6


def ways_to_reach(least: int) -> int:
    """Of the 36 ways in which two dice fall, those that show at least so much."""
    if least <= 2:
        return WAYS
    if least <= 7:
        return WAYS - (least - 1) * (least - 2) // 2
    return (13 - least) * (14 - least) // 2 if least <= 12 else 0


def home_at(difficulty: int, added: int) -> Fraction:
    return Fraction(ways_to_reach(difficulty - added), WAYS)


def once_of(chances: tuple[Fraction, ...]) -> Fraction:
    """At least one of several tries succeeds."""
    return 1 - prod((1 - each for each in chances), start=Fraction(1))


def coming_home(state: State) -> Fraction | None:
    """The whole expedition's chance with one roll now."""
    party = state.exploring
    if party is None:
        return None
    return home_at(party.difficulty, modifier(state, party.members))


def with_paid_tries(chance: Fraction, paid: int) -> Fraction:
    return once_of((chance,) * (paid + 1))


def tries_to_pay(state: State) -> int:
    """How often the expedition could pay for another roll."""
    party = state.exploring
    if party is None:
        return 0
    return sum(state.castaways[seat].energy for seat in party.members) // len(party.members)


def found_again(state: State, group: LostGroup) -> Fraction:
    """A lost group comes home with its two tries, each one space nearer."""
    added, least = modifier(state, group.members), state.box.difficulty.min
    tries = (max(least, group.difficulty - nearer) for nearer in (1, 2))
    return once_of(tuple(home_at(difficulty, added) for difficulty in tries))


def lighting(energy: int) -> Fraction:
    """The fire burns with so much energy."""
    return Fraction(min(FACES, energy), FACES)


def trauma(injuries: int) -> Fraction:
    """A 1 among as many dice as injuries."""
    return 1 - Fraction(FACES - 1, FACES) ** injuries


@dataclass(frozen=True, slots=True)
class StageOdds:
    home: Fraction | None
    lost: tuple[Fraction, ...]
    trauma: Mapping[str, Fraction]


def odds(state: State) -> StageOdds:
    return StageOdds(
        coming_home(state),
        tuple(found_again(state, group) for group in state.lost),
        {seat: trauma(state.castaways[seat].injuries) for seat in state.alive},
    )


def odds_cache_key(state: State) -> Hashable | None:
    """Everything on which the odds depend: they are worked out as fast as this is found."""
    if not odds_wanted(state):
        return None
    found = odds(state)
    return found.home, found.lost, tuple(found.trauma.items()), tries_to_pay(state)


def odds_document(state: State) -> Document | None:
    if not odds_wanted(state):
        return None
    found = odds(state)
    return {
        "return": chance(found.home) if found.home is not None else None,
        "lost": [chance(each) for each in found.lost],
        "trauma": {seat: chance(each) for seat, each in found.trauma.items()},
    }


def more_document(state: State, better: int) -> Document | None:
    """The way home with so many paid tries more, and the fire with each energy."""
    if not odds_wanted(state):
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
