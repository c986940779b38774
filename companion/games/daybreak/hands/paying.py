"""An action that was tapped, and the cards that are tapped to pay for it."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.errors import Refusal
from companion.games.daybreak.model.card import Action
from companion.games.daybreak.model.stacks import card_of
from companion.games.daybreak.model.state import State
from companion.games.daybreak.rules.actions import done_by_hand, local_action, why_not
from companion.games.daybreak.rules.play_area import ANY_CARD, from_hand, only_in
from companion.games.daybreak.rules.projects import slot_of
from companion.games.daybreak.words.names import named
from companion.games.hands import NEXT, Do, Gesture, Thing, Wait
from companion.message import count, say

Check = Callable[[State, str], object]


def paying_for_stack(
    state: State, gesture: Gesture, power: str, stack: int, more: Sequence[Thing]
) -> Do | Wait:
    source = local_action(state, power, stack)
    if why := why_not(state, source):
        raise why
    paid = collected(state, gesture, more, cost_of(source.action), from_hand)
    return paid if isinstance(paid, Wait) else Do(line(power, str(stack), paid))


def paying_for_project(
    state: State, gesture: Gesture, card: str, more: Sequence[Thing]
) -> Wait | Callable[[str], str]:
    """What is still to be paid, or else the line that using the project is for each power."""
    only_in(state, "local")
    slot = slot_of(state, card)
    if not slot.active:
        raise Refusal(
            "not_active",
            say("{card} is not active yet: tap cards to tuck there.", card=named(state, card)),
        )
    rules = card_of(state, card).project
    action = rules.action if rules else None
    spends = bool(rules and (rules.spend_draw or rules.spend_for_die))
    if rules and rules.known == "all" and not (action or spends):
        raise Refusal("no_action", say("{card} works by itself.", card=named(state, card)))

    def stored(state: State, spent: str) -> None:
        if spent not in slot.tucked:
            raise Refusal("not_in_play", say("Tap a card that lies under {card}.", card=card))

    cost = None if spends else cost_of(action)
    paid = collected(state, gesture, more, cost, stored if spends else from_hand)
    return paid if isinstance(paid, Wait) else lambda seat: line(seat, card, paid)


def cost_of(action: Action | None) -> int | None:
    """How many cards an action costs; None where only the people at the table can tell."""
    return None if action is None or done_by_hand(action) else action.discard


def collected(
    state: State, gesture: Gesture, more: Sequence[Thing], cost: int | None, check: Check
) -> Wait | tuple[str, ...]:
    """The cards that were tapped as payment, once there are enough of them."""
    if gesture.mode == "discard":
        # DISCARD, while something is being paid, stands for a card without a tag.
        untagged = Thing("card", ANY_CARD)
        gesture = replace(gesture.then(untagged), mode="")
        more = (*more, untagged)
    paid = tuple(thing.name for thing in more if thing.kind == "card")
    if more and more[-1].kind == "card" and paid[-1] != ANY_CARD:
        check(state, paid[-1])
        if paid[-1] in paid[:-1]:
            raise Refusal("already_there", say("{card} is paid already.", card=paid[-1]))
    ends = bool(more) and more[-1] == NEXT
    if len(paid) == cost or (cost is None and ends):
        return paid
    if cost is None:
        words = count(
            "Tap what it costs, then NEXT: {n} card so far.",
            "Tap what it costs, then NEXT: {n} cards so far.",
            len(paid),
        )
    else:
        words = count(
            "Tap {n} card to discard, or press DISCARD for one without a tag.",
            "Tap {n} cards to discard, or press DISCARD for each without a tag.",
            cost - len(paid),
        )
    if ends:
        raise Refusal("cost", say("That is not paid yet."))
    return Wait(words, gesture)


def line(power: str, what: str, paid: Sequence[str]) -> str:
    return f"act {power} {what} paying {' '.join(paid)}" if paid else f"act {power} {what}"
