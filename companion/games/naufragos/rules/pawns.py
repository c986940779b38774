"""Pawns put right by hand: on spaces that there are, each castaway once on an action."""

from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import CAMP, FISH, REST, WHITE
from companion.games.naufragos.rules.cards import card_of
from companion.message import Message, say

CARDS = "cards"


def pawns_flaw(state: State, action: str, value: object) -> Message | None:
    """What a list of pawns, or of the camp cards that they are on, should be if it is not."""
    spaces = len(state.box.actions[CAMP if action == CARDS else action])
    most = {REST: spaces, CAMP: len(state.cards_used), CARDS: len(state.actions[CAMP])}
    if not isinstance(value, list) or len(value) != most.get(action, min(len(value), spaces)):
        return say("a list with a place for each of them")
    placed = [each for each in value if each is not None]
    if len(placed) != len({str(each) for each in placed}):
        return say("a list in which nothing is twice")
    if action == CARDS:
        for card in placed:
            if card != FISH:
                card_of(state, str(card))
        return None
    pawns = (*state.seats, WHITE) if action == CAMP else state.seats
    allowed = (*pawns, None) if action == REST else pawns
    return None if all(each in allowed for each in value) else one_of_them(pawns)


def one_of_them(pawns: tuple[str, ...]) -> Message:
    return say("a list of {words}", words=", ".join(pawns))
