"""Numbers that nobody has read on a card: asked for once, before they move anything.

What a card consumes would betray a plan, so it is asked for when everybody has planned; what it
costs is asked for when somebody buys it.
"""

from companion.games.council_of_shadows.model.box import consumption_path
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import AI_CARDS, GEMS
from companion.games.council_of_shadows.rules.planning import ready, unverified
from companion.games.council_of_shadows.text.names import named
from companion.games.display import Choice
from companion.games.taps import Wait
from companion.i18n.message import Message, say

LEAST, MOST = -5, 15
"""What a card may consume: the widest that the rulebook tells of."""
DEAREST = 5


def unread_consumptions(state: State) -> tuple[str, ...]:
    """Cards of this planning that nobody has read, once everybody is ready."""
    if state.stage != "plan" or not all(ready(state, seat) for seat in state.seats):
        return ()
    found = (card for seat in state.seats for card in unverified(state, seat))
    return tuple({consumption_path(card): card for card in found}.values())


def ask_consumption(state: State, card: str) -> Wait:
    """The number in force first; the others around it, as the knob turns."""
    path, now = ".".join(consumption_path(card)), state.box.consumption(card)
    numbers = (*range(now, MOST + 1), *range(LEAST, now))
    choices = tuple(Choice(f"set {path} {n}", f"{n:+}") for n in numbers)
    return Wait(say("What does {card} consume?", card=named(state, card)), choices=choices)


def unread_costs(state: State, card: str) -> tuple[str, ...]:
    """The gems of a price that nobody has read on the card, where gems are paid."""
    if not state.tracks("full"):
        return ()
    paths = {gem: f"facts.ai.{card}.cost.{gem}" for gem in GEMS}
    return tuple(gem for gem, path in paths.items() if state.box.rests_on_a_stand_in(path))


def ask_cost(state: State, card: str) -> Wait:
    """One colour after the other."""
    gem = unread_costs(state, card)[0]
    path = f"facts.ai.{card}.cost.{gem}"
    choices = tuple(Choice(f"set {path} {n}", str(n)) for n in range(DEAREST + 1))
    asked = say("What does {card} cost: {gem}?", card=named(state, card), gem=GEMS[gem])
    return Wait(asked, choices=choices)


def half_read(state: State) -> str | None:
    """An AI card of whose price somebody has said a part."""
    if state.stage != "buy" or state.step != "buy":
        return None
    for card in AI_CARDS:
        if 0 < len(unread_costs(state, card)) < len(GEMS):
            return card
    return None


def consumes(state: State, card: str) -> Message:
    """What a card consumes, with its mark."""
    path = ".".join(consumption_path(card))
    mark = "*" if state.box.rests_on_a_stand_in(path) else ""
    return Message("{n}{mark}", {"n": f"{state.box.consumption(card):+}", "mark": mark})
