"""The outlook as data: ``outlook.odds`` of the state document, and what is asked for beside it.

Odds are exact: a fraction as a text, ``"5/216"``, and beside it the percentage for a drawing.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction

from companion.games import Document
from companion.games.daybreak.model.state import State
from companion.games.daybreak.odds.crisis_cards.deck import Range
from companion.games.daybreak.odds.later_rounds import look_ahead
from companion.games.daybreak.odds.next_stage import Probabilities, cache_key, forecast
from companion.games.daybreak.odds.what_helps import distance, what_helps
from companion.games.shared.odds import chance, odds_wanted


def odds_cache_key(state: State) -> Hashable | None:
    return cache_key(state) if odds_wanted(state) else None


def odds_document(state: State) -> Document | None:
    """The next Crisis stage; None where there is none, or people do not want to know."""
    told = forecast(state) if odds_wanted(state) else None
    if told is None:
        return None
    return {
        "round": told.round,
        "after_emissions": told.after_emissions,
        "rolls": told.rolls,
        "loss": between(told.loss),
        "lost": {
            cause: between(Range(told.lost[cause], told.lost_at_worst[cause]))
            for cause in told.lost
        },
        "won": between(told.won),
        "bands": [
            {"bands": bands, **between(Range(told.bands_at_worst[bands], odds))}
            for bands, odds in told.bands.items()
        ],
        "trees": mean(told.trees),
        "oceans": mean(told.oceans),
        "crisis_cards": mean(told.crisis_cards),
        "waiting": mean(told.waiting),
        "crises": {
            "counted": list(told.counted),
            "uncounted": list(told.uncounted),
            "unknown": told.unknown,
            "deck": told.deck.cards,
            "unread": told.deck.unread,
        },
        "exact": told.exact,
        "margin": {"least": chance(told.margin.least), "most": chance(told.margin.most)},
        "helpers": list(told.helpers),
        "standins": told.standins,
    }


def more_document(state: State, falling: int) -> Document | None:
    """What would help, how far things are, and the rounds ahead: only for those who ask."""
    if not odds_wanted(state) or forecast(state) is None:
        return None
    far = distance(state)
    return {
        "helps": [
            {
                "path": help.path,
                "by": help.by,
                "loss": between(help.loss),
                "change": between(help.change),
            }
            for help in what_helps(state)
        ],
        "drawdown_tokens": far.drawdown,
        "band_tokens": far.band,
        "falling": falling,
        "ahead": [
            {
                "round": ahead.round,
                "bands": spread(ahead.bands),
                "lost": chances(ahead.lost),
                "crises": between(ahead.crises),
                "won": chance(ahead.won),
            }
            for ahead in look_ahead(state, falling)
        ],
    }


def between(odds: Range) -> Document:
    """One chance where it is one; else null, between the least and the most that it can be."""
    sure = odds.sure
    return {
        **(chance(sure) if sure is not None else {"odds": None, "percent": None}),
        "least": chance(odds.least),
        "most": chance(odds.most),
    }


def chances(odds: Mapping[str, Fraction]) -> Document:
    return {name: chance(share) for name, share in odds.items()}


def spread(odds: Probabilities) -> list[Document]:
    return [{"bands": bands, **chance(share)} for bands, share in odds.items()]


def mean(odds: Probabilities) -> Document:
    """The average, the least and the most; of nothing where nobody survives."""
    if not odds:
        return {"mean": None, "least": None, "most": None}
    average = average_of(odds)
    return {"mean": round(float(average), 3), "least": min(odds), "most": max(odds)}


def average_of(odds: Probabilities) -> Fraction:
    return sum((value * share for value, share in odds.items()), Fraction())
