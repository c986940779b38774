"""A rule of Daybreak is a generator of events; what follows at once from any change is here.

A rule need not remember that the eighth band ends the game.
"""

from collections.abc import Generator, Iterator

from companion.games.daybreak.model.card_events import ProjectActivated
from companion.games.daybreak.model.events import CrisisCardsCalled, Event, GameEnded, RollsChanged
from companion.games.daybreak.model.stacks import met
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import BANDS_TO_LOSE, COMMUNITIES_TO_LOSE
from companion.games.shared import rules

Rule = Generator[Event, State, State]


def carry_out(rule: Rule, state: State) -> tuple[Event, ...]:
    """Every event of a rule with what follows from it, up to the end of the game."""
    return rules.carry_out(rule, state, consequences)


def consequences(before: State, after: State) -> Iterator[Event]:
    """What a change brings about by itself, at once."""
    if after.outcome:
        return
    bands = after.thermometer.bands
    if bands >= BANDS_TO_LOSE:
        yield GameEnded(won=False, reason="temperature")
        return
    if any(power.communities >= COMMUNITIES_TO_LOSE for power in after.powers.values()):
        yield GameEnded(won=False, reason="communities")
        return
    for slot in after.globals:
        if not slot.active and met(after, slot):
            yield ProjectActivated(slot.number)
    warmed = bands - before.thermometer.bands
    if warmed and after.stage == "crisis":
        yield RollsChanged(warmed, credited=True)
    if (cards := recounted(before, after)) is not None:
        yield CrisisCardsCalled(cards)


def recounted(before: State, after: State) -> int | None:
    """Crisis cards that the thermometer calls for, where that is another number than before.

    Bands that leave the thermometer leave the cards that were drawn for them. Only a correction
    makes them fewer: then the most bands of the round are fewer, or the box says another number.
    """
    if not after.round or before.round != after.round:
        return None
    peak, was = after.thermometer.highest, before.thermometer.highest
    corrected = after.facts is not before.facts
    if peak == was and not corrected:
        return None
    cards, called = after.crisis_cards(peak), after.crises.by_bands
    fewer = cards < called and (peak < was or corrected)
    return cards if cards > called or fewer else None
