"""An action that was tapped, and the cards that are tapped to pay for it."""

from collections.abc import Callable, Sequence

from companion.errors import Refusal
from companion.games.daybreak.model.card import TAGGED, Action, Project
from companion.games.daybreak.model.stacks import called, card_of
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import ANY_CARD
from companion.games.daybreak.rules.actions import done_by_hand, local_action, why_not
from companion.games.daybreak.rules.play_area import from_hand, only_in
from companion.games.daybreak.rules.projects import slot_of, source_of
from companion.games.daybreak.taps.layout import InSlot, InStack, Spot, kind_from_hand
from companion.games.daybreak.text.names import named
from companion.games.shared.replace import replace
from companion.games.taps import NEXT, Do, Gesture, Thing, Wait
from companion.i18n.message import Message, count, say

Check = Callable[[State, str], object]
UNTAGGED = Thing("card", ANY_CARD)
"""What DISCARD stands for while something is paid: a card without a tag."""


def price(state: State, thing: Thing, spot: Spot | None) -> int:
    """How many cards from the hand the action of a card in play costs.

    The tag of a place has no price: it says where a card goes.
    """
    if thing.kind != "card" or state.stage != "local":
        return 0
    match spot:
        case InStack(power, stack, 0):
            return cost_of(local_action(state, power, stack).action) or 0
        case InSlot(str(card)) if slot_of(state, card).active:
            return cost_of_project(card_of(state, card).project) or 0
    return 0


def open_to_pay(state: State, spot: Spot | None) -> bool:
    """Can the action of what lies there be taken now, by anybody?"""
    match spot:
        case InStack(power, stack):
            return not why_not(state, local_action(state, power, stack))
        case InSlot(str(card)):
            slot = slot_of(state, card)
            return any(not why_not(state, source_of(state, seat, slot)) for seat in state.seats)
    return False


def pays(state: State, thing: Thing) -> bool:
    """Can a cost be paid with it?"""
    return thing == UNTAGGED or kind_from_hand(state, thing) in TAGGED


def paying(gesture: Gesture) -> Gesture:
    """DISCARD, while something is paid, has laid down a card without a tag."""
    return replace(gesture.then(UNTAGGED), mode="") if gesture.mode == "discard" else gesture


def paying_for_stack(
    state: State, gesture: Gesture, power: str, stack: int, more: Sequence[Thing]
) -> Do | Wait:
    source = local_action(state, power, stack)
    if why := why_not(state, source):
        raise why
    paid = collected(state, gesture, more, cost_of(source.action), from_hand)
    if isinstance(paid, Wait):
        return replace(paid, page=f"stack {power} {stack}")
    return Do(line(power, str(stack), paid))


def paying_for_project(
    state: State, gesture: Gesture, card: str, more: Sequence[Thing]
) -> Wait | Callable[[str], str]:
    """What is still to be paid, or else the line that using the project is for each power."""
    only_in(state, "local")
    slot = slot_of(state, card)
    if not slot.active:
        words = say("{card} is not active yet: tap cards to tuck there.", card=named(state, card))
        raise Refusal("not_active", words)
    rules = card_of(state, card).project
    if rules and rules.known == "all" and not (rules.action or spends_stored(rules)):
        raise Refusal("no_action", say("{card} works by itself.", card=named(state, card)))

    def stored(state: State, spent: str) -> None:
        if spent not in slot.tucked:
            raise Refusal(
                "not_in_play", say("Tap a card that lies under {card}.", card=called(state, card))
            )

    check = stored if spends_stored(rules) else from_hand
    paid = collected(state, gesture, more, cost_of_project(rules), check)
    if isinstance(paid, Wait):
        return replace(paid, page=f"project {card}")
    return lambda seat: line(seat, card, paid)


def cost_of(action: Action | None) -> int | None:
    """How many cards an action costs; None where only the people at the table can tell."""
    return None if action is None or done_by_hand(action) else action.discard


def cost_of_project(rules: Project | None) -> int | None:
    return None if rules is None or spends_stored(rules) else cost_of(rules.action)


def spends_stored(rules: Project | None) -> bool:
    """Is it paid with cards that lie under it, as many as people like?"""
    return bool(rules and (rules.spend_draw or rules.spend_for_die))


def collected(
    state: State, gesture: Gesture, more: Sequence[Thing], cost: int | None, check: Check
) -> Wait | tuple[str, ...]:
    """The cards that were tapped as payment, once there are enough of them."""
    paid = tuple(thing.name for thing in more if thing.kind == "card")
    if more and more[-1].kind != "seat" and NEXT in more[:-1]:
        raise paid_already()
    if more and more[-1].kind == "place":
        raise paid_already() if len(paid) == cost else not_paid()
    if more and more[-1].kind == "card" and paid[-1] != ANY_CARD:
        check(state, paid[-1])
        if paid[-1] in paid[:-1]:
            raise Refusal(
                "already_there", say("{card} is paid already.", card=called(state, paid[-1]))
            )
    ends = bool(more) and more[-1] == NEXT
    if len(paid) == cost or (cost is None and ends):
        return paid
    if ends:
        raise not_paid()
    if cost is not None and len(paid) > cost:
        raise paid_already()
    if cost is not None:
        return Wait(to_pay(cost - len(paid)), gesture)
    words = count(
        "Tap what it costs, then NEXT: {n} card so far.",
        "Tap what it costs, then NEXT: {n} cards so far.",
        len(paid),
    )
    return Wait(words, gesture)


def not_paid() -> Refusal:
    return Refusal("cost", say("That is not paid yet."))


def paid_already() -> Refusal:
    return Refusal("cost", say("That is paid already."))


def to_pay(cards: int) -> Message:
    return count(
        "Tap {n} card to pay, or press DISCARD.", "Tap {n} cards to pay, or press DISCARD.", cards
    )


def line(power: str, what: str, paid: Sequence[str]) -> str:
    return f"act {power} {what} paying {' '.join(paid)}" if paid else f"act {power} {what}"
