"""What a gesture means: taps, TUCK, DISCARD and NEXT, in each stage of the game."""

from collections.abc import Callable

from companion.errors import Refusal
from companion.games.daybreak.model.card import TAGGED
from companion.games.daybreak.model.stacks import called, card_of, in_play
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import POWERS
from companion.games.daybreak.rules.play_area import only_in
from companion.games.daybreak.rules.projects import SLOTS, slot_of
from companion.games.daybreak.rules.prompts import HAND, question, waiting
from companion.games.daybreak.taps.layout import (
    AtCrisis,
    InSlot,
    InStack,
    Spot,
    Under,
    kind_from_hand,
    spot_of,
)
from companion.games.daybreak.taps.paying import (
    open_to_pay,
    paying,
    paying_for_project,
    paying_for_stack,
    pays,
    price,
    to_pay,
)
from companion.games.daybreak.text.names import named
from companion.games.display import Choice
from companion.games.taps import NEXT, Do, Gesture, Thing, Wait
from companion.i18n.message import Message, say


def take_seat(state: State, thing: Thing) -> Do | Wait:
    """Before the game, a power's tag or one of its starting cards takes its seat."""
    if thing.kind == "seat":
        return Do(f"seat {thing.name}")
    owner = card_of(state, thing.name).power if thing.kind == "card" else None
    if owner in POWERS:
        return Do(f"seat {owner}")
    raise Refusal("not_started", say("First every power taps one of its starting cards."))


def answered(state: State, gesture: Gesture) -> Do | None:
    """A tap that answers the question which is open."""
    asked = question(state) if state.tasks and not gesture.mode else None
    if asked is None:
        return None
    kind, options = asked
    (thing,) = gesture.things
    if thing.name in options:
        return Do(f"choose {thing.name}")
    if kind == "discard" and kind_from_hand(state, thing) in TAGGED:
        return Do(f"choose {HAND}")
    return None


# --- one thing -----------------------------------------------------------------------------------


def alone(state: State, gesture: Gesture, thing: Thing) -> Do | Wait:
    if gesture.mode == "discard":
        return discard(state, gesture, thing)
    spot = spot_of(state, thing)
    if isinstance(spot, AtCrisis) and resolves(state, spot) and not gesture.mode:
        return Do(f"crisis {spot.crisis}")
    if spot is not None:
        return look_at(state, gesture, spot)
    if thing.kind == "seat":
        in_the_game(state, thing.name)
        words = say("{power}: tap a card.", power=POWERS[thing.name])
        return Wait(words, gesture, f"power {thing.name}")
    return from_outside(state, gesture, thing)


def in_the_game(state: State, power: str) -> None:
    if power not in state.seats:
        raise Refusal("unknown_power", say("{power} does not play.", power=POWERS[power]))


def only_looked_at(state: State, spot: Spot | None) -> bool:
    """Outside the Local stage nothing on the table can be used, but a crisis that is due."""
    if isinstance(spot, AtCrisis) and resolves(state, spot):
        return False
    return spot is not None and state.stage != "local"


def resolves(state: State, spot: AtCrisis) -> bool:
    """Is it the time for crises, with nothing that comes before them?"""
    here = spot.crisis in state.crises.face_up
    return state.stage == "crisis" and here and not waiting(state)


def look_at(state: State, gesture: Gesture, spot: Spot) -> Wait:
    """What lies on the table is shown when it is tapped; a second tap or NEXT acts on it, and
    where its action costs cards, tapping these."""
    back = say("NEXT goes back.") if only_looked_at(state, spot) and not gesture.mode else None
    paid = paid_by_tapping(state, gesture, spot)
    match spot:
        case InStack(power, stack):
            page = f"stack {power} {stack}"
            in_the_game(state, power)
            if gesture.mode == "tuck":
                return Wait(say("Tap the card to tuck."), gesture, page)
            if words := back or paid:
                return Wait(words, gesture, page)
            if state.powers[power].stacks[stack - 1]:
                return Wait(say("NEXT takes its action."), gesture, page)
            return Wait(say("Tap a card to play it here."), gesture, page)
        case InSlot(str(card)):
            active = slot_of(state, card).active
            words = say("NEXT uses it.") if active else say("Tap a card to tuck here.")
            return Wait(back or paid or words, gesture, f"project {card}")
        case AtCrisis(str(card)):
            due = resolves(state, spot)
            words = say("NEXT resolves it.") if due else say("Tap a card to tuck here.")
            return Wait(back or words, gesture, f"crisis {card}")
        case Under(card):
            words = say("It lies under {card} already: tap another card.", card=named(state, card))
            raise Refusal("already_there", words)
    return Wait(say("An empty place: tap the card that goes there."), gesture)


def paid_by_tapping(state: State, gesture: Gesture, spot: Spot) -> Message | None:
    """What to tap for an action that costs cards; None for any other."""
    cost = 0 if gesture.mode else price(state, gesture.things[-1], spot)
    if not cost:
        return None
    return to_pay(cost) if open_to_pay(state, spot) else say("To play a card, tap it first.")


def from_outside(state: State, gesture: Gesture, thing: Thing) -> Do | Wait:
    """A card that does not lie on the table yet."""
    card = thing.name
    match card_of(state, card).kind:
        case "local" | "starting":
            only_in(state, "local")
            if gesture.mode == "tuck":
                words = say("{card}: tap where to tuck it.", card=named(state, card))
            else:
                words = say("{card}: tap where it goes.", card=named(state, card))
            return Wait(words, gesture)
        case "global":
            only_in(state, "global")
            if len(state.globals) < SLOTS or state.project_chosen:
                return Do(f"project {card}")
            words = say(
                "Four are in play: tap the one that {card} replaces.", card=called(state, card)
            )
            return Wait(words, gesture)
        case _:
            return crisis(state, card)


def crisis(state: State, card: str) -> Do:
    """A crisis that people have seen before lies on its discards as long as others are left."""
    lying = {*in_play(state), *state.crises.resolved}
    left = (number for number, known in state.cards.items() if known.kind == "crisis")
    if card in {*state.crises.seen} - lying and not {*left} <= {*state.crises.seen}:
        words = say("{card} was drawn in an earlier round: draw another.", card=called(state, card))
        raise Refusal("discarded", words)
    return Do(f"crisis {card}")


def discard(state: State, gesture: Gesture, thing: Thing) -> Do | Wait:
    if thing.kind != "card":
        raise Refusal("wrong_kind", say("Tap the card that is discarded."))
    spot = spot_of(state, thing)
    if gesture.button_last and price(state, thing, spot):
        return act_on(state, gesture, thing, paid=1)
    if spot and gesture.button_last:
        # Somebody only looked at it: what lies on the table goes when it is tapped for that.
        return Wait(say("Tap the card that is discarded."), Gesture(mode="discard"))
    if isinstance(spot, InStack):
        return Do(f"discard {thing.name} {spot.power}")
    return by_somebody(state, gesture, lambda seat: f"discard {thing.name} {seat}")


# --- two things and more -------------------------------------------------------------------------


def together(
    state: State, gesture: Gesture, first: Thing, second: Thing, more: tuple[Thing, ...]
) -> Do | Wait:
    """A card and where it goes, in either order; or something to act on, and what that costs."""
    if second == NEXT and only_looked_at(state, spot_of(state, first)):
        return alone(state, gesture.first_alone(), first)
    if second in (first, NEXT):
        return act_on(state, gesture, first, paid=2)
    tucks = gesture.mode == "tuck" and not gesture.button_last
    if not tucks and pays(state, second) and price(state, first, spot_of(state, first)):
        return act_on(state, gesture, first, paid=1)
    if gesture.mode == "discard":
        left = gesture if second.kind == "seat" else gesture.last_alone()
        return discard(state, left, left.things[0])
    pairs = ((first, second), (second, first)) if not more or more[-1].kind == "seat" else ()
    for card, where in pairs:
        spot = spot_of(state, where)
        kind = kind_from_hand(state, card)
        if spot and kind and (where.kind == "place" or goes_to_cards(state, kind)):
            return into_place(state, gesture, card.name, kind, spot)
    last = gesture.things[-1]
    if last.kind == "place" and first.kind == "card" and spot_of(state, first):
        words = say(
            "{card} lies on the table already: tap another card.", card=called(state, first.name)
        )
        raise Refusal("already_there", words)
    # What was tapped last has replaced what came before it.
    left = gesture.last_alone()
    return answered(state, left) or alone(state, left, last)


def goes_to_cards(state: State, kind: str) -> bool:
    """A card in play shows where one from a hand goes, and which of four projects makes room.

    Crises and other projects have places of their own: they replace what was only looked at.
    """
    return kind in TAGGED or (kind == "global" and len(state.globals) >= SLOTS)


def into_place(state: State, gesture: Gesture, card: str, kind: str, spot: Spot) -> Do | Wait:
    match kind, spot:
        case "local" | "starting", InStack(power, stack, position):
            if gesture.mode != "tuck":
                return Do(f"play {card} {power} {stack}")
            # Behind the whole stack, unless somebody tapped a card further back.
            at = f" at {position + 1}" if position else ""
            return Do(f"tuck {card} {power} {stack}{at}")
        case "local" | "starting", InSlot(str(under)) | AtCrisis(str(under)):
            return by_somebody(state, gesture, lambda seat: f"tuck {card} under {under} by {seat}")
        case "global", InSlot(None):
            return Do(f"project {card}")
        case "global", InSlot(old):
            if len(state.globals) < SLOTS:
                raise Refusal(
                    "slots_full",
                    say("{card} lies there: tap an empty slot.", card=named(state, str(old))),
                )
            return Do(f"project {card} replacing {old}")
        case "crisis", AtCrisis(None):
            return crisis(state, card)
        case "crisis", AtCrisis(there):
            words = say("{card} lies there: tap an empty place.", card=called(state, str(there)))
            raise Refusal("slots_full", words)
    raise Refusal(
        "wrong_place", say("{card} does not go there: tap its place.", card=called(state, card))
    )


def act_on(state: State, gesture: Gesture, thing: Thing, paid: int) -> Do | Wait:
    """Tapped a second time, or NEXT, or a card that pays for it: act on it.

    From the thing at ``paid`` on, what was tapped is what it costs.
    """
    if gesture.mode == "tuck":
        raise Refusal("incomplete", say("To tuck, tap a card and where it goes."))
    match spot_of(state, thing):
        case InStack(position=position) if position:
            words = say(
                "{card} is tucked: tap the card in front of it.", card=called(state, thing.name)
            )
            raise Refusal("not_in_front", words)
        case InStack(power, stack):
            gesture = paying(gesture)
            return paying_for_stack(state, gesture, power, stack, gesture.things[paid:])
        case InSlot(str(card)):
            gesture = paying(gesture)
            ask = paying_for_project(state, gesture, card, gesture.things[paid:])
            return by_somebody(state, gesture, ask) if callable(ask) else ask
        case AtCrisis(str(card)) if state.stage == "crisis":
            return Do(f"crisis {card}")
    return alone(state, gesture.first_alone(), thing)


def by_somebody(state: State, gesture: Gesture, line: Callable[[str], str]) -> Do | Wait:
    """Whose card is it? Known from a power's tag or zone; else people choose."""
    tapped = [thing.name for thing in gesture.things if thing.kind == "seat"]
    for seat in (*tapped, *gesture.zones, *(state.seats if state.players == 1 else ())):
        if seat in state.seats:
            return Do(line(seat))
    choices = tuple(Choice(line(seat), POWERS[seat]) for seat in state.seats)
    return Wait(say("Which power does it?"), gesture, choices=choices)
