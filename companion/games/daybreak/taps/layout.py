"""The table of Daybreak: its rows of places, and where a tapped thing lies.

Cards and places lead to the same spots, so whatever lies on the table can be tapped instead of the
tag of its place.
"""

from dataclasses import dataclass

from companion.games.daybreak.model.stacks import card_of
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import DICE, POWERS, STACKS, TAGS
from companion.games.daybreak.rules.projects import SLOTS
from companion.games.layout import Layout, Mode, Row
from companion.games.shared.inputs import is_number
from companion.games.taps import Thing
from companion.i18n.message import say

MOST_CRISES = 9

LAYOUT = Layout(
    rows=(
        *(Row(power, say("Stack"), STACKS, name) for power, name in POWERS.items()),
        Row("global", say("Global Project"), SLOTS),
        Row("crisis", say("Crisis"), MOST_CRISES),
    ),
    dice=DICE,
    printed=TAGS,
    modes={
        "tuck": Mode(
            say("TUCK"),
            asks=say("TUCK: tap a card, and where it goes."),
            does=say("Tap this, a card, and where the card is tucked."),
        ),
        "discard": Mode(
            say("DISCARD"),
            asks=say("DISCARD: tap the card."),
            does=say("Tap this and the card that is discarded."),
        ),
    },
    formerly={power: f"seat:{n}" for n, power in enumerate(POWERS, 1)},
)


PLACES = {row.id: row.places for row in LAYOUT.rows}


@dataclass(frozen=True, slots=True)
class InStack:
    power: str
    stack: int
    position: int = 0
    """How many cards are in front of the one that was tapped."""


@dataclass(frozen=True, slots=True)
class InSlot:
    """A Global Project, or the empty slot where one may come."""

    project: str | None


@dataclass(frozen=True, slots=True)
class AtCrisis:
    """A crisis that people can see, or the empty place where one may come."""

    crisis: str | None


@dataclass(frozen=True, slots=True)
class Under:
    card: str


Spot = InStack | InSlot | AtCrisis | Under


def place(text: str) -> Thing | None:
    """``china 2`` is a stack, ``global 1`` a slot, ``crisis 1`` the Forecast's place."""
    match text.split():
        case [where, number] if is_number(number) and 1 <= int(number) <= PLACES.get(where, 0):
            return Thing("place", f"{where} {int(number)}")
    return None


def spot_of(state: State, thing: Thing) -> Spot | None:
    """None for a card that does not lie on the table, and for a seat."""
    if thing.kind == "place":
        where, number = thing.name.split()
        at = int(number) - 1
        if where == "global":
            return InSlot(state.globals[at].number if at < len(state.globals) else None)
        if where == "crisis":
            face_up = state.crises.face_up
            return AtCrisis(face_up[at] if at < len(face_up) else None)
        return InStack(where, int(number))
    return card_spot(state, thing.name) if thing.kind == "card" else None


def card_spot(state: State, card: str) -> Spot | None:
    for seat, power in state.powers.items():
        for number, stack in enumerate(power.stacks, start=1):
            if card in stack:
                return InStack(seat, number, stack.index(card))
    for slot in state.globals:
        if card == slot.number:
            return InSlot(card)
        if card in slot.tucked:
            return Under(slot.number)
    if card in (*state.crises.face_up, *state.crises.ongoing):
        return AtCrisis(card)
    for crisis, tucked in state.crises.tucked.items():
        if card in tucked:
            return Under(crisis)
    return None


def kind_from_hand(state: State, thing: Thing) -> str | None:
    """What kind of card this is, if it is one that does not lie on the table yet."""
    if thing.kind != "card" or card_spot(state, thing.name):
        return None
    return card_of(state, thing.name).kind
