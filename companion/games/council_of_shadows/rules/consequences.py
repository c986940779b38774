"""A rule of Council of Shadows is a generator of events; what follows at once is here.

Whoever first has level III takes the throne, however the level came about.
"""

from collections.abc import Generator, Iterator

from companion.games.council_of_shadows.model.board_events import ThroneTaken
from companion.games.council_of_shadows.model.events import Event
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import LAST_LEVEL
from companion.games.shared import rules

Rule = Generator[Event, State, State]


def carry_out(rule: Rule, state: State) -> tuple[Event, ...]:
    """Every event of a rule with what follows from it, up to the end of the game."""
    return rules.carry_out(rule, state, consequences)


def consequences(before: State, after: State) -> Iterator[Event]:
    if after.throne is None:
        for seat in after.order:
            if after.players[seat].level >= LAST_LEVEL:
                yield ThroneTaken(seat)
                return
