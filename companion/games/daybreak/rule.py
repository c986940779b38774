"""How a rule is written: it yields what happens, event by event, and gets back the state after.

    def demand_grows(state: State) -> Rule:
        for seat in state.seats:
            state = yield DemandGrew(seat, state.powers[seat].growth)
        return state

What follows at once from any change, whoever caused it, is in one place here: a rule need not
remember that the eighth band ends the game.
"""

from collections.abc import Generator, Iterator

from companion.games.daybreak.card_events import ProjectActivated
from companion.games.daybreak.events import (
    CrisisCardsCalled,
    Event,
    GameEnded,
    RollsChanged,
)
from companion.games.daybreak.stacks import met
from companion.games.daybreak.state import State
from companion.games.daybreak.terms import BANDS_TO_LOSE, COMMUNITIES_TO_LOSE

Rule = Generator[Event, State, State]


def carry_out(rule: Rule, state: State) -> tuple[Event, ...]:
    """Every event of a rule with what follows from it, up to the end of the game."""
    happened: list[Event] = []
    try:
        event = next(rule)
        while True:
            happened.append(event)
            before, state = state, event.after(state)
            for consequence in consequences(before, state):
                happened.append(consequence)
                state = consequence.after(state)
            if state.outcome:
                return tuple(happened)
            event = rule.send(state)
    except StopIteration:
        return tuple(happened)


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
        yield RollsChanged(warmed)
    recounted = after.round and (warmed or after.facts is not before.facts)
    if recounted and after.crises.by_bands < (cards := after.crisis_cards(bands)):
        yield CrisisCardsCalled(cards)
