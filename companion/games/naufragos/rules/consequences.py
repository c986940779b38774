"""A rule of Náufragos is a generator of events; what follows at once from any change is here.

A rule need not remember that the fourth trauma kills, or that a sector without cards is left.
"""

from collections.abc import Generator, Iterator

from companion.games.naufragos.model.events import EndingDecided, Event, GameEnded
from companion.games.naufragos.model.people_events import Died, MovedOn
from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import DECKS, TRAUMAS_TO_DIE
from companion.games.shared import rules

Rule = Generator[Event, State, State]


def carry_out(rule: Rule, state: State) -> tuple[Event, ...]:
    """Every event of a rule with what follows from it, up to the end of the game."""
    return rules.carry_out(rule, state, consequences)


def consequences(before: State, after: State) -> Iterator[Event]:
    """What a change brings about by itself, at once."""
    if after.outcome or not after.round:
        return
    for seat in after.alive:
        if after.castaways[seat].traumas >= TRAUMAS_TO_DIE:
            died = Died(seat, alone=away_alone(after, seat))
            after = died.after(after)
            yield died
    if not after.alive:
        yield GameEnded(won=False, reason="dead")
        return
    for deck in DECKS:
        if before.decks[deck] and not after.decks[deck]:
            for seat in after.alive:
                if after.sector(seat) == deck:
                    moved = MovedOn(seat, with_cards(after, after.castaways[seat].track))
                    after = moved.after(after)
                    yield moved
    if after.ending is None and after.round >= after.turns and after.on_promontory():
        yield EndingDecided(after.round)


def away_alone(state: State, seat: str) -> bool:
    """Is nobody there who could carry on what one leaves behind?"""
    group = state.group_of(seat)
    if group is not None:
        return len(state.lost[group].members) == 1
    party = state.expedition
    return party is not None and party.members == (seat,)


def one_space_on(state: State, space: int) -> int:
    """The next space; a sector that is entered and has no cards is passed over."""
    track = state.box.track
    if space >= state.last_space:
        return space
    entered = track[space + 1] != track[space]
    return with_cards(state, space + 1) if entered else space + 1


def with_cards(state: State, space: int) -> int:
    """This space, or the first one behind it whose sector has cards; the promontory needs none."""
    track = state.box.track
    return next(at for at in range(space, len(track)) if state.decks.get(track[at], True))
