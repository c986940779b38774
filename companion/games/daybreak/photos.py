"""What can be done with several cards at once, such as those in one photograph of a hand."""

from collections.abc import Iterator, Sequence

from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import POWERS
from companion.games.daybreak.phone import Page
from companion.games.display import Choice
from companion.i18n.message import say

HAND_KINDS = ("local", "starting")


def uses(state: State, whose: str, kinds: Sequence[str]) -> Sequence[Choice]:
    """By the kinds of the cards: what a power does with its hand, what all do with crises."""
    return tuple(now(state, whose, kinds))


def now(state: State, whose: str, kinds: Sequence[str]) -> Iterator[Choice]:
    powers = [seat for seat in state.seats if whose in ("", seat)]
    if state.stage == "local" and any(kind in HAND_KINDS for kind in kinds):
        for power in powers:
            yield from of_a_hand(state, power, len(kinds))
    if "crisis" in kinds and state.stage == "crisis":
        yield Choice("crisis {card}", say("Lay these crises, in this order"))
    if "crisis" in kinds and state.stage == "global":
        yield Choice("crisis {card}", say("This is the Forecast"))


def of_a_hand(state: State, power: str, many: int) -> Iterator[Choice]:
    """These are the hand, some pay for an action, or they are tucked: what can be now."""
    name = POWERS[power]
    yield Choice(f"hand {power} {{cards}}", say("{power}: these are my hand", power=name))
    stacks = [stack for stack in Page(state).stacks(power) if stack.front]
    for stack in stacks:
        if 0 < stack.discards <= many and stack.why_not is None:
            yield Choice(
                f"act {power} {stack.place} paying {{cards}}",
                say("{power}: pay with these for stack {n}", power=name, n=stack.place),
            )
    for stack in stacks:
        tuck = say("{power}: tuck these behind stack {n}", power=name, n=stack.place)
        yield Choice(f"tuck {{card}} {power} {stack.place}", tuck)
