"""Odds of any game: whether people want to see them, and how a document says one."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.games.capabilities import Document


@dataclass(frozen=True, slots=True)
class OutlookShown:
    """Do the people at this table want to see odds? It is a help, and some do not want it."""

    shown: bool = True


def odds_wanted(state: Any) -> bool:
    """Does a game go on, and do people want to know what may come?"""
    wanted: bool = state.outlook.shown and state.round > 0 and state.outcome is None
    return wanted


def total(odds: Mapping[Any, Fraction]) -> Fraction:
    """The odds that any of these comes."""
    return sum(odds.values(), Fraction())


def chance(odds: Fraction) -> Document:
    """As a fraction, and as a percentage for a drawing."""
    return {"odds": str(odds), "percent": round(float(100 * odds), 3)}
