"""Sensitivity of the odds: one token more or less of something, and what that changes.

It shows and never advises: every total of every power is tried in the same way, by the rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import BANDS_TO_LOSE, RESILIENCES, SINKS
from companion.games.daybreak.odds.crisis_cards.deck import WORST_CASE_EFFORT, Range
from companion.games.daybreak.odds.next_stage import Forecast, forecast
from companion.games.daybreak.rules.emissions_stage import outlook
from companion.games.shared.replace import replace

CARBON = "carbon"


@dataclass(frozen=True, slots=True)
class Remedy:
    """A change by that many tokens, and the odds of losing in this round with it."""

    path: str
    """As in the state document; ``powers.china.emissions`` is a token of any type."""
    by: int
    loss: Range
    change: Range
    """What is added to the least and to the most of the odds of losing: below zero, it helps."""

    @property
    def worth(self) -> Fraction:
        return self.change.least + self.change.most


@dataclass(frozen=True, slots=True)
class Distance:
    """Tokens of carbon less (or sinks more) until something happens in the Emissions stage."""

    drawdown: int
    """0 where it is reached as things stand."""
    band: int | None
    """One Temperature Band less; None where there is none to avoid, or it is too late."""


def what_helps(state: State) -> tuple[Remedy, ...]:
    """Every change by one token, and by as much carbon as saves a band: the most helpful first."""
    told = forecast(state)
    if told is None:
        return ()
    # Bounds are compared with bounds: they then differ by the token, and not by the effort.
    worst_case_effort = WORST_CASE_EFFORT if told.exact else 0
    now = forecast(state, worst_case_effort=worst_case_effort) or told
    remedies = [
        Remedy(path, by, moved(told.loss, change), change)
        for path, by, changed in (*changes(state), *saved_band(state))
        if (then := forecast(changed, worst_case_effort=worst_case_effort))
        and (change := what_changed(then, now))
    ]
    return tuple(sorted(remedies, key=lambda remedy: remedy.worth))


def what_changed(then: Forecast, now: Forecast) -> Range:
    """By all cards; or, where that is less than what is not known exactly, before the unseen."""
    change = difference(then.loss, now.loss)
    if abs(change.least) < max(then.margin.least, now.margin.least):
        before = then.before_unseen - now.before_unseen
        return Range(before, before)
    return change


def difference(then: Range, now: Range) -> Range:
    return Range(then.least - now.least, then.most - now.most)


def moved(odds: Range, by: Range) -> Range:
    ends = (odds.least + by.least, odds.most + by.most)
    least, most = (min(max(end, Fraction()), Fraction(1)) for end in ends)
    return Range(least, max(least, most))


def changes(state: State) -> Iterator[tuple[str, int, State]]:
    """One token more or less of everything that people can change."""
    for seat, power in state.powers.items():
        own = ("powers", seat)
        yield change(state, (*own, "clean"), +1)
        for kind in RESILIENCES:
            yield change(state, (*own, "resilience", kind), +1)
        if power.dirty:
            yield change(state, (*own, "dirty"), -1)
        if power.communities:
            yield change(state, (*own, "communities"), -1)
        kind = max(power.emissions, key=lambda kind: power.emissions[kind])
        if power.emissions[kind]:
            _, by, changed = change(state, (*own, "emissions", kind), -1)
            yield f"powers.{seat}.emissions", by, changed
    for sink in SINKS:
        yield change(state, (sink,), +1)


def change(state: State, path: tuple[str, ...], by: int) -> tuple[str, int, State]:
    return ".".join(path), by, state.with_value(path, state.number(path) + by)


def saved_band(state: State) -> Iterator[tuple[str, int, State]]:
    """As much net carbon less in this Emissions stage as makes one Temperature Band less."""
    less = distance(state).band
    if less is None:
        return
    if absorbed_already(state):
        waiting = min(less, state.recent)
        cooler = state.thermometer.with_carbon(state.thermometer.carbon - less + waiting)
        yield CARBON, -less, replace(state, recent=state.recent - waiting, thermometer=cooler)
    else:
        # Sinks stand in for it: carbon that is not there may bring Drawdown, as they would.
        yield CARBON, -less, replace(state, dac=state.dac + less)


def absorbed_already(state: State) -> bool:
    return state.stage == "emissions" and state.step == "temperature"


def distance(state: State) -> Distance:
    """How far Drawdown is, and how far the next lower temperature."""
    ahead = outlook(state)
    thermometer = state.thermometer
    after = thermometer.carbon + state.recent + ahead.emitted - ahead.absorbed
    bands = min(BANDS_TO_LOSE, after // thermometer.row)
    emitted = sum(power.carbon for power in state.powers.values())
    carbon = emitted if absorbed_already(state) else state.recent + ahead.emitted
    return Distance(
        drawdown=0 if ahead.drawdown else max(0, carbon + 1 - state.sinks),
        band=after - bands * thermometer.row + 1 if bands and state.stage != "crisis" else None,
    )


def most_helpful(remedies: tuple[Remedy, ...], most: int) -> tuple[Remedy, ...]:
    """Those that lower the odds of losing, as far as there are any."""
    return tuple(remedy for remedy in remedies if remedy.worth < 0)[:most]
