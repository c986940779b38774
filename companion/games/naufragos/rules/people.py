"""Energy, injuries and traumas (rulebook, "Personajes y niveles de energía"); who may act."""

from companion.errors import Refusal
from companion.games.naufragos.model import people_events as p
from companion.games.naufragos.model import terms
from companion.games.naufragos.model.state import State
from companion.games.naufragos.rules.consequences import Rule
from companion.i18n.message import say


def spend(state: State, seat: str, energy: int, why: str) -> Rule:
    """Energy that somebody chooses to use: nobody can use what is not there."""
    if state.castaways[seat].energy < energy:
        words = say(
            "{who} has {n} energy, and this costs {cost}.",
            who=terms.COLOURS[seat],
            n=state.castaways[seat].energy,
            cost=energy,
        )
        raise Refusal("no_energy", words)
    return (yield p.EnergySpent(seat, energy, why)) if energy else state


def lose(state: State, seat: str, energy: int, why: str) -> Rule:
    """What is missing becomes one injury, however much it is: it has one cause."""
    there = state.castaways[seat].energy
    if lost := min(there, energy):
        state = yield p.EnergyLost(seat, lost, why)
    if there < energy:
        state = yield from injure(state, seat, 1, why)
    return state


def gain(state: State, seat: str, energy: int, why: str) -> Rule:
    """Up to what injuries and traumas leave free."""
    one = state.castaways[seat]
    if gained := min(energy, one.cap - one.energy):
        state = yield p.EnergyGained(seat, gained, why)
    return state


def injure(state: State, seat: str, injuries: int, why: str) -> Rule:
    """One by one. Space 0 is never covered: the topmost injury becomes a trauma instead."""
    for _ in range(injuries):
        one = state.castaways[seat]
        if one.alive:
            state = yield p.Injured(seat, why) if one.cap else p.InjuryWorsened(seat, why)
    return state


def heal(state: State, seat: str, injuries: int) -> Rule:
    """The lowest injuries come off; traumas stay."""
    if healed := min(injuries, state.castaways[seat].injuries):
        state = yield p.Healed(seat, healed)
    return state


def give_story(state: State, seat: str, tokens: int, why: str) -> Rule:
    if tokens and state.castaways[seat].alive:
        state = yield p.StoryGained(seat, tokens, why)
    return state


def seated(state: State, seat: str) -> None:
    if seat not in state.seats:
        who = terms.COLOURS.get(seat, seat)
        raise Refusal("unknown_castaway", say("{who} does not play.", who=who))


def living(state: State, seat: str) -> None:
    seated(state, seat)
    if not state.castaways[seat].alive:
        raise Refusal("dead", say("{who} is dead.", who=terms.COLOURS[seat]))


def present(state: State, seat: str) -> None:
    """Alive, and neither lost nor out exploring."""
    living(state, seat)
    if state.place(seat) != "camp":
        raise Refusal("lost", say("{who} is not in camp.", who=terms.COLOURS[seat]))
